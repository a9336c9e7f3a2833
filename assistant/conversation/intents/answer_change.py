"""Whether words say that the user wants to change an answer they gave. Pure.

"Change my answer to question two", and the same in Korean and Chinese. Only words that say nothing
else count: whoever talks about changing something else is talking to the model.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LAST: Final = -1
"""The number of the last question."""

_WORDS: Final[Sequence[tuple[int, str]]] = (
    (1, "one|first|1st|첫|첫째|하나|일|한|一"),
    (2, "two|second|2nd|두|둘째|둘|이|二|两"),
    (3, "three|third|3rd|세|셋째|셋|삼|三"),
    (4, "four|fourth|4th|네|넷째|넷|사|四"),
    (5, "five|fifth|5th|다섯|다섯째|오|五"),
    (6, "six|sixth|6th|여섯|여섯째|육|六"),
    (7, "seven|seventh|7th|일곱|일곱째|칠|七"),
    (8, "eight|eighth|8th|여덟|여덟째|팔|八"),
    (9, "nine|ninth|9th|아홉|아홉째|구|九"),
    (10, "ten|tenth|10th|열|열째|십|十"),
    (LAST, "last|마지막|最后一"),
)
_NUMBERS: Final = {word: number for number, words in _WORDS for word in words.split("|")}
_N: Final = r"(?P<n>\d{1,2}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"

_EN_ASK: Final = (
    r"(?:(?:please|can i|could i|may i|i want to|i'd like to|i would like to|let me) )?"
)
_EN_VERB: Final = r"(?:change|revise|correct|amend|edit)"
_ENGLISH: Final = (
    rf"{_EN_ASK}{_EN_VERB} my (?:last )?answers?(?: please)?",
    rf"{_EN_ASK}{_EN_VERB} (?:my|the) answer (?:to|for|of) (?:question|number|question number)"
    rf" {_N}(?: please)?",
    rf"{_EN_ASK}{_EN_VERB} (?:my|the) answer (?:to|for|of) (?:the|my) {_N} question(?: please)?",
    rf"{_EN_ASK}{_EN_VERB} (?:my|the) {_N} answer(?: please)?",
    rf"{_EN_ASK}{_EN_VERB} (?:my )?answer (?:number )?{_N}(?: please)?",
)
_KO_VERB: Final = (
    r"(?:바꿀래|바꿀래요|바꿔|바꿔줘|바꿔주세요|바꿔요|바꾸자|바꿀게|바꿀게요|바꾸고싶어|바꾸고싶어요"
    r"|바꾸고싶습니다|바꾸기|변경|변경해줘|변경해주세요|변경할래|변경할래요|변경하고싶어|변경하고싶어요"
    r"|수정|수정해줘|수정해주세요|수정할래|수정할래요|수정하고싶어|수정하고싶어요|고칠래|고칠래요"
    r"|고치고싶어|고치고싶어요)"
)
_KO_ANSWER: Final = r"(?:답|대답|답변)(?:을|를|은|는)?"
_KOREAN: Final = (  # without the spaces, which people set differently
    rf"(?:내|제|아까|방금)?{_KO_ANSWER}{_KO_VERB}",
    rf"{_N}(?:번|번째)?질문(?:의|에대한)?{_KO_ANSWER}{_KO_VERB}",
    rf"질문{_N}(?:번)?(?:의|에대한)?{_KO_ANSWER}{_KO_VERB}",
    rf"{_N}(?:번|번째)(?:내)?{_KO_ANSWER}{_KO_VERB}",
)
_ZH_ASK: Final = r"(?:请|我想|我要|我想要|让我|帮我|可以)?"
_ZH_VERB: Final = r"(?:改|修改|更改|改变|改一下|修改一下|更改一下|换)"
_ZH_WHICH: Final = rf"第?{_N}(?:个|道)?(?:问题|题)"
_CHINESE: Final = (
    rf"{_ZH_ASK}{_ZH_VERB}(?:我的|我)?(?:答案|回答)(?:一下)?",
    rf"{_ZH_ASK}{_ZH_VERB}(?:我)?(?:对)?{_ZH_WHICH}的?(?:答案|回答)(?:一下)?",
    rf"{_ZH_ASK}把(?:我)?(?:对)?{_ZH_WHICH}的?(?:答案|回答){_ZH_VERB}(?:一下)?",
)
_SPACED: Final = tuple(re.compile(pattern) for pattern in _ENGLISH)
_UNSPACED: Final = tuple(re.compile(pattern) for pattern in (*_KOREAN, *_CHINESE))
_PUNCTUATION: Final = re.compile(r"[.,!?;:。，！？；：、\"“”]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChangeRequest:
    """The user wants to change an answer."""

    number: int | None = None
    """Of which question, from 1, or `LAST`; None if they did not say."""


def parse_answer_change(text: str) -> AnswerChangeRequest | None:
    """Return the wish that words express, or None if they are anything else."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    plain = " ".join(_PUNCTUATION.sub(" ", plain).split())
    for patterns, words in ((_SPACED, plain), (_UNSPACED, plain.replace(" ", ""))):
        for pattern in patterns:
            found = pattern.fullmatch(words)
            if found is not None:
                return _wish(found.groupdict().get("n"))
    return None


def _wish(number: str | None) -> AnswerChangeRequest | None:
    if number is None:
        return AnswerChangeRequest()
    if not number.isdecimal():
        return AnswerChangeRequest(number=_NUMBERS[number])
    return AnswerChangeRequest(number=int(number)) if int(number) > 0 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPosition:
    """A question inside a set that was answered."""

    set_index: int
    question_index: int


def locate_question(number: int, sizes: Sequence[int]) -> QuestionPosition | None:
    """Return the question that a person means by a number.

    Where the last set has several questions they are what is counted; otherwise the sets that were
    answered one after the other, each of which was a question of its own.

    Args:
        number: From 1, or `LAST`.
        sizes: How many questions each set has that was answered in a row, oldest first; not empty.
    """
    last = len(sizes) - 1
    if sizes[last] > 1:
        places = [QuestionPosition(set_index=last, question_index=n) for n in range(sizes[last])]
    else:
        places = [
            QuestionPosition(set_index=s, question_index=n)
            for s, size in enumerate(sizes)
            for n in range(size)
        ]
    if number == LAST:
        return places[-1]
    return places[number - 1] if number <= len(places) else None

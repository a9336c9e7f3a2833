"""Recognises a request to change an earlier answer. Pure.

Matches "Change my answer to question two" and its translations, but only if the message says
nothing else. A message about changing something else goes to the model. Also recognises what opens
a correction of the answer just given, "actually, …"; what follows is read against the question.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from assistant.conversation.intents.stop_command import is_syllabic
from assistant.languages import LANGUAGES
from assistant.languages.language import NumberWords, numbered

LAST: Final = -1
"""The number of the last question."""

_PUNCTUATION: Final = re.compile(r"[.,!?;:。，！？；：、\"“”]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChangeRequest:
    """The user wants to change an answer."""

    number: int | None = None
    """Of which question, from 1, or `LAST`; None if they did not say."""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Mapping[str, int]], ...]:
    return tuple(
        (re.compile(numbered(pattern, numbers)), numbers)
        for known in LANGUAGES.values()
        for numbers in (_numbers(known.numbers),)
        for pattern in known.answer_changes
    )


def _numbers(words: NumberWords) -> dict[str, int]:
    return {**words.by_cardinal(), **words.by_ordinal(), **dict.fromkeys(words.last, LAST)}


def parse_answer_change(text: str) -> AnswerChangeRequest | None:
    """None if the words are anything else."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'").casefold()
    plain = " ".join(_PUNCTUATION.sub(" ", plain).split())
    words = plain.replace(" ", "") if is_syllabic(plain) else plain
    for pattern, numbers in _patterns():
        found = pattern.fullmatch(words)
        if found is not None:
            return _wish(found.groupdict().get("n"), numbers)
    return None


def _wish(said: str | None, numbers: Mapping[str, int]) -> AnswerChangeRequest | None:
    if said is None:
        return AnswerChangeRequest()
    number = int(said) if said.isdecimal() else numbers[said]
    return AnswerChangeRequest(number=number) if number else None


@cache
def _opening() -> re.Pattern[str]:
    """Matches the openings of all languages, before the words they open."""
    corrections = "|".join(
        _spoken(phrase)
        for known in LANGUAGES.values()
        for phrase in sorted(known.answer_corrections, key=len, reverse=True)
    )
    denials = "|".join(
        _spoken(phrase) for known in LANGUAGES.values() for phrase in sorted(known.denials)
    )
    return re.compile(
        rf"\W*(?:(?:{corrections})[\s.,!…—–，。、！]*|(?:{denials})\s*[.,!…—–，。、！]\s*)(?P<rest>\w.*)",
        re.IGNORECASE | re.DOTALL,
    )


def _spoken(phrase: str) -> str:
    """Pattern of a phrase at word boundaries; allows commas within."""
    pattern = r"[\s,，、]*".join(map(re.escape, phrase.split()))
    return pattern if is_syllabic(phrase) else rf"{pattern}(?!\w)"


def strip_correction(text: str) -> str | None:
    """What follows the opening of a correction; None without one.

    Of "Actually, the first" that is "the first".
    """
    plain = unicodedata.normalize("NFC", text).replace("’", "").replace("'", "")
    found = _opening().match(plain)
    if found is None or plain.rstrip().endswith(("?", "？")):
        return None
    rest = found["rest"].strip()
    return strip_correction(rest) or rest


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPosition:
    """A question inside a set that was answered."""

    set_index: int
    question_index: int


def locate_question(number: int, sizes: Sequence[int]) -> QuestionPosition | None:
    """The question that a person means by a number.

    Where the last set has several questions these are counted; otherwise the sets answered in a
    row, each of which was a question of its own.

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

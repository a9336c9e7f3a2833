"""What a typed line answers. Pure.

A displayed number or letter counts first, then an option's id, then its label. Other words are an
answer of the user's own where those are allowed.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assistant.languages import LANGUAGES
from assistant.locale import _
from assistant.questions.formats.preselection import split_recommended
from assistant.questions.model.option_markers import LETTERS, has_letters
from assistant.questions.model.question import Answer, AnswerInput, Question
from assistant.questions.model.sanitizer import label_key

_WORDS: Final = tuple(
    known.typed_answers for known in LANGUAGES.values() if known.typed_answers is not None
)
_COUNTER: Final = "|".join(sorted(counter for words in _WORDS for counter in words.counters))
_MARK: Final = re.compile(rf"#?\s*(\d{{1,3}})\s*(?:[.)]|{_COUNTER})?")
"""`2`, `2.`, `2)`, `#2`, `2번`, `2号`."""
_LETTER: Final = re.compile(rf"#?\s*([a-z])\s*(?:[.)]|{_COUNTER})?", re.IGNORECASE)
_RANGE: Final = re.compile(r"(\d{1,3})\s*[-~–]\s*(\d{1,3})")
_PLACE: Final = rf"#?\s*\d{{1,2}}\s*(?:[.)]|{_COUNTER})?"
_ONLY_PLACES: Final = re.compile(rf"{_PLACE}(?:[\s,;、，~–-]+{_PLACE})*")
"""Places and nothing else, such as `7.` or `1, 9`; a year or a fraction is none."""
_AND: Final = "|".join(words.conjunction for words in _WORDS)
_SEPARATORS: Final = re.compile(rf"\s*[,;、，；]\s*|\s+(?:{_AND})\s+", re.IGNORECASE)
_ALL: Final = frozenset[str]().union(*(words.all for words in _WORDS))
_YES: Final = frozenset({"1"}).union(*(words.yes for words in _WORDS))
_NO: Final = frozenset({"2"}).union(*(words.no for words in _WORDS))


@dataclass(frozen=True, slots=True, kw_only=True)
class MisreadLine:
    """The line is no answer to this question."""

    why: str
    """For the user, in their language."""


def parse_typed_answer(question: Question, typed: str) -> Answer | MisreadLine:
    """Return what a typed line answers.

    Args:
        question: The question.
        typed: The line; it has at least one character that is not white space.
    """
    typed = typed.strip()
    match question.traits.input:
        case AnswerInput.TEXT:
            return Answer(question_id=question.id, text=typed)
        case AnswerInput.YES_NO:
            return _boolean(question, typed)
        case AnswerInput.OPTIONS:
            choose = _multi if question.traits.is_multiple else _single
            return choose(question, typed)


def _boolean(question: Question, typed: str) -> Answer | MisreadLine:
    word = unicodedata.normalize("NFKC", typed).casefold().rstrip(".!。 ")
    if word in _YES:
        return Answer(question_id=question.id, boolean=True)
    if word in _NO:
        return Answer(question_id=question.id, boolean=False)
    return MisreadLine(why=_("That is neither yes nor no."))


def _single(question: Question, typed: str) -> Answer | MisreadLine:
    found = find_option(question, typed)
    if found is not None:
        return Answer(question_id=question.id, option_ids=(found,))
    several = _several(question, typed)
    if several is not None and len(several) > 1:
        return MisreadLine(why=_("Please choose only one."))
    return _own(question, typed)


def _multi(question: Question, typed: str) -> Answer | MisreadLine:
    found = find_option(question, typed)
    if found is not None:
        return _chosen(question, [found])
    if label_key(typed) in _ALL:
        return _chosen(question, [option.id for option in question.options])
    several = _several(question, typed)
    if several is not None:
        return _chosen(question, several)
    return _some_own(question, typed)


def _chosen(question: Question, option_ids: Sequence[str], other: str | None = None) -> Answer:
    ordered = tuple(option.id for option in question.options if option.id in option_ids)
    return Answer(question_id=question.id, option_ids=ordered, other=other)


def _several(question: Question, typed: str) -> list[str] | None:
    """Return the options that a line lists, or None if any part of it is something else."""
    for parts in (_SEPARATORS.split(typed), re.split(r"[\s,;、，；]+", typed)):
        found = [_spread(question, part) for part in parts if part]
        if found and all(found):
            return [one for some in found for one in some]
    return None


def _spread(question: Question, part: str) -> list[str]:
    """Return the option that a part names, or those of a range such as `2-4`."""
    ends = None if has_letters(question) else _RANGE.fullmatch(part)
    if ends is not None:
        first, last = int(ends[1]), int(ends[2])
        if 1 <= first <= last <= len(question.options):
            return [option.id for option in question.options[first - 1 : last]]
    found = find_option(question, part)
    return [] if found is None else [found]


def _some_own(question: Question, typed: str) -> Answer | MisreadLine:
    """Return options together with words of the user's own, where a list mixes them."""
    parts = [part for part in _SEPARATORS.split(typed) if part]
    options = [found for part in parts if (found := find_option(question, part)) is not None]
    rest = [part for part in parts if find_option(question, part) is None]
    if not options or not question.allow_other:
        return _own(question, typed)
    if any(_ONLY_PLACES.fullmatch(part) for part in rest):
        return _out_of_range(question)
    return _chosen(question, options, ", ".join(rest))


def _own(question: Question, typed: str) -> Answer | MisreadLine:
    # Where places have letters a number is no place that was missed, but words like any others.
    if not has_letters(question) and _ONLY_PLACES.fullmatch(typed):
        return _out_of_range(question)
    if question.allow_other:
        return Answer(question_id=question.id, other=typed)
    return MisreadLine(why=_("That is not one of the answers."))


def _out_of_range(question: Question) -> MisreadLine:
    return MisreadLine(
        why=_("There are only the options 1 to {count}.").format(count=len(question.options))
    )


def find_option(question: Question, typed: str) -> str | None:
    """Return the id of the option that a line names: by its place, its id or its label."""
    place = _place(question, unicodedata.normalize("NFKC", typed).strip())
    if place is not None and place < len(question.options):
        return question.options[place].id
    by_id = next((option.id for option in question.options if option.id == typed.strip()), None)
    by_label = _by_label(question, typed)
    if has_letters(question):  # because labels contain numbers; those come before ids then
        return by_label or _by_number_in_label(question, typed) or by_id
    return by_id or by_label


def _place(question: Question, typed: str) -> int | None:
    """Return the zero-based place that a number or letter stands for."""
    if has_letters(question):
        letter = _LETTER.fullmatch(typed)
        return None if letter is None else LETTERS.index(letter[1].upper())
    number = _MARK.fullmatch(typed)
    return None if number is None or int(number[1]) == 0 else int(number[1]) - 1


def _by_label(question: Question, typed: str) -> str | None:
    wanted = split_recommended(label_key(typed))[0]
    for option in question.options:
        if split_recommended(label_key(option.label))[0] == wanted:
            return option.id
    return None


def _by_number_in_label(question: Question, typed: str) -> str | None:
    number = _MARK.fullmatch(typed.strip())
    if number is None:
        return None
    pattern = re.compile(rf"(?<!\d){int(number[1])}(?!\d)")
    having = [option.id for option in question.options if pattern.search(option.label)]
    return having[0] if len(having) == 1 else None

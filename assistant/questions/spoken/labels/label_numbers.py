"""The numbers that occur in labels, so that "three" can mean "3 players". Pure."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import Lexicon, WritingScript
from assistant.questions.spoken.labels.any_language import HALF, HOUR, MINUTE, any_pattern
from assistant.questions.spoken.tokenizer import tokenize_text

_ENGLISH: Final = "en"
_ALSO_ENGLISH: Final = LANGUAGES[_ENGLISH].numbers.foreign
_BEGINNING: Final = re.compile(r"\s*(?:\d+|[^\W\d_]+(?!\d))(?:\s?[^\W\d_]{1,2}(?!\w))?")
"""The first word of a label, and a short one after it: a counter."""
_AMOUNT: Final = re.compile(rf"^\s*\d|\d(?:[:.]|{HOUR})")
"""Labels whose number is an amount: it comes first, or is a time or a version."""
_DIGITS: Final = re.compile(r"\d{1,9}")
_ABOUT: Final = re.compile(any_pattern(lambda written: written.about))
"""What may stand around an amount that is no exact one."""
_SPAN: Final = re.compile(r"(\d{1,4})\s*([^\W\d_]+)")
"""An amount of time, where the word is a unit of it."""
_CLOCK: Final = re.compile(
    rf"(?P<noon>[^\W\d_]*)\s*(?P<hour>\d{{1,2}})\s*(?:{HOUR}|[:h])\s*"
    rf"(?:(?P<minute>\d\d)\s*(?:{MINUTE}|{HOUR})?|(?P<half>{HALF}))?",
    re.IGNORECASE,
)
_ORDINALS: Final = {
    word: number
    for known in LANGUAGES.values()
    for word, number in known.numbers.by_ordinal().items()
}
_CARDINALS: Final = {
    word: number
    for known in LANGUAGES.values()
    for word, number in known.numbers.by_cardinal().items()
}
_FEWEST_ORDINALS: Final = 2
"""Labels that begin with one; "Second" alone may be a unit of time."""
_MARKS: Final = ".,:;()"
_MOST_DIGITS: Final = 9
"""Longer ones are no numbers that anybody says."""


@lru_cache(maxsize=1024)
def numbers_in(label: str, language: str | None = None) -> frozenset[int]:
    """Return the numbers a label contains, as digits or as a word other than "one".

    Args:
        label: The label.
        language: Whose number words count beside the English ones; None takes those of all
            languages, but for words that English has for something else.
    """
    text, units = tokenize_text(label, LANGUAGES[_ENGLISH].answers())
    found = {
        int(unit.text) for unit in units if unit.text.isdecimal() and len(unit.text) <= _MOST_DIGITS
    }
    for code in LANGUAGES if language is None else {language, _ENGLISH}:
        lexicon = LANGUAGES[code].answers()
        if lexicon.script is not WritingScript.WORDS:
            found |= _counted(text, code)
            continue
        words = _number_words(code)
        is_foreign = language is None and code != _ENGLISH
        found |= {
            words[unit.text]
            for unit in units
            if unit.text in words and not (is_foreign and unit.text in _ALSO_ENGLISH)
        }
    return frozenset(found)


@cache
def _number_words(language: str) -> Mapping[str, int]:
    return number_by_word(LANGUAGES[language].answers())


def told_numbers(labels: Sequence[str], index: int) -> frozenset[int]:
    """Return the numbers that a digit may mean a label by, whatever its language."""
    label = labels[index]
    found = numbers_in(label) or _foreign(labels, label)
    return found | ordinals_of(labels)[index] | ones_of(labels)[index]


def ordinals_of(labels: Sequence[str]) -> tuple[frozenset[int], ...]:
    """Return the ordinal that each label begins with, if several do: "2nd floor", "3rd floor"."""
    found = [_ORDINALS.get(_first_word(label)) for label in labels]
    if sum(number is not None for number in found) < _FEWEST_ORDINALS:
        return (frozenset[int](),) * len(labels)
    return tuple(frozenset[int]() if number is None else frozenset({number}) for number in found)


def ones_of(labels: Sequence[str]) -> tuple[frozenset[int], ...]:
    """Return 1 for each label that begins with "one", if another begins with a greater number."""
    found = [_CARDINALS.get(_first_word(label), 0) for label in labels]
    is_counting = max(found, default=0) > 1
    one = frozenset({1})
    return tuple(one if is_counting and number == 1 else frozenset[int]() for number in found)


def _first_word(label: str) -> str:
    words = label.casefold().split(maxsplit=1)
    return words[0].strip(_MARKS) if words else ""


def _counted(text: str, language: str) -> set[int]:
    """Return the numerals before a counter, where words have no spaces: "三个人"."""
    lexicon = LANGUAGES[language].answers()
    if not lexicon.numbers.counters:
        return set()
    text = "".join(lexicon.spelling.same_characters.get(character, character) for character in text)
    pattern, numbers = _counting(language, 2)
    return {numbers[match] for match in pattern.findall(text)}


@lru_cache(maxsize=16)
def _counting(language: str, least: int) -> tuple[re.Pattern[str], Mapping[str, int]]:
    lexicon = LANGUAGES[language].answers()
    numbers = {
        word: n for n, words in lexicon.numbers.words.items() for word in words if n >= least
    }
    longest_first = sorted(numbers, key=len, reverse=True)
    uncounted = f"(?!{lexicon.numbers.not_counted})" if lexicon.numbers.not_counted else ""
    pattern = rf"(?<!\w){uncounted}({'|'.join(longest_first)})\s?(?=[{lexicon.numbers.counters}])"
    if lexicon.script is WritingScript.CHARACTERS:
        pattern = pattern.removeprefix(r"(?<!\w)")
    return re.compile(pattern), numbers


def counted_in_digits(label: str, language: str) -> str:
    """Return a label with its numerals before counters in digits: "3个人" for "三个人"."""
    if not LANGUAGES[language].answers().numbers.counters:
        return label
    pattern, numbers = _counting(language, 1)
    return pattern.sub(lambda found: str(numbers[found.group(1)]), label)


def are_ambiguous(labels: Sequence[str], *, has_other: bool = False) -> bool:
    """Whether a digit may mean one place and another label, so that places need letters.

    That is so where a label begins with a number, also an ordinal, or differs from others by its number alone, and
    the number is the place of another option. "OAuth2" and "UTF-8" are named by their names.

    Args:
        labels: The labels, in order.
        has_other: Whether the place behind them is that of an answer of the user's own.
    """
    ordinals = ordinals_of(labels)
    return any(
        0 < number <= len(labels) + has_other and number != place
        for place, label in enumerate(labels, start=1)
        for number in _telling(labels, place - 1, label) | ordinals[place - 1]
    )


def is_distinguishing(labels: Sequence[str], index: int) -> bool:
    """Whether the number of a label is what tells it from the others."""
    return bool(_telling(labels, index, labels[index]))


def _telling(labels: Sequence[str], index: int, label: str) -> frozenset[int]:
    numbers = numbers_in(label) or _foreign(labels, label)
    if not numbers:
        return numbers
    first = _BEGINNING.match(label)
    rest = _frame(label)
    if any(_frame(other) == rest for n, other in enumerate(labels) if n != index):
        others = [numbers_in(other) for n, other in enumerate(labels) if n != index]
        return numbers - frozenset[int].intersection(*others)
    if first is None:
        return frozenset()
    return numbers_in(first.group()) or _foreign([first.group()], first.group()) & numbers


def _foreign(labels: Sequence[str], label: str) -> frozenset[int]:
    """Return the numbers of a label in a language in which the other labels have numbers."""
    for code in LANGUAGES:
        if code != _ENGLISH and all(numbers_in(one, code) for one in labels):
            return numbers_in(label, code)
    return frozenset()


@lru_cache(maxsize=256)
def _frame(label: str) -> str:
    """Return a label without its numbers."""
    _text, units = tokenize_text(label, LANGUAGES[_ENGLISH].answers())
    said = [unit.text for unit in units if not numbers_in(unit.text)]
    return " ".join(said) if len(said) < len(units) else label


def by_number(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the places of labels by their numbers, smallest first; empty if one has none."""
    found = _moments(labels, language)
    if found:
        return tuple(sorted(range(len(labels)), key=found.__getitem__))
    found = [_amount(label, language) for label in labels]
    frames = {_frame(counted_in_digits(label, language)) for label in labels}
    if not all(found) or len(set(found)) < len(found) or len(frames) > 1:
        return ()
    return tuple(sorted(range(len(labels)), key=found.__getitem__))


def by_version(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the places of labels that differ by their numbers alone, oldest first, else nothing."""
    found = [tuple(map(int, _DIGITS.findall(label))) for label in labels]
    if not all(found) or len(set(found)) < len(found) or len({*map(_frame, labels)}) > 1:
        return ()
    return tuple(sorted(range(len(labels)), key=found.__getitem__))


def _moments(labels: Sequence[str], language: str) -> list[int]:
    """Return labels that are all durations in seconds, or all times of day in minutes."""
    texts = [counted_in_digits(label, language) for label in labels]
    seconds = LANGUAGES[language].time_units
    by_unit = {word: size for size, words in seconds.items() for word in words}
    spans = [_SPAN.fullmatch(_ABOUT.sub("", text)) for text in texts]
    found = [
        int(span[1]) * by_unit.get(span[2].casefold(), 0) for span in spans if span is not None
    ]
    if len(found) < len(labels) or not all(found):
        clocks = [_CLOCK.fullmatch(text) for text in texts]
        found = [
            int(clock["hour"]) * 60 + (30 if clock["half"] else int(clock["minute"] or 0))
            for clock in clocks
            if clock is not None
        ]
        noons = {clock["noon"] for clock in clocks if clock is not None}
        if len(noons) > 1:
            return []
    return found if len(found) == len(labels) == len(set(found)) else []


def _amount(label: str, language: str) -> tuple[int, ...]:
    if not _AMOUNT.search(counted_in_digits(label, language)) and not numbers_in(
        label.split(" ")[0], language
    ):
        return ()  # "Room 1" is no size
    digits = tuple(int(one) for one in re.findall(r"\d{1,9}", counted_in_digits(label, language)))
    return digits or tuple(sorted(numbers_in(label, language)))


def number_by_word(lexicon: Lexicon) -> dict[str, int]:
    """Return the number words of a language that writes words apart, other than "one"."""
    if lexicon.script is not WritingScript.WORDS:
        return {}
    # "one" is more often a pronoun.
    return {word: n for n, words in lexicon.numbers.words.items() for word in words if n != 1}

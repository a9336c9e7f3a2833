"""What reads each slot of the templates: times, days, amounts, addresses, names, free text. Pure."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from assistant.intents.folding import fold
from assistant.intents.sentence_matcher import SIGNS, Found, SlotReader, Words
from assistant.intents.value_readers import (
    OF_24,
    LengthReader,
    NumberReader,
    SumReader,
    phrase_at,
)
from assistant.languages.applications import APPLICATIONS
from assistant.languages.sentence_table import SentenceTable

_ADDRESS: Final = re.compile(
    r"(?:https?://)?(?:[a-z0-9-]+\.)+(?P<top>[a-z]{2,6})(?::\d{2,5})?(?P<path>/[^\s]*)?"
)
_TOPS: Final = frozenset(
    "com org net edu gov io dev ai app info tv me eu uk de fr es it nl ch at be pl se no dk fi jp kr cn"
    " tw hk in us ca au nz br mx ar".split()
)
"""Last labels of what is taken for an address without "https://"; not the endings of files."""


def slot_readers(table: SentenceTable, numbers: NumberReader) -> Mapping[str, SlotReader]:
    lengths = LengthReader(table, numbers)
    return {
        "length": lengths,
        "short": lengths.below_hour,
        "ahead": lengths.days,
        "expression": SumReader(table, numbers),
        "hour": numbers.hours,
        "hhmm": _clock_number,
        "digital": _digital_time,
        "minute": _minute_number(numbers.numbers),
        "past": _whole_number(numbers.numbers, 0, 59),
        "to": _whole_number(numbers.numbers, 1, 30),
        "dom": _whole_number(numbers.day_numbers, 1, 31),
        "month": _whole_number(numbers.numbers, 1, 12),
        "level": _whole_number(numbers.numbers, 0, 100),
        "other": _whole_number(numbers.numbers, 0, 60),
        "minutes": lengths.bare_minutes,
        "address": _AddressReader(table.dots),
        "application": _name_reader({**APPLICATIONS, **table.applications}),
        **dict.fromkeys(
            (
                "text",
                "task",
                "fact",
                "items",
                "list",
                "label",
                "query",
                "place",
                "someone",
                "anything",
            ),
            _read_text,
        ),
    }


def _whole_number(
    read: Callable[[Words, int], Sequence[tuple[int, float]]], least: int, most: int
) -> SlotReader:

    def read_number(words: Words, at: int) -> Sequence[Found]:
        return [(end, int(n)) for end, n in read(words, at) if n == int(n) and least <= n <= most]

    return read_number


def _clock_number(words: Words, at: int) -> Sequence[Found]:
    """Read a time written as one number, `630`; a leading zero means 24 hours.

    `100` is a hundred.
    """
    found = re.compile(r"(?!\d00(?!\d))(?:[01]?\d|2[0-3])[0-5]\d(?!\d)").match(words.folded, at)
    if found is None:
        return []
    of_24 = 100 * OF_24 if found[0][0] == "0" else 0
    return [(found.end(), int(found[0]) + of_24)]


def _digital_time(words: Words, at: int) -> Sequence[Found]:
    """Read a time of day in digits, `7:30` or `7.30`, as `_clock_number` does."""
    found = re.compile(r"(\d{1,2})[:.]([0-5]\d)(?!\d)").match(words.folded, at)
    if found is None or int(found[1] + found[2]) > 2400:
        return []
    of_24 = 100 * OF_24 if found[1][0] == "0" else 0
    return [(found.end(), 100 * int(found[1]) + int(found[2]) + of_24)]


def _minute_number(read: Callable[[Words, int], Sequence[tuple[int, float]]]) -> SlotReader:
    """Reader of minutes directly after an hour: two digits, or a word from ten on."""
    least = _whole_number(read, 10, 59)

    def read_minute(words: Words, at: int) -> Sequence[Found]:
        found = re.compile(r"0\d(?!\d)").match(words.folded, at)
        return [(found.end(), int(found[0]))] if found is not None else least(words, at)

    return read_minute


@dataclass(frozen=True, slots=True)
class Passage:
    """Free text."""

    text: str
    start: int
    end: int


def _read_text(words: Words, at: int) -> Sequence[Found]:
    """Read any words, unless a number runs into them."""
    if words.is_spaced and words.folded[at - 1 : at].isdigit():
        return []
    return [
        (end, Passage(words.text[at:end], at, end))
        for end in range(at + 1, len(words.folded) + 1)
        if words.folded[end - 1] not in SIGNS and _may_end(words, end)
    ]


def _may_end(words: Words, at: int) -> bool:
    if at == len(words.folded) or words.folded[at] in SIGNS:
        return True
    return not words.is_spaced and not (
        words.folded[at].isascii() and words.folded[at - 1].isascii()
    )


class _AddressReader:
    """Reads web addresses, written or said."""

    def __init__(self, dots: frozenset[str]) -> None:
        said = (
            "|".join(
                rf"(?<![a-z]){re.escape(fold(dot))}(?![a-z])" if dot.isascii() else re.escape(dot)
                for dot in sorted(dots)
            )
            or r"(?!)"
        )
        self._said = re.compile(
            rf"[a-z0-9-]+(?:\s+(?:{said})\s+[a-z0-9-]+)*\s*(?:{said})\s*(?P<top>[a-z]{{2,4}})(?![a-z])"
        )
        self._dot = re.compile(rf"\s*(?:{said})\s*")

    def __call__(self, words: Words, at: int) -> Sequence[Found]:
        """Address that begins here, whole."""
        found = _ADDRESS.match(words.folded, at)
        if found is not None and (found["top"] in _TOPS or found[0].startswith("http")):
            end = found.end()
            while words.folded[end - 1] in ".,;:!?)":
                end -= 1
            written_so = words.text[at:end]
            if not written_so.casefold().startswith("http"):
                written_so = f"https://{written_so}"
            return [(end, written_so)]
        found = self._said.match(words.folded, at)
        if found is not None and found["top"] in _TOPS:
            return [(found.end(), f"https://{self._dot.sub('.', found[0])}")]
        return []


def _name_reader(names: Mapping[str, str]) -> SlotReader:
    """Reader of known names; `names` maps what is said to the name."""
    known = {fold(name): called for name, called in names.items()}
    return lambda words, at: phrase_at(words, at, known)

"""Reads `tests/data/requests/meanings.tsv`; the README beside it explains the notation."""

import json
import re
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from benchmarks.model.sample_table import read_samples
from benchmarks.requests.request_set import NOW

MEANINGS: Final = Path(__file__).parents[1] / "data" / "requests" / "meanings.tsv"
COLUMNS: Final = ("language", "said", "meaning", "half")

_SHORT: Final = {"timer": "set_timer", "alarm": "set_alarm", "reminder": "set_reminder"}
_WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNITS_S: Final = {"d": 86_400, "h": 3_600, "m": 60, "s": 1}
_HALF_DAY_H: Final = 12

_DURATION: Final = re.compile(r"(?:\d+[dhms])+")
_CLOCK: Final = re.compile(r"(~?)([01]\d|2[0-3]):([0-5]\d)")
_TEXTS: Final = re.compile(r'"[^"]*"(?:\|"[^"]*")*$')
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a request asks for. Of several values of a field each is right."""

    intent: str
    """As in the bench's table of requests."""
    duration_s: int | None = None
    times: tuple[str, ...] = ()
    """HH:MM."""
    days: tuple[int, ...] = ()
    """Days from `NOW`; empty where no day was said."""
    repeats: frozenset[int] = frozenset()
    """Weekdays, Monday is 0."""
    texts: tuple[str, ...] = ()
    """Label, task or subject; empty where there is none to be."""
    lacks_task: bool = False
    """A reminder of which nobody said what for."""
    value: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What may be done with a request."""

    act: Act | None
    """None if rules must not act."""
    is_optional: bool
    """Whether it is as right to leave it to the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestMeaning:
    """A line of the table."""

    language: str
    said: str
    meaning: Meaning
    half: str


def load_meanings(half: str | None = None) -> tuple[RequestMeaning, ...]:
    """Return the table, or its half `a` or `b`.

    Raises:
        ValueError: If a line is not of this form; it names the line.
    """
    rows = read_samples(MEANINGS.read_text(encoding="utf-8"), COLUMNS, _row)
    return tuple(row for row in rows if half in (None, row.half))


def _row(language: str, said: str, meaning: str, half: str) -> RequestMeaning:
    if half not in ("a", "b"):
        raise ValueError(f"half is {half!r}, not 'a' or 'b'")
    return RequestMeaning(language=language, said=said, meaning=parse_meaning(meaning), half=half)


def parse_meaning(text: str) -> Meaning:
    """Read one meaning.

    Raises:
        ValueError: If it is not in the notation.
    """
    if text == "model":
        return Meaning(act=None, is_optional=True)
    rest = text.removeprefix("either ")
    return Meaning(act=_act(rest), is_optional=rest != text)


def _act(text: str) -> Act:
    found = _TEXTS.search(text)
    texts = tuple(json.loads(one) for one in found[0].split("|")) if found else ()
    name, *words = text[: found.start() if found else None].split()
    if name in _SHORT:
        return _ring(_SHORT[name], words, texts, text)
    match words:
        case []:
            return Act(intent=name, texts=texts)
        case [number] if _NUMBER.fullmatch(number):
            return Act(intent=name, texts=texts, value=float(number))
        case _:
            raise ValueError(f"not a meaning: {text!r}")


def _ring(intent: str, words: list[str], texts: tuple[str, ...], text: str) -> Act:
    lacks_task = words[-1:] == ["?"]
    match words[:-1] if lacks_task else words:
        case [duration] if intent == "set_timer":
            act = Act(intent=intent, texts=texts, duration_s=_seconds(duration))
        case ["in", duration]:
            act = Act(intent=intent, texts=texts, duration_s=_seconds(duration))
        case ["every", days, clock]:
            act = Act(intent=intent, texts=texts, times=_times(clock), repeats=_repeats(days))
        case [days, clock]:
            act = Act(intent=intent, texts=texts, times=_times(clock), days=_days(days))
        case [clock] if intent != "set_timer":
            act = Act(intent=intent, texts=texts, times=_times(clock))
        case _:
            raise ValueError(f"not a meaning: {text!r}")
    if intent == "set_reminder" and lacks_task == bool(texts):
        raise ValueError(f"a reminder has a task, or '?': {text!r}")
    return replace(act, lacks_task=lacks_task)


def _seconds(text: str) -> int:
    if not _DURATION.fullmatch(text):
        raise ValueError(f"not a duration: {text!r}")
    return sum(int(one[:-1]) * _UNITS_S[one[-1]] for one in re.findall(r"\d+[dhms]", text))


def _times(text: str) -> tuple[str, ...]:
    return tuple(time for one in text.split("|") for time in _halves(one))


def _halves(text: str) -> tuple[str, ...]:
    clock = _CLOCK.fullmatch(text)
    if clock is None:
        raise ValueError(f"not a time: {text!r}")
    hour, minute = int(clock[2]), clock[3]
    if not clock[1]:
        return (f"{hour:02}:{minute}",)
    return tuple(f"{(hour + more) % 24:02}:{minute}" for more in (0, _HALF_DAY_H))


def _repeats(text: str) -> frozenset[int]:
    names = _WEEKDAYS if text == "day" else text.split(",")
    return frozenset(_WEEKDAYS.index(name) for name in names)


def _days(text: str) -> tuple[int, ...]:
    return tuple(_day(one) for one in text.split("|"))


def _day(text: str) -> int:
    if text in _WEEKDAYS:
        return (_WEEKDAYS.index(text) - NOW.weekday() - 1) % len(_WEEKDAYS) + 1
    match text:
        case "today":
            return 0
        case "tomorrow":
            return 1
        case _ if text.startswith("+"):
            return int(text)
        case _:
            month, _, day = text.partition("-")
            this_year = date(NOW.year, int(month), int(day))
            found = this_year if this_year >= NOW.date() else this_year.replace(year=NOW.year + 1)
            return (found - NOW.date()).days

"""Labels that name a day or a time of day, and what else those are called. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript
from assistant.languages.written_forms import WrittenForms
from assistant.questions.spoken.labels.any_language import (
    HALF,
    HOUR,
    MINUTE,
    any_pattern,
    any_words,
)
from assistant.questions.spoken.labels.label_numbers import counted_in_digits
from assistant.questions.spoken.labels.weekdays import day_in

_HALF_A_DAY: Final = 12
_MINUTES: Final = 60
_QUARTER: Final = 15
_ZERO: Final = any_words(lambda written: written.zero)
_HOUR: Final = re.compile(
    r"(?<![\d.:])(?P<hour>\d{1,2})\s?"
    rf"(?:(?::|{HOUR}|h)\s?"
    rf"(?P<minute>[0-5]\d|(?:{_ZERO})?\d(?=\s?(?:{MINUTE}))|(?:{_ZERO})\d)?"
    rf"(?:(?P<half>{HALF})|(?P<quarters>{any_words(lambda written: chain(*written.quarters))}))?"
    r"|(?=[ap]\.?m\b))(?![\d.:])",
    re.IGNORECASE,
)
_QUARTERS: Final = {
    said: count
    for known in LANGUAGES.values()
    for count, forms in enumerate(known.written.quarters, start=1)
    for said in forms
}
_BEFORE_NOON: Final = re.compile(
    rf"\ba\.?m\b|{any_pattern(lambda written: written.before_noon)}", re.IGNORECASE
)
_AFTER_NOON: Final = re.compile(
    rf"\bp\.?m\b|{any_pattern(lambda written: written.after_noon)}", re.IGNORECASE
)
_AT_NOON: Final = re.compile(any_pattern(lambda written: written.noon), re.IGNORECASE)
_NO_DIGIT: Final = re.compile(r"\D+")
_LATER: Final = 7
"""Days off that a day of the week counts as beside these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelMoment:
    """When a label says that something is."""

    day: int | None
    """Monday is 0."""
    minute: int | None
    """Since midnight."""


@lru_cache(maxsize=512)
def moment_in(label: str, language: str) -> LabelMoment:
    """Return the day and the time of day that a label names."""
    text = counted_in_digits(label, language)
    found = list(_HOUR.finditer(text))
    minute = _minute(text, found[0]) if len(found) == 1 else None
    if not found and _AT_NOON.search(text):
        minute = _HALF_A_DAY * _MINUTES
    return LabelMoment(day=day_in(label, language), minute=minute)


def _minute(text: str, found: re.Match[str]) -> int | None:
    hour = int(found["hour"])
    minute = 30 if found["half"] else int(_NO_DIGIT.sub("", found["minute"] or "0"))
    if found["quarters"]:
        minute = _QUARTER * _QUARTERS[found["quarters"]]
    if hour > 24:
        return None
    if hour < _HALF_A_DAY and _AFTER_NOON.search(text):
        hour += _HALF_A_DAY
    elif hour == _HALF_A_DAY and _BEFORE_NOON.search(text):
        hour = 0
    return hour * _MINUTES + minute


def by_moment(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the places of labels by when they are, earliest first; empty if one is at no time."""
    found = [moment_in(label, language) for label in labels]
    with_day = {moment.day is not None for moment in found}
    with_time = {moment.minute is not None for moment in found}
    if len(with_day) > 1 or (False in with_time and (True in with_time or False in with_day)):
        return ()
    keys = [(moment.day or 0, moment.minute or 0) for moment in found]
    if len(set(keys)) < len(keys):
        return ()
    return tuple(sorted(range(len(keys)), key=keys.__getitem__))


def by_relative_day(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the places of labels by how far off they are: "tomorrow morning"; else nothing.

    The one day of the week that may be among them comes behind today and tomorrow.
    """
    found = [_off(label, language) for label in labels]
    keys = [off for off in found if off is not None]
    days = [day for day, _hour in keys]
    are_told = all(hour is not None or days.count(day) == 1 for day, hour in keys)
    if len(keys) < len(labels) or len(set(keys)) < len(keys) or not are_told:
        return ()
    if days.count(_LATER) > 1:
        return ()
    return tuple(sorted(range(len(keys)), key=lambda place: (keys[place][0], keys[place][1] or 0)))


def _off(label: str, language: str) -> tuple[int, int | None] | None:
    """Return how many days off a label is, and at what hour, if it says so."""
    words = LANGUAGES[language].answers().labels
    named = [
        (label.index(name), -len(name), off)
        for off, names in enumerate(words.days)
        for name in names.split("|")
        if name in label
    ]
    if not named and day_in(label, language) is None:
        return None
    moment = moment_in(label, language)
    hour = None if moment.minute is None else moment.minute // _MINUTES
    hours = (
        hours[0]
        for hours, names in (*words.parts_of_day, *words.short_parts)
        for name in names.split("|")
        if name in label
    )
    return min(named)[2] if named else _LATER, next(hours, None) if hour is None else hour


def parts_of_day(minute: int, language: str) -> Iterator[str]:
    """Yield what the part of the day is called in which a time is."""
    for hours, names in LANGUAGES[language].answers().labels.parts_of_day:
        if minute // _MINUTES in hours:
            yield from names.split("|")


def clock_texts(minute: int, language: str) -> Iterator[str]:
    """Yield how a time of day may be written, on clocks of 12 and of 24 hours."""
    hour, past = divmod(minute, _MINUTES)
    known = LANGUAGES[language]
    hours = known.written.hour
    for said in dict.fromkeys((hour, (hour - 1) % _HALF_A_DAY + 1)):
        yield f"{said}:{past:02}"
        if known.writing is not WritingScript.WORDS:
            yield from _counted(said, past, known.written)
        elif not past:
            yield f"{said} h"
            yield from (f"{said} {word}" for word in hours)
            yield f"{said} {'pm' if hour >= _HALF_A_DAY else 'am'}"
        else:
            yield from (f"{said} {word} {past:02}" for word in hours)
            yield from (f"{said}:{past:02} {word}" for word in hours)
            yield f"{said}:{past:02} {'pm' if hour >= _HALF_A_DAY else 'am'}"


def _counted(hour: int, minute: int, words: WrittenForms) -> Iterator[str]:
    """Yield a time with the words that count hours and minutes."""
    hours, minutes, half = words.hour[0], words.minute[0], words.half[0]
    if not minute:
        yield f"{hour}{hours}"
        return
    yield f"{hour}{hours}{minute}{minutes}"
    if minute == _MINUTES // 2:
        yield f"{hour}{hours}{half}"
    if words.zero:
        yield f"{hour}{hours}{words.zero}{minute}" if minute < 10 else f"{hour}{hours}{minute}"
    if words.quarters and minute % _QUARTER == 0:
        yield f"{hour}{hours}{words.quarters[minute // _QUARTER - 1][0]}"

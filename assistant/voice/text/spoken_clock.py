"""Reads the time of day as people say it. Pure."""

import re
from typing import Final

from assistant.languages.pronunciation import ClockWords
from assistant.voice.text.reading_rule import CAPITALS, Rules

_NOON: Final = 12
_FEW_MINUTES: Final = 10
_BEGIN: Final = r"(?<![A-Za-z\d:：])(?<!(?<![A-Za-z\d.])[-/])(?<!(?<!:\d)\d[.,])"
_END: Final = r"(?![A-Za-z\d])(?![:：]\d)"
_HOUR: Final = r"(?P<h>[01]?\d|2[0-4])"
_WITH_COLON: Final = rf"{_HOUR}[:：](?P<m>[0-5]\d)"
_PART: Final = r"(?:\s?(?P<part>[AaPp])(?:[Mm]|\.\s?[Mm]\.?))"
_STOP_OF_SENTENCE: Final = re.compile(rf"\s+[{CAPITALS}¿¡]")
_BEFORE_PART: Final = (r"(?P<h>0?[1-9]|1[0-2])", rf"{_HOUR}\.(?P<m>[0-5]\d)")
"""What is a time only before AM or PM."""
_TO: Final = r"(?P<to>\s?[-–—~〜～]\s?(?=\d))?"


def clock_rules(words: ClockWords) -> Rules:

    def said(found: re.Match[str]) -> str:
        groups = found.groupdict()
        hour, minute = int(found["h"]), int(groups.get("m") or 0)
        part = groups.get("part")
        is_whole = found["h"] == "00" and not minute and not part
        spoken = _time(words, hour, minute, part, is_range=found["to"] is not None)
        if is_whole and words.midnight:
            spoken = words.midnight
        if found["to"]:
            return spoken + words.to
        # A stop that ends the sentence too is one of "p.m.", and stays.
        ends = found[0].endswith(".") and _STOP_OF_SENTENCE.match(found.string, found.end())
        return f"{spoken}." if ends else spoken

    forms = (
        *((form, "") for form in words.forms),
        (_WITH_COLON, f"{_PART}?"),
        *((form, _PART) for form in _BEFORE_PART),
    )
    return tuple((re.compile(f"{_BEGIN}{form}{part}{_END}{_TO}"), said) for form, part in forms)


def _time(words: ClockWords, hour: int, minute: int, part: str | None, *, is_range: bool) -> str:
    alone = words.hour_alone or words.hour
    if part is None or hour > _NOON:
        return _of_hour(words, hour, minute, alone if is_range else words.hour)
    of_day = hour % _NOON + (_NOON if part in "Pp" else 0)
    if not words.parts:
        return _of_hour(words, of_day, minute, words.hour)
    template = next(text for since, text in reversed(words.parts) if of_day >= since)
    return template.format(time=_of_hour(words, hour or _NOON, minute, alone))


def _of_hour(words: ClockWords, hour: int, minute: int, on_the_hour: str) -> str:
    if not minute:
        template = words.late_hour if words.late_hour and hour > _NOON else on_the_hour
    else:
        template = words.few if minute < _FEW_MINUTES else words.time
    return template.format(h=words.hours.get(hour, hour), m=minute)

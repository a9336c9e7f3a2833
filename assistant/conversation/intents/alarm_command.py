"""Recognises what the user says or types to a ringing alarm: stop or later. Pure.

Supports the languages that have `AlarmCommands`. In the others it accepts the single words that
stop the voice (`stop_command.is_stop`). Anything else does not match, such as "stop the music in
the kitchen" or "five".
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from assistant.conversation.intents.stop_command import is_stop, is_syllabic
from assistant.languages import LANGUAGES
from assistant.languages.alarm_words import AlarmCommands
from assistant.languages.language import NumberWords, numbered


@dataclass(frozen=True, slots=True)
class StopAlarm:
    """It shall fall silent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnoozeAlarm:
    """It shall ring again."""

    seconds: float | None = None
    """After how long; None leaves that open."""


AlarmCommand = StopAlarm | SnoozeAlarm

_LONGEST_MIN: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class _Patterns:
    """The commands of one language, compiled."""

    stop: re.Pattern[str]
    snooze: tuple[re.Pattern[str], ...]
    numbers: Mapping[str, int]


@cache
def _patterns() -> tuple[_Patterns, ...]:
    return tuple(
        _compiled(commands, known.numbers)
        for known in LANGUAGES.values()
        if (commands := known.alarm_commands()) is not None
    )


def _compiled(commands: AlarmCommands, numbers: NumberWords) -> _Patterns:
    known = {**numbers.by_cardinal(), **commands.amounts}
    return _Patterns(
        stop=re.compile(commands.stop),
        snooze=tuple(re.compile(numbered(pattern, known)) for pattern in commands.snooze),
        numbers=known,
    )


_LONGEST: Final = 80
"""Longer texts are neither, and are not looked at."""


def parse_alarm_command(text: str) -> AlarmCommand | None:
    """What words without the wake word mean to a ringing alarm; None if nothing."""
    if len(text) > _LONGEST:
        return None
    folded = _fold(text)
    if is_syllabic(folded):
        folded = folded.replace(" ", "")
    if not folded:
        return None
    for patterns in _patterns():
        for pattern in patterns.snooze:
            found = pattern.fullmatch(folded)
            if found is not None:
                return SnoozeAlarm(seconds=_seconds(found.groupdict().get("n"), patterns.numbers))
    if any(patterns.stop.fullmatch(folded) for patterns in _patterns()) or is_stop(text):
        return StopAlarm()
    return None


def _seconds(number: str | None, numbers: Mapping[str, int]) -> float | None:
    if number is None:
        return None
    minutes = int(number) if number.isdecimal() else numbers[number]
    return 60.0 * min(max(minutes, 1), _LONGEST_MIN)


def _fold(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(re.sub(r"[^\w\s]|_", " ", plain).split())

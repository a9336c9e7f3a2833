"""How timers are told: to the model in English, to the user in their language. Pure."""

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from assistant.locale import INTERFACE_LANGUAGES, mark, text_in
from assistant.timer import Timer, TimerKind

_UNITS: Final = ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
_SHOWN: Final = 3
_WEEK: Final = 7
_NEAR_DAYS: Final = {0: " (today)", 1: " (tomorrow)"}
_WEEKDAYS: Final = (0, 1, 2, 3, 4)


def timer_line(timer: Timer, now: datetime) -> str:
    """One timer on a line for the model.

    Args:
        now: The moment, aware.
    """
    parts = [f"{timer.timer_id}: {timer.kind.value}"]
    if timer.label:
        parts[0] += f" {timer.label!r}"
    if timer.is_ringing and timer.slept_through is not None:
        due = timer.in_zone(timer.slept_through)
        parts.append(f"ringing now, was due {due:%Y-%m-%d %H:%M} while the computer slept")
    elif timer.is_ringing:
        parts.append("ringing now")
    elif timer.is_missed and timer.ringing_since is not None:
        missed = timer.in_zone(timer.ringing_since)
        parts.append(f"was missed, due {missed:%Y-%m-%d %H:%M}")
    if timer.is_set:
        left = (timer.rings_at - now).total_seconds()
        what = "snoozed, rings again" if timer.snoozed_until is not None else "rings"
        at = timer.local_rings_at
        day = _NEAR_DAYS.get((at.date() - now.astimezone(at.tzinfo).date()).days, "")
        parts.append(f"{what} {at:%a %Y-%m-%d %H:%M:%S}{day}, {say_length(left)} left")
    if timer.length_s is not None:
        parts.append(f"set for {say_length(timer.length_s)}")
    if timer.days:
        parts.append(f"repeats {say_days(timer.days, 'en')}")
    return ", ".join(parts)


def say_length(seconds: float) -> str:
    """For the model: `1 hour 5 minutes`.

    Rounded up to seconds; at most the three largest units.
    """
    whole = max(0, math.ceil(seconds))
    parts: list[str] = []
    for size, unit in _UNITS:
        count, whole = divmod(whole, size)
        if count or (size == 1 and not parts):
            parts.append(f"{count} {unit}{'s' if count != 1 else ''}")
    return " ".join(parts[:_SHOWN])


def say_days(days: Sequence[int], language: str) -> str:
    """`weekdays`, `every day`, `Monday, Friday`."""
    language = language if language in INTERFACE_LANGUAGES else "en"
    if len(days) == _WEEK:
        return text_in(language, mark("every day"))
    if tuple(days) == _WEEKDAYS:
        return text_in(language, mark("weekdays"))
    from babel.dates import get_day_names  # late: it looks for the time zone of the machine

    names = get_day_names("wide", locale=language)
    return ("、" if language == "zh" else ", ").join(names[day] for day in days)


def say_name(kind: TimerKind, label: str) -> str:
    """For the model: `the timer “pasta”`, `the alarm`."""
    return f"the {kind.value} “{label}”" if label else f"the {kind.value}"

"""What a model or a page says of a timer, read. Pure.

Models write lengths and times in many ways; whatever can mean one thing only is taken.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from assistant.languages import LANGUAGES
from assistant.questions.model.sanitizer import clean_text, one_line
from assistant.timer import (
    MAX_AHEAD,
    MAX_LABEL,
    Timer,
    TimerKind,
    zone_named,
)
from assistant.tools.timers.model.schedule import moment_at, next_occurrence

_SECONDS_OF: Final = {
    word: seconds
    for language in LANGUAGES.values()
    for seconds, units in language.time_units.items()
    for word in units
}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([^\W\d_]+)")
_JOINS: Final = re.compile(r"[\s,+]+|\band\b")
_CLOCK_LENGTH: Final = re.compile(r"(\d{1,3}):([0-5]\d):([0-5]\d)")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_TIME: Final = re.compile(r"(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*([ap]\.?m\.?)?", re.IGNORECASE)
_DAY_NAMES: Final = (
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
)  # fmt: skip
_SHORTEST_DAY: Final = 3
_GROUPS: Final = {
    "weekdays": (0, 1, 2, 3, 4),
    "weekends": (5, 6),
    "daily": (0, 1, 2, 3, 4, 5, 6),
    "everyday": (0, 1, 2, 3, 4, 5, 6),
}
_HOURS_OF_A_HALF: Final = 12


class UnreadableTimerError(ValueError):
    """What is wanted cannot be set; the message names the field, the value and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerInput:
    """What was said of a timer, as it was written."""

    kind: TimerKind | None = None
    label: str = ""
    duration: float | str | None = None
    """Seconds, or text such as `1h30m`."""
    at: str = ""
    """`HH:MM`, or a date and a time; in the user's zone unless an offset follows."""
    date: str = ""
    """`YYYY-MM-DD`, `today`, `tomorrow` or a weekday; with a time in `at`."""
    days: Sequence[str] = ()
    """Weekdays on which it repeats."""


def read(said: TimerInput, *, now: datetime, zone: str) -> Timer:
    """Read the model's input.

    Args:
        now: The moment, aware.
        zone: The user's zone; see `zone_named`.

    Raises:
        UnreadableTimerError: If it is unclear, has passed, or is too far ahead.
    """
    label = read_label(said.label)
    has_at = bool(said.at.strip())
    # Models write 0 where they mean none.
    none = {"", "0", "0.0", "None", "null"} if has_at else {""}
    has_duration = said.duration is not None and str(said.duration).strip() not in none
    if has_duration == has_at:
        problem = "both were given" if has_duration else "neither was given"
        raise UnreadableTimerError(
            f"duration, at: {problem}; give a length in duration, or a time of day in at"
        )
    if said.duration is not None and has_duration:
        if said.days or said.date.strip():
            raise UnreadableTimerError("duration: with a date or days, give the time in at instead")
        length_s = read_length(said.duration)
        return Timer(
            kind=said.kind or TimerKind.TIMER,
            label=label,
            due_at=now.astimezone(UTC) + timedelta(seconds=length_s),
            zone=zone,
            length_s=length_s,
        )
    return _at(said, label, now, zone)


def read_label(text: str) -> str:
    """On one line, without deceptive characters, cut to `MAX_LABEL`."""
    return one_line(clean_text(text))[:MAX_LABEL].strip()


def read_length(written: float | str) -> float:
    """Parse a duration, in seconds.

    Args:
        written: Seconds, or text: `90`, `1h30m`, `1 hour and 30 minutes`, `0:45:00`, `PT5M`, in the
            units of any language.

    Raises:
        UnreadableTimerError: If it is none, or not between a second and a year.
    """
    seconds = _seconds(written)
    if seconds is None or not math.isfinite(seconds):
        raise UnreadableTimerError(
            f"duration: {_quoted(written)} is no length of time; write it like 90s, 5m or 1h30m"
        )
    if not 1 <= seconds <= MAX_AHEAD.total_seconds():
        raise UnreadableTimerError(
            f"duration: {_quoted(written)} is not between 1 second and {MAX_AHEAD.days} days"
        )
    return round(seconds, 3)


def read_days(names: Sequence[str]) -> tuple[int, ...]:
    """Weekdays in order, Monday is 0.

    Args:
        names: Names of days in English, of any length from three letters, or `weekdays`,
            `weekends`, `daily`.

    Raises:
        UnreadableTimerError: If one is no day.
    """
    found: set[int] = set()
    for name in names:
        key = re.sub(r"[^a-z]", "", name.casefold())
        group = _GROUPS.get(key) or _GROUPS.get(key + "s")
        day = _day_named(key)
        if group is not None:
            found.update(group)
        elif day is not None:
            found.add(day)
        else:
            raise UnreadableTimerError(
                f"days: {_quoted(name)} is no day; write mon, tue, wed, thu, fri, sat, sun,"
                " weekdays, weekends or daily"
            )
    return tuple(sorted(found))


def _at(said: TimerInput, label: str, now: datetime, zone_name: str) -> Timer:
    zone = zone_named(zone_name)
    local = now.astimezone(zone)
    at, day = _moment(said.at, local)
    if said.date.strip():
        named = _date(said.date, at, local)
        if day is not None and day != named:
            raise UnreadableTimerError(f"at, date: {day} and {named} are two dates; give one")
        day = named
    days = read_days(said.days)
    if days:
        after = now if day is None else max(now, moment_at(day, time.min, zone) - _TICK)
        due_at = next_occurrence(at, days, zone, after)
    elif day is None:
        due_at = next_occurrence(at, (), zone, now)
    else:
        due_at = moment_at(day, at, zone)
        if due_at <= now:
            raise UnreadableTimerError(
                f"at: {day} {at:%H:%M} has passed; it is {local:%Y-%m-%d %H:%M} now"
            )
    if due_at - now > MAX_AHEAD:
        raise UnreadableTimerError(f"at: {day} is more than {MAX_AHEAD.days} days ahead")
    return Timer(
        kind=said.kind or TimerKind.ALARM,
        label=label,
        due_at=due_at,
        zone=zone_name,
        time_of_day=at,
        days=days,
    )


_TICK: Final = timedelta(microseconds=1)


def _moment(written: str, local: datetime) -> tuple[time, date | None]:
    """The time of day, and the date if one is named."""
    text = written.strip()
    found = _TIME.fullmatch(text)
    if found is not None and (found[2] is not None or found[4] is not None):
        hour, minute, second = (int(found[group] or 0) for group in (1, 2, 3))
        if found[4] is not None:
            if not 1 <= hour <= _HOURS_OF_A_HALF:
                raise _no_time(written)
            is_afternoon = found[4][0] in "pP"
            hour = hour % _HOURS_OF_A_HALF + (_HOURS_OF_A_HALF if is_afternoon else 0)
        try:
            return time(hour, minute, second), None
        except ValueError:
            raise _no_time(written) from None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise _no_time(written) from None
    if "T" not in text.upper() and ":" not in text:
        raise _no_time(written)  # a date alone
    if moment.tzinfo is not None:
        try:
            moment = moment.astimezone(local.tzinfo)
        except OverflowError:
            raise _no_time(written) from None
    return moment.time().replace(microsecond=0, tzinfo=None), moment.date()


def _date(written: str, at: time, local: datetime) -> date:
    key = written.strip().casefold()
    ahead = {"today": 0, "tonight": 0, "tomorrow": 1}.get(key)
    if ahead is not None:
        return local.date() + timedelta(days=ahead)
    weekday = _day_named(key)
    if weekday is not None:
        ahead = (weekday - local.weekday()) % 7
        if ahead == 0 and at <= local.time():
            ahead = 7
        return local.date() + timedelta(days=ahead)
    try:
        return date.fromisoformat(key)
    except ValueError:
        raise UnreadableTimerError(
            f"date: {_quoted(written)} is no date; write YYYY-MM-DD, today or tomorrow"
        ) from None


def _day_named(key: str) -> int | None:
    if len(key) < _SHORTEST_DAY:
        return None
    bare = key.removesuffix("s") if key.endswith("days") else key
    return next((n for n, name in enumerate(_DAY_NAMES) if name.startswith(bare)), None)


def _seconds(written: float | str) -> float | None:
    if not isinstance(written, str):
        return None if isinstance(written, bool) else float(written)
    text = written.strip().casefold()
    if _NUMBER.fullmatch(text):
        return float(text)
    clock = _CLOCK_LENGTH.fullmatch(text)
    if clock is not None:
        return int(clock[1]) * 3600.0 + int(clock[2]) * 60 + int(clock[3])
    if re.fullmatch(r"p(?=\d|t\d)(?:\d+[wd])*(?:t.+)?", text):  # ISO 8601
        text = text[1:].replace("t", " ", 1)
    total, end = 0.0, 0
    for part in _PART.finditer(text):
        unit = _SECONDS_OF.get(part[2])
        if unit is None or _JOINS.sub("", text[end : part.start()]):
            return None
        total += float(part[1]) * unit
        end = part.end()
    return total if end and not _JOINS.sub("", text[end:]) else None


def _no_time(written: str) -> UnreadableTimerError:
    return UnreadableTimerError(
        f"at: {_quoted(written)} is no time; write HH:MM, or YYYY-MM-DDTHH:MM with a date"
    )


def _quoted(written: object) -> str:
    """A value for an error message: on one line, cut."""
    text = one_line(clean_text(str(written)))
    return repr(text if len(text) <= 40 else text[:40] + "…")

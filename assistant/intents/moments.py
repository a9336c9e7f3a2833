"""From what was said of a moment to a time of day and a date. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from assistant.intents.intent import OWN_TIME
from assistant.languages.sentence_table import IntentName

_OF_24: Final = 100
"""Was added to an hour of 24 that could be taken for one of 12 (`value_readers`)."""
_HALF_DAY: Final = 12
_WHOLE_DAY: Final = 24
_MORNING_FROM: Final = 7
"""The first hour that is one of the morning where only the day was named: "tomorrow at three"."""
_LATE_NIGHT: Final = 5
"""The hour before which a night is that of the day before."""
_HOURS: Final = {
    "am": range(12),
    "noon": range(11, 16),
    "afternoon": range(12, 21),
    "pm": range(12, 24),
    "evening": range(16, 24),
    "tonight": (*range(17, 24), *range(_LATE_NIGHT)),
    "night": (*range(19, 24), *range(_LATE_NIGHT)),
}
"""Hours by the part of the day that is said with them; any other is not understood."""
_WRITTEN: Final = frozenset({"hhmm", "digital"})
"""Slots that hold hour and minute as one number."""
DAYS: Final = frozenset({"day", "weekday", "month", "dom"})
"""Slots that say the day."""
_MOMENT: Final = _WRITTEN | DAYS | {"hour", "every"}
_OF_MORNING: Final = frozenset({IntentName.WAKE_UP, IntentName.CANCEL_TIMER})
"""Where an hour of the half day is one of the morning unless it is said otherwise."""
_REPEATED: Final = {"day": range(7), "weekday": range(5), "weekend": range(5, 7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A time of day, and a date or weekdays."""

    time: str | None
    """`HH:MM`."""
    date: int | None = None
    """Days from today."""
    days: tuple[int, ...] = ()
    """Weekdays on which it repeats, Monday is 0."""


def says_moment(found: Mapping[str, Any]) -> bool:
    """Whether any slot says when."""
    return not _MOMENT.isdisjoint(found)


def has_time(found: Mapping[str, Any]) -> bool:
    """Whether a slot says the time of day."""
    return "hour" in found or not _WRITTEN.isdisjoint(found)


def moment_slots(
    name: IntentName | None, found: Mapping[str, Any], now: datetime
) -> dict[str, Any] | None:
    """Time, date and days; None if the words cannot mean them."""
    for slot in _WRITTEN & found.keys():
        hour, minute = divmod(found[slot], 100)
        found = {**found, "hour": hour, "past": minute}
    if "minute" in found:
        found = {**found, "past": found["minute"]}
    if name not in OWN_TIME and "hour" not in found:
        day = day_of(found, now.date())
        return None if day is None else {"date": day}
    is_of_another_day = "every" in found or bool(day_of(found, now.date()))
    is_waking = name in _OF_MORNING or (name is IntentName.SET_ALARM and is_of_another_day)
    moment = moment_of(found, now, is_waking=is_waking)
    if moment is None or (name in OWN_TIME and moment.time is None):
        return None
    slots: dict[str, Any] = {"time": moment.time}
    if moment.days:
        slots["days"] = list(moment.days)
    else:
        slots["date"] = moment.date
    return slots


def moment_of(said: Mapping[str, Any], now: datetime, *, is_waking: bool) -> Moment | None:
    """Moment that slots say; None if there is no such moment, or it is over.

    Args:
        said: `hour`, `past`, `to`; `part` and `span`, of the day; `day`, `weekday` and `week`,
            `month` and `dom`, `every`.
        now: Local time.
        is_waking: Whether an hour of the half day is one of the morning unless it is said otherwise.
    """
    if "every" in said:
        days = _repeated(said)
        clock = _clock(said, now, day=1, is_waking=is_waking) if "hour" in said else None
        return None if clock is None else Moment(time=f"{clock[0]:02}:{clock[1]:02}", days=days)
    day = day_of(said, now.date())
    if day is not None and day < 0:
        return None
    if day is None and not DAYS.isdisjoint(said):
        return None
    if "hour" not in said:
        return None if day is None else Moment(time=None, date=day)
    clock = _clock(said, now, day=day, is_waking=is_waking)
    if clock is None:
        return None
    day = _rung_on(said, day, clock, now)
    return None if day is None else Moment(time=f"{clock[0]:02}:{clock[1]:02}", date=day)


def _rung_on(
    said: Mapping[str, Any], day: int | None, clock: tuple[int, int], now: datetime
) -> int | None:
    """Days until a time of day that was said with or without a day."""
    present = (now.hour, now.minute)
    if day is None:
        return 1 if clock <= present else 0
    if clock[0] < _LATE_NIGHT and _is_night(said):
        if day > 0:
            return None  # the night before that day, or the one after?
        return 0 if now.hour < _LATE_NIGHT and clock > present else 1
    if said["hour"] == _WHOLE_DAY:
        return day + 1
    if day > 0:
        return day
    if "weekday" not in said:
        return day if clock > present else None
    if clock <= present:
        return 7
    is_guessed = int(said["hour"]) < _HALF_DAY <= clock[0] and not {"part", "span"} & said.keys()
    return None if is_guessed else day  # today at an hour that was and will be: or in a week?


def _is_night(said: Mapping[str, Any]) -> bool:
    return not {"tonight", "night"}.isdisjoint((said.get("part"), said.get("span")))


def _is_of_twelve(said: Mapping[str, Any]) -> bool:
    """Whether AM or PM was said."""
    return said.get("part") in {"am", "pm"}


def _hour(said: Mapping[str, Any]) -> int:
    return int(said["hour"]) % _OF_24


def day_of(said: Mapping[str, Any], today: date) -> int | None:
    """Days until the day in the slots; None without a day, or for a past date."""
    if "day" in said:
        return int(said["day"])
    if "weekday" in said and "week" in said:
        return int(said["week"]) * 7 + int(said["weekday"]) - today.weekday()
    if "weekday" in said:
        return (int(said["weekday"]) - today.weekday()) % 7
    if "month" in said and "dom" in said:
        return _ahead(today, int(said["dom"]), month=int(said["month"]))
    if "dom" in said:
        return _ahead(today, int(said["dom"]))
    return None


def _ahead(today: date, day: int, *, month: int | None = None) -> int | None:
    """Days until the next such day of the month, or of any month."""
    for months in range(today.month - 1, today.month + 23):
        year, index = today.year + months // 12, months % 12
        if month not in {None, index + 1}:
            continue
        try:
            days = (date(year, index + 1, day) - today) // timedelta(days=1)
        except ValueError:
            continue
        if days >= 0:
            return days
    return None


def _repeated(said: Mapping[str, Any]) -> tuple[int, ...]:
    if "weekday" in said:
        return (int(said["weekday"]),)
    return tuple(_REPEATED[str(said["every"])])


def _clock(
    said: Mapping[str, Any], now: datetime, *, day: int | None, is_waking: bool
) -> tuple[int, int] | None:
    hour, minute = _hour(said), int(said.get("past", 0)) - int(said.get("to", 0))
    if hour > _HALF_DAY and _is_of_twelve(said):
        return None
    parts = [_HOURS[said[name]] for name in ("part", "span") if name in said]
    if parts:
        hours = [one for one in parts[0] if one in parts[-1]]
        return _clock_in(hours, hour, minute)
    if hour > _HALF_DAY or hour == 0 or int(said["hour"]) >= _OF_24:
        return _shifted(hour, minute)
    hour %= _HALF_DAY
    if hour == 0 and "to" not in said:
        return _shifted(_HALF_DAY, minute)
    if is_waking:
        return _shifted(hour, minute)
    early, late = _shifted(hour, minute), _shifted(hour + _HALF_DAY, minute)
    if day:
        return early if early[0] >= _MORNING_FROM else late
    present = (now.hour, now.minute)
    if early > present:
        return early
    return late if late > present or day == 0 else early


def _clock_in(hours: Collection[int], hour: int, minute: int) -> tuple[int, int] | None:
    """The time within a part of the day; None if that part has no such hour."""
    is_exact = hour > _HALF_DAY or hour == 0
    meant = [
        one for one in hours if (one == hour if is_exact else one % _HALF_DAY == hour % _HALF_DAY)
    ]
    return _shifted(meant[0], minute) if meant else None


def _shifted(hour: int, minute: int) -> tuple[int, int]:
    total = (hour * 60 + minute) % (24 * 60)
    return total // 60, total % 60

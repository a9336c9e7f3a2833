"""What a timer, an alarm or a reminder is. Pure.

Two kinds of time are kept apart. A *length* ("in five minutes") is elapsed time: it goes on while
the machine sleeps, and setting the clock does not change it. A *time of day* ("at seven") belongs
to the wall clock of the zone it was set in, and follows every change of that clock.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

MAX_TIMERS: Final = 100
"""How many may be set at once."""
MAX_AHEAD: Final = timedelta(days=366)
"""How far ahead one may be set: a year, a leap year too."""
MAX_LABEL: Final = 120
"""Characters of a label."""


class TimerKind(Enum):
    """What it is for."""

    TIMER = "timer"
    """Rings after a length of time."""
    ALARM = "alarm"
    """Rings at a time of day, perhaps on several days."""
    REMINDER = "reminder"
    """Says something at a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """One that is set, rings, or was missed; or one that is wanted. Moments are in UTC."""

    timer_id: str = ""
    """Empty until it is set."""
    kind: TimerKind
    label: str
    """In the user's words; empty if it has none."""
    due_at: datetime
    """When it rings by itself; of one that repeats, the next time after those it rang at."""
    zone: str
    """The zone that `time_of_day` counts in; see `zone_named`."""
    length_s: float | None = None
    """How long it was set for, or None if it is for a time of day."""
    time_of_day: time | None = None
    """For one that is for a time of day, None for the others."""
    days: tuple[int, ...] = ()
    """Weekdays on which it repeats, Monday is 0; empty if it does not."""
    snoozed_until: datetime | None = None
    """When it rings again because the user put it off."""
    ringing_since: datetime | None = None
    """When it began to ring; of one that was missed, when it should have."""
    is_missed: bool = False
    """Its time passed unheard, and the user has not been shown to know."""
    slept_through: datetime | None = None
    """When it was due, if it rings later because the machine slept; not stored."""

    @property
    def rings_at(self) -> datetime:
        """The next time in UTC, if it does not ring now."""
        if self.snoozed_until is None:
            return self.due_at
        return min(self.due_at, self.snoozed_until) if self.days else self.snoozed_until

    @property
    def local_rings_at(self) -> datetime:
        """`rings_at` in the zone it was set in."""
        return self.in_zone(self.rings_at)

    @property
    def shown_at(self) -> datetime:
        """When it rings next, or began to ring, or should have; in the zone it was set in."""
        if self.ringing_since is None or (self.days and not self.is_missed):
            return self.local_rings_at
        return self.in_zone(self.ringing_since)

    def in_zone(self, moment: datetime) -> datetime:
        """A moment in the zone it was set in."""
        return moment.astimezone(zone_named(self.zone))

    @property
    def is_ringing(self) -> bool:
        """Aloud."""
        return self.ringing_since is not None and not self.is_missed

    @property
    def is_set(self) -> bool:
        """Whether it will ring by itself."""
        return self.ringing_since is None or bool(self.days)


def zone_named(name: str) -> tzinfo:
    """A time zone by its tz database name, or by an offset such as `UTC+09:00`.

    UTC if this machine does not know it: stored moments stay right.
    """
    if name.startswith(("UTC+", "UTC-")):
        hours, _colon, minutes = name[4:].partition(":")
        if hours.isdecimal() and (minutes or "0").isdecimal() and int(hours) < 24:
            length = timedelta(hours=int(hours), minutes=int(minutes or 0))
            return timezone(-length if name[3] == "-" else length)
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return UTC

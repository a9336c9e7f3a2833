"""When timers ring, repeat, are missed or fall silent. Pure.

Where a time of day does not exist because the clock is put forward over it, the alarm rings as much
later as the clock was put forward; where it comes twice because the clock is put back, it rings at
the first of the two. Both as RFC 5545 reads such times (section 3.3.5).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum
from typing import Final

from assistant.timer import Timer, zone_named

RINGS_FOR: Final = timedelta(minutes=5)
"""How long one rings that nobody stops."""
LATE: Final = timedelta(seconds=30)
"""One that is later than this was missed: the program, or the machine, was not there."""
SNOOZE_S: Final = 300.0
MAX_SNOOZE_S: Final = 86_400.0
PUT_BACK: Final = timedelta(hours=1)
"""By less the clock is corrected; an alarm that has just rung must not ring again for it."""
JUMP_S: Final = 0.5
"""Less than this between two clocks is drift and rounding, not a jump."""


class TimerChange(Enum):
    """What happened to a timer."""

    RANG = "rang"
    MISSED = "missed"
    """Its time passed while nobody could ring it."""
    UNHEARD = "unheard"
    """It rang, and nobody stopped it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerTransition:
    """What happened, and what is left."""

    change: TimerChange
    timer: Timer
    """As it was before for `UNHEARD`, as it is now for the others."""
    left: Timer | None
    """What stays of it; None if it is over."""


def moment_at(day: date, at: time, zone: tzinfo) -> datetime:
    """Moment of a time of day, in UTC; for gaps and folds see above."""
    return datetime.combine(day, at.replace(fold=0), tzinfo=zone).astimezone(UTC)


def next_occurrence(at: time, days: Sequence[int], zone: tzinfo, after: datetime) -> datetime:
    """First moment after `after` at which a time of day comes, in UTC.

    Args:
        at: The time of day.
        days: Weekdays that count, Monday is 0; all if there are none.
        zone: Where the time of day is that.
        after: A moment, aware.
    """
    first = after.astimezone(zone).date() - timedelta(days=1)
    moments = (
        moment_at(day, at, zone)
        for day in (first + timedelta(days=n) for n in range(10))
        if not days or day.weekday() in days
    )
    return min(moment for moment in moments if moment > after)


def transition_at(
    timer: Timer, now: datetime, *, asleep_since: datetime | None = None
) -> TimerTransition | None:
    """What happens to a timer at `now`; None if nothing.

    Call it again with what is left until nothing happens: after a long absence more than one thing
    may have happened.

    Args:
        timer: The timer.
        now: The moment, aware.
        asleep_since: Since when the machine slept, if it has just woken: what came due meanwhile
            rings now, because the user is there again.
    """
    if timer.is_ringing:
        if timer.ringing_since is not None and now - timer.ringing_since >= RINGS_FOR:
            return TimerTransition(change=TimerChange.UNHEARD, timer=timer, left=stop_timer(timer))
        return None
    if not timer.is_set or timer.rings_at > now:
        return None
    is_late = now - timer.rings_at > LATE
    was_asleep = is_late and asleep_since is not None and timer.rings_at >= asleep_since
    was_missed = is_late and not was_asleep
    began = replace(
        timer,
        due_at=_next_due(timer, now),
        ringing_since=timer.rings_at if was_missed else now,
        is_missed=was_missed,
        snoozed_until=None,
        slept_through=timer.rings_at if was_asleep else None,
    )
    return TimerTransition(
        change=TimerChange.MISSED if was_missed else TimerChange.RANG, timer=began, left=began
    )


def stop_timer(timer: Timer) -> Timer | None:
    """What is left of a stopped one; None if it is over."""
    if not timer.days:
        return None
    return replace(timer, ringing_since=None, is_missed=False, slept_through=None)


def snooze_timer(timer: Timer, now: datetime, seconds: float) -> Timer:
    """At most a day."""
    until = now + timedelta(seconds=min(max(seconds, 1.0), MAX_SNOOZE_S))
    return replace(
        timer, snoozed_until=until, ringing_since=None, is_missed=False, slept_through=None
    )


def shift_timer(timer: Timer, by: timedelta, now: datetime) -> Timer:
    """Shift a timer after the wall clock was put on by `by`, to `now`.

    What is elapsed time moves with the clock. A repeating alarm computes its next time again where
    the clock was put back by more than `PUT_BACK`, else it would be silent until its old one.
    """
    is_anew = by <= -PUT_BACK and timer.time_of_day is not None
    due_at = timer.due_at if timer.length_s is None else timer.due_at + by
    return replace(
        timer,
        due_at=_next_due(timer, now) if is_anew else due_at,
        snoozed_until=None if timer.snoozed_until is None else timer.snoozed_until + by,
        ringing_since=None if timer.ringing_since is None else timer.ringing_since + by,
    )


def seconds_until_due(timers: Iterable[Timer], now: datetime) -> float | None:
    """Seconds until something happens, 0 or more; None if nothing will by itself."""
    moments = [
        timer.ringing_since + RINGS_FOR
        if timer.is_ringing and timer.ringing_since is not None
        else timer.rings_at
        for timer in timers
        if timer.is_ringing or timer.is_set
    ]
    return max(0.0, (min(moments) - now).total_seconds()) if moments else None


class ClockJumpDetector:
    """Tells when the wall clock was set, by a clock that nobody sets.

    Args:
        now: The moment, aware.
        elapsed_s: Seconds of the clock that nobody sets, which counts while the machine sleeps too.
    """

    def __init__(self, *, now: datetime, elapsed_s: float) -> None:
        self._origin = now - timedelta(seconds=elapsed_s)

    def look(self, *, now: datetime, elapsed_s: float) -> timedelta | None:
        """How far the wall clock was put on since the last jump; None if it was not."""
        origin = now - timedelta(seconds=elapsed_s)
        by = origin - self._origin
        if abs(by.total_seconds()) < JUMP_S:
            return None
        self._origin = origin
        return by


def _next_due(timer: Timer, now: datetime) -> datetime:
    if not timer.days or timer.time_of_day is None:
        return timer.due_at
    zone = zone_named(timer.zone)
    return next_occurrence(timer.time_of_day, timer.days, zone, now)

"""Converts timers between their rules, their stored form and their protocol form. Pure."""

from datetime import time

from assistant.protocol.timers import TimerEntry, TimerKind, timer_title
from assistant.storage.timers import TimerRecord
from assistant.tools.timers.model.timer import Timer, TimerType, zone_named


def title_of(timer: Timer) -> str:
    """What the user reads of it."""
    return timer_title(TimerKind(timer.kind.value), timer.label)


def entry_of(timer: Timer) -> TimerEntry:
    """Convert to the protocol's `TimerEntry`."""
    moment = timer.rings_at
    if timer.ringing_since is not None and not timer.days:
        moment = timer.ringing_since
    if timer.is_missed and timer.ringing_since is not None:
        moment = timer.ringing_since
    return TimerEntry(
        timer_id=timer.timer_id,
        kind=TimerKind(timer.kind.value),
        label=timer.label,
        due_at=moment.astimezone(zone_named(timer.zone)),
        length_s=timer.length_s,
        days=timer.days,
        is_ringing=timer.is_ringing,
        is_missed=timer.is_missed,
        slept_through=(
            None
            if timer.slept_through is None
            else timer.slept_through.astimezone(zone_named(timer.zone))
        ),
    )


def record_of(timer: Timer) -> TimerRecord:
    return TimerRecord(
        timer_id=timer.timer_id,
        kind=timer.kind.value,
        label=timer.label,
        due_at=timer.due_at,
        zone=timer.zone,
        length_s=timer.length_s,
        time_of_day=None if timer.time_of_day is None else timer.time_of_day.isoformat(),
        days=timer.days,
        snoozed_until=timer.snoozed_until,
        ringing_since=timer.ringing_since,
        is_missed=timer.is_missed,
    )


def timer_of(record: TimerRecord) -> Timer:
    return Timer(
        timer_id=record.timer_id,
        kind=TimerType(record.kind),
        label=record.label,
        due_at=record.due_at,
        zone=record.zone,
        length_s=record.length_s,
        time_of_day=None if record.time_of_day is None else time.fromisoformat(record.time_of_day),
        days=record.days,
        snoozed_until=record.snoozed_until,
        ringing_since=record.ringing_since,
        is_missed=record.is_missed,
    )

"""Timers, alarms and reminders: commands, events, and what one is called for eyes and ears."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from assistant.locale import _, current_language, mark, ngettext, text_in
from assistant.moment_words import moment_words
from assistant.timer import Timer, TimerKind

MISSED: Final = mark("Missed: {title}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTimers:
    """Ask for `TimersListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTimer:
    """Set a timer, an alarm or a reminder by hand; a notice tells if that cannot be."""

    kind: TimerKind
    label: str = ""
    length_s: float | None = None
    """From now, in seconds; None if `at` is given."""
    at: str = ""
    """`HH:MM` in the user's zone, or `YYYY-MM-DDTHH:MM`."""
    days: tuple[str, ...] = ()
    """Weekdays on which it repeats: `mon`, `tue`, …; only with `at`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTimers:
    """Take a cancellation back."""

    timer_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTimer:
    """Take a timer, an alarm or a reminder away; a notice offers to undo it."""

    timer_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRinging:
    """Stop what rings. An alarm that repeats rings again at its next time."""

    timer_id: str | None = None
    """None stops all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """Stop what rings, and have it ring again after a while."""

    timer_id: str
    seconds: float = 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class TimersListed:
    """The timers that are set or ring, by when they ring."""

    timers: tuple[Timer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerRang:
    """A timer begins to ring; it goes on until `RingingStopped`."""

    timer: Timer
    was_missed: bool = False
    """Whether its time passed while the program did not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RingingStopped:
    """A timer rings no more: the user stopped it, or nobody did for too long."""

    timer_id: str
    is_unheard: bool = False
    """Whether nobody stopped it."""


TimerCommand = ListTimers | AddTimer | RestoreTimers | CancelTimer | StopRinging | Snooze
TimerEvent = TimersListed | TimerRang | RingingStopped


def ringing_title(timer: Timer, now: datetime) -> str:
    """What rings, and why so late if it does: in the interface's language."""
    title = timer_title(timer.kind, timer.label)
    if timer.slept_through is None:
        return title
    minutes = round((now - timer.slept_through).total_seconds() / 60)
    if minutes < 60:
        late = ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    else:
        hours = round(minutes / 60)
        late = ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    return _("{title} – was due at {time}, {ago}, while the computer slept").format(
        title=title, time=moment_words(timer.in_zone(timer.slept_through), now), ago=late
    )


def timer_title(kind: TimerKind, label: str, *, language: str | None = None) -> str:
    """`Timer: pasta`, or `Timer` without a label; None stands for the interface's language."""
    match kind:
        case TimerKind.TIMER:
            named, bare = mark("Timer: {label}"), mark("Timer")
        case TimerKind.ALARM:
            named, bare = mark("Alarm: {label}"), mark("Alarm")
        case TimerKind.REMINDER:
            named, bare = mark("Reminder: {label}"), mark("Reminder")
        case _:
            assert_never(kind)
    language = language or current_language()
    return text_in(language, named).format(label=label) if label else text_in(language, bare)

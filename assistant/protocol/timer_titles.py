"""What a timer is called, for eyes and ears."""

from typing import Final, assert_never

from assistant.locale import current_language, mark, text_in
from assistant.protocol.timers import TimerKind

MISSED: Final = mark("Missed: {title}")


def timer_title(kind: TimerKind, label: str, *, language: str | None = None) -> str:
    """Return `Timer: pasta`, or `Timer` if it has no label; in the interface's language if None."""
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

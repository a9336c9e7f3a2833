from datetime import UTC, datetime, timedelta

import pytest

from assistant.channels.terminal.chat.printer import ConversationPrinter
from assistant.channels.terminal.console.output import PlainOutput
from assistant.protocol.timers import Snooze, StopRinging, TimerRang
from assistant.protocol.turns import TextDelta
from assistant.timer import Timer, TimerKind
from tests.helpers.clock import ManualClock

AT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)


def rang(label: str = "pasta", *, was_missed: bool = False) -> TimerRang:
    return TimerRang(
        timer=Timer(
            timer_id="t",
            kind=TimerKind.TIMER,
            label=label,
            due_at=AT,
            zone="UTC",
            ringing_since=AT,
            is_missed=was_missed,
        ),
        was_missed=was_missed,
    )


def test_what_rings_is_a_line_with_a_bell_and_what_to_do() -> None:
    written: list[str] = []
    printer = ConversationPrinter(page=PlainOutput(write=written.append))

    printer(TextDelta(turn_id="1", text="It is"))
    printer(rang())

    assert "".join(written) == "It is\n\a! Timer: pasta\n  /1  Stop\n  /2  In 5 minutes\n"
    assert printer.offered("/1") == StopRinging(timer_id="t")
    assert printer.offered("/2") == Snooze(timer_id="t")


def test_what_was_missed_says_when_it_was_due() -> None:
    written: list[str] = []
    page, now = PlainOutput(write=written.append), AT + timedelta(days=1)
    printer = ConversationPrinter(page=page, clock=ManualClock(now))
    printer(rang(was_missed=True))
    assert "! Missed: Timer: pasta – yesterday 03:04\n  /1  Dismiss\n" in "".join(written)


@pytest.mark.requirement("SEC-13")
@pytest.mark.parametrize("label", ["\x1b[2J", "a\nb", "\u202egnp"])
def test_a_label_cannot_steer_the_terminal(label: str) -> None:
    written: list[str] = []
    ConversationPrinter(page=PlainOutput(write=written.append))(rang(label))
    assert "\x1b" not in "".join(written)

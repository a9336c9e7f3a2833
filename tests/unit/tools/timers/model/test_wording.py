from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from assistant.timer import Timer, TimerKind
from assistant.tools.timers.model.wording import timer_line

DUE = datetime(2026, 2, 19, 11, tzinfo=UTC)
LATER = DUE + timedelta(hours=2)
EGG = Timer(timer_id="a", kind=TimerKind.TIMER, label="egg", due_at=DUE, zone="UTC")
RINGING = replace(EGG, ringing_since=LATER)


@pytest.mark.parametrize(
    ("timer", "told"),
    [
        (EGG, "rings Thu 2026-02-19 11:00:00 (today), 1 minute left"),
        (RINGING, "ringing now"),
        (
            replace(RINGING, slept_through=DUE),
            "ringing now, was due 2026-02-19 11:00 while the computer slept",
        ),
        (replace(EGG, ringing_since=DUE, is_missed=True), "was missed, due 2026-02-19 11:00"),
    ],
)
def test_how_the_model_is_told_of_a_timer(timer: Timer, told: str) -> None:
    assert timer_line(timer, DUE - timedelta(minutes=1)).startswith(f"a: timer 'egg', {told}")

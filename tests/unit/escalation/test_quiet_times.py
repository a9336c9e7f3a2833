"""Several quiet hours, each of some steps or of all."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step

DAY = datetime(2026, 1, 2, tzinfo=UTC)
TEXT = "22:00-07:00, 12:30-13:30 spoken phone, 13:30-14:00 phone"
TIMES = QuietTimes.read(TEXT, zone=UTC)
NOTIFICATION, SPOKEN, PHONE = Step


def at(clock: str) -> datetime:
    return datetime.fromisoformat(f"2026-01-{clock}").replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "step", "over"),
    [
        ("02T21:59", PHONE, None),
        ("02T22:00", NOTIFICATION, "03T07:00"),
        ("02T22:00", PHONE, "03T07:00"),
        ("02T12:45", NOTIFICATION, None),
        ("02T12:45", SPOKEN, "02T13:30"),
        ("02T12:45", PHONE, "02T14:00"),
        ("02T13:45", SPOKEN, None),
    ],
)
def test_each_step_has_its_own_quiet(now: str, step: Step, over: str | None) -> None:
    assert TIMES.over_at(at(now), step) == (None if over is None else at(over))


@pytest.mark.parametrize(
    ("now", "step", "over"),
    [
        ("02T06:59", PHONE, None),
        ("02T07:00", PHONE, "02T07:00"),
        ("02T12:00", PHONE, "02T07:00"),
        ("02T13:30", PHONE, None),
        ("02T21:00", PHONE, "02T14:00"),
        ("02T21:00", SPOKEN, "02T13:30"),
        ("02T21:00", NOTIFICATION, "02T07:00"),
    ],
)
def test_when_it_was_over_last(now: str, step: Step, over: str | None) -> None:
    assert TIMES.last_over(at(now), step) == (None if over is None else at(over))


@pytest.mark.parametrize("text", ["", " ", "07:00-07:00", "07:00-07:00 phone"])
def test_without_hours_it_is_never_quiet(text: str) -> None:
    times = QuietTimes.read(text, zone=UTC)
    assert {times.over_at(DAY, step) for step in Step} == {None}
    assert {times.last_over(DAY, step) for step in Step} == {None}


def test_a_day_that_is_quiet_as_a_whole_has_no_end_now() -> None:
    times = QuietTimes.read("00:00-12:00, 12:00-00:00", zone=UTC)
    assert all(times.over_at(DAY + timedelta(hours=n), PHONE) for n in range(24))


hours = st.times().map(lambda one: f"{one:%H:%M}")


def entry(start: str, end: str, steps: list[Step]) -> str:
    return " ".join((f"{start}-{end}", *steps))


entries = st.builds(
    entry,
    *(hours, hours),
    st.lists(st.sampled_from(Step), unique=True),
)


@given(
    text=st.lists(entries, max_size=3).map(", ".join),
    minutes=st.integers(0, 2880),
    step=st.sampled_from(Step),
)
def test_quiet_was_over_before_now_and_is_over_after_it(
    text: str, minutes: int, step: Step
) -> None:
    times, now = QuietTimes.read(text, zone=UTC), DAY + timedelta(minutes=minutes)
    over, last = times.over_at(now, step), times.last_over(now, step)
    assert over is None or (over > now and last is None)
    assert last is None or (last <= now and times.over_at(last, step) is None)

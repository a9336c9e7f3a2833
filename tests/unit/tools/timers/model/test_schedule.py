from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.timer import Timer, TimerKind, zone_named
from assistant.tools.timers.model.schedule import (
    LATE,
    RINGS_FOR,
    ClockJumpDetector,
    TimerChange,
    moment_at,
    next_occurrence,
    seconds_until_due,
    shift_timer,
    snooze_timer,
    stop_timer,
    transition_at,
)

NOW = datetime(2026, 2, 19, 10, 0, tzinfo=UTC)  # a Thursday
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Seoul", "Australia/Lord_Howe", "Pacific/Apia")


def egg(due_in_s: float = 300.0) -> Timer:
    return Timer(
        timer_id="egg",
        kind=TimerKind.TIMER,
        label="egg",
        due_at=NOW + timedelta(seconds=due_in_s),
        zone="Europe/Berlin",
        length_s=due_in_s,
    )


WEEKDAYS = Timer(
    timer_id="up",
    kind=TimerKind.ALARM,
    label="",
    due_at=datetime(2026, 2, 20, 6, 0, tzinfo=UTC),
    zone="Europe/Berlin",
    time_of_day=time(7, 0),
    days=(0, 1, 2, 3, 4),
)


@pytest.mark.parametrize(
    ("zone", "day", "at", "expected"),
    [
        ("Europe/Berlin", date(2026, 2, 20), time(7, 0), "2026-02-20T06:00+00:00"),
        # 02:30 does not exist: the clock goes from 02:00 to 03:00, so 03:30 summer time.
        ("Europe/Berlin", date(2026, 3, 29), time(2, 30), "2026-03-29T01:30+00:00"),
        # 02:30 comes twice: the first, in summer time.
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30), "2026-10-25T00:30+00:00"),
        ("America/New_York", date(2026, 3, 8), time(2, 30), "2026-03-08T07:30+00:00"),
        # Half an hour of summer time.
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 15), "2026-10-03T15:45+00:00"),
    ],
)
def test_a_time_of_day_in_a_gap_or_a_fold(zone: str, day: date, at: time, expected: str) -> None:
    assert moment_at(day, at, ZoneInfo(zone)) == datetime.fromisoformat(expected)


@pytest.mark.parametrize(
    ("days", "after", "expected"),
    [
        ((), "2026-02-19T05:59:59+00:00", "2026-02-19T06:00+00:00"),
        ((), "2026-02-19T06:00:00+00:00", "2026-02-20T06:00+00:00"),
        ((0,), "2026-02-19T10:00:00+00:00", "2026-02-23T06:00+00:00"),
        ((3,), "2026-02-19T06:00:00+00:00", "2026-02-26T06:00+00:00"),
        ((5, 6), "2026-02-19T10:00:00+00:00", "2026-02-21T06:00+00:00"),
        # Over the beginning of summer time it stays seven o'clock, an hour earlier in UTC.
        ((6,), "2026-03-28T10:00:00+00:00", "2026-03-29T05:00+00:00"),
    ],
)
def test_the_next_time_it_comes(days: tuple[int, ...], after: str, expected: str) -> None:
    found = next_occurrence(
        time(7, 0), days, ZoneInfo("Europe/Berlin"), datetime.fromisoformat(after)
    )
    assert found == datetime.fromisoformat(expected)


@given(
    at=st.times().map(lambda t: t.replace(microsecond=0)),
    days=st.sets(st.integers(0, 6)),
    zone=st.sampled_from(ZONES),
    after=st.datetimes(datetime(2011, 12, 1), datetime(2035, 1, 1), timezones=st.just(UTC)),
)
def test_the_next_time_is_soon_on_a_day_that_counts_and_at_that_time(
    at: time, days: set[int], zone: str, after: datetime
) -> None:
    found = next_occurrence(at, tuple(days), ZoneInfo(zone), after)

    assert after < found <= after + timedelta(days=9)
    local = found.astimezone(ZoneInfo(zone))
    is_in_a_gap = local.replace(tzinfo=None).time() != at
    if is_in_a_gap:  # the wall clock never shows it on that day
        wall = datetime.combine(local.date(), at, tzinfo=ZoneInfo(zone))
        wall = min(wall, wall - timedelta(days=1), key=lambda w: abs(w - local))
        assert wall.astimezone(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None) != (
            wall.replace(tzinfo=None)
        )
    elif days:
        assert local.weekday() in days
    assert next_occurrence(at, tuple(days), ZoneInfo(zone), found) > found


def test_nothing_happens_before_it_is_due() -> None:
    assert transition_at(egg(), NOW + timedelta(seconds=299.9)) is None


def test_a_timer_that_is_due_rings_and_is_set_no_more() -> None:
    happened = transition_at(egg(), NOW + timedelta(seconds=300))

    assert happened is not None
    assert happened.change is TimerChange.RANG
    assert happened.timer.is_ringing
    assert not happened.timer.is_set
    assert happened.left == happened.timer
    assert transition_at(happened.timer, NOW + timedelta(seconds=301)) is None


@pytest.mark.parametrize("late", [LATE + timedelta(seconds=1), timedelta(days=40)])
def test_one_that_is_noticed_late_was_missed_and_does_not_ring(late: timedelta) -> None:
    happened = transition_at(egg(), egg().due_at + late)

    assert happened is not None
    assert happened.change is TimerChange.MISSED
    assert not happened.timer.is_ringing
    assert happened.timer.ringing_since == egg().due_at
    assert transition_at(happened.timer, egg().due_at + late + timedelta(days=1)) is None


def test_a_little_late_is_not_missed() -> None:
    happened = transition_at(egg(), egg().due_at + LATE)
    assert happened is not None
    assert happened.change is TimerChange.RANG


def test_what_nobody_stops_falls_silent_and_is_over() -> None:
    rang = transition_at(egg(), egg().due_at)
    assert rang is not None

    over = transition_at(rang.timer, egg().due_at + RINGS_FOR)

    assert over is not None
    assert (over.change, over.left) == (TimerChange.UNHEARD, None)


def test_an_alarm_that_repeats_is_set_again_while_it_rings() -> None:
    rang = transition_at(WEEKDAYS, WEEKDAYS.due_at)  # on a Friday

    assert rang is not None
    assert rang.timer.is_ringing
    assert rang.timer.due_at == datetime(2026, 2, 23, 6, 0, tzinfo=UTC)
    left = stop_timer(rang.timer)
    assert left == replace(WEEKDAYS, due_at=datetime(2026, 2, 23, 6, 0, tzinfo=UTC))


def test_an_alarm_missed_for_a_week_was_missed_once() -> None:
    now = WEEKDAYS.due_at + timedelta(days=9, hours=1)
    missed = transition_at(WEEKDAYS, now)

    assert missed is not None
    assert missed.change is TimerChange.MISSED
    assert missed.timer.due_at > now
    assert transition_at(missed.timer, now) is None


def test_an_alarm_missed_before_rings_at_its_next_time_all_the_same() -> None:
    missed = transition_at(WEEKDAYS, WEEKDAYS.due_at + timedelta(hours=1))
    assert missed is not None

    again = transition_at(missed.timer, missed.timer.due_at)

    assert again is not None
    assert again.change is TimerChange.RANG
    assert again.timer.is_ringing


def test_one_put_off_rings_again_later() -> None:
    rang = transition_at(egg(), egg().due_at)
    assert rang is not None

    later = snooze_timer(rang.timer, egg().due_at, 300)

    assert not later.is_ringing
    assert transition_at(later, egg().due_at + timedelta(seconds=299)) is None
    again = transition_at(later, egg().due_at + timedelta(seconds=300))
    assert again is not None
    assert again.change is TimerChange.RANG
    assert stop_timer(again.timer) is None


def test_an_alarm_that_repeats_and_was_put_off_keeps_its_next_time() -> None:
    rang = transition_at(WEEKDAYS, WEEKDAYS.due_at)
    assert rang is not None
    later = snooze_timer(rang.timer, WEEKDAYS.due_at, 600)
    assert later.rings_at == WEEKDAYS.due_at + timedelta(minutes=10)

    again = transition_at(later, later.rings_at)

    assert again is not None
    assert again.timer.due_at == datetime(2026, 2, 23, 6, 0, tzinfo=UTC)
    assert again.timer.snoozed_until is None


@pytest.mark.parametrize(("seconds", "expected"), [(-5, 1), (0, 1), (300, 300), (1e9, 86_400)])
def test_putting_off_has_bounds(seconds: float, expected: float) -> None:
    assert snooze_timer(egg(), NOW, seconds).snoozed_until == NOW + timedelta(seconds=expected)


# Clocks that are set.


def test_a_length_moves_with_the_clock_and_a_time_of_day_does_not() -> None:
    by = timedelta(minutes=-20)

    assert shift_timer(egg(), by, NOW + by).due_at == egg().due_at + by
    assert shift_timer(WEEKDAYS, by, NOW + by).due_at == WEEKDAYS.due_at


def test_ringing_and_putting_off_are_elapsed_time_for_alarms_too() -> None:
    by = timedelta(hours=3)
    rang = replace(WEEKDAYS, ringing_since=NOW, snoozed_until=NOW)

    moved = shift_timer(rang, by, NOW + by)

    assert (moved.ringing_since, moved.snoozed_until) == (NOW + by, NOW + by)


def test_a_clock_put_back_a_day_brings_the_next_alarm_back() -> None:
    now = WEEKDAYS.due_at - timedelta(days=1, minutes=1)  # Thursday, a minute to seven
    moved = shift_timer(WEEKDAYS, timedelta(days=-2), now)

    assert moved.due_at == now + timedelta(minutes=1)


def test_a_clock_corrected_by_seconds_rings_no_alarm_twice() -> None:
    rang = transition_at(WEEKDAYS, WEEKDAYS.due_at)
    assert rang is not None
    left = stop_timer(rang.timer)
    assert left is not None
    by = timedelta(seconds=-3)

    assert transition_at(shift_timer(left, by, WEEKDAYS.due_at + by), WEEKDAYS.due_at) is None


def test_sleep_is_no_jump_and_setting_the_clock_is() -> None:
    jumps = ClockJumpDetector(now=NOW, elapsed_s=50.0)

    slept = timedelta(hours=8)
    assert jumps.look(now=NOW + slept, elapsed_s=50.0 + slept.total_seconds()) is None
    set_on = NOW + slept + timedelta(hours=1)
    assert jumps.look(now=set_on, elapsed_s=50.0 + slept.total_seconds()) == timedelta(hours=1)
    assert jumps.look(now=set_on, elapsed_s=50.0 + slept.total_seconds()) is None


def test_drift_counts_once_it_has_added_up() -> None:
    jumps = ClockJumpDetector(now=NOW, elapsed_s=0.0)
    found = [
        jumps.look(now=NOW + timedelta(seconds=n * 10.01), elapsed_s=n * 10.0)
        for n in range(1, 120)
    ]
    moved = sum((by for by in found if by is not None), timedelta())
    assert 0.5 <= moved.total_seconds() <= 1.19


@pytest.mark.parametrize(
    ("timers", "expected"),
    [
        ((), None),
        ((egg(),), 300.0),
        ((egg(), egg(30.0)), 30.0),
        ((replace(egg(), ringing_since=NOW),), RINGS_FOR.total_seconds()),
        ((replace(egg(), ringing_since=NOW, is_missed=True),), None),
        ((egg(-5.0),), 0.0),
    ],
)
def test_when_to_look_again(timers: tuple[Timer, ...], expected: float | None) -> None:
    assert seconds_until_due(timers, NOW) == expected


@given(
    offsets=st.lists(st.floats(-90_000, 90_000), min_size=1, max_size=6),
    steps=st.lists(st.floats(0, 40_000), max_size=12),
)
def test_each_timer_rings_or_is_missed_exactly_once(
    offsets: list[float], steps: list[float]
) -> None:
    timers = {n: replace(egg(offset), timer_id=str(n)) for n, offset in enumerate(offsets)}
    begun = dict.fromkeys(timers, 0)
    now = NOW
    for step in [*steps, 200_000.0]:
        now += timedelta(seconds=step)
        for n, timer in tuple(timers.items()):
            left: Timer | None = timer
            while left is not None and (happened := transition_at(left, now)) is not None:
                begun[n] += happened.change is not TimerChange.UNHEARD
                left = happened.left
            if left is None:
                del timers[n]
            else:
                timers[n] = left
    assert set(begun.values()) == {1}


@pytest.mark.parametrize(
    ("name", "hours"),
    [("Asia/Seoul", 9), ("UTC+05:30", 5.5), ("UTC-08:00", -8), ("Nowhere/Else", 0), ("../etc", 0)],
)
def test_zones_by_name(name: str, hours: float) -> None:
    assert NOW.astimezone(zone_named(name)).utcoffset() == timedelta(hours=hours)

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.escalation.quiet_hours import QuietHours

SEOUL = timezone(timedelta(hours=9))
BERLIN = ZoneInfo("Europe/Berlin")


def quiet(start: str, end: str) -> QuietHours:
    hours = QuietHours.read(start, end, zone=SEOUL)
    assert hours is not None
    return hours


def seoul(written: str) -> datetime:
    return datetime.fromisoformat(written).replace(tzinfo=SEOUL)


@pytest.mark.parametrize(
    ("start", "end", "now", "over"),
    [
        pytest.param("22:00", "07:00", "2026-01-02T23:00", "2026-01-03T07:00", id="evening"),
        pytest.param("22:00", "07:00", "2026-01-03T06:59", "2026-01-03T07:00", id="morning"),
        pytest.param("22:00", "07:00", "2026-01-03T07:00", None, id="over"),
        pytest.param("22:00", "07:00", "2026-01-02T22:00", "2026-01-03T07:00", id="just-begun"),
        pytest.param("22:00", "07:00", "2026-01-02T21:59", None, id="not-yet"),
        pytest.param("13:00", "14:30", "2026-01-02T13:30", "2026-01-02T14:30", id="midday"),
        pytest.param("13:00", "14:30", "2026-01-02T03:00", None, id="night-of-a-midday-rest"),
        pytest.param("22:00", "00:00", "2026-01-02T23:59", "2026-01-03T00:00", id="to-midnight"),
        pytest.param("00:00", "06:00", "2026-01-02T00:00", "2026-01-02T06:00", id="from-midnight"),
    ],
)
def test_quiet_hours_are_those_of_the_place(
    start: str, end: str, now: str, over: str | None
) -> None:
    found = quiet(start, end).over_at(seoul(now).astimezone(UTC))
    assert found == (None if over is None else seoul(over))


@pytest.mark.parametrize(("start", "end"), [("", ""), ("22:00", ""), ("", "7:00"), ("07:00",) * 2])
def test_without_two_times_there_are_none(start: str, end: str) -> None:
    assert QuietHours.read(start, end, zone=UTC) is None


def test_the_hour_that_comes_twice_ends_once_each_time() -> None:
    hours = QuietHours.read("01:00", "02:30", zone=BERLIN)
    assert hours is not None
    again = datetime(2026, 10, 25, 2, 10, tzinfo=BERLIN, fold=1)
    assert hours.over_at(again) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


clock_times = st.times().map(lambda at: at.strftime("%H:%M"))


@given(
    start=clock_times,
    end=clock_times,
    now=st.datetimes(
        min_value=datetime(2026, 1, 1), max_value=datetime(2027, 1, 1), timezones=st.just(UTC)
    ),
)
def test_quiet_is_over_later_and_within_a_day(start: str, end: str, now: datetime) -> None:
    hours = QuietHours.read(start, end, zone=BERLIN)
    over = None if hours is None else hours.over_at(now)
    assert over is None or timedelta() < over - now <= timedelta(hours=25)
    assert over is None or hours is None or hours.over_at(over) is None

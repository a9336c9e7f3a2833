from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.timer import MAX_LABEL, TimerKind
from assistant.tools.timers.model.input_reader import (
    TimerInput,
    UnreadableTimerError,
    read,
    read_days,
    read_label,
    read_length,
)

NOW = datetime(2026, 2, 19, 10, 0, tzinfo=UTC)  # Thursday, 11:00 in Berlin
BERLIN = "Europe/Berlin"


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        (300, 300),
        (0.5 * 120, 60),
        ("90", 90),
        ("90s", 90),
        ("5m", 300),
        ("5 minutes", 300),
        ("1h30m", 5400),
        ("1 hour and 30 minutes", 5400),
        ("1 hour, 5 mins", 3900),
        ("1.5 hours", 5400),
        ("0:45:00", 2700),
        ("PT5M", 300),
        ("PT1H30M", 5400),
        ("P1DT2H", 93_600),
        ("2 weeks", 1_209_600),
        ("5분", 300),
        ("1시간 30분", 5400),
        ("10分钟", 600),
        ("1小时30分钟", 5400),
    ],
)
def test_lengths(written: float | str, seconds: float) -> None:
    assert read_length(written) == seconds


@pytest.mark.parametrize(
    "written",
    [
        "",
        "soon",
        "5:00",
        "5 parsecs",
        "-5m",
        "5m5",
        "1h x 5m",
        "nan",
        "inf",
        "P1M",
        "--",
        "5m\u202e",
    ],
)
def test_what_is_no_length(written: str) -> None:
    with pytest.raises(UnreadableTimerError, match=r"^duration: .* is no length of time"):
        read_length(written)


@pytest.mark.parametrize("written", [0, -1, 0.4, "0s", "367d", 1e300])
def test_lengths_that_are_too_short_or_too_long(written: float | str) -> None:
    with pytest.raises(UnreadableTimerError, match="is not between 1 second and 366 days"):
        read_length(written)


@pytest.mark.parametrize("written", [float("inf"), float("nan")])
def test_numbers_that_are_none(written: float) -> None:
    with pytest.raises(UnreadableTimerError):
        read_length(written)


def test_a_timer_counts_from_now() -> None:
    wanted = read(TimerInput(duration="5m", label="pasta"), now=NOW, zone=BERLIN)

    assert wanted.kind is TimerKind.TIMER
    assert wanted.label == "pasta"
    assert wanted.due_at == NOW + timedelta(minutes=5)
    assert (wanted.length_s, wanted.time_of_day) == (300, None)


@pytest.mark.parametrize(
    ("at", "date", "local"),
    [
        ("12:30", "", "2026-02-19T12:30+01:00"),
        ("11:00", "", "2026-02-20T11:00+01:00"),  # it is eleven: tomorrow
        ("7:00", "", "2026-02-20T07:00+01:00"),
        ("7:00 pm", "", "2026-02-19T19:00+01:00"),
        ("7pm", "", "2026-02-19T19:00+01:00"),
        ("12 a.m.", "", "2026-02-20T00:00+01:00"),
        ("9:00", "tomorrow", "2026-02-20T09:00+01:00"),
        ("23:00", "tonight", "2026-02-19T23:00+01:00"),
        ("09:00", "2026-03-01", "2026-03-01T09:00+01:00"),
        ("09:00", "monday", "2026-02-23T09:00+01:00"),
        ("12:00", "thu", "2026-02-19T12:00+01:00"),
        ("09:00", "Thursday", "2026-02-26T09:00+01:00"),
        ("2026-03-01T09:00", "", "2026-03-01T09:00+01:00"),
        ("2026-03-01 09:00:30", "2026-03-01", "2026-03-01T09:00:30+01:00"),
        ("2026-03-01T09:00Z", "", "2026-03-01T10:00+01:00"),
        ("2026-03-01T09:00+09:00", "", "2026-03-01T01:00+01:00"),
        ("2026-07-01T09:00", "", "2026-07-01T09:00+02:00"),
    ],
)
def test_times_of_day(at: str, date: str, local: str) -> None:
    wanted = read(TimerInput(at=at, date=date), now=NOW, zone=BERLIN)

    assert wanted.due_at == datetime.fromisoformat(local)
    assert wanted.kind is TimerKind.ALARM
    assert wanted.length_s is None
    assert wanted.time_of_day == datetime.fromisoformat(local).time().replace(tzinfo=None)


@pytest.mark.parametrize(
    ("names", "days"),
    [
        (["mon", "fri"], (0, 4)),
        (["Sunday", "MONDAY", "mon"], (0, 6)),
        (["weekdays"], (0, 1, 2, 3, 4)),
        (["weekends", "wed"], (2, 5, 6)),
        (["every day"], (0, 1, 2, 3, 4, 5, 6)),
        (["tues", "thurs", "mondays"], (0, 1, 3)),
        ([], ()),
    ],
)
def test_days(names: list[str], days: tuple[int, ...]) -> None:
    assert read_days(names) == days


@pytest.mark.parametrize("name", ["", "m", "someday", "월요일", "mo"])
def test_what_is_no_day(name: str) -> None:
    with pytest.raises(UnreadableTimerError, match=r"^days: .* is no day"):
        read_days([name])


def test_an_alarm_on_weekdays_begins_with_the_next_one() -> None:
    wanted = read(TimerInput(at="07:00", days=["weekdays"]), now=NOW, zone=BERLIN)

    assert wanted.due_at == datetime.fromisoformat("2026-02-20T07:00+01:00")
    assert wanted.days == (0, 1, 2, 3, 4)
    assert wanted.time_of_day == time(7)


def test_an_alarm_that_repeats_from_a_date_on_begins_then() -> None:
    wanted = read(TimerInput(at="2026-03-02T07:00", days=["mon"]), now=NOW, zone=BERLIN)
    assert wanted.due_at == datetime.fromisoformat("2026-03-02T07:00+01:00")


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (TimerInput(), "duration, at: neither was given"),
        (TimerInput(duration=""), "neither was given"),
        (TimerInput(duration="5m", at="07:00"), "both were given"),
        (TimerInput(duration="5m", days=["mon"]), "give the time in at instead"),
        (TimerInput(at="25:00"), "at: '25:00' is no time"),
        (TimerInput(at="13 pm"), "at: '13 pm' is no time"),
        (TimerInput(at="0 am"), "at: '0 am' is no time"),
        (TimerInput(at="7"), "at: '7' is no time"),
        (TimerInput(at="2026-03-01"), "is no time"),
        (TimerInput(at="noon"), "is no time"),
        (TimerInput(at="0001-01-01T00:00+14:00"), "is no time"),
        (TimerInput(at="9:00", date="2026-02-30"), "date: '2026-02-30' is no date"),
        (TimerInput(at="9:00", date="soon"), "date: 'soon' is no date"),
        (TimerInput(at="9:00", date="today"), "has passed; it is 2026-02-19 11:00 now"),
        (TimerInput(at="2020-01-01T09:00"), "has passed"),
        (TimerInput(at="2026-03-01T09:00", date="2026-03-02"), "are two dates"),
        (TimerInput(at="2027-06-01T09:00"), "more than 366 days ahead"),
        (TimerInput(at="9:00", date="9999-12-31"), "more than 366 days ahead"),
    ],
)
def test_what_cannot_be_set_is_told_with_the_value(said: TimerInput, problem: str) -> None:
    with pytest.raises(UnreadableTimerError) as refused:
        read(said, now=NOW, zone=BERLIN)
    assert problem in str(refused.value)


def test_a_value_in_an_error_is_short_and_on_one_line() -> None:
    with pytest.raises(UnreadableTimerError) as refused:
        read_length("x\n\x1b[2J\u202e" * 200)
    assert len(str(refused.value)) < 160
    assert "\n" not in str(refused.value)
    assert "\x1b" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("  call\n mum ", "call mum"),
        ("pasta\u202e\u0007", "pasta"),
        ("x" * 500, "x" * MAX_LABEL),
        ("파스타", "파스타"),
    ],
)
def test_labels(text: str, label: str) -> None:
    assert read_label(text) == label


@given(duration=st.none() | st.floats() | st.text(), at=st.text(), date=st.text())
def test_anything_is_read_or_refused(duration: float | str | None, at: str, date: str) -> None:
    try:
        wanted = read(TimerInput(duration=duration, at=at, date=date), now=NOW, zone=BERLIN)
    except UnreadableTimerError:
        return
    assert NOW < wanted.due_at <= NOW + timedelta(days=367)

import time
from datetime import UTC, datetime, timedelta, timezone

from assistant.clock import SystemClock, elapsed_by, moment_text
from tests.helpers.clock import ManualClock

AT = datetime(2026, 1, 2, 14, 3, tzinfo=UTC)


def test_the_machines_elapsed_time_counts_its_sleep_where_it_can_be_known() -> None:
    elapsed = elapsed_by(SystemClock())
    before = elapsed()
    if hasattr(time, "CLOCK_BOOTTIME"):
        assert abs(time.clock_gettime(time.CLOCK_BOOTTIME) - before) < 5
    assert elapsed() >= before


def test_any_other_clock_has_no_sleep() -> None:
    clock = ManualClock()
    elapsed = elapsed_by(clock)
    before = elapsed()
    clock.advance(60)
    assert elapsed() - before == 60


def test_a_moment_of_another_day_has_its_date() -> None:
    assert moment_text(AT, AT, UTC) == "14:03"
    assert moment_text(AT, AT + timedelta(days=1), UTC) == "2026-01-02 14:03"


def test_the_day_is_the_one_of_the_place() -> None:
    seoul = timezone(timedelta(hours=9))
    evening = datetime(2026, 1, 2, 14, 59, tzinfo=UTC)
    assert moment_text(evening, evening + timedelta(minutes=2), seoul) == "2026-01-02 23:59"

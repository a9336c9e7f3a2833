import time

from assistant.clock import SystemClock, elapsed_by
from tests.helpers.clock import ManualClock


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

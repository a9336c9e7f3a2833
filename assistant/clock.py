"""Time as a value to pass in. Durations come from `monotonic`, dates from `now`."""

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Protocol


class Clock(Protocol):
    """What the program knows of time."""

    def monotonic(self) -> float:
        """Seconds that never go back, from an arbitrary origin."""
        ...

    def now(self) -> datetime:
        """Aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> datetime:
        return datetime.now(UTC)


def elapsed_by(clock: Clock) -> Callable[[], float]:
    """Elapsed seconds that go on while the machine sleeps and no clock change affects.

    `Clock.monotonic` stands still during sleep on Linux and macOS, which is right for time-outs and
    wrong for eggs. A clock that is not the machine's has no sleep: its own `monotonic` is taken.
    """
    if not isinstance(clock, SystemClock):
        return clock.monotonic
    # CLOCK_BOOTTIME is Linux's; CLOCK_MONOTONIC counts sleep on macOS, where time.monotonic does not.
    # On Windows time.monotonic counts it.
    source = getattr(time, "CLOCK_BOOTTIME", None)
    if source is None and sys.platform == "darwin":
        source = getattr(time, "CLOCK_MONOTONIC", None)
    if source is None:
        return time.monotonic
    return partial(time.clock_gettime, source)

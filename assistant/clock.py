"""Time as a value to pass in. Durations come from `monotonic`, dates from `now`."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What the program knows of time."""

    def monotonic(self) -> float:
        """Return seconds that never go back, from an arbitrary origin."""
        ...

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def monotonic(self) -> float:
        """Return seconds that never go back, from an arbitrary origin."""
        return time.monotonic()

    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        return datetime.now(UTC)

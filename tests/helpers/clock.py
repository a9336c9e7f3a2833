"""Clocks that a test sets."""

from datetime import UTC, datetime, timedelta

from typing_extensions import override

from assistant.clock import SystemClock


class ManualClock:
    """Implements `Clock`; stands still until `advance` moves both readings together."""

    def __init__(self, start: datetime = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) -> None:
        self._now = start
        self._monotonic = 1000.0

    def monotonic(self) -> float:
        """Return seconds since an arbitrary origin."""
        return self._monotonic

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._monotonic += seconds
        self._now += timedelta(seconds=seconds)


class OffsetClock(SystemClock):
    """The machine's clock, ahead by some time. While a machine sleeps, only `ahead` grows."""

    def __init__(self, ahead: timedelta) -> None:
        self.ahead = ahead

    @override
    def now(self) -> datetime:
        """Return the present moment as this clock has it."""
        return super().now() + self.ahead

"""A clock that stands still until it is told to move."""

from datetime import UTC, datetime, timedelta


class ManualClock:
    """Implements `Clock`; `advance` moves both readings together."""

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

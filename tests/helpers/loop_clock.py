"""A clock that reads the running event loop, so that it goes with virtual time."""

import asyncio
from datetime import UTC, datetime, timedelta


class LoopClock:
    """Implements `Clock` over the loop's time."""

    def __init__(self, start: datetime = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) -> None:
        self._start = start

    def monotonic(self) -> float:
        """Return the loop's time in seconds."""
        return asyncio.get_running_loop().time()

    def now(self) -> datetime:
        """Return the start plus the loop's time."""
        return self._start + timedelta(seconds=self.monotonic())

"""How long a call may take, the user's time not counted. Engine loop only."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager


class TimeLimit:
    """A clock that runs from `start`, rests while the user is asked, and rings once.

    Args:
        seconds: What the call may use; None is no limit.
    """

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        """What the call was given, the last time it was given any."""
        self.remark = ""
        """What the model is told besides, if the time is used up; the tool writes it."""
        self._left = seconds
        self._rang = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._rests = 0

    @property
    def has_expired(self) -> bool:
        return self._rang.is_set()

    def start(self) -> None:
        """Start the time."""
        if self._left is not None and not self._rests:
            self._timer = asyncio.get_running_loop().call_later(self._left, self._rang.set)

    def stop(self) -> None:
        """Stop for good; `ring` never returns. Idempotent."""
        self._pause()
        self._left = None

    def restart(self, seconds: float) -> None:
        """Give so many seconds from now; does nothing if the limit has stopped or expired."""
        if self._left is None or self.has_expired:
            return
        self._pause()
        self.seconds = self._left = seconds
        self.start()

    async def ring(self) -> None:
        """Wait until the time is used up; for ever if there is no limit."""
        await self._rang.wait()

    @contextmanager
    def rest(self) -> Generator[None]:
        """Pause inside the block; may be nested and entered by several tasks at once."""
        self._pause()
        self._rests += 1
        try:
            yield
        finally:
            self._rests -= 1
            self.start()

    def _pause(self) -> None:
        if self._timer is not None:
            left = self._timer.when() - asyncio.get_running_loop().time()
            self._left = max(0.0, left)
            self._timer.cancel()
            self._timer = None

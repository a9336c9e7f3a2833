"""Does a microphone still give audio, and when to open it again. Pure."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

REOPENINGS: Final = 3
"""How often a device may be reopened without a block and get its full time again; a headset that
connects may take several."""


class FlowStep(Enum):
    """What is to be done now."""

    NOTHING = "nothing"
    CLOSE = "close"
    """It has gone silent: close it and say so."""
    OPEN = "open"
    """Try to open it."""


class _State(Enum):
    FLOWING = "flowing"
    WAITING = "waiting"
    """Closed, until the next attempt."""
    TRYING = "trying"
    """Opened again; nothing has come yet."""


class FlowWatchdog:
    """Follows one device from its first opening on. Knows no clock.

    Args:
        now: Moment of the first opening, in seconds.
        limit_s: Longest time without a block.
        reopen_after_s: Waits before the attempts to open it again; the last one repeats.

    Raises:
        ValueError: If there is no wait.
    """

    def __init__(self, now: float, *, limit_s: float, reopen_after_s: Sequence[float]) -> None:
        if not reopen_after_s:
            raise ValueError("at least one wait is needed")
        self._limit_s = limit_s
        self._waits = tuple(reopen_after_s)
        self._state = _State.FLOWING
        self._attempts = 0
        self._last_flow = now
        self._reopenings = 0  # since the last block
        self._next_attempt = now

    @property
    def is_lost(self) -> bool:
        """Whether the device counts as lost."""
        return self._state is not _State.FLOWING

    def flowed(self, now: float) -> bool:
        """A block came; returns whether that ends a loss."""
        was_lost = self._state is _State.TRYING
        self._last_flow = now
        self._reopenings = 0
        if was_lost:
            self._state = _State.FLOWING
            self._attempts = 0
        return was_lost

    def check(self, now: float) -> FlowStep:
        """The next step; `OPEN` is followed by `opened` or `failed`."""
        match self._state:
            case _State.FLOWING if now - self._last_flow >= self._limit_s:
                self._wait(now)
                return FlowStep.CLOSE
            case _State.TRYING if now - self._last_flow >= self._limit_s:
                self._wait(now)
                return FlowStep.CLOSE
            case _State.WAITING if now >= self._next_attempt:
                return FlowStep.OPEN
            case _:
                return FlowStep.NOTHING

    def lost(self, now: float) -> None:
        """The device is gone; it is opened again after the first wait."""
        if self._state is not _State.WAITING:
            self._wait(now)

    def hurry(self, now: float) -> None:
        """Opening is likely to work now; skips the wait before the next attempt."""
        if self._state is _State.WAITING:
            self._next_attempt = now
            self._attempts = 0

    def reopened(self, now: float) -> None:
        """It was reopened without having been lost.

        Blocks may take as long again, but only so often: a device that ends whenever it is open is
        lost.
        """
        self._reopenings += 1
        if self._reopenings <= REOPENINGS:
            self._last_flow = now

    def opened(self, now: float) -> None:
        """Opening worked; it counts as restored when a block comes."""
        self._state = _State.TRYING
        self._last_flow = now

    def failed(self, now: float) -> None:
        """Opening failed."""
        self._wait(now)

    def _wait(self, now: float) -> None:
        self._state = _State.WAITING
        self._next_attempt = now + self._waits[min(self._attempts, len(self._waits) - 1)]
        self._attempts += 1

"""A speaker that asks for audio when the test says so."""

from collections.abc import Callable
from queue import SimpleQueue

import numpy as np

from assistant.errors import DeviceError
from assistant.voice.devices.protocols import Fill
from assistant.voice.events import Samples


class MemorySpeaker:
    """Implements `OutputDevice`. Time is the audio asked for; it begins at 0.

    Attributes:
        error: Raised by `open` as long as it is set.
        opened: How often it was opened.
        openings: Gets that number at each opening, for tests that wait for one.
    """

    def __init__(self, *, sample_rate_hz: int = 16_000, latency_s: float = 0.0) -> None:
        self.error: DeviceError | None = None
        self.opened = 0
        self.openings: SimpleQueue[int] = SimpleQueue()
        self._rate_hz = sample_rate_hz
        self._latency_s = latency_s
        self._fill: Fill | None = None
        self._on_lost: Callable[[str], None] | None = None
        self._blocks: list[Samples] = []
        self._pulled = 0

    @property
    def name(self) -> str:
        """What the user calls it."""
        return "memory"

    @property
    def sample_rate_hz(self) -> int:
        """Sample rate of the blocks; 0 while there is no device."""
        return self._rate_hz if self.error is None else 0

    @property
    def latency_s(self) -> float:
        return self._latency_s

    @property
    def is_open(self) -> bool:
        return self._fill is not None

    @property
    def recording(self) -> Samples:
        """All that was played so far."""
        return np.concatenate([np.zeros(0, np.float32), *self._blocks])

    def open(self, fill: Fill, *, on_lost: Callable[[str], None]) -> None:
        if self.error is not None:
            raise self.error
        self.opened += 1
        self._fill, self._on_lost = fill, on_lost
        self.openings.put(self.opened)

    def close(self) -> None:
        self._fill = self._on_lost = None

    def pull(self, seconds: float, *, block_samples: int = 160) -> None:
        """Ask for so much audio, in blocks; the last one may be shorter.

        Raises:
            RuntimeError: If it is closed.
        """
        if self._fill is None:
            raise RuntimeError("the speaker is closed")
        left = round(seconds * self._rate_hz)
        while left > 0:
            block = np.full(min(left, block_samples), np.nan, np.float32)
            self._fill(block, self._pulled / self._rate_hz)
            self._pulled += block.size
            left -= block.size
            self._blocks.append(block)

    def lose(self, reason: str) -> None:
        """Stop working.

        Raises:
            RuntimeError: If it is closed.
        """
        if self._on_lost is None:
            raise RuntimeError("the speaker is closed")
        self._on_lost(reason)

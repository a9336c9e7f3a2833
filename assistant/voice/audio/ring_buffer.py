"""A ring of recent audio, addressed by position. Pure."""

import numpy as np

from assistant.voice.events import Samples


class AudioRing:
    """The last `capacity` samples of a stream; a position is the count of samples before it.

    One thread writes and reads. What is read is a copy.
    """

    def __init__(self, capacity: int) -> None:
        if capacity <= 0:
            raise ValueError(f"capacity must be positive, not {capacity}")
        self._store: Samples = np.zeros(capacity, np.float32)
        self._end = 0
        self._held = 0

    @property
    def end(self) -> int:
        """Position after the newest sample; never decreases."""
        return self._end

    @property
    def start(self) -> int:
        """Position of the oldest sample held."""
        return self._end - self._held

    def write(self, samples: Samples) -> None:
        capacity = len(self._store)
        kept = samples[-capacity:]
        self._end += len(samples)
        first = (self._end - len(kept)) % capacity
        head = min(len(kept), capacity - first)
        self._store[first : first + head] = kept[:head]
        self._store[: len(kept) - head] = kept[head:]
        self._held = min(capacity, self._held + len(samples))

    def read(self, start: int, end: int) -> Samples:
        """Copy the samples from `start` up to `end`, as far as they are held."""
        start = min(max(start, self.start), self._end)
        end = min(max(end, start), self._end)
        capacity = len(self._store)
        first = start % capacity
        head = min(end - start, capacity - first)
        return np.concatenate(
            (self._store[first : first + head], self._store[: end - start - head])
        )

    def forget(self) -> None:
        """Drop all samples; positions go on."""
        self._held = 0

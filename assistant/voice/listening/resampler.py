"""The one resampler at the edge: any rate in, 16 kHz out. The only module that knows soxr here."""

from importlib import import_module
from typing import Any, Protocol, cast

import numpy as np

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ


class _Stream(Protocol):
    def resample_chunk(self, x: Samples, last: bool = False) -> Samples: ...

    def delay(self) -> float: ...


class Resampler:
    """Converts one endless mono stream to 16 kHz.

    A stream that has 16 kHz already passes through untouched.

    Args:
        is_quick: Whether to hold back 6 ms instead of 21 ms (from 48 kHz), with a wider edge.

    Raises:
        ValueError: If the rate is not positive.
    """

    def __init__(
        self, from_rate_hz: int, to_rate_hz: int = SAMPLE_RATE_HZ, *, is_quick: bool = False
    ) -> None:
        if from_rate_hz <= 0 or to_rate_hz <= 0:
            raise ValueError(f"sample rates must be positive: {from_rate_hz}, {to_rate_hz}")
        self._to_rate_hz = to_rate_hz
        self._stream: _Stream | None = None
        if from_rate_hz != to_rate_hz:
            soxr = cast("Any", import_module("soxr"))
            self._stream = cast(
                "_Stream",
                soxr.ResampleStream(
                    from_rate_hz, to_rate_hz, 1, quality="LQ" if is_quick else "HQ"
                ),
            )

    @property
    def delay_s(self) -> float:
        """How far the output is behind the input at this moment, in seconds."""
        return 0.0 if self._stream is None else self._stream.delay() / self._to_rate_hz

    def convert(self, samples: Samples) -> Samples:
        """Convert the next samples; the output's length may differ from the ratio."""
        if self._stream is None:
            return samples
        return self._stream.resample_chunk(np.ascontiguousarray(samples, np.float32))

    def flush(self) -> Samples:
        """The rest inside; ends the stream."""
        if self._stream is None:
            return np.zeros(0, np.float32)
        return self._stream.resample_chunk(np.zeros(0, np.float32), last=True)

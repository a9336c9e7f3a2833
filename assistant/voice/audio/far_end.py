"""Which samples of what was played belong to which samples of the microphone. Pure.

Both streams are counted in samples and stamped by their devices. The stamps jitter by tens of
milliseconds, the two clocks drift against each other, a device may lose audio or restart. What an
echo canceller needs is a steady pairing: it learns the way from speaker to microphone, and every
jump of the pairing is a new way to it. So stamps only steer, slowly.
"""

import math
from typing import Final

import numpy as np

from assistant.voice.audio.ring_buffer import AudioRing
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

ANEW_S: Final = 0.05
"""Stamps that are off by more than this, again and again, mean that audio was lost."""
LEAD_LIMIT_S: Final = 0.3
"""How far ahead of its stamp what is played is given to the canceller, so that the echo comes after
it even where a device says that its latency is longer than it is."""
LAG_LIMIT_S: Final = 0.04
"""How far behind, where a device asks for audio only when it is about to be heard."""
HELD_S: Final = 12.0
"""Of what was played, more than the listener's queue may lag and a device be ahead."""
LOUD: Final = 1e-4
"""−80 dBFS; what is below counts as nothing played."""

_SETTLED_S = 10.0
"""Time over which stamps are averaged."""
_ERROR_LIMIT_S = 0.02
_STRANGE_S = 0.3
_DEAD_BAND = 32
_SLEW_FRAMES = 500
"""Frames of 10 ms in which most of an error is made up for."""
_STEP_LIMIT = 0.25
"""Samples a frame: 1500 ppm, many times what clocks drift."""
_MARGIN = 80
_TAIL = SAMPLE_RATE_HZ
"""How long after it was played something may still be heard: latency, and the room."""
_NOTHING_YET = -(10**15)


class StreamClock:
    """Knows the moment of each sample of one stream from its jittering stamps.

    The stream is meant to have `SAMPLE_RATE_HZ`; it may drift from it.
    """

    def __init__(self) -> None:
        self._offset_s = 0.0
        self._heard_s = 0.0
        self._strange_s = 0.0
        self._last = 0
        self._is_set = False

    @property
    def is_set(self) -> bool:
        return self._is_set

    def note(self, position: int, at: float) -> bool:
        """Add a timestamp.

        Args:
            position: Count of samples before the one that is stamped; grows.
            at: Its moment, in seconds.

        Returns:
            Whether the stream restarts here: at the first stamp, and where audio was lost.
        """
        offset_s = at - position / SAMPLE_RATE_HZ
        passed_s = max(0, position - self._last) / SAMPLE_RATE_HZ
        self._last = position
        error_s = offset_s - self._offset_s
        if not self._is_set:
            self._begin(offset_s)
            return True
        if abs(error_s) > ANEW_S:
            # A thread that was kept waiting catches up; lost audio stays lost.
            self._strange_s += passed_s
            if self._strange_s >= _STRANGE_S:
                self._begin(offset_s)
                return True
        else:
            self._strange_s = 0.0
        self._heard_s += passed_s
        share = passed_s / min(_SETTLED_S, max(self._heard_s, passed_s, 1e-9))
        self._offset_s += share * _within(error_s, -_ERROR_LIMIT_S, _ERROR_LIMIT_S)
        return False

    def time_of(self, position: float) -> float:
        """Moment of the sample at a position, in seconds."""
        return position / SAMPLE_RATE_HZ + self._offset_s

    def position_of(self, at: float) -> float:
        """Inverse of `time_of`."""
        return (at - self._offset_s) * SAMPLE_RATE_HZ

    def _begin(self, offset_s: float) -> None:
        self._offset_s = offset_s
        self._heard_s = self._strange_s = 0.0
        self._is_set = True


class FarEndReference:
    """What was played, at 16 kHz, and the pairing with the microphone.

    Used by one thread.
    """

    def __init__(self) -> None:
        self._ring = AudioRing(round(HELD_S * SAMPLE_RATE_HZ))
        self._far = StreamClock()
        self._near = StreamClock()
        self._shift: float | None = None  # far position minus near position
        self._lead_s = 0.0
        self._is_slewing = False
        self._loud_until = _NOTHING_YET

    @property
    def lead_s(self) -> float:
        """How far playback is ahead of its timestamps in the pairing, in seconds."""
        return self._lead_s

    def reset(self) -> None:
        """Forget what was played: the speaker changed."""
        self._ring.forget()
        self._far = StreamClock()
        self._shift = None
        self._loud_until = _NOTHING_YET

    def played(self, samples: Samples, at: float) -> None:
        """Add the next samples that were played; `at` is when the first of them is heard."""
        if self._far.note(self._ring.end, at):
            self._shift = None
        loud = np.flatnonzero(np.abs(samples) > LOUD)
        if loud.size:
            self._loud_until = self._ring.end + int(loud[-1]) + 1
        self._ring.write(samples)

    def heard(self, end: int, at: float) -> None:
        """Add a timestamp of the microphone.

        Args:
            end: Position after the newest sample of the microphone.
            at: When that was taken.
        """
        if self._near.note(end, at):
            self._shift = None

    def frame(self, start: int, count: int) -> tuple[Samples, bool]:
        """The reference for the next microphone frame; advances.

        Args:
            start: Position of its first sample; frames follow each other.

        Returns:
            `count` samples, silence where nothing is known, and whether anything of it, or of the
            second before it, is loud.
        """
        if not self._far.is_set or not self._near.is_set:
            return np.zeros(count, np.float32), False
        begin = self._pair(start, count)
        return self._read(begin, count), self._is_active(begin)

    def _is_active(self, position: float) -> bool:
        return position < self._loud_until + _TAIL

    def before(self, start: int, count: int) -> Samples:
        """The reference for microphone samples before the next frame."""
        if self._shift is None:
            return np.zeros(count, np.float32)
        return self._read(start + self._shift, count)

    def _pair(self, start: int, count: int) -> float:
        middle = self._far.position_of(self._near.time_of(start)) - start
        if self._shift is None:
            ahead = self._ring.end - _MARGIN - (start + count + middle)
            self._lead_s = _within(ahead / SAMPLE_RATE_HZ, -LAG_LIMIT_S, LEAD_LIMIT_S)
            self._shift = float(round(middle + self._lead_s * SAMPLE_RATE_HZ))
        missing = start + self._shift + count - self._ring.end
        if 0 < missing <= LAG_LIMIT_S * SAMPLE_RATE_HZ and self._lead_s > -LAG_LIMIT_S:
            # What is played is known later than it seemed: never ask for so much ahead again.
            lead_s = max(self._lead_s - (missing + _MARGIN) / SAMPLE_RATE_HZ, -LAG_LIMIT_S)
            self._shift -= round((self._lead_s - lead_s) * SAMPLE_RATE_HZ)
            self._lead_s = lead_s
        error = middle + self._lead_s * SAMPLE_RATE_HZ - self._shift
        if abs(error) > ANEW_S * SAMPLE_RATE_HZ or not self._is_active(start + self._shift):
            self._shift += round(error)  # nothing to be heard: nothing to be torn apart
            self._is_slewing = False
        elif abs(error) > _DEAD_BAND or (self._is_slewing and abs(error) >= 1):
            # In proportion, so that clocks that drift come to a rest a little apart: what is played
            # is stretched evenly then, and the way of the echo stands still.
            self._is_slewing = True
            self._shift += _within(error / _SLEW_FRAMES, -_STEP_LIMIT, _STEP_LIMIT)
        else:
            self._is_slewing = False
        return start + self._shift

    def _read(self, position: float, count: int) -> Samples:
        """Interpolate between samples, with a cubic through the four around."""
        begin = math.floor(position)
        part = np.float32(position - begin)
        samples = np.zeros(count + 3, np.float32)
        first = max(begin - 1, self._ring.start)
        held = self._ring.read(first, max(first, begin + count + 2))
        samples[first - begin + 1 : first - begin + 1 + held.size] = held
        a, b, c, d = (samples[step : step + count] for step in range(4))
        if part == 0:
            return b
        curve = c - a + part * (2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a))
        between: Samples = (b + np.float32(0.5) * part * curve).astype(np.float32)
        return between


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)

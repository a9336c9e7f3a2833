"""When the voice gave way to somebody who began to speak, read from the recording of the speaker. Pure.

The voice is *ducked* from the last moment on at which it was louder than half of what it was before,
and *silent* from the last moment on at which anything was heard, until the reply to the interruption.
Speech has soft places of its own, so the moment of ducking is known to a syllable.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.bench.metrics import AUDIBLE_DBFS, frame_levels
from assistant.voice.events import Samples

FRAME_S: Final = 0.02
BEFORE_S: Final = 2.0
"""How far back the level of the voice is looked for."""
LOUD_PERCENT: Final = 90
"""Percentile of the frames before that counts as the level of the voice."""
HALF: Final = 0.5
LEAST_SILENCE_S: Final = 0.4
"""Silence that is none between two sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Yielded:
    """How soon the voice gave way; seconds after speech began."""

    ducked_s: float | None
    """None if it never was."""
    silent_s: float | None
    """None if it did not fall silent in time."""


def yielded(played: Samples, rate_hz: int, *, speech_begin: float, until: float) -> Yielded:
    """Read how the voice gave way.

    Args:
        played: Recording of the speaker.
        rate_hz: Its sample rate.
        speech_begin: When somebody began to speak, in seconds of the recording.
        until: Up to when what sounds is still the voice that is interrupted.
    """
    size = round(FRAME_S * rate_hz)
    first = round(max(0.0, speech_begin - BEFORE_S) * rate_hz)
    begin = round(speech_begin * rate_hz)
    before = frame_levels(played[first:begin], size)
    after = frame_levels(played[begin : round(until * rate_hz)], size)
    audible = 10 ** (AUDIBLE_DBFS / 20)
    heard = before[before > audible]
    if not heard.size or not after.size:
        return Yielded(ducked_s=None, silent_s=None)
    half = HALF * float(np.percentile(heard, LOUD_PERCENT))
    silent = _after_last(after > audible)
    if len(after) - silent < LEAST_SILENCE_S / FRAME_S:
        return Yielded(ducked_s=None, silent_s=None)
    return Yielded(ducked_s=_after_last(after > half) * FRAME_S, silent_s=silent * FRAME_S)


def _after_last(flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    """Return the index behind the last flag that is set, 0 if none is."""
    found = np.flatnonzero(flags)
    return int(found[-1]) + 1 if found.size else 0

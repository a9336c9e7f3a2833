"""When the voice gave way to somebody who began to speak. Pure.

The voice is *silent* from the last moment on at which the recording of the speaker holds anything
that is heard, until the reply to the interruption. It is *ducked* from the moment on at which its
volume is at most half, and stays so until it is silent. The volume is the player's own: in the
recording it could not be told from a soft syllable.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.voice.events import Samples
from benchmarks.model.metrics import AUDIBLE_DBFS, frame_levels

FRAME_S: Final = 0.02
BEFORE_S: Final = 2.0
"""How far back the voice must have been heard to be interrupted."""
HALF: Final = 0.5
LEAST_SILENCE_S: Final = 0.4
"""Silence that is none between two sentences."""

Volumes = Sequence[tuple[float, float]]
"""Moments, ascending, and the volume of the voice at each, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BargeInTiming:
    """How soon the voice gave way; seconds after speech began."""

    ducked_s: float | None
    """None if it never was."""
    silent_s: float | None
    """None if it did not fall silent in time."""


def barge_in_timing_of(
    played: Samples, rate_hz: int, volumes: Volumes, *, speech_begin: float, until: float
) -> BargeInTiming:
    """Read how the voice gave way.

    Args:
        volumes: Volume of the voice, in seconds of the recording.
        speech_begin: When somebody began to speak, in seconds of the recording.
        until: Up to when what sounds is still the voice that is interrupted.
    """
    size = round(FRAME_S * rate_hz)
    first = round(max(0.0, speech_begin - BEFORE_S) * rate_hz)
    begin = round(speech_begin * rate_hz)
    audible = 10 ** (AUDIBLE_DBFS / 20)
    before = frame_levels(played[first:begin], size) > audible
    after = frame_levels(played[begin : round(until * rate_hz)], size) > audible
    silent = int(np.flatnonzero(after)[-1]) + 1 if after.any() else 0
    if not before.any() or (after.size - silent) * FRAME_S < LEAST_SILENCE_S:
        return BargeInTiming(ducked_s=None, silent_s=None)
    silent_s = silent * FRAME_S
    return BargeInTiming(ducked_s=_ducked_s(volumes, speech_begin, silent_s), silent_s=silent_s)


def _ducked_s(volumes: Volumes, speech_begin: float, silent_s: float) -> float:
    """Return when the volume was at most half for good; with the silence, if not before."""
    since: float | None = None
    for at, volume in volumes:
        if not speech_begin <= at <= speech_begin + silent_s:
            continue
        if volume > HALF:
            since = None
        elif since is None:
            since = at
    return silent_s if since is None else since - speech_begin

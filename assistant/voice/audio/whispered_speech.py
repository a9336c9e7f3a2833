"""Was that whispered? Pure.

A whisper has no voice: the vocal folds do not swing, so that no frame of it repeats itself at a
pitch. What repeats is seen in the autocorrelation, divided by that of the window, as Boersma
measures harmonicity (1993).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

LOUDEST_DBFS: Final = -25.0
"""A whisper is some 15 dB softer than speech; what is louder is somebody who hisses or blows."""

_FRAME: Final = round(0.04 * SAMPLE_RATE_HZ)
_HOP: Final = round(0.02 * SAMPLE_RATE_HZ)
_LOOKED_AT: Final = 8 * SAMPLE_RATE_HZ
_SOUNDING_DB: Final = 20.0
"""A frame so far below the loudest ones is a pause."""
_OVER_ROOM_DB: Final = 10.0
"""Noise as loud as that hides a voice."""
_LEAST_FRAMES: Final = 15
_LOWEST_HZ: Final = 75
_HIGHEST_HZ: Final = 400
_VOICED_AT: Final = 0.55
_WHISPERED_BELOW: Final = 0.3
"""Share of frames. Of 116 recorded utterances of 0.3 s and more the least voiced has 0.37; of 72
sentences made to whispers (their spectra, excited by noise) 97 % have less than 0.3."""


def is_whispered(samples: Samples) -> bool | None:
    """Whether an utterance is whispered; None if it is too short to judge.

    Args:
        samples: 16 kHz mono; the last eight seconds of it are looked at.
    """
    share = voiced_share(samples)
    return None if share is None else share < _WHISPERED_BELOW


def voiced_share(samples: Samples) -> float | None:
    """Share of sounding frames with a pitch; 1 for what is too loud to be a whisper.

    None if fewer than 0.3 s stand out of the room.
    """
    frames = _frames(samples[-_LOOKED_AT:])
    if len(frames) < _LEAST_FRAMES:
        return None
    levels = 10 * np.log10(np.mean(np.square(frames), axis=1) + 1e-10)
    top, room = np.percentile(levels, 95), np.percentile(levels, 5)
    sounding = frames[levels >= max(top - _SOUNDING_DB, room + _OVER_ROOM_DB)]
    if len(sounding) < _LEAST_FRAMES:
        return None
    if top > LOUDEST_DBFS:
        return 1.0
    return float(np.mean(_harmonicity(sounding) >= _VOICED_AT))


def _frames(samples: Samples) -> npt.NDArray[np.float64]:
    if len(samples) < _FRAME:
        return np.zeros((0, _FRAME))
    windows = np.lib.stride_tricks.sliding_window_view(samples, _FRAME)[::_HOP]
    return windows.astype(np.float64) - windows.mean(axis=1, keepdims=True)


def _harmonicity(frames: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Highest normalised autocorrelation of each frame at the lag of a pitch."""
    window = np.hanning(_FRAME)
    lags = slice(SAMPLE_RATE_HZ // _HIGHEST_HZ, SAMPLE_RATE_HZ // _LOWEST_HZ + 1)
    correlated = _autocorrelation(frames * window) / _autocorrelation(window[None])
    return correlated[:, lags].max(axis=1)


def _autocorrelation(frames: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Autocorrelation of each row, 1 at lag 0."""
    power = np.square(np.abs(np.fft.rfft(frames, 2 * _FRAME, axis=1)))
    raw = np.fft.irfft(power, axis=1)[:, : _FRAME // 2]
    return raw / np.maximum(raw[:, :1], 1e-12)

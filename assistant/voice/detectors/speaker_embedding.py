"""Whose voice it is: 256 numbers that are alike for one speaker, whatever they say.

The model is that of Resemblyzer 0.1.4 (Resemble AI, Apache-2.0; GE2E), made by
`scripts/speaker_model.py`. What is around it follows Resemblyzer: a level of -30 dBFS, the power of
40 mel bands every 10 ms, and the mean over windows of 1.6 s that begin every 0.77 s. Two things
differ: pauses are left out by their level and not by WebRTC's detector, and sound shorter than a
window is repeated, not padded with silence, which the model takes for part of the voice.
"""

from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.voice.detectors.onnx_model import Floats, OnnxModel
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

MODEL_FILE: Final = "speaker_embedding.onnx"
VOICE_SIZE: Final = 256

_FRAME = 400  # 25 ms
_HOP = 160
_WINDOW = 160
_STEP = 77
_LEAST_COVERAGE = 0.75
"""Of a window at the end, or it is left out."""
_MOST_WINDOWS = 6
"""Some 5.5 s of speech; of more, windows spread over all of it. Bounds what it costs."""
_LEVEL = 10 ** (-30 / 20)
_BLOCK = SAMPLE_RATE_HZ // 50
_UNDER_PEAK_DB = 35.0
_KEPT_BLOCKS = 9
"""Around each block of speech: soft consonants, and the moment between two words."""


class SpeakerEmbedding:
    """The model. Not for use on several threads at once.

    Raises:
        ModelFileError: If the file is missing.
        ModelLoadError: If it does not load.
    """

    def __init__(self) -> None:
        folder = resources.files("assistant.voice.detectors")
        with resources.as_file(folder.joinpath(MODEL_FILE)) as file:
            self._model = OnnxModel(file)

    def embed(self, speech: Samples) -> Floats:
        """Embed a speaker's voice as a unit vector of shape `(VOICE_SIZE,)`.

        Args:
            speech: 16 kHz mono, without pauses; see `without_pauses`. At least 25 ms.

        Raises:
            ValueError: If it is shorter.
        """
        if len(speech) < _FRAME:
            raise ValueError(f"speech has {_FRAME} samples at least, not {len(speech)}")
        speech = _levelled(speech)
        if len(speech) < _WINDOW * _HOP:
            speech = np.resize(speech, _WINDOW * _HOP)
        begins = _window_begins(len(speech))
        missing = (begins[-1] + _WINDOW) * _HOP - len(speech)
        power = _power(np.pad(speech, (0, max(0, missing))))
        windows = np.stack([power[begin : begin + _WINDOW] for begin in begins])
        mean = self._model.run_one(windows).mean(axis=0)
        return (mean / np.linalg.norm(mean)).astype(np.float32)


def without_pauses(samples: Samples) -> Samples:
    """Drop everything more than 35 dB below the loudest 20 ms of a recording.

    Args:
        samples: 16 kHz mono; may be empty.
    """
    count = len(samples) // _BLOCK
    if not count:
        return samples[:0]
    blocks = samples[: count * _BLOCK].reshape(count, _BLOCK)
    powers: npt.NDArray[np.float64] = np.mean(np.square(blocks, dtype=np.float64), axis=1)
    spoken = (powers > 0) & (powers >= powers.max() * 10 ** (-_UNDER_PEAK_DB / 10))
    kept = np.convolve(spoken, np.ones(_KEPT_BLOCKS), "same")[:count] > 0
    return blocks[kept].reshape(-1)


def _levelled(speech: Samples) -> Samples:
    level = float(np.sqrt(np.mean(np.square(speech, dtype=np.float64))))
    return speech * np.float32(_LEVEL / max(level, 1e-9))


def _power(speech: Samples) -> Floats:
    """Power spectrum every 10 ms, shape `(frames, 201)`."""
    padded = np.pad(speech, _FRAME // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, _FRAME)[::_HOP]
    window = np.hanning(_FRAME + 1)[:-1].astype(np.float32)
    spectrum = np.fft.rfft(frames * window, axis=1)
    return np.square(np.abs(spectrum)).astype(np.float32)


def _window_begins(samples: int) -> list[int]:
    """Frames at which windows begin."""
    frames = samples // _HOP + 1
    begins = list(range(0, max(1, frames - _WINDOW + _STEP + 1), _STEP))
    if len(begins) > 1 and samples / _HOP - begins[-1] < _LEAST_COVERAGE * _WINDOW:
        begins.pop()
    spread = np.linspace(0, len(begins) - 1, min(len(begins), _MOST_WINDOWS))
    return [begins[round(float(each))] for each in spread]

"""The wake word models over long recordings: the same scores as frame by frame, in a third of the time.

The embedding model looks at 76 columns of the spectrogram and moves on by eight, so that nine tenths
of its work on a frame were done for the frame before. It is a convolution throughout, so a window of
124 columns gives the embeddings of seven frames at once. Its file names the width in two places; they
are written anew in a copy. A file that does not look as expected is used as it is.
"""

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from assistant.voice.custom_wake_word.model.custom_wake_word import CustomWakeWord
from assistant.voice.detectors.onnx_model import Floats, OnnxModel
from assistant.voice.detectors.open_wake_word import WARM_UP_FRAMES
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples

_BANDS = 32
_SIZE = 96
_COLUMNS = 76
_HOP = 8
_WIDE_FRAMES = 7
_WIDE_COLUMNS: Final = _COLUMNS + _HOP * (_WIDE_FRAMES - 1)
_OVERLAP_SAMPLES = 480
_FULL_SCALE = np.float32(32768)
_BATCH = 4


def widened(model: bytes) -> bytes | None:
    """Return the embedding model for windows of `_WIDE_COLUMNS` columns.

    Returns:
        The bytes of the ONNX file, or None if the width is not found where it is expected: as the
        shape of the input, and as the shape of the reshape behind it.
    """
    shape = _input_shape(_COLUMNS)
    reshape = struct.pack("<4q", -1, 1, _COLUMNS, _BANDS)
    if model.count(shape) != 1 or model.count(reshape) != 1:
        return None
    wide = model.replace(shape, _input_shape(_WIDE_COLUMNS))
    return wide.replace(reshape, struct.pack("<4q", -1, 1, _WIDE_COLUMNS, _BANDS))


def _input_shape(columns: int) -> bytes:
    """Return three dimensions as ONNX writes them: columns, bands, one channel."""
    return b"".join(b"\x0a\x02\x08" + bytes([size]) for size in (columns, _BANDS, 1))


class WakeScores:
    """Scores of whole recordings. Not for use on several threads at once.

    Args:
        folder: Holds `melspectrogram.onnx` and `embedding_model.onnx`.
        phrases: Classifier file by phrase.
        custom: Classifiers of other phrases.
        scratch: Where the copy of the embedding model is written.

    Raises:
        ModelFileError: If a file is missing.
        ModelLoadError: If a file does not load.
    """

    def __init__(
        self,
        *,
        folder: Path,
        phrases: Mapping[str, Path],
        scratch: Path,
        custom: Mapping[str, CustomWakeWord] | None = None,
    ) -> None:
        self._custom = dict(custom or {})
        self._mel = OnnxModel(folder / "melspectrogram.onnx")
        embedding = folder / "embedding_model.onnx"
        self._embedding = OnnxModel(embedding)
        self._wide: OnnxModel | None = None
        if (wide := widened(embedding.read_bytes())) is not None:
            copy = scratch / "embedding_wide.onnx"
            copy.write_bytes(wide)
            self._wide = OnnxModel(copy)
        self._classifiers = {phrase: OnnxModel(path) for phrase, path in phrases.items()}

    def scores(self, samples: Samples) -> list[dict[str, float]]:
        """Return the scores of each whole frame of 80 ms, as `OpenWakeWord` gives them one by one.

        Args:
            samples: 16 kHz mono, from the beginning of what is heard.
        """
        frames = len(samples) // EMBEDDING_FRAME_SAMPLES
        columns = self._columns(samples[: frames * EMBEDDING_FRAME_SAMPLES])
        features = self._features(columns, frames)
        rows = max((_rows(model) for model in self._classifiers.values()), default=WARM_UP_FRAMES)
        features = np.concatenate((np.zeros((rows, _SIZE), np.float32), features))
        return [
            {
                phrase: float(
                    model.run_one(
                        features[None, frame + 1 + rows - _rows(model) : frame + 1 + rows]
                    ).reshape(-1)[0]
                )
                for phrase, model in self._classifiers.items()
            }
            | {
                phrase: each.score(features[frame + 1 : frame + 1 + rows])
                for phrase, each in self._custom.items()
            }
            for frame in range(frames)
        ]

    def _columns(self, samples: Samples) -> Floats:
        """Return the spectrogram, frame by frame: the model levels each call by its loudest value."""
        audio = samples * _FULL_SCALE
        parts = [np.ones((_COLUMNS, _BANDS), np.float32)]
        for end in range(EMBEDDING_FRAME_SAMPLES, len(audio) + 1, EMBEDDING_FRAME_SAMPLES):
            begin = max(0, end - EMBEDDING_FRAME_SAMPLES - _OVERLAP_SAMPLES)
            columns = self._mel.run_one(audio[None, begin:end]).reshape(-1, _BANDS)
            parts.append(columns / np.float32(10) + np.float32(2))
        return np.concatenate(parts)

    def _features(self, columns: Floats, frames: int) -> Floats:
        # The first frame has no overlap and gives fewer columns than the others.
        offset = len(columns) - _COLUMNS - _HOP * (frames - 1)
        features = np.zeros((frames, _SIZE), np.float32)
        frame = 0
        if self._wide is not None:
            step = _BATCH * _WIDE_FRAMES
            while frame + step <= frames:
                windows = np.stack(
                    [
                        columns[first : first + _WIDE_COLUMNS]
                        for first in range(
                            offset + frame * _HOP,
                            offset + (frame + step) * _HOP,
                            _WIDE_FRAMES * _HOP,
                        )
                    ]
                )
                wide = self._wide.run_one(windows[..., None])
                # Channels come before time where the model flattens its result.
                by_time = wide.reshape(_BATCH, _SIZE, _WIDE_FRAMES).transpose(0, 2, 1)
                features[frame : frame + step] = by_time.reshape(step, _SIZE)
                frame += step
        while frame < frames:
            first = offset + frame * _HOP
            window = columns[None, first : first + _COLUMNS, :, None]
            features[frame] = self._embedding.run_one(window).reshape(_SIZE)
            frame += 1
        return features


def _rows(model: OnnxModel) -> int:
    rows = model.input_shapes[0][1]
    return rows if isinstance(rows, int) else WARM_UP_FRAMES

"""Google's speech embedding as openWakeWord feeds it: 96 numbers every 80 ms about the last 775 ms.

The buffering follows openWakeWord 0.5.1 (Apache-2.0), as do both models, so the numbers equal its own.
"""

from pathlib import Path
from typing import Final

import numpy as np

from assistant.voice.detectors.onnx_model import Floats, OnnxModel
from assistant.voice.events import Samples

EMBEDDING_FRAME_SAMPLES: Final = 1280
"""The models' frame: 80 ms at 16 kHz."""
EMBEDDING_SIZE: Final = 96

_INT16_FULL_SCALE = 32768.0  # the spectrogram model wants 16 bit values, as floats
_OVERLAP_SAMPLES = 480  # three hops of 10 ms, so that a frame yields eight columns
_MEL_BANDS = 32
_EMBEDDING_COLUMNS = 76


class EmbeddingModels:
    """The two models; they keep nothing of what they heard.

    Args:
        folder: Holds `melspectrogram.onnx` and `embedding_model.onnx`.

    Raises:
        ModelFileError: If a file is missing.
        ModelLoadError: If a file does not load.
    """

    def __init__(self, folder: Path) -> None:
        self.mel = OnnxModel(folder / "melspectrogram.onnx")
        self.embedding = OnnxModel(folder / "embedding_model.onnx")


class SpeechEmbedding:
    """The embedding of one stream, fed without a gap."""

    def __init__(self, models: EmbeddingModels) -> None:
        self._models = models
        self._tail: Samples = np.zeros(0, np.float32)
        self._columns: Floats = np.ones((_EMBEDDING_COLUMNS, _MEL_BANDS), np.float32)

    def embed(self, frame: Samples) -> Floats:
        """The embedding at the end of the next frame, shape `(EMBEDDING_SIZE,)`.

        Args:
            frame: The next 80 ms, 16 kHz mono, shape `(EMBEDDING_FRAME_SAMPLES,)`.

        Raises:
            ValueError: If the frame has another length.
        """
        if len(frame) != EMBEDDING_FRAME_SAMPLES:
            raise ValueError(f"a frame has {EMBEDDING_FRAME_SAMPLES} samples, not {len(frame)}")
        audio = np.concatenate((self._tail, frame * np.float32(_INT16_FULL_SCALE)))
        self._tail = audio[-_OVERLAP_SAMPLES:]
        # The affine map brings the ONNX spectrogram to the values the embedding was trained on.
        columns = self._models.mel.run_one(audio[None, :]).reshape(-1, _MEL_BANDS)
        columns = columns / np.float32(10) + np.float32(2)
        self._columns = np.concatenate((self._columns, columns))[-_EMBEDDING_COLUMNS:]
        return self._models.embedding.run_one(self._columns[None, :, :, None]).reshape(-1)

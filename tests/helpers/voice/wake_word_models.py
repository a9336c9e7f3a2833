"""The wake word models that come along, for tests marked `models`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.events import Samples


def wake_word_models() -> Path:
    """Return their folder; skips the test where they are missing."""
    folder = Home.locate().models / "openwakeword"
    if not (folder / "melspectrogram.onnx").is_file():
        pytest.skip(f"no wake word models in {folder}")
    return folder


def wake_frames(samples: Samples) -> Iterator[Samples]:
    """Yield samples in the frames of a model; a shorter one at the end is left out."""
    for first in range(0, len(samples) - EMBEDDING_FRAME_SAMPLES + 1, EMBEDDING_FRAME_SAMPLES):
        yield samples[first : first + EMBEDDING_FRAME_SAMPLES]

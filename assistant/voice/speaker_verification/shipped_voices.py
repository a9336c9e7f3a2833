"""The other speakers that come along to tell a voice from; made by `scripts/other_voices.py`."""

from importlib import resources
from typing import Final

import numpy as np

from assistant.voice.detectors.speaker_embedding import Floats

FILE: Final = "other_voices.npz"


def other_voices() -> Floats:
    """One unit vector for each speaker, shape `(speakers, VOICE_SIZE)`."""
    with (
        resources.files("assistant.voice.speaker_verification").joinpath(FILE).open("rb") as file,
        np.load(file, allow_pickle=False) as stored,
    ):
        voices = np.asarray(stored["voices"], np.float32)
    return voices / np.linalg.norm(voices, axis=1, keepdims=True)

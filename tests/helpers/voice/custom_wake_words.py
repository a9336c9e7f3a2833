"""Wake words of the user's own, without recordings."""

import numpy as np

from assistant.voice.custom_wake_word.model.background_speech import WINDOW_FRAMES
from assistant.voice.custom_wake_word.model.custom_wake_word import (
    CustomWakeWord,
    EnrolmentEstimate,
)
from assistant.voice.detectors.speech_embedding import EMBEDDING_SIZE


def wake_word(phrase: str) -> CustomWakeWord:
    """Return a wake word that no speech reaches."""
    return CustomWakeWord(
        phrase=phrase,
        weights=np.ones(WINDOW_FRAMES * EMBEDDING_SIZE, np.float32),
        threshold=1e9,
        slope=1.0,
        estimate=EnrolmentEstimate(recordings=4, heard=4, heard_in_noise=3),
    )

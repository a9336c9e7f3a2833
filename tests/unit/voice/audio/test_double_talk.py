import numpy as np
import pytest

from assistant.voice.audio.double_talk import SPEECH, double_talk_probability
from assistant.voice.events import Samples


def frame(dbfs: float) -> Samples:
    """Return a frame of an RMS level."""
    return np.full(512, 10 ** (dbfs / 20), np.float32)


@pytest.mark.parametrize(
    ("probability", "raw", "clean", "weighed"),
    [
        (0.3, -20, -22, SPEECH),  # a person who is half cut away
        (0.3, -20, -31, SPEECH),
        (0.3, -20, -33, 0.3),  # what is left of the echo
        (0.3, -55, -55, 0.3),  # the room's noise between words
        (0.1, -20, -20, 0.1),  # a door
        (0.7, -20, -50, 0.7),  # what convinces anyway
    ],
)
def test_what_passes_nearly_whole_and_looks_a_little_like_speech_is_speech(
    probability: float, raw: float, clean: float, weighed: float
) -> None:
    assert double_talk_probability(probability, raw=frame(raw), clean=frame(clean)) == weighed

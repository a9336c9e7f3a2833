"""How likely it is that the user speaks, when the assistant does too. Pure.

Where both speak at once the echo canceller takes away part of the user as well, and what is left of
a voice often does not convince the voice activity model. But it lets nothing loud through while the
assistant speaks alone: measured in five made-up rooms, what is left of the echo is 25 to 50 dB below
what the microphone hears. So a frame that passes nearly whole and looks a little like speech is taken
for speech.
"""

from typing import Final

from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.events import Samples

PASSED_DB: Final = -12.0
"""Level of the clean frame against the raw one from which on it passed nearly whole."""
AUDIBLE_DBFS: Final = -50.0
"""Below this a frame is the noise of the room, which always passes whole."""
HINT: Final = 0.2
"""Probability from which on a frame looks a little like speech."""
SPEECH: Final = 0.5
"""Probability that such a frame is given."""


def double_talk_probability(probability: float, *, raw: Samples, clean: Samples) -> float:
    """Probability of speech in one frame while the assistant's voice can be heard.

    Args:
        probability: What the voice activity model says of the clean frame.
        raw: The frame with at most some echo taken out and the user whole, not empty.
        clean: The same as AEC3 leaves it.
    """
    if not HINT <= probability < SPEECH:
        return probability
    level = rms_dbfs(clean)
    passed = level >= AUDIBLE_DBFS and level - rms_dbfs(raw) >= PASSED_DB
    return SPEECH if passed else probability

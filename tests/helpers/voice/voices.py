"""Voices that nobody has: vectors in place of what the speaker model hears."""

import numpy as np

from assistant.voice.detectors.speaker_embedding import VOICE_SIZE, Floats
from assistant.voice.speaker_verification.model.voice_profile import (
    VoiceProfile,
    VoiceRecording,
    learn_voice,
)


def voice(speaker: int) -> Floats:
    """Return the voice of a speaker: even numbers sound alike among themselves, as men's do."""
    group = np.random.default_rng(speaker % 2 + 10_000).exponential(size=VOICE_SIZE)
    own = np.random.default_rng(speaker).exponential(size=VOICE_SIZE)
    return _unit((group + own).astype(np.float32))


def alike(speaker: int, seed: int, *, other: float = 0.15) -> Floats:
    """Return the voice of a speaker on another occasion.

    Args:
        speaker: Whose voice.
        seed: Of the occasion.
        other: Share of something else in it.
    """
    drawn = np.random.default_rng((speaker, seed)).exponential(size=VOICE_SIZE)
    mixed = (1 - other) * voice(speaker) + other * _unit(drawn.astype(np.float32))
    return _unit(mixed.astype(np.float32))


def recorded(clean: Floats) -> VoiceRecording:
    """Return a recording of a voice in which noise changes nothing."""
    return VoiceRecording(clean, clean)


def profile(speaker: int, phrase: str = "hey computer") -> VoiceProfile:
    """Return what was learned of a speaker."""
    return learn_voice(phrase, [recorded(alike(speaker, seed)) for seed in range(4)])


def others(count: int = 40) -> Floats:
    """Return the voices of other speakers; none of them is below 1000."""
    return np.stack([voice(1000 + each) for each in range(count)])


def _unit(each: Floats) -> Floats:
    return (each / np.linalg.norm(each)).astype(np.float32)

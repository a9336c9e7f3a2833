"""Whether a voice is the user's own. Pure.

What counts is not how alike two voices are, for that falls in noise and with short words, but how
much more alike this voice is to the user's than to those other speakers it resembles most (t-norm,
as in speaker verification). The longer a person spoke, the more is asked of them; below `LEAST_S`
nothing is decided, and a doubt is decided for the user: one whom nobody hears is worse than one too
many.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from assistant.voice.detectors.speaker_embedding import Floats
from assistant.voice.speaker_verification.model.voice_profile import VoiceProfile

LEAST_S: Final = 0.6
"""Seconds of speech without which nothing is decided."""
NEAREST: Final = 10
"""Of the other speakers, those that a voice is most alike to."""

_SECONDS: Final = (LEAST_S, 2.0)
_LEAST_MARGIN: Final = (-0.04, 0.02)
"""Of likeness at these lengths of speech; between them on a line."""
_CALL_MARGIN: Final = -0.08
"""The same for a call and for speech over the voice, whatever their length."""
_SPREAD: Final = (0.15, 0.4)
_SPREAD_MARGIN: Final = (0.0, -0.08)
"""Added where the recordings of the user were less alike among themselves than is usual."""


@dataclass(frozen=True, slots=True)
class HeardVoice:
    """A voice, and how long it was heard."""

    voice: Floats
    """A unit vector."""
    speech_s: float
    """Seconds, without pauses."""


class OwnVoices:
    """Tells the voices that were learned from others.

    Args:
        profiles: Of the users of this computer; one or more.
        others: Voices of other speakers, shape `(n, size)`, with at least `NEAREST` of them.
    """

    def __init__(self, profiles: Sequence[VoiceProfile], others: Floats) -> None:
        self._profiles = tuple(profiles)
        self._others = others

    def has(self, heard: HeardVoice, *, is_call: bool = False) -> bool | None:
        """Whether a voice is one of them; None if it was heard too briefly to judge.

        Args:
            is_call: Whether it said the wake word or speaks over the assistant: a user who is not
                heard then can do nothing by voice, so only what is clearly another counts.
        """
        if heard.speech_s < LEAST_S:
            return None
        least = float(np.interp(heard.speech_s, _SECONDS, _LEAST_MARGIN))
        least = min(least, _CALL_MARGIN) if is_call else least
        return any(
            self.margin(profile, heard.voice)
            >= least + float(np.interp(profile.spread, _SPREAD, _SPREAD_MARGIN))
            for profile in self._profiles
        )

    def margin(self, profile: VoiceProfile, voice: Floats) -> float:
        """How much more a voice resembles a profile than the nearest others."""
        nearest = np.sort(self._others @ voice)[-NEAREST:]
        return profile.similarity(voice) - float(nearest.mean())

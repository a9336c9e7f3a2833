"""Where in a recording somebody speaks.

Loudness finds begin and end of speech to the hundredth of a second, but takes a click, a breath or
the recorder's own noise for speech; voice activity knows speech, but wakes up late and lets go late.
So the loud frames count that are near to where voice activity hears somebody.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.voice.detectors.vad import VAD_FRAME_SAMPLES, SileroVad, shipped_vad_model
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.model.metrics import speech_begin_s, speech_end_s

VOICED_AT: Final = 0.5
BEFORE_S: Final = 0.15
"""A soft consonant at the beginning is louder than the room for so long before it is a voice."""
BEHIND_S: Final = 0.3
"""The same at the end."""
TRUSTED_S: Final = 0.3
"""A manifest's end of speech further away from the measured one is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechSpan:
    """Begin and end of speech, in seconds of the recording."""

    begin: float
    end: float


def speech_span(samples: Samples, probabilities: npt.NDArray[np.float32]) -> SpeechSpan | None:
    """Return where somebody speaks.

    Args:
        samples: 16 kHz mono, shape `(n,)`.
        probabilities: Of speech, for each whole frame of `VAD_FRAME_SAMPLES`.

    Returns:
        Begin and end, or None if nobody speaks.
    """
    voiced = np.flatnonzero(probabilities >= VOICED_AT)
    if not voiced.size:
        return None
    first = round(int(voiced[0]) * VAD_FRAME_SAMPLES - BEFORE_S * SAMPLE_RATE_HZ)
    last = round(int(voiced[-1] + 1) * VAD_FRAME_SAMPLES + BEHIND_S * SAMPLE_RATE_HZ)
    first = max(0, first)
    piece = samples[first:last]
    begin, end = speech_begin_s(piece, SAMPLE_RATE_HZ), speech_end_s(piece, SAMPLE_RATE_HZ)
    if begin is None or end is None or end <= begin:
        return None
    offset_s = first / SAMPLE_RATE_HZ
    return SpeechSpan(begin=offset_s + begin, end=offset_s + end)


class Spans:
    """Finds where somebody speaks in recordings.

    Raises:
        ModelFileError: If the voice activity model is missing.
        ModelLoadError: If it does not load.
    """

    def __init__(self) -> None:
        self._vad = SileroVad(shipped_vad_model())

    def of(self, samples: Samples) -> SpeechSpan | None:
        """Return where somebody speaks in a recording of 16 kHz mono; None if nobody does."""
        whole = len(samples) // VAD_FRAME_SAMPLES * VAD_FRAME_SAMPLES
        if not whole:
            return None
        self._vad.reset()
        return speech_span(samples, self._vad.probabilities(samples[:whole]))

    def end_of(self, samples: Samples, told: float | None) -> float | None:
        """Return the second at which speech ends.

        Args:
            samples: 16 kHz mono.
            told: What the manifest says; believed if it is near to what can be heard.
        """
        span = self.of(samples)
        if span is None:
            return told
        return told if told is not None and abs(told - span.end) <= TRUSTED_S else span.end

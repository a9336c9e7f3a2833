"""What rings: a melody that comes again and again, and now and then what it is for. Pure.

Made as the other tones are, so that it belongs to the same voice, but longer and louder: -10 dBFS.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from assistant.protocol.timers import TimerKind
from assistant.voice.audio.earcons import RATE_HZ, Note, melody
from assistant.voice.events import Samples

_PEAK: Final = 0.32
_PAUSE_S: Final = 1.6
_BEFORE_WORDS_S: Final = 0.35
_PLAIN_ROUNDS: Final = 2
"""Melodies without words between those with them: nobody wants to be told every three seconds."""

_C5, _E5, _G5, _A5, _C6 = 523.25, 659.26, 783.99, 880.0, 1046.5
_REST: Final = Note(0.0, 0.16)
_MELODIES: Final[Mapping[TimerKind, Sequence[Note]]] = {
    TimerKind.TIMER: (
        *(Note(_E5, 0.11), Note(_G5, 0.11), Note(_C6, 0.24), _REST),
        *(Note(_E5, 0.11), Note(_G5, 0.11), Note(_C6, 0.3)),
    ),
    TimerKind.ALARM: (
        *(Note(_C5, 0.2), Note(_E5, 0.2), Note(_G5, 0.2), Note(_A5, 0.34), _REST),
        *(Note(_G5, 0.2), Note(_E5, 0.34)),
    ),
    TimerKind.REMINDER: (Note(_G5, 0.16), Note(_E5, 0.16), Note(_A5, 0.36)),
}


def ring_loop(kind: TimerKind, words: Sequence[Samples] = ()) -> Samples:
    """The loop to repeat: mono, `RATE_HZ`, silent at both ends.

    Args:
        words: What it is for, spoken, each at `RATE_HZ`.
    """
    tune = melody(_MELODIES[kind], peak=_PEAK)
    pause = _silence(_PAUSE_S)
    spoken = [part for one in words if one.size for part in (_silence(_BEFORE_WORDS_S), one)]
    if not spoken:
        return np.concatenate([tune, pause])
    return np.concatenate([tune, *spoken, pause, *[tune, pause] * _PLAIN_ROUNDS])


def _silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE_HZ), np.float32)

"""Short tones that say what Parley does: soft sines, made when asked for. Pure.

Rising means "go on", falling means "done", a small low third means that something went wrong. Muting
and unmuting are the same two low notes, down and up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

import numpy as np

from assistant.voice.events import Samples

RATE_HZ: Final = 24_000

_PEAK: Final = 0.18  # -15 dBFS: below the voice
_ATTACK_S: Final = 0.008
_DECAY_S: Final = 0.055  # time in which a note falls to a third
_OVERLAP_S: Final = 0.03
_SECOND_PARTIAL: Final = 0.15


class Earcon(Enum):
    """What a tone says."""

    WAKE = "wake"
    """The wake word was heard; speak."""
    END_OF_TURN = "end_of_turn"
    """You were heard; wait."""
    WAITING = "waiting"
    """It is your turn to answer."""
    ERROR = "error"
    """It did not work."""
    MUTED = "muted"
    """The microphone was closed."""
    UNMUTED = "unmuted"
    """The microphone is open again."""
    AGENT_WAITING = "agent_waiting"
    """A coding agent waits for you."""
    AGENT_DONE = "agent_done"
    """A coding agent is done."""


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of a melody."""

    hz: float
    length_s: float


# Frequencies are those of the tempered scale: C4 262, G4 392, A4 440, C5 523, E5 659, G5 784, A5 880,
# C6 1047.
_MELODIES: Final[Mapping[Earcon, Sequence[Note]]] = {
    Earcon.WAKE: (Note(523.25, 0.09), Note(783.99, 0.15)),
    Earcon.END_OF_TURN: (Note(659.26, 0.08), Note(523.25, 0.12)),
    Earcon.WAITING: (Note(659.26, 0.09), Note(659.26, 0.09), Note(880.0, 0.16)),
    Earcon.ERROR: (Note(440.0, 0.12), Note(369.99, 0.2)),
    Earcon.MUTED: (Note(392.0, 0.07), Note(261.63, 0.12)),
    Earcon.UNMUTED: (Note(261.63, 0.07), Note(392.0, 0.12)),
    Earcon.AGENT_WAITING: (
        *(Note(783.99, 0.08), Note(1046.5, 0.1), Note(0.0, 0.05)),
        *(Note(783.99, 0.08), Note(1046.5, 0.2)),
    ),
    Earcon.AGENT_DONE: (Note(783.99, 0.1), Note(659.26, 0.1), Note(523.25, 0.24)),
}


@cache
def earcon_samples(earcon: Earcon) -> Samples:
    """A tone: mono, `RATE_HZ`, peak at -15 dBFS, silent at both ends; read-only."""
    return melody(_MELODIES[earcon], peak=_PEAK)


def melody(notes: Sequence[Note], *, peak: float) -> Samples:
    """Render notes in sequence: mono, `RATE_HZ`, silent at both ends.

    Args:
        notes: The tones; one of 0 Hz is a rest.
        peak: Loudest sample, up to 1.
    """
    step = [note.length_s - _OVERLAP_S for note in notes]
    starts = [round(sum(step[:index]) * RATE_HZ) for index in range(len(notes))]
    tones = [_tone(note) for note in notes]
    mixed = np.zeros(max(at + tone.size for at, tone in zip(starts, tones, strict=True)))
    for at, tone in zip(starts, tones, strict=True):
        mixed[at : at + tone.size] += tone
    return (mixed * (peak / np.abs(mixed).max())).astype(np.float32)


def _tone(note: Note) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    time_s = np.arange(round((note.length_s + _OVERLAP_S) * RATE_HZ)) / RATE_HZ
    wave = np.sin(2 * np.pi * note.hz * time_s)
    wave += _SECOND_PARTIAL * np.sin(4 * np.pi * note.hz * time_s)
    attack = np.minimum(1.0, time_s / _ATTACK_S)
    release = np.minimum(1.0, (time_s[-1] - time_s) / _OVERLAP_S)
    smooth = np.sin(0.5 * np.pi * np.minimum(attack, release)) ** 2
    return np.asarray(wave * smooth * np.exp(-time_s / (2 * _DECAY_S)), np.float64)

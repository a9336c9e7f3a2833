"""Pauses put into recorded sentences at the places where speakers pause. Pure.

The silence is the recording's own room: its quietest stretch, forward and backward in turn, so that
neither a join nor digital silence tells where it was put in. The places lie where a sentence is
quietest near the beginning or the end of a word that begins a phrase or asks for one.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from zlib import crc32

import numpy as np

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

PLACES: Final = Path(__file__).parents[1] / "spliced_pauses.tsv"
"""One pause a line: file, second of the recording, length in seconds, where in the sentence."""

SpeakerHalf = Literal["tuning", "judging"]
"""Speakers on whom the delays were chosen, or those who judge them."""

_ROOM_S: Final = 0.2
_STEP_S: Final = 0.01
_FADE_S: Final = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class SplicedPause:
    """A pause that is put into a recording."""

    file: str
    """As the manifest of the recordings names it."""
    at_s: float
    pause_s: float
    place: str
    """The word before or after it, as `before with` or `after a`."""


def read_places() -> tuple[SplicedPause, ...]:
    """Return the pauses of the table, in its order."""
    lines = PLACES.read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines if line)
    return tuple(
        SplicedPause(file=file, at_s=float(at), pause_s=float(length), place=place)
        for file, at, length, place in rows
    )


def half_of(speaker: str) -> SpeakerHalf:
    """Return whether a speaker's recordings were tuned on or judge; nobody's do both."""
    return "tuning" if crc32(speaker.encode()) % 2 else "judging"


def splice_pause(samples: Samples, *, at_s: float, pause_s: float) -> Samples:
    """Return a recording with a pause in it, joined by fades of ten milliseconds.

    Args:
        samples: 16 kHz mono, longer than the stretch of room that fills the pause.
        at_s: Where the pause begins.
        pause_s: How long it is; the recording becomes so much longer.
    """
    place, fade = round(at_s * SAMPLE_RATE_HZ), round(_FADE_S * SAMPLE_RATE_HZ)
    room = _room(samples, round(pause_s * SAMPLE_RATE_HZ) + 2 * fade)
    rise = np.linspace(0.0, 1.0, fade, dtype=np.float32)
    before, after = samples[:place].copy(), samples[place:].copy()
    before[-fade:] = before[-fade:] * rise[::-1] + room[:fade] * rise
    after[:fade] = after[:fade] * rise + room[-fade:] * rise[::-1]
    return np.concatenate((before, room[fade:-fade], after))


def _room(samples: Samples, count: int) -> Samples:
    """Return `count` samples of a recording's quietest stretch."""
    length, step = round(_ROOM_S * SAMPLE_RATE_HZ), round(_STEP_S * SAMPLE_RATE_HZ)
    begins = range(0, len(samples) - length + 1, step)
    begin = min(begins, key=lambda first: float(np.mean(samples[first : first + length] ** 2)))
    stretch = samples[begin : begin + length]
    both = np.concatenate((stretch, stretch[::-1]))
    return np.tile(both, count // len(both) + 1)[:count]

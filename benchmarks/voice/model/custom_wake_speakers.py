"""Which recordings teach what a user's own wake word is not, and which judge it. Pure.

Nobody does both, and no speaker whose recordings make the wake words is among those who teach.
"""

from typing import Final
from zlib import crc32

from benchmarks.voice.clips import RecordedClip

TAUGHT_WITH: Final = ("speech", "turn", "digit", "negative", "wake")
JUDGED_BY: Final = ("speech", "turn", "digit", "negative", "noise")


def is_taught_with(clip: RecordedClip) -> bool:
    """Whether the embeddings of a recording come with the program."""
    return clip.kind in TAUGHT_WITH and _half(clip) == 0


def judges(clip: RecordedClip) -> bool:
    """Whether a recording is part of the sound in which nothing should wake."""
    return clip.kind == "noise" or (clip.kind in JUDGED_BY and _half(clip) == 1)


def _half(clip: RecordedClip) -> int:
    return crc32(clip.speaker.encode()) % 2

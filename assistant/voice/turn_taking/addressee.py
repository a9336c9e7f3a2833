"""Whether what was said is meant for Parley, in a session that needs no wake word. Pure.

A television and people who talk to each other are heard as well as the user, and whole sentences of
theirs would each become a request. Another voice than the user's, where only theirs counts, is never
for Parley. Else four witnesses decide, counted in decibels:

==========================  ===========================================================
the level                   against the user's own in this session, as they called it
the voice                   +10 where there is none: a whisper is some 15 dB softer, and nobody
                            whispers from afar
the end of the turn         -3 where the judge of turns never believed in it, nor the words
the words                   +6 for what is a command by its words alone, or plainly an answer to
                            the question that is put, +4 for a reply to what Parley just asked,
                            +2 for a question
==========================  ===========================================================

Less than `FARTHEST_DB` below the user's own level is for Parley, and so is everything after a call.
`tests/unit/voice/turn_taking/test_addressee.py` has what that means for recorded speakers.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from assistant.conversation.intents.stop_command import is_stop
from assistant.voice.audio.loudness import FLOOR_DBFS
from assistant.voice.audio.whispered_speech import is_whispered
from assistant.voice.events import Samples
from assistant.voice.turn_taking.farewell import is_goodbye

FARTHEST_DB: Final = 7.0
"""Below the user's own level, what is as likely theirs as not; people vary by some 3 dB."""
INTERRUPTION_DB: Final = 10.0
"""The same for speech over the voice whose words are not known: it is more often meant."""

_COMMAND_DB: Final = 6.0
_REPLY_DB: Final = 4.0
_QUESTION_DB: Final = 2.0
_DOUBTED_DB: Final = 3.0
_WHISPER_DB: Final = 10.0
_ALIKE_DB: Final = 3.0
_ADAPTATION: Final = 0.3
_FRAME: Final = 512
_SPOKEN_DB: Final = 12.0
"""Frames that are no more than this below the loudest are speech."""
_QUESTION: Final = re.compile(r"[?？]\s*[\"'”’»)]*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceSound:
    """How an utterance sounded."""

    level_dbfs: float
    is_end_doubted: bool = False
    """Whether the judge of turns never believed that it was over, nor do its words."""
    is_own_voice: bool | None = None
    """Whether it is a voice that counts; None if every one does, or if that is not known."""
    is_whispered: bool = False


def sound_of(
    samples: Samples, *, is_end_doubted: bool = False, is_own_voice: bool | None = None
) -> UtteranceSound:
    """How an utterance sounded; takes some 5 ms of a soft one of four seconds.

    Args:
        samples: 16 kHz mono, full scale ±1.0; may be empty.
        is_end_doubted: See `UtteranceSound`, as the next one.
        is_own_voice: None if every voice counts, or if that is not known.
    """
    return UtteranceSound(
        level_dbfs=speech_dbfs(samples),
        is_end_doubted=is_end_doubted,
        is_own_voice=is_own_voice,
        is_whispered=is_whispered(samples) is True,
    )


def speech_dbfs(samples: Samples) -> float:
    """Level of the speech in a recording, whatever silence is around it.

    Args:
        samples: 16 kHz mono, full scale ±1.0; may be empty.
    """
    frames = len(samples) // _FRAME
    if not frames:
        return FLOOR_DBFS
    blocks = samples[: frames * _FRAME].reshape(frames, _FRAME)
    powers: npt.NDArray[np.float64] = np.mean(np.square(blocks, dtype=np.float64), axis=1)
    width = min(3, frames)  # a click is shorter
    loudest = float(np.max(np.convolve(powers, np.ones(width) / width, "valid")))
    if loudest <= 0:
        return FLOOR_DBFS
    spoken = powers[powers >= loudest * 10 ** (-_SPOKEN_DB / 10)]
    return max(FLOOR_DBFS, 10 * float(np.log10(np.mean(spoken))))


def is_addressed(
    text: str,
    sound: UtteranceSound | None,
    *,
    own_dbfs: float | None,
    is_plain: bool = False,
    is_reply: bool = False,
) -> bool:
    """Whether words are meant for Parley.

    Args:
        sound: How they sounded; None if that is not known.
        own_dbfs: The user's own level in this session; None before they said anything.
        is_plain: Whether they are a command by themselves, in whichever conversation, or plainly an
            answer to the question that is put.
        is_reply: Whether Parley has just asked something.
    """
    if sound is not None and sound.is_own_voice is False:
        return False
    if sound is None or own_dbfs is None:
        return True
    weight = sound.level_dbfs - own_dbfs
    if is_plain or is_stop(text) or is_goodbye(text):
        weight += _COMMAND_DB
    if is_reply:
        weight += _REPLY_DB
    if _QUESTION.search(text):
        weight += _QUESTION_DB
    if sound.is_whispered:
        weight += _WHISPER_DB
    if sound.is_end_doubted:
        weight -= _DOUBTED_DB
    return weight >= -FARTHEST_DB


def is_distant(level_dbfs: float | None, *, own_dbfs: float | None) -> bool:
    """Whether speech of unknown words is too soft to be the user's."""
    return (
        level_dbfs is not None and own_dbfs is not None and level_dbfs < own_dbfs - INTERRUPTION_DB
    )


def follow_level(own_dbfs: float | None, sound: UtteranceSound | None) -> float | None:
    """The user's own level after an utterance.

    One much softer counts as theirs and changes nothing, lest the level sink to that of others.
    """
    if sound is None:
        return own_dbfs
    if own_dbfs is None:
        return sound.level_dbfs
    change = sound.level_dbfs - own_dbfs
    return own_dbfs if change < -_ALIKE_DB else own_dbfs + _ADAPTATION * change

"""What a few words said over the assistant's voice mean. Pure.

Most of what is said over a voice is not meant to stop it: "mhm", "yeah, okay". Some is
meant to do nothing else: "stop", "wait a moment". Everything else is the beginning of a turn. The
phrases of all languages count at once, because recognisers name the language of one short word
wrongly more often than the word.
"""

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from assistant.conversation.intents.stop_command import BACKCHANNELS, PhraseSet, fold, is_stop
from assistant.voice.turn_taking.self_echo import is_self_echo


class OverlapMeaning(Enum):
    """What was said over the voice."""

    NOTHING = "nothing"
    """No words: a cough, music, what a recogniser writes for noise."""
    BACKCHANNEL = "backchannel"
    """The user listens and says so."""
    OWN_WORDS = "own_words"
    """The assistant's own voice, heard again."""
    STOP = "stop"
    """The user wants silence, now."""
    WORDS = "words"
    """Anything else: the user takes the turn."""


_BRACKETED: Final = re.compile(r"\[[^\]]*\]|\([^)]*\)|（[^）]*）|【[^】]*】|\*[^*]*\*|<[^>]*>")
"""How recognisers write what is no speech: "[Music]", "(coughs)", "*sigh*"."""
_ANSWERS: Final = PhraseSet.of_all(lambda known: known.backchannels.answering | known.agreements)
_QUESTION: Final = re.compile(r"[?？]\s*[\"'”’)»]*\s*$")


def classify_overlap(text: str, *, saying: Sequence[str]) -> OverlapMeaning:
    """Classify `text` said over the voice.

    Args:
        text: What was understood; empty if there were no words.
        saying: The lines that were being said at the time, the last one being said last. If that is
            a question, "yes" and "mhm" answer it.
    """
    folded = fold(_BRACKETED.sub(" ", text))
    if not folded:
        return OverlapMeaning.NOTHING
    if is_stop(folded):
        return OverlapMeaning.STOP
    if BACKCHANNELS.holds(folded, hums=True):
        is_asked = bool(saying) and _QUESTION.search(saying[-1]) is not None
        is_answer = _ANSWERS.holds(folded, hums=True)
        return OverlapMeaning.WORDS if is_asked and is_answer else OverlapMeaning.BACKCHANNEL
    return OverlapMeaning.OWN_WORDS if is_self_echo(text, saying) else OverlapMeaning.WORDS

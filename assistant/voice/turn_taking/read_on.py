"""What a reply to "the rest is on the screen; shall I go on?" means. Pure."""

from enum import Enum
from typing import Final

from assistant.conversation.intents.stop_command import PhraseSet, fold, is_stop


class ReadOnReply(Enum):
    """How the user replied."""

    READ_ON = "read_on"
    END = "end"
    OTHER = "other"
    """Something else: a new turn."""


_COURTESY: Final = PhraseSet.of_all(lambda known: known.courtesy)
_YES: Final = PhraseSet.of_all(
    lambda known: known.agreements | known.read_on_replies.read_on | known.courtesy
)
_NO: Final = PhraseSet.of_all(lambda known: known.read_on_replies.end | known.courtesy)


def classify_read_on(text: str) -> ReadOnReply:
    """Classify a reply to the offer, in any language."""
    folded = fold(text)
    if not folded or _COURTESY.holds(folded):
        return ReadOnReply.OTHER
    if _YES.holds(folded):
        return ReadOnReply.READ_ON
    return ReadOnReply.END if _NO.holds(folded) or is_stop(folded) else ReadOnReply.OTHER

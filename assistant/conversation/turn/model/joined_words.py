"""The words of a user who went on after their turn had been taken to be over. Pure."""

import re
from typing import Final

_PAUSE_MARK: Final = re.compile(r"[\s.,;:…。．、，；：]+$")
"""What a recogniser puts where speech stops; a question mark may be meant."""
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff、。，？！]")


def join_words(begun: str, more: str) -> str:
    """Join two parts of one utterance; `more` may be empty."""
    more = more.strip()
    if not more:
        return begun
    begun = _PAUSE_MARK.sub("", begun)
    is_spaced = not (_UNSPACED.search(begun[-1:]) and _UNSPACED.search(more[:1]))
    return f"{begun}{' ' if begun and is_spaced else ''}{more}"

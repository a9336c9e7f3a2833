"""Lets a line end within a word that no line can hold. Pure."""

import re
import unicodedata
from typing import Final

_LONG_COLUMNS: Final = 24
"""Columns of a word that fits a line everywhere."""
_PIECE: Final = 8
"""Characters between two places where a longer one may end its line."""
_MAY_END: Final = "\u200b"
_JOINER: Final = "\u200d"
_WORD: Final = re.compile(r"\S+")


def with_breaks(text: str) -> str:
    """Return a text with places, which nobody sees, where its long words may be broken."""
    return _WORD.sub(lambda found: _broken(found[0]), text)


def _broken(word: str) -> str:
    if sum(_columns(character) for character in word) <= _LONG_COLUMNS:
        return word
    parts: list[str] = []
    since = 0
    for index, character in enumerate(word):
        if since >= _PIECE and not _belongs_to(character, word[index - 1]):
            parts.append(_MAY_END)
            since = 0
        parts.append(character)
        since += 1
    return "".join(parts)


def _columns(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _belongs_to(character: str, before: str) -> bool:
    """Return whether a character is one sign with the one before it."""
    return unicodedata.category(character)[0] == "M" or _JOINER in (character, before)

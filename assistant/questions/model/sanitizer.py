"""Text made safe to keep: what a person types and what a model writes."""

import re
import unicodedata
from typing import Final

from assistant.foreign_text import is_hidden, without_sequences

_DIRECTION_MARKS: Final = {"\u061c", "\u200e", "\u200f"}
"""People type them between scripts that run in different directions."""
_LINE_ENDS: Final = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_LINE_SPACE: Final = re.compile(r"[ \t]*\n\s*|\t+")


def clean_text(text: str, *, multiline: bool = False) -> str:
    """Return `text` without what could deceive a reader or break a display.

    Composed to NFC; control sequences of terminals, control characters (C0, C1), lone surrogates, the bidirectional overrides and
    isolates (U+202A to U+202E, U+2066 to U+2069) and what does not show, such as tags, are removed;
    both ends are trimmed. Everything else stays as written, `<` and `&` too: escaping is each display's own work.

    Args:
        text: What was typed, said or sent.
        multiline: Keep line feeds and tabs. Otherwise each run of them becomes one space.
    """
    text = _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", without_sequences(text)))
    if not multiline:
        text = _LINE_SPACE.sub(" ", text)
    return "".join(c for c in text if _is_safe(c)).strip()


def _is_safe(character: str) -> bool:
    return character in _DIRECTION_MARKS or not is_hidden(character)


def one_line(text: str) -> str:
    """Return `text` with every run of white space as one space."""
    return " ".join(text.split())


def label_key(text: str) -> str:
    """Return the form in which two labels count as the same: composed, without case, trimmed."""
    return one_line(unicodedata.normalize("NFC", text)).casefold()

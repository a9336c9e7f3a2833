"""Text as a terminal may get it: no character of it steers the terminal. Pure."""

import unicodedata

from assistant.foreign_text import without_sequences


def printable(text: str) -> str:
    """Remove control sequences and characters, so that no text can steer the terminal.

    Line ends and tabs stay.
    """
    text = without_sequences(text)
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf"})

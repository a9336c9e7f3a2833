"""Text as a terminal may get it: no character of it steers the terminal. Pure."""

import unicodedata


def printable(text: str) -> str:
    """Remove control characters, so that no text can steer the terminal; not line ends and tabs."""
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in {"Cc", "Cf"})

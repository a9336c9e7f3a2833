"""The forms of a text in which it is looked at. Pure."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

_SPELLINGS: Final = str.maketrans({"’": "'", "‘": "'", "´": "'", "²": "^2", "³": "^3", "−": "-"})
_NO_LENGTH: Final = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")


def cleaned(text: str) -> str:
    """Return a text with one spelling of each sign; what is taken down is cut out of it."""
    plain = unicodedata.normalize("NFKC", text.translate(_SPELLINGS))
    return " ".join(_NO_LENGTH.sub("", plain).split())


def fold(text: str) -> str:
    """Return a text without case and accents, as long as it was."""
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    lower = char.lower()
    if len(lower) != 1:
        return char
    if lower < "\u00c0" or lower > "\u024f":  # only letters of the Latin alphabet bear accents here
        return lower
    return unicodedata.normalize("NFD", lower)[0]

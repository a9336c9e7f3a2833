"""The forms of a text in which it is looked at. Pure."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES

_SPELLINGS: Final = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "´": "'",
        "²": "^2",
        "³": "^3",
        "−": "-",
        "½": " 1/2",
        "¼": " 1/4",
        "¾": " 3/4",
    }
)
_VARIANTS: Final = {
    written: meant
    for known in LANGUAGES.values()
    for written, meant in known.letter_variants.meant_by_written().items()
}
_BARE_DECIMALS: Final = re.compile(r"(?<![0-9A-Za-z_.,\u00c0-\u024f])(?=[.,]\d)")
"""Where a zero is left out: ".5"."""
_NO_LENGTH: Final = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")


def cleaned(text: str) -> str:
    """One spelling for each sign. Slots are cut out of this form."""
    plain = unicodedata.normalize("NFKC", text.translate(_SPELLINGS))
    return " ".join(_BARE_DECIMALS.sub("0", _NO_LENGTH.sub("", plain)).split())


def fold(text: str) -> str:
    """Lower case without accents and letter variants; keeps the length."""
    if text.isascii():
        return text.lower()
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    lower = char.lower()
    if len(lower) != 1:
        return char
    if lower < "\u00c0" or lower > "\u024f":  # only letters of the Latin alphabet bear accents here
        return _VARIANTS.get(lower, lower)
    return unicodedata.normalize("NFD", lower)[0]

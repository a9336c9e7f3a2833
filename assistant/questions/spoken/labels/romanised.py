"""How words of other scripts sound in Latin letters, so that "아파치" is "Apache". Pure."""

import re
from functools import lru_cache
from typing import Final

from anyascii import anyascii

_RULES: Final = (
    (r"eu|[yw](?=[aeiou])", ""),
    (r"eo", "o"),
    (r"[ao]e", "e"),
    (r"ph|f", "p"),
    (r"v", "b"),
    (r"qu?|ck?(?!h)|g(?![aeiou])", "k"),
    (r"x", "ks"),
    (r"z|jh?", "j"),
    (r"th", "s"),
    (r"l", "r"),
    (r"(.)\1+", r"\1"),
    (r"e$", ""),
)
"""What voices and scripts do not tell apart, or write and do not say."""


@lru_cache(maxsize=2048)
def sound(word: str) -> str:
    """Return the sound of a word in Latin, Korean or Japanese letters, as far as they share it."""
    said = anyascii(word).casefold()
    for pattern, replacement in _RULES:
        said = re.sub(pattern, replacement, said)
    return said


@lru_cache(maxsize=2048)
def syllables(text: str) -> tuple[str, ...]:
    """Return Chinese characters as they are said, without tones; other characters as they are."""
    return tuple(anyascii(character).casefold() for character in text if not character.isspace())

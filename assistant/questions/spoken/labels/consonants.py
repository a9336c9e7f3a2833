"""How words sound by their consonants, so that "에스큐라이트" is "SQLite". Pure."""

import unicodedata
from typing import Final

_LATIN: Final = str.maketrans(
    {
        **dict.fromkeys("aeiouyhw", None),
        **dict.fromkeys("cqkx", "k"),
        **dict.fromkeys("lr", "r"),
        **dict.fromkeys("fpv", "p"),
        **dict.fromkeys("bp", "p"),
        **dict.fromkeys("sz", "s"),
        **dict.fromkeys("jg", "g"),
        **dict.fromkeys("td", "t"),
        **dict.fromkeys("mn", "n"),
    }
)
"""Letters by the place where they are spoken; recognisers change the voice, not the place."""
_INITIALS: Final = "g k n t t r n p p s s _ g g g k t p _".split()
"""Of Korean syllables, in the order of Unicode."""
_FINALS: Final = "_ k k ks n n n t r rk rn rp rs rt rp r n p ps s s n t t k t p _".split()
_KANA: Final = "KATAKANA LETTER "
"""How the names of its letters begin in Unicode; a syllable follows."""
_KANA_APART: Final = {"ZI": "g", "DI": "g", "HU": "p"}
"""Syllables that are spoken elsewhere than their letters are."""
_KANA_PLACES: Final = dict(zip("KGSZTDNMPBVR", "kgssttnnpppr", strict=True))
_FIRST_SYLLABLE: Final = 0xAC00
_SYLLABLES: Final = 11172
_HIRAGANA: Final = range(0x3041, 0x3097)
_TO_KATAKANA: Final = 0x60


def consonants(text: str) -> str:
    """Return the consonants of a text in Latin, Korean or Japanese letters, each once in a row."""
    sounds = "".join(map(_sound, unicodedata.normalize("NFC", text).casefold().replace("th", "s")))
    sounds = sounds.replace("_", "").replace("ks", "k")
    return "".join(sound for n, sound in enumerate(sounds) if n == 0 or sound != sounds[n - 1])


def _sound(character: str) -> str:
    at = ord(character) - _FIRST_SYLLABLE
    if 0 <= at < _SYLLABLES:
        return _INITIALS[at // 588] + _FINALS[at % 28]
    if ord(character) in _HIRAGANA:
        character = chr(ord(character) + _TO_KATAKANA)
    name = unicodedata.name(character, "")
    if name.startswith(_KANA):
        syllable = name.removeprefix(_KANA)
        return _KANA_APART.get(syllable) or _KANA_PLACES.get(
            syllable[0] * (" " not in syllable), ""
        )
    plain = unicodedata.normalize("NFD", character)[0]
    return plain.translate(_LATIN) if plain.isascii() and plain.isalpha() else ""

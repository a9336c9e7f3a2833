"""The scripts that languages are written in, by their letters. Pure."""

import re
from collections.abc import Mapping
from enum import Enum
from typing import Final


class Script(Enum):
    """Letters that one or several languages are written in."""

    LATIN = "latin"
    GREEK = "greek"
    CYRILLIC = "cyrillic"
    HEBREW = "hebrew"
    ARABIC = "arabic"
    DEVANAGARI = "devanagari"
    THAI = "thai"
    HANGUL = "hangul"
    KANA = "kana"
    HAN = "han"


_RANGES: Final = (
    (Script.LATIN, 0x0041, 0x024F),
    (Script.LATIN, 0x1E00, 0x1EFF),
    (Script.GREEK, 0x0370, 0x03FF),
    (Script.CYRILLIC, 0x0400, 0x052F),
    (Script.HEBREW, 0x0590, 0x05FF),
    (Script.ARABIC, 0x0600, 0x06FF),
    (Script.DEVANAGARI, 0x0900, 0x097F),
    (Script.THAI, 0x0E00, 0x0E7F),
    (Script.HANGUL, 0x1100, 0x11FF),
    (Script.KANA, 0x3040, 0x30FF),
    (Script.HANGUL, 0x3130, 0x318F),
    (Script.HAN, 0x3400, 0x4DBF),
    (Script.HAN, 0x4E00, 0x9FFF),
    (Script.HANGUL, 0xAC00, 0xD7AF),
    (Script.HAN, 0xF900, 0xFAFF),
    (Script.KANA, 0xFF66, 0xFF9F),
    (Script.HAN, 0x20000, 0x323AF),
)
SCRIPT_LETTERS: Final[Mapping[Script, re.Pattern[str]]] = {
    Script.HANGUL: re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]"),
    Script.KANA: re.compile(r"[\u3040-\u30ff]"),
    Script.HAN: re.compile(r"[\u3400-\u9fff]"),
    Script.GREEK: re.compile(r"[\u0370-\u03ff]"),
    Script.CYRILLIC: re.compile(r"[\u0400-\u052f]"),
    Script.HEBREW: re.compile(r"[\u0590-\u05ff]"),
    Script.ARABIC: re.compile(r"[\u0600-\u06ff]"),
    Script.DEVANAGARI: re.compile(r"[\u0900-\u097f]"),
    Script.THAI: re.compile(r"[\u0e00-\u0e7f]"),
}
"""A letter that tells the script of a text, which may hold Latin ones as well; what tells most goes
first."""


def script_of(character: str) -> Script | None:
    """Return the script of a letter; None if it is none, or of a script that is not known."""
    if not character.isalpha():
        return None
    code = ord(character)
    return next((script for script, first, last in _RANGES if first <= code <= last), None)

"""Writes out what eSpeak NG, which Piper pronounces with, reads badly. Pure.

Works on one whole sentence or clause, just before it is synthesised; the screen and the history
keep the text as it was. What is here was heard or seen in the phonemes of eSpeak NG 1.52: it says
"dollar five", "k m slash h", "hash five", "x two" for a square, and ends a sentence after "Dr.". Of a
file's path the name is said, and of an address the domain: the rest is for the eye.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.pronunciation import Pronunciation
from assistant.languages.scripts import Script
from assistant.languages.text_language import codes_written_in
from assistant.voice.text.reading_rule import Rule, Rules, any_of, counted
from assistant.voice.text.spoken_clock import clock_rules
from assistant.voice.text.spoken_money import money_after_rules, money_before_rules
from assistant.voice.text.spoken_numerals import numeral_rules
from assistant.voice.text.spoken_phone import phone_rules

_HAN_LANGUAGES: Final = frozenset({*codes_written_in(Script.HAN), "cmn", "yue"})
_HAN_AND_KANA: Final = re.compile(
    "[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_SPELLED_OUT: Final = (
    (frozenset({"ru", "uk"}), re.compile("[\u0400-\u052f]+")),
    (frozenset[str](), re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+")),
    (frozenset[str](), re.compile("[\u0e00-\u0eff]+")),
)
"""Scripts whose letters eSpeak names one by one, "Arabic meem", in any language but these: Cyrillic;
Hebrew and Arabic; Thai and Lao."""
_EMPTY_QUOTES: Final = re.compile(r"[\"“„«‘(]\s*[\"”“»’)](?!\w)")
_LOOSE_STOP: Final = re.compile(r"\s(?=[.,](?:\s|$))")
_FACES: Final = re.compile(r"(?<!\S)(?:[:;=]['’]?-?[)(DPpOo/|*]+|</?3|\^_*\^|[xX]D)(?=[\s.,!?;]|$)")
_RATING: Final = re.compile("★+☆*")
_STAR: Final = re.compile(r"(?<!\d)(?<!\d )[★☆]+|☆+")
_ENDINGS: Final = tuple(".!?…,;:。！？｡，、；：")
_CLOSERS: Final = "\"')]}»”’」』）】〉》"
_NAME: Final = r"\.?[\w+@~-]+(?:\.[\w+@~-]+)*"
_ROOTED_PATH: Final = re.compile(
    rf"(?<![\w.:/\\])(?:(?:[A-Za-z]:)?(?:[/\\]{_NAME})+|(?:~|\.{{1,2}}))[/\\]({_NAME})[/\\]?"
)
_RELATIVE_PATH: Final = re.compile(
    r"(?<![\w/.:@-])(?:[\w.+@-]+/)+([\w+@-]+\.[A-Za-z]\w{0,4})(?![\w/])"
)
_ADDRESS: Final = re.compile(
    r"(?<![\w@.])((?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|gov|edu|de|fr|es|it|nl|kr|cn|jp|uk|eu))"
    r"/[^\s,;()]*[\w/]"
)

_RANGES: Final = (
    re.compile(r"(?<![\d.,:/-])(\d{1,3})\s?[-–~〜～]\s?(\d{1,3})(?![\d-])(?!\s?=)(?![.,:/]\d)"),
    re.compile(
        r"(?<![A-Za-z\d.,:/-])((?:1[89]|20)\d\d)\s?[-–~〜～]\s?((?:1[89]|20)\d\d)(?![A-Za-z\d-])"
    ),
)
_DECIMAL: Final = re.compile(r"(?<![\d.])(\d+)\.(\d+)(?!\d|\.\d)")
_ISO_DATE: Final = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b")

_OTHER_SHAPES: Final = {
    code: unicodedata.normalize("NFKC", chr(code))
    for code in (
        *range(0xFF10, 0xFF1A),  # full-width digits, letters and signs
        *range(0xFF21, 0xFF3B),
        *range(0xFF41, 0xFF5B),
        *(0x2103, 0x2109),  # degrees in one sign
        *(0xFF04, 0xFF05, 0xFFE0, 0xFFE1, 0xFFE5, 0xFFE6),
        *map(ord, "\u1d43\u1d48\u1d49\u02b0\u1d52\u02b3\u02e2\u1d57"),  # raised letters of ordinals
    )
}
"""Characters in another shape, with those that the rules know."""
_RAISED_O: Final = re.compile(r"\u00ba(?=\s?[CF]\b)")
"""The sign of an ordinal in place of that of degrees."""
_QUOTED: Final = re.compile(r"(?<![\w'])'(?=\S)((?:[^'\n]|(?<=\w)'(?=\w)){0,200}?\S)'(?![\w'])")
"""What stands between single quotation marks, the last of which is no sign of feet."""
_WIDE_COLON: Final = re.compile(r"(?<=\d)：(?=\d)")

_PATHS: Final[Rules] = (
    (_ADDRESS, r"\1"),
    (_ROOTED_PATH, lambda found: _as_words(found.group(1))),
    (_RELATIVE_PATH, lambda found: _as_words(found.group(1))),
    (re.compile(r"(?<=\w)_(?=\w)"), " "),
)


def _as_words(name: str) -> str:
    return name.replace("_", " ")


_AMOUNT: Final = r"(\d+(?:[.,]\d+)*)"


@lru_cache(maxsize=16)
def _rules_of(language: str) -> Rules:
    if language not in LANGUAGES:
        return ()
    words = LANGUAGES[language].pronunciation()
    square, cube = words.powers
    return (
        *_date_rules(words.months),
        *phone_rules(words.phone),
        *clock_rules(words.clock),
        *money_before_rules(words),
        *_range_rules(words.to),
        *money_after_rules(words),
        _unit_rule(words),
        *_point_rules(words.point),
        *numeral_rules(words.numerals),
        *((re.compile(pattern), replacement) for pattern, replacement in words.rules),
        (re.compile(r"(?<=[\w)])²"), square),
        (re.compile(r"(?<=[\w)])³"), cube),
    )


def _date_rules(months: Sequence[str]) -> Rules:
    if not months:
        return ()
    return ((_ISO_DATE, lambda found: f"{months[int(found[2]) - 1]} {int(found[3])}, {found[1]}"),)


def _range_rules(to: str) -> Rules:
    return tuple((pattern, rf"\1{to}\2") for pattern in _RANGES)


def _point_rules(point: str) -> Rules:
    if not point:
        return ()
    return ((_DECIMAL, lambda found: f"{found[1]}{point}{' '.join(found[2])}"),)


def _unit_rule(words: Pronunciation) -> Rule:
    def measure(found: re.Match[str]) -> str:
        sign, number, unit = found.groups()
        said = counted(words.units[unit], number)
        return said.replace(number, words.minus + number, 1) if sign else said

    units = any_of(words.units)
    return re.compile(
        rf"(?<![A-Za-z\d_.,])((?<![\w)])[-−])?{_AMOUNT}\s?({units})(?![A-Za-z\d²³]|/[^\W\d])"
    ), measure


def _without_unspeakable(text: str, language: str) -> str:
    """Leave out faces, and letters that the voice would name one by one; count stars."""
    text = _RATING.sub(_as_number, _FACES.sub("", text))
    text = _STAR.sub("", text)
    without = text
    if language not in _HAN_LANGUAGES:
        without = _HAN_AND_KANA.sub(" ", without)
    for known_to, letters in _SPELLED_OUT:
        if language not in known_to:
            without = letters.sub(" ", without)
    return text if without == text else _EMPTY_QUOTES.sub(" ", without)


def _as_number(found: re.Match[str]) -> str:
    is_rating = len(found[0]) > 1 and not found.string[: found.start()].rstrip()[-1:].isdigit()
    return f" {found[0].count('★')}★ " if is_rating else found[0]


def pronounceable(text: str, language: str) -> str:
    """Text for the voice; empty if there is nothing it can say.

    Args:
        text: A sentence or clause without Markdown.
        language: ISO 639-1 code of the voice. Chinese and Japanese characters are left out for other
            voices, which would say "Chinese letter" for each.
    """
    text = _WIDE_COLON.sub(":", text.translate(_OTHER_SHAPES))
    text = _RAISED_O.sub("°", text)
    text = _QUOTED.sub(r'"\1"', text)
    # Double brackets would be taken for phonemes by Piper.
    text = text.replace("[", " ").replace("]", " ")
    text = _without_unspeakable(text, language)
    for pattern, replacement in (*_PATHS, *_rules_of(language)):
        text = pattern.sub(replacement, text)
    text = _LOOSE_STOP.sub("", " ".join(text.split()))
    if not any(character.isalnum() for character in text):
        return ""
    if text.rstrip(_CLOSERS).endswith(_ENDINGS):
        return text
    return text + "."

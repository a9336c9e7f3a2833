"""Writes out what eSpeak NG, which Piper pronounces with, reads badly. Pure.

Works on one whole sentence or clause, just before it is synthesised; the screen and the history
keep the text as it was. What is here was heard or seen in the phonemes of eSpeak NG 1.52: it says
"dollar five", "k m slash h", "hash five", and ends a sentence after "Dr.".
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

_HAN_LANGUAGES: Final = frozenset({"zh", "cmn", "yue", "ja"})
_HAN_AND_KANA: Final = re.compile(
    "[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_ENDINGS: Final = tuple(".!?…,;:。！？｡，、；：")
_CLOSERS: Final = "\"')]}»”’」』）】〉》"
_MONTHS: Final = (
    "January February March April May June July August September October November December"
).split()
_CURRENCIES: Final[Mapping[str, tuple[str, str, str]]] = {
    "$": ("dollar", "dollars", "cents"),
    "€": ("euro", "euros", "cents"),
    "£": ("pound", "pounds", "pence"),
    "¥": ("yen", "yen", ""),
    "₩": ("won", "won", ""),
}
_UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "km/h": ("kilometer per hour", "kilometers per hour"),
    "m/s": ("meter per second", "meters per second"),
    "km": ("kilometer", "kilometers"),
    "cm": ("centimeter", "centimeters"),
    "mm": ("millimeter", "millimeters"),
    "kg": ("kilogram", "kilograms"),
    "mg": ("milligram", "milligrams"),
    "ml": ("milliliter", "milliliters"),
    "ms": ("millisecond", "milliseconds"),
    "ft": ("foot", "feet"),
    "lb": ("pound", "pounds"),
    "lbs": ("pound", "pounds"),
    "oz": ("ounce", "ounces"),
    "KB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"),
    "GB": ("gigabyte", "gigabytes"),
    "TB": ("terabyte", "terabytes"),
    "°C": ("degree Celsius", "degrees Celsius"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
}

_MONEY: Final = re.compile(
    r"([$€£¥₩])\s?(\d[\d,]*)(\.\d+)?(\s(?:thousand|million|billion|trillion)\b)?"
)
_MEASURE: Final = re.compile(
    r"(?<![\w.,])(\d[\d.,]*)\s?("
    + "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
    + r")(?![\w/])"
)
_ISO_DATE: Final = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b")

_Replacement = str | Callable[[re.Match[str]], str]


def _money(found: re.Match[str]) -> str:
    sign, whole, fraction, magnitude = found.groups(default="")
    one, many, part = _CURRENCIES[sign]
    if magnitude:
        return f"{whole}{fraction}{magnitude} {many}"
    unit = one if whole == "1" else many
    if not fraction.strip(".0"):
        return f"{whole} {unit}"
    if part and len(fraction) == 3:
        return f"{whole} {unit} and {int(fraction[1:])} {part}"
    return f"{whole}{fraction} {many}"


def _measure(found: re.Match[str]) -> str:
    number, unit = found.groups()
    return f"{number} {_UNITS[unit][0 if number == '1' else 1]}"


def _date(found: re.Match[str]) -> str:
    year, month, day = found.groups()
    return f"{_MONTHS[int(month) - 1]} {int(day)}, {year}"


_ENGLISH: Final[tuple[tuple[re.Pattern[str], _Replacement], ...]] = (
    (_ISO_DATE, _date),
    (_MONEY, _money),
    (_MEASURE, _measure),
    (re.compile(r"\b(Dr|Mr|Mrs|Ms|Prof|St|Gen|Sgt|Capt|Lt|Rev|Jr|Sr|vs)\.(?=\s)"), r"\1"),
    (re.compile(r"\b[Nn]o\.\s?(?=\d)"), "number "),
    (re.compile(r"(?<!\w)#(?=\d)"), "number "),
    (re.compile(r"\b([CF])#"), r"\1 sharp"),
    (re.compile(r"(?<=\d)\s?~\s?(?=\d)"), " to "),
    (re.compile(r"(?<!\w)~(?=\d)"), "about "),
    (re.compile(r"(?<![\d-])(\d{1,3})\s?[-–]\s?(\d{1,3})(?![\d-])"), r"\1 to \2"),
    (re.compile(r"\b((?:1[89]|20)\d\d)\s?[-–]\s?((?:1[89]|20)\d\d)\b(?!-)"), r"\1 to \2"),
    (re.compile(r"\band/or\b"), "and or"),
    (re.compile(r"\b24/7\b"), "twenty-four seven"),
    (re.compile(r"\be\.g\.", re.IGNORECASE), "for example"),
    (re.compile(r"\bi\.e\.", re.IGNORECASE), "that is"),
)


def pronounceable(text: str, language: str) -> str:
    """Return what the voice is given for `text`; empty if it can say nothing of it.

    Args:
        text: A sentence or clause without Markdown.
        language: ISO 639-1 code of the voice. Chinese and Japanese writing is left out for other
            voices, which would say "Chinese letter" for each character.
    """
    # Double brackets would be taken for phonemes by Piper.
    text = text.replace("[", " ").replace("]", " ")
    if language not in _HAN_LANGUAGES:
        text = _HAN_AND_KANA.sub(" ", text)
    if language == "en":
        for pattern, replacement in _ENGLISH:
            text = pattern.sub(replacement, text)
    text = " ".join(text.split())
    if not any(character.isalnum() for character in text):
        return ""
    if text.rstrip(_CLOSERS).endswith(_ENDINGS):
        return text
    return text + "."

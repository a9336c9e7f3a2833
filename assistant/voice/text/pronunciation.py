"""Writes out what eSpeak NG, which Piper pronounces with, reads badly. Pure.

Works on one whole sentence or clause, just before it is synthesised; the screen and the history
keep the text as it was. What is here was heard or seen in the phonemes of eSpeak NG 1.52: it says
"dollar five", "k m slash h", "hash five", "x two" for a square, and ends a sentence after "Dr.". Of a
file's path the name is said, and of an address the domain: the rest is for the eye.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from assistant.voice.text.unit_words import UNIT_WORDS

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
    "mph": ("mile per hour", "miles per hour"),
    "KB/s": ("kilobyte per second", "kilobytes per second"),
    "MB/s": ("megabyte per second", "megabytes per second"),
    "GB/s": ("gigabyte per second", "gigabytes per second"),
    "Mbps": ("megabit per second", "megabits per second"),
    "kWh": ("kilowatt hour", "kilowatt hours"),
    "kW": ("kilowatt", "kilowatts"),
    "km²": ("square kilometer", "square kilometers"),
    "m²": ("square meter", "square meters"),
    "m³": ("cubic meter", "cubic meters"),
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

_MAGNITUDES: Final[Mapping[str, str]] = {
    "k": " thousand",
    "K": " thousand",
    "M": " million",
    "B": " billion",
    "bn": " billion",
    "T": " trillion",
}
_FRACTIONS: Final[Mapping[str, str]] = {
    "1/2": "one half",
    "1/3": "one third",
    "2/3": "two thirds",
    "1/4": "one quarter",
    "3/4": "three quarters",
}

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

_MONEY: Final = re.compile(
    r"([$€£¥₩])\s?(\d[\d,]*)(\.\d+)?"
    r"(\s(?:thousand|million|billion|trillion)\b|(?:[kKMBT]|bn)(?!\w))?"
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
        return f"{whole}{fraction}{_MAGNITUDES.get(magnitude, magnitude)} {many}"
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


_Rules = tuple[tuple[re.Pattern[str], _Replacement], ...]

_PATHS: Final[_Rules] = (
    (_ADDRESS, r"\1"),
    (_ROOTED_PATH, lambda found: _as_words(found.group(1))),
    (_RELATIVE_PATH, lambda found: _as_words(found.group(1))),
    (re.compile(r"(?<=\w)_(?=\w)"), " "),
)


def _as_words(name: str) -> str:
    return name.replace("_", " ")


_ENGLISH: Final[_Rules] = (
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
    (
        re.compile(r"(?<![\d./])[1-3]/[2-4](?![\d/]|\.\d)"),
        lambda found: _FRACTIONS.get(found.group(), found.group()),
    ),
    (re.compile(r"(?<=[\w)])²"), " squared"),
    (re.compile(r"(?<=[\w)])³"), " cubed"),
    (re.compile(r"\be\.g\.", re.IGNORECASE), "for example"),
    (re.compile(r"\bi\.e\.", re.IGNORECASE), "that is"),
)


_GERMAN: Final[_Rules] = (
    (re.compile(r"\b(\d{1,2}:\d\d) Uhr\b"), r"\1"),  # eSpeak says "Uhr" itself
    (re.compile(r"\bz\.\s?B\."), "zum Beispiel"),
    (re.compile(r"\bd\.\s?h\."), "das heißt"),
    (re.compile(r"\bu\.\s?a\."), "unter anderem"),
    (re.compile(r"\bDr\.(?=\s)"), "Doktor"),
    (re.compile(r"\bNr\.\s?(?=\d)"), "Nummer "),
    (re.compile(r"\bca\.(?=\s)"), "circa"),
    (re.compile(r"\bbzw\.(?=\s)"), "beziehungsweise"),
    (re.compile(r"\busw\."), "und so weiter"),
)
_AMOUNT: Final = r"(\d+(?:[.,]\d+)*)"


@lru_cache(maxsize=16)
def _rules_of(language: str) -> _Rules:
    if language == "en":
        return _ENGLISH
    measures = UNIT_WORDS.get(language)
    if measures is None:
        return ()

    def filled(templates: Mapping[str, str], sign: int, number: int) -> _Replacement:
        return lambda found: templates[found.group(sign)].format(n=found.group(number))

    signs = "|".join(map(re.escape, measures.money))
    units = "|".join(sorted(map(re.escape, measures.units), key=len, reverse=True))
    square, cube = measures.powers
    return (
        *(_GERMAN if language == "de" else ()),
        (re.compile(rf"({signs})\s?{_AMOUNT}"), filled(measures.money, 1, 2)),
        (re.compile(rf"{_AMOUNT}\s?({signs})"), filled(measures.money, 2, 1)),
        (
            re.compile(rf"(?<![A-Za-z\d_.,]){_AMOUNT}\s?({units})(?![A-Za-z\d/²³])"),
            filled(measures.units, 2, 1),
        ),
        (re.compile(r"(?<=[\w)])²"), square),
        (re.compile(r"(?<=[\w)])³"), cube),
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
    for pattern, replacement in (*_PATHS, *_rules_of(language)):
        text = pattern.sub(replacement, text)
    text = " ".join(text.split())
    if not any(character.isalnum() for character in text):
        return ""
    if text.rstrip(_CLOSERS).endswith(_ENDINGS):
        return text
    return text + "."

"""Writes out what eSpeak NG, which Piper pronounces with, reads badly. Pure.

Works on one whole sentence or clause, just before it is synthesised; the screen and the history
keep the text as it was. What is here was heard or seen in the phonemes of eSpeak NG 1.52: it says
"dollar five", "k m slash h", "hash five", "x two" for a square, and ends a sentence after "Dr.". Of a
file's path the name is said, and of an address the domain: the rest is for the eye.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import Pronunciation
from assistant.languages.scripts import Script
from assistant.languages.text_language import codes_written_in

_HAN_LANGUAGES: Final = frozenset({*codes_written_in(Script.HAN), "cmn", "yue"})
_HAN_AND_KANA: Final = re.compile(
    "[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
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

_ISO_DATE: Final = re.compile(r"\b(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b")

_Replacement = str | Callable[[re.Match[str]], str]


_Rule = tuple[re.Pattern[str], _Replacement]
_Rules = tuple[_Rule, ...]

_PATHS: Final[_Rules] = (
    (_ADDRESS, r"\1"),
    (_ROOTED_PATH, lambda found: _as_words(found.group(1))),
    (_RELATIVE_PATH, lambda found: _as_words(found.group(1))),
    (re.compile(r"(?<=\w)_(?=\w)"), " "),
)


def _as_words(name: str) -> str:
    return name.replace("_", " ")


_AMOUNT: Final = r"(\d+(?:[.,]\d+)*)"


@lru_cache(maxsize=16)
def _rules_of(language: str) -> _Rules:
    if language not in LANGUAGES:
        return ()
    words = LANGUAGES[language].pronunciation
    square, cube = words.powers
    return (
        *_date_rules(words.months),
        *_money_rules(words),
        _unit_rule(words),
        *((re.compile(pattern), replacement) for pattern, replacement in words.rules),
        (re.compile(r"(?<=[\w)])²"), square),
        (re.compile(r"(?<=[\w)])³"), cube),
    )


def _date_rules(months: Sequence[str]) -> _Rules:
    if not months:
        return ()
    return ((_ISO_DATE, lambda found: f"{months[int(found[2]) - 1]} {int(found[3])}, {found[1]}"),)


def _counted(template: str, number: str) -> str:
    one, _bar, many = template.partition("|")
    return (one if number == "1" or not many else many).format(n=number)


def _unit_rule(words: Pronunciation) -> _Rule:
    def measure(found: re.Match[str]) -> str:
        number, unit = found.groups()
        return _counted(words.units[unit], number)

    units = "|".join(sorted(map(re.escape, words.units), key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z\d_.,]){_AMOUNT}\s?({units})(?![A-Za-z\d/²³])"), measure


def _money_rules(words: Pronunciation) -> _Rules:
    def amount(found: re.Match[str], sign: int, number: int) -> str:
        return _counted(words.money[found[sign]], found[number])

    def exact(found: re.Match[str]) -> str:
        sign, whole, fraction, magnitude = found.groups(default="")
        if magnitude:
            large = words.magnitudes.get(magnitude, magnitude.strip())
            return _counted(words.money[sign], f"{whole}{fraction} {large}")
        plain = _counted(words.money[sign], whole)
        if not fraction.strip(".0"):
            return plain
        if sign in words.cents and len(fraction) == 3:
            return f"{plain} {words.cents[sign].format(n=int(fraction[1:]))}"
        return _counted(words.money[sign], f"{whole}{fraction}")

    signs = "|".join(map(re.escape, words.money))
    if not words.magnitudes:
        return (
            (re.compile(rf"({signs})\s?{_AMOUNT}"), lambda found: amount(found, 1, 2)),
            (re.compile(rf"{_AMOUNT}\s?({signs})"), lambda found: amount(found, 2, 1)),
        )
    names, short = "|".join(words.magnitudes.values()), "|".join(words.magnitudes)
    pattern = rf"({signs})\s?(\d[\d,]*)(\.\d+)?(\s(?:{names})\b|(?:{short})(?!\w))?"
    return ((re.compile(pattern), exact),)


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

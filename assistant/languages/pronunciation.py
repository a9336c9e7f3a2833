"""How a language is read aloud where eSpeak NG reads what is written badly."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

from pydantic import BeforeValidator, ValidationInfo

from assistant.languages.notation import (
    Pattern,
    PhraseList,
    Phrases,
    WordOfNumber,
    expanded,
    parts_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockWords:
    """How the time of day is said.

    In templates `{h}` and `{m}` are hour and minutes without zeros, `{time}` both as they are said.
    """

    time: str
    few: str
    """With one to nine minutes."""
    hour: str
    """On the hour."""
    hour_alone: str = ""
    """On the hour where `parts` say the rest; empty if it is `hour`."""
    late_hour: str = ""
    """On the hour from 13 on; empty if it is `hour`."""
    midnight: str = ""
    """00:00; empty if it is said like any other."""
    hours: Mapping[int, str] = field(default_factory=dict[int, str])
    """Hours that are not said as their number."""
    parts: tuple[tuple[int, str], ...] = ()
    """For AM and PM: templates by the hour, of 24, from which they hold. Empty where such a time is
    said in 24 hours."""
    to: str
    """Between two times."""
    forms: tuple[Pattern, ...] = ()
    """Patterns of other written times than 7:30, with the groups `h` and, if there are minutes, `m`;
    `part` is the letter of AM or PM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Currency:
    """How an amount is said: templates in which `{n}` is the number, `one|many` where they differ."""

    whole: str
    hundredths: str = ""
    """Empty where they are said as a decimal fraction."""


def _by_sign(value: Any, info: ValidationInfo) -> dict[str, dict[str, Any]]:
    if not isinstance(value, list):
        raise ValueError("must be an array")
    forms = parts_of(info).forms
    return {
        sign: {name: text for name, text in each.items() if name != "signs"}
        for each in cast("list[dict[str, Any]]", value)
        for sign in expanded(str(each["signs"]), forms)
    }


CurrencyOfSign = Annotated[Mapping[str, Currency], BeforeValidator(_by_sign)]
"""Currencies by each of their `signs`, which they name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyWords:
    """How money is said."""

    currencies: CurrencyOfSign
    """By sign or code, which stands before or after the number."""
    joint: str
    """Between whole and hundredths."""
    magnitudes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Words for what is written after a number: "m" in £5m, "million"."""
    decimal: str = "."
    group: Pattern = ","
    """Pattern of what parts thousands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumeralPlace:
    """Words, in lower case, after which a numeral is said by `words`, or in digits."""

    after: Phrases
    words: WordOfNumber
    titles: Phrases = frozenset()
    """What stands before a name: after the name a numeral is said in the same way."""
    takes_stop: bool = False
    """Whether a stop behind the numeral belongs to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdinalNoun:
    """Nouns, as they are written, before which a numeral is an ordinal of `words`."""

    nouns: Phrases
    words: WordOfNumber
    has_stop: bool = False
    """Whether it is written with a stop, and then in digits too: "3. Mai"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumeralWords:
    """How Roman numerals, and ordinals written in digits, are said."""

    places: tuple[NumeralPlace, ...] = ()
    """Of Roman numerals; the first that fits decides."""
    otherwise: WordOfNumber = field(default_factory=dict[int, str])
    """After any other capitalised word."""
    not_after: Phrases = frozenset()
    """Capitalised words before which no number is named: "The IV". In lower case."""
    words_too: Phrases = frozenset()
    """Numerals that are words: "I". Read where nothing but a number can stand."""
    goes_on: Phrases = frozenset()
    """What may follow a name with a numeral that is a word: "Elizabeth I of England"."""
    suffixes: Mapping[str, WordOfNumber] = field(default_factory=dict[str, WordOfNumber])
    """Of ordinals, such as "e" in "XIVe" and "2e"."""
    nouns: tuple[OrdinalNoun, ...] = ()
    joints: Phrases = frozenset()
    """Words between numerals that are said in the same way: "Parts I and II"."""
    ordinal_stops: tuple[NumeralPlace, ...] = ()
    """Where a number with a stop before a noun is an ordinal: "am 3. Mai"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneWords:
    """How telephone numbers are said: digit by digit, with a pause after each group."""

    plus: str
    patterns: tuple[Pattern, ...] = ()
    """Numbers of the country, beside international ones."""
    digits: PhraseList = ()
    """From 0 to 9; empty where digits are read well."""
    in_pairs: bool = False
    """Whether two digits are said as one number."""
    groups: tuple[int, ...] = ()
    """How many digits a group has where a number is written in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pronunciation:
    """How is read out what eSpeak NG reads badly.

    In a template `{n}` is the number. Where one is said otherwise than many a `|` separates the two;
    most voices are understood without.
    """

    clock: ClockWords
    money: MoneyWords
    phone: PhoneWords
    numerals: NumeralWords = NumeralWords()
    units: Mapping[str, str]
    """Templates by unit."""
    powers: tuple[str, str]
    """What follows a letter or bracket for ² and ³."""
    to: str
    """Between two numbers of a range."""
    minus: str
    """Before an amount of money."""
    point: str = ""
    """In a decimal fraction, whose digits are then said one by one; empty where it is read well."""
    months: PhraseList = ()
    """Names, where "2024-03-05" is read badly."""
    rules: tuple[tuple[Pattern, str], ...] = ()
    """Patterns of `re` and what replaces them, one after the other."""

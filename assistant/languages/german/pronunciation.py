"""How German is read aloud."""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import words
from assistant.languages.pronunciation import (
    ClockWords,
    Currency,
    MoneyWords,
    NumeralPlace,
    NumeralWords,
    OrdinalNoun,
    PhoneWords,
    Pronunciation,
)

NUMBERS: Final = LANGUAGES["de"].numbers

_CLOCK: Final = ClockWords(
    time="{h} Uhr {m}",
    few="{h} Uhr {m}",
    hour="{h} Uhr",
    hours={1: "ein"},
    to=" bis ",
    forms=(
        r"(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)\s?Uhr",
        r"(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)\s?h",
        r"(?P<h>0?1)\s?Uhr",
    ),
)

_EURO: Final = Currency(whole="ein Euro|{n} Euro", hundredths="ein Cent|{n} Cent")
_DOLLAR: Final = Currency(whole="ein Dollar|{n} Dollar", hundredths="ein Cent|{n} Cent")
_US_DOLLAR: Final = Currency(whole="ein US-Dollar|{n} US-Dollar", hundredths="ein Cent|{n} Cent")
_POUND: Final = Currency(whole="ein Pfund|{n} Pfund", hundredths="ein Penny|{n} Pence")
_FRANC: Final = Currency(whole="ein Franken|{n} Franken", hundredths="ein Rappen|{n} Rappen")
_YEN: Final = Currency(whole="ein Yen|{n} Yen")
_WON: Final = Currency(whole="ein Won|{n} Won")
_MONEY: Final = MoneyWords(
    currencies={
        "€": _EURO,
        "EUR": _EURO,
        "$": _DOLLAR,
        "US$": _US_DOLLAR,
        "USD": _US_DOLLAR,
        "£": _POUND,
        "GBP": _POUND,
        "CHF": _FRANC,
        "Fr.": _FRANC,
        "¥": _YEN,
        "JPY": _YEN,
        "₩": _WON,
        "KRW": _WON,
        "₹": Currency(whole="eine Rupie|{n} Rupien"),
        "₽": Currency(whole="ein Rubel|{n} Rubel"),
        "₺": Currency(whole="eine Lira|{n} Lira"),
        "zł": Currency(whole="ein Zloty|{n} Zloty"),
        "¢": Currency(whole="ein Cent|{n} Cent"),
    },
    joint=" und ",
    magnitudes={
        "Tsd.": " tausend",
        "Mio.": " Millionen",
        "Mio": " Millionen",
        "Mrd.": " Milliarden",
        "Mrd": " Milliarden",
        "k": " tausend",
        "M": " Millionen",
    },
    decimal=",",
    group=r"[.\u00a0\u202f]",
)

_PHONE: Final = PhoneWords(
    plus="plus", patterns=(r"(?:\(0\d{1,4}\) ?|0\d{1,4}[ /-])\d{3,8}(?:[ -]\d{1,8}){0,3}",)
)

_STEMS: Final = {n: said[0].removesuffix("e") for n, said in NUMBERS.ordinals.items()} | {
    20 + n: f"{unit}undzwanzigst"
    for n, unit in enumerate("ein zwei drei vier fünf sechs sieben acht neun".split(), start=1)
} | {30: "dreißigst", 31: "einunddreißigst"}  # fmt: skip


def _ordinals(form: str) -> dict[int, str]:
    return {n: form.format(stem) for n, stem in _STEMS.items()}


_KINGS: Final = words(
    "albert alexander august benedikt christian edmund eduard ernst ferdinand franz friedrich georg"
    " gregor gustav heinrich innozenz jakob johann johannes joseph juan karl konrad leo leopold"
    " ludwig maximilian napoleon nikolaus otto paul peter philipp pius ramses richard rudolf stephan"
    " urban viktor wilhelm"
)
_QUEENS: Final = words("anna elisabeth isabella katharina margarethe maria viktoria")
_NUMERALS: Final = NumeralWords(
    places=(
        NumeralPlace(
            after=words(
                "kapitel teil akt band buch artikel abschnitt anhang weltkrieg phase stufe"
            ),
            words={n: said[0] for n, said in NUMBERS.cardinals.items()},
        ),
        NumeralPlace(
            after=_QUEENS,
            titles=words("königin kaiserin zarin"),
            words={n: f"die {said[:1].upper()}{said[1:]}" for n, said in _ordinals("{}e").items()},
            takes_stop=True,
        ),
        NumeralPlace(
            after=_KINGS,
            titles=words("könig kaiser papst zar sultan fürst herzog"),
            words={n: f"der {said[:1].upper()}{said[1:]}" for n, said in _ordinals("{}e").items()},
            takes_stop=True,
        ),
    ),
    otherwise={n: said[0] for n, said in NUMBERS.cardinals.items()},
    not_after=words("ein eine der die das"),
    nouns=(
        OrdinalNoun(
            nouns=words(
                "Januar Februar März April Mai Juni Juli August September Oktober November"
                " Dezember Weltkrieg Advent Stock Platz"
            ),
            words=_ordinals("{}er"),
            has_stop=True,
        ),
        OrdinalNoun(nouns=words("Jahrhundert"), words=_ordinals("{}es"), has_stop=True),
    ),
    joints=words("und oder bis"),
    ordinal_stops=(
        NumeralPlace(after=words("am vom zum im dem den des beim ab bis"), words=_ordinals("{}en")),
        NumeralPlace(after=words("der die das"), words=_ordinals("{}e")),
    ),
)


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to=" bis ",
    minus="minus ",
    units={
        "km/h": "{n} Kilometer pro Stunde",
        "m/s": "{n} Meter pro Sekunde",
        "km²": "{n} Quadratkilometer",
        "m²": "{n} Quadratmeter",
        "m³": "{n} Kubikmeter",
        "km": "{n} Kilometer",
        "cm": "{n} Zentimeter",
        "mm": "{n} Millimeter",
        "kg": "{n} Kilogramm",
        "mg": "{n} Milligramm",
        "ml": "{n} Milliliter",
        "ms": "{n} Millisekunden",
        "KB": "{n} Kilobyte",
        "MB": "{n} Megabyte",
        "GB": "{n} Gigabyte",
        "TB": "{n} Terabyte",
        "°C": "{n} Grad Celsius",
        "°F": "{n} Grad Fahrenheit",
    },
    powers=(" hoch zwei", " hoch drei"),
    rules=(
        (
            r"(?<=[a-zäöü])/(?=(?:Sekunde|Minute|Stunde|Tag|Nacht|Woche|Monat|Jahr|Person|Stück|kg)\b)",
            " pro ",
        ),
        (r"(?<=\d)\s?Mio\b\.?(?=\s)", " Millionen"),
        (r"(?<=\d)\s?Mrd\b\.?(?=\s)", " Milliarden"),
        (r"\bz\.\s?B\.", "zum Beispiel"),
        (r"\bd\.\s?h\.", "das heißt"),
        (r"\bu\.\s?a\.", "unter anderem"),
        (r"\bDr\.(?=\s)", "Doktor"),
        (r"\bNr\.\s?(?=\d)", "Nummer "),
        (r"\bca\.(?=\s)", "circa"),
        (r"\bbzw\.(?=\s)", "beziehungsweise"),
        (r"\busw\.", "und so weiter"),
    ),
)

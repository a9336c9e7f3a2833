"""How French is read aloud."""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import words
from assistant.languages.pronunciation import (
    ClockWords,
    Currency,
    MoneyWords,
    NumeralPlace,
    NumeralWords,
    PhoneWords,
    Pronunciation,
)

NUMBERS: Final = LANGUAGES["fr"].numbers

_CLOCK: Final = ClockWords(
    time="{h} {m}",
    few="{h} {m}",
    hour="{h}",
    midnight="minuit",
    hours={
        **{n: f"{n} heures" for n in range(2, 25)},
        0: "zéro heure",
        1: "une heure",
        21: "vingt et une heures",
    },
    to=" à ",
    forms=(r"(?P<h>[01]?\d|2[0-4])\s?[hH](?:\s?(?P<m>[0-5]\d))?",),
)

_EURO: Final = Currency(whole="un euro|{n} euros", hundredths="un centime|{n} centimes")
_DOLLAR: Final = Currency(whole="un dollar|{n} dollars", hundredths="un cent|{n} cents")
_US_DOLLAR: Final = Currency(
    whole="un dollar américain|{n} dollars américains", hundredths="un cent|{n} cents"
)
_POUND: Final = Currency(whole="une livre|{n} livres", hundredths="un penny|{n} pence")
_FRANC: Final = Currency(whole="un franc suisse|{n} francs suisses")
_YEN: Final = Currency(whole="un yen|{n} yens")
_WON: Final = Currency(whole="un won|{n} wons")
_MONEY: Final = MoneyWords(
    currencies={
        "€": _EURO,
        "EUR": _EURO,
        "k€": Currency(whole="{n} mille euros"),
        "M€": Currency(whole="{n} million d'euros|{n} millions d'euros"),
        "Md€": Currency(whole="{n} milliard d'euros|{n} milliards d'euros"),
        "$": _DOLLAR,
        "US$": _US_DOLLAR,
        "USD": _US_DOLLAR,
        "£": _POUND,
        "GBP": _POUND,
        "CHF": _FRANC,
        "¥": _YEN,
        "JPY": _YEN,
        "₩": _WON,
        "KRW": _WON,
        "₹": Currency(whole="une roupie|{n} roupies"),
        "₽": Currency(whole="un rouble|{n} roubles"),
        "¢": Currency(whole="un cent|{n} cents"),
    },
    joint=" et ",
    magnitudes={"k": " mille", "m": " millions de", "M": " millions de", "Md": " milliards de"},
    decimal=",",
    group="[. \u00a0\u202f]",
)

_PHONE: Final = PhoneWords(plus="plus", patterns=(r"0[1-9](?:[ .]\d{2}){4}",), in_pairs=True)

_CARDINALS: Final = {n: said[0] for n, said in NUMBERS.cardinals.items()}
_ORDINALS: Final = {n: said[0] for n, said in NUMBERS.ordinals.items()} | {21: "vingt et unième"}
_FIRST: Final = NUMBERS.ordinals[1][0]
_FIRST_FEMININE: Final = NUMBERS.ordinals[1][1]
_NUMERALS: Final = NumeralWords(
    places=(
        NumeralPlace(
            after=words(
                "chapitre partie tome acte scène livre article section annexe volume phase"
            ),
            words=_CARDINALS,
        ),
        NumeralPlace(
            after=words(
                "alexandre benoît catherine charles clément édouard édouard élisabeth elizabeth"
                " ferdinand françois frédéric georges grégoire guillaume gustave henri innocent"
                " isabelle jacques jean joseph juan léon léopold louis napoléon nicolas otto paul"
                " philippe pie pierre ramsès richard urbain victor victoria"
            ),
            titles=words("roi reine empereur impératrice pape tsar sultan"),
            words=_CARDINALS | {1: _FIRST},
        ),
    ),
    otherwise=_CARDINALS,
    not_after=words("un une le la les"),
    joints=words("et ou à"),
    suffixes={
        "er": {1: _FIRST},
        "re": {1: _FIRST_FEMININE},
        "ère": {1: _FIRST_FEMININE},
        "e": _ORDINALS,
        "è": _ORDINALS,
        "ème": _ORDINALS,
    },
)


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to=" à ",
    minus="moins ",
    units={
        "km/h": "{n} kilomètres à l'heure",
        "m/s": "{n} mètres par seconde",
        "km²": "{n} kilomètres carrés",
        "m²": "{n} mètres carrés",
        "m³": "{n} mètres cubes",
        "km": "{n} kilomètres",
        "cm": "{n} centimètres",
        "mm": "{n} millimètres",
        "kg": "{n} kilogrammes",
        "mg": "{n} milligrammes",
        "ml": "{n} millilitres",
        "ms": "{n} millisecondes",
        "Ko": "{n} kilooctets",
        "Mo": "{n} mégaoctets",
        "Go": "{n} gigaoctets",
        "°C": "{n} degrés Celsius",
        "°F": "{n} degrés Fahrenheit",
    },
    powers=(" au carré", " au cube"),
    rules=(
        (r"\bde (?=euros\b)", "d'"),
        (
            r"(?<=[a-zé])/(?=(?:seconde|minute|heure|jour|nuit|semaine|mois|an|personne|kg)\b)",
            " par ",
        ),
    ),
)

"""How Spanish is read aloud."""

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

NUMBERS: Final = LANGUAGES["es"].numbers

_CLOCK: Final = ClockWords(
    time="{h} y {m}",
    few="{h} y {m}",
    hour="{h}",
    late_hour="{h} horas",
    hours={1: "una", 21: "veintiuna"},
    parts=(
        (0, "{time} de la madrugada"),
        (6, "{time} de la mañana"),
        (12, "{time} de la tarde"),
        (20, "{time} de la noche"),
    ),
    to=" a ",
    forms=(r"(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)\s?h(?:s|rs)?",),
)

_EURO: Final = Currency(whole="un euro|{n} euros", hundredths="un céntimo|{n} céntimos")
_DOLLAR: Final = Currency(whole="un dólar|{n} dólares", hundredths="un centavo|{n} centavos")
_US_DOLLAR: Final = Currency(
    whole="un dólar estadounidense|{n} dólares estadounidenses",
    hundredths="un centavo|{n} centavos",
)
_POUND: Final = Currency(whole="una libra|{n} libras", hundredths="un penique|{n} peniques")
_FRANC: Final = Currency(whole="un franco suizo|{n} francos suizos")
_YEN: Final = Currency(whole="un yen|{n} yenes")
_WON: Final = Currency(whole="un won|{n} wones")
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
        "¥": _YEN,
        "JPY": _YEN,
        "₩": _WON,
        "KRW": _WON,
        "R$": Currency(whole="un real|{n} reales"),
        "₹": Currency(whole="una rupia|{n} rupias"),
        "₽": Currency(whole="un rublo|{n} rublos"),
        "¢": Currency(whole="un centavo|{n} centavos"),
    },
    joint=" con ",
    magnitudes={"k": " mil", "m": " millones de", "M": " millones de"},
    decimal=",",
    group="[. \u00a0\u202f]",
)

_PHONE: Final = PhoneWords(plus="más", patterns=(r"[679]\d{2}(?: \d{2}){3}",))

_CARDINALS: Final = {n: said[0] for n, said in NUMBERS.cardinals.items()}


def _ordinals(ending: str) -> dict[int, str]:
    """Return the ordinals to ten; rulers after the tenth have cardinals."""
    return {
        n: next(form for form in NUMBERS.ordinals[n] if form.endswith(ending)) for n in range(1, 11)
    }


_NUMERALS: Final = NumeralWords(
    places=(
        NumeralPlace(
            after=words("capítulo parte tomo acto libro artículo siglo volumen fase guerra"),
            words=_CARDINALS,
        ),
        NumeralPlace(
            after=words("ana catalina cristina isabel leonor margarita maría victoria"),
            titles=words("reina emperatriz zarina"),
            words=_CARDINALS | _ordinals("a"),
        ),
        NumeralPlace(
            after=words(
                "alejandro alfonso benedicto carlos clemente eduardo enrique felipe fernando"
                " francisco guillermo gregorio gustavo inocencio jacobo jaime jorge josé juan león"
                " leopoldo luis napoleón nicolás pablo pedro pío ramsés ricardo sancho urbano"
            ),
            titles=words("rey emperador papa zar sultán"),
            words=_CARDINALS | _ordinals("o"),
        ),
    ),
    otherwise=_CARDINALS,
    not_after=words("un una el la los las"),
    joints=words("y e o a"),
)


PRONUNCIATION: Final = Pronunciation(
    clock=_CLOCK,
    money=_MONEY,
    phone=_PHONE,
    numerals=_NUMERALS,
    to=" a ",
    minus="menos ",
    units={
        "km/h": "{n} kilómetros por hora",
        "m/s": "{n} metros por segundo",
        "km²": "{n} kilómetros cuadrados",
        "m²": "{n} metros cuadrados",
        "m³": "{n} metros cúbicos",
        "km": "{n} kilómetros",
        "cm": "{n} centímetros",
        "mm": "{n} milímetros",
        "kg": "{n} kilogramos",
        "mg": "{n} miligramos",
        "ml": "{n} mililitros",
        "ms": "{n} milisegundos",
        "KB": "{n} kilobytes",
        "MB": "{n} megabytes",
        "GB": "{n} gigabytes",
        "°C": "{n} grados Celsius",
        "°F": "{n} grados Fahrenheit",
    },
    powers=(" al cuadrado", " al cubo"),
    rules=(
        (
            r"(?<=[a-zó])/(?=(?:segundo|minuto|hora|día|noche|semana|mes|año|persona|kg)\b)",
            " por ",
        ),
    ),
)

"""Labels that say how much of something there is, so that "the biggest" means one. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.questions.spoken.labels.label_moments import moment_in

_PARENTHESES: Final = re.compile(r"[(\[]([^)\]]*)[)\]]")
_MEASURE: Final = re.compile(
    r"(?<![\w.,:/-])(?P<amount>\d+(?:[.,]\d+)?)\s?(?P<unit>[^\W\d_]+)(?![\w/])"
)
_UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "data": {"b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "mib": 1.05e6, "gib": 1.07e9},
    "lines": {"p": 1, "px": 1, "k": 1000},
    "weight": {"mg": 0.001, "g": 1, "kg": 1000, "t": 1e6},
    "volume": {"ml": 1, "cl": 10, "dl": 100, "l": 1000},
    "length": {"mm": 1, "cm": 10, "m": 1000, "km": 1e6},
}
"""What units measure, and how much one is."""
_TIME: Final = "time"
_CLOCK: Final = ("h", "uhr", "am", "pm")
_GARMENTS: Final[Sequence[frozenset[str]]] = tuple(
    frozenset(names.split("|"))
    for names in (
        "xxs",
        "xs|extra small|très petit|muy pequeño|sehr klein|mini",
        "s|small|klein|petit|petite|pequeño|pequeña|kleine",
        "m|medium|mittel|moyen|moyenne|mediano|mediana|mittlere|mittelgroß|normal",
        "l|large|groß|grand|grande|große|big",
        "xl|extra large|sehr groß|très grand|très grande|muy grande|extragroß",
        "xxl",
        "xxxl",
    )
)
"""Names of sizes, smallest first."""


def by_measure(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the places of labels by the one thing that each has an amount of, least first.

    Empty if there is no such thing, or if there are several.
    """
    found = [dict(_measures(label, language)) for label in labels]
    if not found:
        return ()
    if any(moment_in(label, language).minute is not None for label in labels):
        for measures in found:
            for unit in (_TIME, *_CLOCK):  # "9 h 30" is no amount
                measures.pop(unit, None)
    shared = [what for what in found[0] if all(what in measures for measures in found)]
    amounts = [[measures[what] for measures in found] for what in shared]
    telling = [values for values in amounts if len(set(values)) == len(values)]
    if len(telling) != 1:
        return ()
    return tuple(sorted(range(len(labels)), key=telling[0].__getitem__))


def _measures(label: str, language: str) -> Iterator[tuple[str, float]]:
    """Yield what a label has amounts of, with the amounts."""
    seconds = {
        word: float(size)
        for size, words in LANGUAGES[language].time_units.items()
        for word in words
    }
    for found in _MEASURE.finditer(label):
        unit, amount = found["unit"].casefold(), float(found["amount"].replace(",", "."))
        if unit in seconds:
            yield _TIME, amount * seconds[unit]
            continue
        what = next((what for what, units in _UNITS.items() if unit in units), None)
        yield (unit, amount) if what is None else (what, amount * _UNITS[what][unit])


_SAID: Final[Mapping[str, str]] = {
    "euro": "€ euro eur", "euros": "€ euro euros eur", "dollar": "$ usd", "dollars": "$ dollars usd",
    "bucks": "$ dollars usd", "pounds": "£ lb lbs", "quid": "£", "dólares": "$ usd", "pesos": "$",
    "franken": "chf fr", "francs": "chf fr", "percent": "%", "prozent": "%",
    "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "kilogramm": "kg",
    "gram": "g", "grams": "g", "gramm": "g", "grammes": "g", "gramos": "g",
    "litre": "l", "litres": "l", "liter": "l", "liters": "l", "litro": "l", "litros": "l",
    "millilitres": "ml", "milliliters": "ml", "milliliter": "ml", "mililitros": "ml", "mils": "ml",
    "metre": "m", "metres": "m", "meter": "m", "meters": "m", "mètres": "m", "metros": "m",
    "kilometers": "km", "kilometres": "km", "kilometer": "km", "kilomètres": "km", "kilómetros": "km",
    "pixel": "px p", "pixels": "px p pixels", "píxeles": "px p", "inch": "in zoll", "inches": "in",
    "gig": "gb g", "gigs": "gb g", "giga": "gb go", "gigas": "gb go", "gigabyte": "gb", "gigabytes": "gb",
    "meg": "mb", "megs": "mb", "mega": "mb", "megas": "mb mo", "megabyte": "mb", "megabytes": "mb",
    "octets": "go mo ko",
    "min": "minutes minuten minutos", "mins": "minutes", "hr": "hour hours", "hrs": "hours",
    "h": "hour hours stunde stunden heure heures hora horas", "std": "stunde stunden",
}  # fmt: skip
"""How units are said, and how they are written in labels."""


def is_measured_in(heard: str, label: str) -> bool:
    """Whether a label has an amount of a unit that is said so: "euros" of "329 €"."""
    return any(
        re.search(rf"\d\s?{re.escape(unit)}(?!\w)|{re.escape(unit)}\s?\d", label, re.IGNORECASE)
        for unit in _SAID.get(heard, "").split()
    )


def by_garment(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the places of labels that are names of sizes, smallest first, else nothing."""
    found = [_garment(label) for label in labels]
    if -1 in found or len(set(found)) < len(found):
        return ()
    return tuple(sorted(range(len(found)), key=found.__getitem__))


def _garment(label: str) -> int:
    name = _PARENTHESES.sub("", label).partition(",")[0].strip().casefold()
    return next((n for n, names in enumerate(_GARMENTS) if name in names), -1)

"""Labels that say how much of something there is, so that "the biggest" means one. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.questions.spoken.labels.any_language import HOUR
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
_CLOCK: Final = re.compile(rf"h|am|pm|{HOUR}")
_SMALLEST_NAMED: Final = 1
_GARMENTS: Final[Sequence[frozenset[str]]] = tuple(
    frozenset((letters,)).union(
        *(
            known.written.garments[size - _SMALLEST_NAMED]
            for known in LANGUAGES.values()
            if 0 <= size - _SMALLEST_NAMED < len(known.written.garments)
        )
    )
    for size, letters in enumerate("xxs xs s m l xl xxl xxxl".split())
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
            for unit in tuple(measures):  # "9 h 30" is no amount
                if unit == _TIME or _CLOCK.fullmatch(unit):
                    del measures[unit]
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


def is_measured_in(heard: str, label: str) -> bool:
    """Whether a label has an amount of a unit that is said so: "euros" of "329 €"."""
    return any(
        re.search(rf"\d\s?{re.escape(unit)}(?!\w)|{re.escape(unit)}\s?\d", label, re.IGNORECASE)
        for known in LANGUAGES.values()
        for unit in known.written.units.get(heard, ())
    )


def by_garment(labels: Sequence[str]) -> tuple[int, ...]:
    """Return the places of labels that are names of sizes, smallest first, else nothing."""
    found = [garment(label) for label in labels]
    if -1 in found or len(set(found)) < len(found):
        return ()
    return tuple(sorted(range(len(found)), key=found.__getitem__))


def garment(label: str) -> int:
    """Return the place of a label among the sizes of garments, -1 if it has none."""
    name = _PARENTHESES.sub("", label).partition(",")[0].strip().casefold()
    return next((n for n, names in enumerate(_GARMENTS) if name in names), -1)

"""Labels that are days of the week, and what else those are called. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, cast

from babel.dates import get_day_names

_WIDTHS: Final[tuple[Literal["wide", "abbreviated", "short"], ...]] = (
    "wide",
    "abbreviated",
    "short",
)
_FEWEST: Final = 3
"""Labels that are days from which it is no chance."""
SATURDAY: Final = 5


def weekdays_of(labels: Sequence[str], language: str) -> tuple[int, ...]:
    """Return the day of each label, Monday is 0; empty if any label is no day."""
    names = _names(language)
    found = [names.get(_plain(label)) for label in labels]
    days = tuple(day for day in found if day is not None)
    return days if len(days) == len(labels) >= _FEWEST else ()


def names_of(day: int, language: str) -> Iterator[str]:
    """Yield the names of a day, long and short."""
    yield from (name for name, value in _names(language).items() if value == day)


@lru_cache(maxsize=16)
def _names(language: str) -> dict[str, int]:
    return {
        _plain(name): day
        for width in _WIDTHS
        for day, name in cast("Mapping[int, str]", get_day_names(width, locale=language)).items()
    }


def _plain(name: str) -> str:
    return name.casefold().strip(" .")

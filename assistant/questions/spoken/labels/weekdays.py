"""Labels that are days of the week, and what else those are called. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, cast

from babel.dates import get_day_names

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import WritingScript

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


@lru_cache(maxsize=512)
def day_in(label: str, language: str) -> int | None:
    """Return the one day of the week that a label names; None if it names none or several."""
    names = _names(language)
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    found = {
        names[name] for name in re.findall(rf"(?<!\w)(?:{longest_first})(?!\w)", label.casefold())
    }
    is_spaced = LANGUAGES[language].writing is WritingScript.WORDS
    if not found and not is_spaced:  # a name may stand right before another word
        long = [name for name in names if len(name) > 1]
        either = "|".join(map(re.escape, sorted(long, key=len, reverse=True)))
        found = {names[name] for name in re.findall(either, label)}
    return found.pop() if len(found) == 1 else None


def names_of(day: int, language: str) -> Iterator[str]:
    """Yield the names of a day, long and short."""
    yield from (name for name, value in _names(language).items() if value == day)


@lru_cache(maxsize=16)
def _names(language: str) -> dict[str, int]:
    words = LANGUAGES[language].answers().labels
    names = {
        _plain(name): day
        for width in _WIDTHS
        for day, name in cast("Mapping[int, str]", get_day_names(width, locale=language)).items()
        if _plain(name) not in words.pronouns
    }
    for day, more in enumerate(words.weekdays):
        names |= dict.fromkeys((name for name in more.split("|") if name), day)
    return names


def _plain(name: str) -> str:
    return name.casefold().strip(" .")

"""Labels that are days of the week, and what else those are called. Pure."""

import re
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
_UNSPACED: Final = {"zh", "ja", "ko"}
"""Languages in which a name may stand right before another word."""


_MORE: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("", "tues", "weds", "thur|thurs", "", "", ""),
    "de": (
        "montags",
        "dienstags",
        "mittwochs",
        "donnerstags",
        "freitags",
        "samstags|sonnabend",
        "sonntags",
    ),
    "zh": tuple(f"礼拜{day}|星期{day}|周{day}|週{day}" for day in "一二三四五六")
    + ("礼拜天|礼拜日|星期天|星期日|周日|周天|週日",),
    "ja": tuple(f"{day}曜|{day}曜日" for day in "月火水木金土日"),
    "ko": tuple(f"{day}욜|{day}요일" for day in "월화수목금토일"),
}
"""What the days are called beside their names in calendars, Monday first."""
_PRONOUNS: Final[Mapping[str, frozenset[str]]] = {"fr": frozenset({"je", "me", "ma"})}
"""Short names that mean something else in every other sentence."""


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
    if not found and language in _UNSPACED:
        long = [name for name in names if len(name) > 1]
        either = "|".join(map(re.escape, sorted(long, key=len, reverse=True)))
        found = {names[name] for name in re.findall(either, label)}
    return found.pop() if len(found) == 1 else None


def names_of(day: int, language: str) -> Iterator[str]:
    """Yield the names of a day, long and short."""
    yield from (name for name, value in _names(language).items() if value == day)


@lru_cache(maxsize=16)
def _names(language: str) -> dict[str, int]:
    names = {
        _plain(name): day
        for width in _WIDTHS
        for day, name in cast("Mapping[int, str]", get_day_names(width, locale=language)).items()
        if _plain(name) not in _PRONOUNS.get(language, ())
    }
    for day, more in enumerate(_MORE.get(language, ())):
        names |= dict.fromkeys((name for name in more.split("|") if name), day)
    return names


def _plain(name: str) -> str:
    return name.casefold().strip(" .")

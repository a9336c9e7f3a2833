"""Which time zone a place has, by the names people use in the languages that are understood.

Cities, countries and their translations come from CLDR, by way of Babel; further cities from the
languages.
"""

import re
import zoneinfo
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import Final, cast

from babel import Locale
from babel.core import get_global
from rapidfuzz import fuzz, process

from assistant.folded_text import folded
from assistant.languages import LANGUAGES
from assistant.locale import INTERFACE_LANGUAGES

_OFFSET: Final = re.compile(r"(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_MAX_OFFSET_H: Final = 14
"""The easternmost civil offset, Kiribati's; the westernmost is 12."""

_SIMILAR: Final = 80
"""Score of rapidfuzz's `ratio` from which a name is offered as what was perhaps meant."""

_OTHER_NAMES: Final = {
    "America/Los_Angeles": "pst pdt",
    "America/Denver": "mdt",
    "America/Chicago": "cdt",
    "America/New_York": "edt",
    "Asia/Seoul": "kst",
    "Asia/Tokyo": "jst",
    "Asia/Dubai": "uae",
    "Europe/London": "uk england scotland wales bst",
}
"""Abbreviations that mean one zone only, and countries that CLDR writes otherwise."""

_OTHER_LANGUAGES: Final = tuple(code for code in LANGUAGES if code not in INTERFACE_LANGUAGES)

_ONE_TIME: Final = {"CN": ("Asia/Shanghai",)}
"""Countries with several zones but one time by law: all of China keeps Beijing's."""


class UnknownPlaceError(LookupError):
    """No zone is known for a place, or it has several times.

    Args:
        suggestions: Zones that may have been meant.
        is_ambiguous: Whether the place has several times.
    """

    def __init__(self, suggestions: tuple[str, ...], *, is_ambiguous: bool = False) -> None:
        super().__init__()
        self.suggestions = suggestions
        self.is_ambiguous = is_ambiguous


def find_zone(place: str, at: datetime) -> tzinfo:
    """Return the time zone of a place.

    The first call reads CLDR, which takes half a second, and as long again for the first place that
    the languages of the window have no name for.

    Args:
        place: An IANA zone, a city, a country with one time, or an offset such as `UTC+9`.
        at: The moment, aware: a country whose zones agree at it has one time.

    Raises:
        UnknownPlaceError: If no zone is known, or the place has several times.
    """
    offset = _offset(place)
    if offset is not None:
        return offset
    key, beginning = _key(place), _key(place.partition(",")[0])
    for languages in (INTERFACE_LANGUAGES, _OTHER_LANGUAGES):
        names = _zones_by_name(languages)
        keys = names.get(key) or names.get(beginning, ())
        zones = [zoneinfo.ZoneInfo(zone) for zone in keys]
        if zones:
            if len({at.astimezone(zone).utcoffset() for zone in zones}) > 1:
                raise UnknownPlaceError((), is_ambiguous=True)
            return zones[0]
    names = _zones_by_name(INTERFACE_LANGUAGES)
    similar = process.extract(key, names.keys(), scorer=fuzz.ratio, limit=3, score_cutoff=_SIMILAR)
    found = {zone for name, _score, _index in similar for zone in names[name]}
    raise UnknownPlaceError(tuple(sorted(found)))


def _offset(place: str) -> tzinfo | None:
    found = _OFFSET.fullmatch(place.strip())
    if found is None or int(found[2]) > _MAX_OFFSET_H:
        return None
    length = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return timezone(-length if found[1] == "-" else length)


def _key(name: str) -> str:
    """Fold a name so that two spellings of it are equal."""
    return re.sub(r"[\s_.'’]+", " ", folded(name)).strip()


@lru_cache(maxsize=2)
def _zones_by_name(languages: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Zones by known name in some languages; countries may have several."""
    known = zoneinfo.available_timezones()
    names: dict[str, tuple[str, ...]] = {}
    found = (*_zone_names(known), *_city_names(known, languages), *_country_names(known, languages))
    for name, zones in found:
        names.setdefault(_key(name), zones)
    return names


_Names = Iterator[tuple[str, tuple[str, ...]]]


def _zone_names(known: set[str]) -> _Names:
    for zone in sorted(known):
        yield zone, (zone,)
    for zone in sorted(known):
        if "/" in zone and not zone.startswith("Etc/"):
            yield zone.rpartition("/")[2], (zone,)


def _city_names(known: set[str], languages: Sequence[str]) -> _Names:
    for language in languages:
        for zone, city in _cities(language).items():
            if zone in known:
                yield city, (zone,)
    for language in languages:
        table = LANGUAGES[language].sentences()
        for city, zone in () if table is None else table.places.items():
            yield city, (zone,)
    for zone, words in _OTHER_NAMES.items():
        for word in words.split():
            yield word, (zone,)


def _country_names(known: set[str], languages: Sequence[str]) -> _Names:
    zones_of = cast("Mapping[str, Sequence[str]]", get_global("territory_zones"))
    for language in languages:
        countries = cast("Mapping[str, str]", Locale(language).territories)
        for code, country in countries.items():
            zones = _ONE_TIME.get(code) or tuple(z for z in zones_of.get(code, ()) if z in known)
            if zones:
                yield country, zones


def _cities(language: str) -> dict[str, str]:
    zones = cast("Mapping[str, Mapping[str, str]]", Locale(language).time_zones)
    return {zone: names["city"] for zone, names in zones.items() if "city" in names}

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest

from assistant.languages import LANGUAGES
from assistant.tools.utilities.time_zones import (
    _OTHER_NAMES,
    UnknownPlaceError,
    find_zone,
)

WINTER = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Asia/Seoul", "Asia/Seoul"),
        ("asia/seoul", "Asia/Seoul"),
        ("Seoul", "Asia/Seoul"),
        ("서울", "Asia/Seoul"),
        ("首尔", "Asia/Seoul"),
        ("new york", "America/New_York"),
        ("New_York", "America/New_York"),
        ("뉴욕", "America/New_York"),
        ("  London, UK ", "Europe/London"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Beijing", "Asia/Shanghai"),
        ("北京", "Asia/Shanghai"),
        ("San Francisco", "America/Los_Angeles"),
        ("San-Francisco", "America/Los_Angeles"),
        ("China", "Asia/Shanghai"),
        ("독일", "Europe/Berlin"),
        ("Germany", "Europe/Berlin"),
        ("France", "Europe/Paris"),
        ("일본", "Asia/Tokyo"),
        ("日本", "Asia/Tokyo"),
        ("UK", "Europe/London"),
        ("KST", "Asia/Seoul"),
        ("Londra", "Europe/London"),
        ("Giappone", "Asia/Tokyo"),
        ("Londres", "Europe/London"),
        ("Kairo", "Africa/Cairo"),
        ("Nueva York", "America/New_York"),
        ("ロンドン", "Europe/London"),
        ("UTC", "UTC"),
    ],
)
def test_a_place_has_its_zone(place: str, zone: str) -> None:
    found = find_zone(place, WINTER)

    assert isinstance(found, ZoneInfo)
    assert found.key == zone


@pytest.mark.parametrize(
    ("place", "hours"),
    [("UTC+9", 9), ("utc -03:30", -3.5), ("GMT+5:45", 5.75), ("+14", 14), ("-0530", -5.5)],
)
def test_an_offset_is_a_zone(place: str, hours: float) -> None:
    assert find_zone(place, WINTER).utcoffset(None) == timedelta(hours=hours)


@pytest.mark.parametrize("place", ["United States", "미국", "Canada", "Russia"])
def test_a_country_with_several_times_is_ambiguous(place: str) -> None:
    with pytest.raises(UnknownPlaceError) as caught:
        find_zone(place, WINTER)

    assert caught.value.is_ambiguous


@pytest.mark.parametrize(
    ("place", "suggestion"), [("Seol", "Asia/Seoul"), ("Berlinn", "Europe/Berlin")]
)
def test_a_misspelt_place_is_told_what_was_perhaps_meant(place: str, suggestion: str) -> None:
    with pytest.raises(UnknownPlaceError) as caught:
        find_zone(place, WINTER)

    assert suggestion in caught.value.suggestions
    assert not caught.value.is_ambiguous


@pytest.mark.parametrize("place", ["xyzzy", "UTC+99", "../../etc/passwd", "", "\0"])
def test_a_place_that_is_none_is_unknown(place: str) -> None:
    with pytest.raises(UnknownPlaceError) as caught:
        find_zone(place, WINTER)

    assert not caught.value.is_ambiguous


def test_the_zones_of_our_own_tables_exist() -> None:
    tables = filter(None, (known.sentences() for known in LANGUAGES.values()))
    places = {zone for table in tables for zone in table.places.values()}
    assert places
    assert {*places, *_OTHER_NAMES} <= available_timezones()

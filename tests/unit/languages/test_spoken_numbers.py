"""Numbers above twenty and times of day in words."""

import pytest

from assistant.languages import LANGUAGES


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 40, {"forty"}),
        ("en", 121, {"one twenty one", "one hundred twenty one", "a hundred and twenty one"}),
        ("en", 2024, {"twenty twenty four", "two thousand twenty four"}),
        ("de", 21, {"einundzwanzig"}),
        ("de", 1150, {"eintausendeinhundertfünfzig", "tausendeinhundertfünfzig"}),
        ("fr", 71, {"soixante et onze", "soixante onze"}),
        ("fr", 80, {"quatre-vingts"}),
        ("fr", 1999, {"mille neuf cent quatre-vingt-dix-neuf"}),
        ("es", 22, {"veintidós", "veintidos"}),
        ("es", 101, {"ciento uno"}),
        ("it", 21, {"ventuno"}),
        ("it", 28, {"ventotto"}),
        ("it", 43, {"quarantatré"}),
        ("it", 101, {"centouno"}),
        ("it", 2026, {"duemilaventisei"}),
        ("ko", 32, {"삼십이", "서른둘", "서른두"}),
        ("ja", 1320, {"千三百二十"}),
        ("zh", 1320, {"一千三百二十", "一三二零", "一千三百二"}),
        ("zh", 1020, {"一千二十"}),
    ],
)
def test_a_large_number_is_said(language: str, number: int, said: set[str]) -> None:
    assert said <= set(LANGUAGES[language].number_speaker.numbers(number))


def test_the_last_place_is_said_where_nothing_stands_before_it() -> None:
    assert "一千二" not in set(LANGUAGES["zh"].number_speaker.numbers(1020))


@pytest.mark.parametrize(
    ("language", "hour", "minute", "said"),
    [
        ("en", 15, 0, {"three o clock"}),
        ("en", 8, 45, {"quarter to nine", "a quarter to nine"}),
        ("de", 13, 0, {"13 uhr", "dreizehn uhr", "ein uhr"}),
        ("de", 21, 30, {"halb zehn", "einundzwanzig uhr dreißig"}),
        ("fr", 1, 15, {"une heure et quart"}),
        ("fr", 0, 30, {"zéro heures et demie"}),
        ("es", 12, 40, {"una menos veinte"}),
        ("it", 12, 40, {"una meno venti"}),
        ("it", 7, 30, {"sette e mezza", "sette e mezzo"}),
        ("ja", 15, 20, {"15時"}),
    ],
)
def test_a_time_of_day_is_said(language: str, hour: int, minute: int, said: set[str]) -> None:
    assert said <= set(LANGUAGES[language].number_speaker.times(hour, minute))


def test_a_language_may_say_no_times() -> None:
    assert not list(LANGUAGES["ko"].number_speaker.times(8, 0))

"""A moment is written by its day, as it is said."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from assistant.locale import InterfaceLanguage, use_language
from assistant.moment_words import moment_words

NOW = datetime(2026, 11, 28, 13, 30, tzinfo=UTC)  # a Saturday
AHEAD = (0, 1, -1, 2, 6, 7, -2, 60)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "07:05",
                "tomorrow 07:05",
                "yesterday 07:05",
                "Monday 07:05",
                "Friday 07:05",
                "Sat, Dec 5 07:05",
                "Thu, Nov 26 07:05",
                "Wed, Jan 27, 2027 07:05",
            ],
        ),
        (
            "ko",
            [
                "07:05",
                "내일 07:05",
                "어제 07:05",
                "월요일 07:05",
                "금요일 07:05",
                "12월 5일 (토) 07:05",
                "11월 26일 (목) 07:05",
                "2027년 1월 27일 (수) 07:05",
            ],
        ),
        (
            "zh",
            [
                "07:05",
                "明天 07:05",
                "昨天 07:05",
                "星期一 07:05",
                "星期五 07:05",
                "12月5日周六 07:05",
                "11月26日周四 07:05",
                "2027年1月27日周三 07:05",
            ],
        ),
    ],
)
def test_each_day_is_said_as_people_do(language: InterfaceLanguage, expected: list[str]) -> None:
    use_language(language)
    at = NOW.replace(hour=7, minute=5)
    said = [str(moment_words(at + timedelta(days=days), NOW)) for days in AHEAD]
    assert said == expected


def test_the_days_are_those_of_the_moments_own_zone() -> None:
    seoul = timezone(timedelta(hours=9))
    late = datetime(2026, 11, 28, 16, 0, tzinfo=UTC)
    assert moment_words(late.astimezone(seoul), NOW) == "tomorrow 01:00"
    assert moment_words(late, NOW, seconds=True) == "16:00:00"

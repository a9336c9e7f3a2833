from datetime import UTC, datetime

import pytest

from assistant.tools.model.wording import listed, one_line, shortened, spoken_date


@pytest.mark.parametrize(
    ("language", "names", "said"),
    [
        ("en", ["milk"], "milk"),
        ("en", ["milk", "eggs", "tea"], "milk, eggs, and tea"),
        ("ko", ["우유", "달걀"], "우유 및 달걀"),
        ("zh", ["牛奶", "鸡蛋"], "牛奶和鸡蛋"),
        ("fr", ["a", "b"], "a and b"),
        ("en", ["a\nb\u202e", "c"], "a b and c"),
        ("en", [], ""),
    ],
)
def test_names_are_listed_as_in_the_language(language: str, names: list[str], said: str) -> None:
    assert listed(names, language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "January 2, 2026"),
        ("ko", "2026년 1월 2일"),
        ("zh", "2026年1月2日"),
        ("fr", "January 2, 2026"),
    ],
)
def test_a_date_is_said_as_in_the_language(language: str, said: str) -> None:
    assert spoken_date(datetime(2026, 1, 2, 12, tzinfo=UTC), language) == said


def test_text_is_one_line_and_no_longer_than_it_may_be() -> None:
    assert one_line(" a\n\tb\x1b ") == "a b"
    assert shortened("abc", 3) == "abc"
    assert shortened("abc def", 5) == "abc…"

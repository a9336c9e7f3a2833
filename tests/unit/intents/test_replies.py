"""How the day of an alarm is said in each language."""

from datetime import date, datetime

import pytest

from assistant.intents.replies import ReplyWriter

NOW = datetime(2026, 11, 28, 13, 30)  # a Saturday


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Thursday, December 24"),
        ("de", "Donnerstag, 24. Dezember"),
        ("fr", "jeudi 24 décembre"),
        ("es", "jueves, 24 de diciembre"),
        ("ko", "12월 24일 목요일"),
        ("zh", "12月24日星期四"),
        ("ja", "12月24日木曜日"),
    ],
)
def test_a_date_of_this_year_is_said_without_it(language: str, words: str) -> None:
    writer = ReplyWriter(language, NOW)
    assert writer.day(date(2026, 12, 24)) == words
    assert "2027" in writer.day(date(2027, 1, 24))
    near = [writer.day(date(2026, 11, day)) for day in (28, 29, 30)]
    assert len(set(near)) == 3
    assert not any(character.isdecimal() for text in near for character in text)

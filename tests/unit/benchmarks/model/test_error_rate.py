import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.model.error_rate import (
    ErrorCount,
    character_errors,
    normal_words,
    word_errors,
)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("Hello, World!", "hello world", id="case-and-marks"),
        pytest.param("twenty-five", "25", id="tens"),
        pytest.param("one hundred and five", "105", id="hundreds"),
        pytest.param("two thousand three hundred", "2,300", id="thousands"),
        pytest.param("one million two hundred thousand", "1200000", id="millions"),
        pytest.param("seven thirty", "7:30", id="time"),
        pytest.param("nineteen ninety five", "1995", id="year"),
        pytest.param("one two three", "123", id="digits"),
        pytest.param("the twenty first", "the 21st", id="ordinal"),
        pytest.param("third", "3rd", id="small-ordinal"),
        pytest.param("zero", "0", id="zero"),
        pytest.param("three point five", "3.5", id="decimal"),
        pytest.param("five dollars", "$5", id="money"),
        pytest.param("ten percent", "10%", id="percent"),
        pytest.param("My favourite colour", "my favorite color", id="spelling"),
        pytest.param("I'm sure it's fine, don't", "I am sure it is fine do not", id="contractions"),
        pytest.param("can’t", "cannot", id="curly-apostrophe"),
        pytest.param("at 5 p.m. today", "at five PM today", id="initials"),
        pytest.param("Dr. Smith", "doctor smith", id="title"),
        pytest.param("OK", "okay", id="okay"),
        pytest.param("wi-fi", "Wi Fi", id="hyphen"),
    ],
)
def test_the_same_in_other_writing_is_the_same(first: str, second: str) -> None:
    assert normal_words(first) == normal_words(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("fifteen", "fifty", id="teen"),
        pytest.param("one hundred", "one thousand", id="scale"),
        pytest.param("first", "one", id="ordinal"),
        pytest.param("can", "can't", id="not"),
        pytest.param("bread and two eggs", "bread two eggs", id="and-between-words"),
    ],
)
def test_what_differs_stays_different(first: str, second: str) -> None:
    assert normal_words(first) != normal_words(second)


def test_and_between_numbers_that_are_no_number_stays() -> None:
    assert normal_words("two and three") == ["2", "and", "3"]
    assert normal_words("one hundred and so on") == ["100", "and", "so", "on"]


@pytest.mark.parametrize(
    ("said", "understood", "errors"),
    [
        pytest.param("set a timer", "set a timer", 0, id="same"),
        pytest.param("set a timer", "set the timer", 1, id="substitution"),
        pytest.param("set a timer", "set timer", 1, id="deletion"),
        pytest.param("set a timer", "please set a timer", 1, id="insertion"),
        pytest.param("set a timer", "", 3, id="nothing-understood"),
    ],
)
def test_errors_are_counted(said: str, understood: str, errors: int) -> None:
    assert word_errors(said, understood) == ErrorCount(errors=errors, words=3)


def test_rates_are_of_all_words_together() -> None:
    total = word_errors("one", "two") + word_errors("set a timer", "set a timer")
    assert total.rate == 0.25


def test_a_rate_without_words_is_zero_or_infinite() -> None:
    assert ErrorCount(errors=0, words=0).rate == 0.0
    assert ErrorCount(errors=1, words=0).rate == float("inf")


def test_korean_and_chinese_are_compared_by_characters() -> None:
    assert character_errors("오늘 날씨 어때?", "오늘 날씨 어떄") == ErrorCount(errors=1, words=6)
    assert character_errors("今天天气怎么样？", "今天天气怎么样") == ErrorCount(errors=0, words=7)


@given(st.text(st.characters(max_codepoint=0x24F), max_size=60))
def test_normal_words_are_normal(text: str) -> None:
    words = normal_words(text)
    assert normal_words(" ".join(words)) == words

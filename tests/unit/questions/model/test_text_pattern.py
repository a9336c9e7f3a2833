"""Regular expressions of others, which may be made to run for ever."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.model.text_pattern import MAX_PATTERN, can_be_tried, lacks_form

LONG = "a" * 1000 + "!"


@pytest.mark.parametrize(
    ("pattern", "fits", "others"),
    [
        ("^[A-Z]{2}-[0-9]+$", ["AB-1", "XY-123456"], ["ab-1", "AB1", "AB-", "A" * 500]),
        (r"^\d{5}(-\d{4})?$", ["12345", "12345-6789"], ["1234", "12345-", "x"]),
        (r"^[^@\s]+@[^@\s]+\.[^@\s]+$", ["a@b.c"], ["a@b", "a b@c.d"]),
        ("^[a-z0-9]+(-[a-z0-9]+)*$", ["a-b-c", "abc"], ["A", "a--b", "-a"]),
        ("abc", ["xabcx"], ["ab"]),
        (r"^(?=.*[0-9]).{4,}$", ["abc1"], ["abcd", "a1"]),
        ("^(yes|no)$", ["yes", "no"], ["maybe"]),
    ],
)
def test_words_have_the_form_or_not(pattern: str, fits: list[str], others: list[str]) -> None:
    assert can_be_tried(pattern)
    assert [text for text in fits if lacks_form(pattern, text)] == []
    assert [text for text in others if not lacks_form(pattern, text)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        "(",
        "[a",
        r"\p{L}+",
        "a{99999999999}",
        "x" * (MAX_PATTERN + 1),
        "(?<n>a",
        "^(a?){30}a{30}$",
        "^(?:a|a){1,40}$",
    ],
)
def test_what_is_no_pattern_here_refuses_nothing(pattern: str) -> None:
    assert not can_be_tried(pattern)
    assert not lacks_form(pattern, "anything")


@pytest.mark.parametrize(
    "pattern",
    [
        "^(a+)+$",
        "^(a|a)*$",
        "^(a|aa)+$",
        "^((a*)*)*$",
        "(.*)(.*)(.*)(.*)(.*)(.*)x$",
        r"^(\w+\s?)+$",
        r"(a+)\1+$",
        "(x+x+)+y",
    ],
)
def test_a_pattern_that_may_run_for_ever_is_not_tried_on_a_long_text(pattern: str) -> None:
    assert not lacks_form(pattern, LONG)
    assert not lacks_form(pattern, "x" * 1000)


@given(st.text("ab()[]{}|*+?.^$\\1,d-", max_size=14), st.text("ab1", max_size=60))
def test_whatever_the_pattern_it_ends(pattern: str, text: str) -> None:
    assert isinstance(lacks_form(pattern, text), bool)

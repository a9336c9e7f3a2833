"""Transcripts that say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.languages.same_words import same_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("what time is it", "What time is it?"),
        ("Make me a double-shot latte.", "make me a double shot  latte"),
        ("it’s ten", "It's ten!"),
        ("1,000.5 euros", "1,000.5 Euros."),
        ("\u4eca\u5929 \u5929\u6c14", "\u4eca\u5929\u5929\u6c14\u3002"),
        ("\uba87 \uc2dc\uc57c", "\uba87\uc2dc\uc57c?"),
        ("", "..."),
    ],
)
def test_case_punctuation_and_spacing_are_no_matter(one: str, other: str) -> None:
    assert same_words(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("iced coffee", "ice coffee"),
        ("we're here", "were here"),
        ("an ice man", "a nice man"),
        ("5.5", "55"),
        ("5.5", "5 5"),
        ("minus -5", "minus 5"),
        ("5 %", "5"),
        ("$5", "5"),
        ("call Ann", "call Ann and"),
        ("", "a"),
    ],
)
def test_other_words_and_numbers_are(one: str, other: str) -> None:
    assert not same_words(one, other)


@given(st.text())
def test_a_text_says_what_it_says(text: str) -> None:
    assert same_words(text, text.upper().lower()) or text.upper().lower() != text
    assert same_words(text, f"  {text}!")

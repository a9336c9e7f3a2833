"""What a recogniser is told to expect."""

import pytest

from assistant.questions.model.question import Question
from assistant.questions.spoken.expected_words import MOST_NUMBERS, expected_words
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import PLAYERS, TEXT, YES_NO

TWO = choice("Tea", "Coffee")


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        (TWO, "en", ("Tea", "Coffee", "one", "two")),
        (TWO, "de", ("Tea", "Coffee", "eins", "zwei")),
        (TWO, "fr", ("Tea", "Coffee", "un", "deux")),
        (TWO, "es", ("Tea", "Coffee", "uno", "dos")),
        (TWO, "ko", ("Tea", "Coffee")),
        (TWO, "nl", ("Tea", "Coffee")),
        (PLAYERS, "en", ("2 players", "3 players", "4 players", "Solo")),
        (YES_NO, "en", ()),
        (TEXT, "en", ()),
    ],
)
def test_labels_come_first_then_the_numbers_that_are_shown(
    question: Question, language: str, words: tuple[str, ...]
) -> None:
    assert expected_words(question, language) == words


def test_long_lists_tell_the_first_numbers() -> None:
    long = choice(*(f"Way {chr(97 + n)}" for n in range(20)))
    assert expected_words(long, "en")[20:] == (
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    )  # fmt: skip
    assert len(expected_words(long, "en")) == 20 + MOST_NUMBERS

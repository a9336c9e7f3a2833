"""Which keys choose which row."""

from collections.abc import Mapping

import pytest

from assistant.questions.desk.model.lint import lint
from assistant.questions.form.option_keys import option_keys
from assistant.questions.model.question import Question, QuestionKind
from tests.helpers.questions.builders import choice, question_set


def keys(question: Question) -> Mapping[str, int]:
    """Return the keys of a question as the desk puts it."""
    (mended,) = lint(question_set(question)).questions.questions
    return option_keys(mended)


@pytest.mark.requirement("Q-PRES-32")
@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("Tea", "Coffee"), {"1": 0, "2": 1, "3": 2}),
        (
            ("Two players", "Three players", "Four players"),
            {"A": 0, "B": 1, "C": 2, "D": 3, "2": 0, "3": 1, "4": 2},
        ),
        (
            ("Zwei Spieler", "Drei Spieler", "Vier Spieler"),
            {"A": 0, "B": 1, "C": 2, "D": 3, "2": 0, "3": 1, "4": 2},
        ),
        (("4", "3", "2"), {"A": 0, "B": 1, "C": 2, "D": 3, "4": 0, "3": 1, "2": 2}),
        # Two labels say "2", so it chooses neither.
        (("2 cups", "1 cup", "2 mugs"), {"A": 0, "B": 1, "C": 2, "D": 3, "1": 1}),
        (("OAuth1", "OAuth2"), {"1": 0, "2": 1, "3": 2}),
    ],
)
def test_a_row_is_chosen_by_its_marker_and_by_the_digit_that_its_label_alone_says(
    labels: tuple[str, ...], expected: Mapping[str, int]
) -> None:
    assert keys(choice(*labels)) == expected


def test_a_yes_or_no_has_two_keys_and_a_text_none() -> None:
    assert option_keys(Question(id="q", kind=QuestionKind.BOOLEAN, text="?")) == {"1": 0, "2": 1}
    assert option_keys(Question(id="q", kind=QuestionKind.TEXT, text="?")) == {}


def test_rows_past_the_ninth_have_no_digit() -> None:
    many = choice(*(f"Item {chr(97 + n)}" for n in range(12)))
    assert "".join(option_keys(many)) == "123456789"

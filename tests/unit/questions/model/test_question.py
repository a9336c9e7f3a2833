"""Question sets as values."""

import pytest

from assistant.questions.model.question import Answer, QuestionSet
from tests.helpers.questions.builders import choice, question_set

CHILD = choice("X", id="q2")
NESTED = question_set(choice("A", "B", follow_ups={"2": (CHILD,)}), choice(id="q3"))


def test_parents_come_before_their_follow_ups() -> None:
    assert [question.id for question in NESTED.walk()] == ["q1", "q2", "q3"]


def test_questions_and_options_are_found_by_id() -> None:
    assert NESTED.find("q2") == CHILD
    assert CHILD.option("1").label == "X"
    with pytest.raises(KeyError):
        NESTED.find("q9")
    with pytest.raises(KeyError):
        CHILD.option("9")


def test_a_set_survives_storing() -> None:
    assert QuestionSet.model_validate_json(NESTED.model_dump_json()) == NESTED


@pytest.mark.parametrize(
    ("fields", "is_empty"),
    [
        ({}, True),
        ({"other": ""}, True),
        ({"note": "n"}, True),
        ({"option_ids": ("1",)}, False),
        ({"other": "x"}, False),
        ({"text": "x"}, False),
        ({"boolean": False}, False),
    ],
)
def test_an_answer_is_empty_if_nothing_was_chosen(
    fields: dict[str, object], is_empty: bool
) -> None:
    assert Answer.model_validate({"question_id": "q1"} | fields).is_empty is is_empty

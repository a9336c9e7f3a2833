"""Random question sets are sets that a route could have brought."""

from hypothesis import given

from assistant.questions.formats.canonical import parse_canonical
from assistant.questions.model.question import QuestionSet
from tests.helpers.questions.strategies import question_sets


@given(question_sets())
def test_a_random_set_is_a_valid_one(asked: QuestionSet) -> None:
    assert parse_canonical(asked.model_dump(mode="json"), set_id="x").questions == asked
    assert len({question.id for question in asked.walk()}) == len(list(asked.walk()))

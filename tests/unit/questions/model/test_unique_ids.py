"""Ids that are unique in a conversation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.model.question import (
    Answer,
    Dependency,
    Draft,
    Purpose,
    Question,
    QuestionRoute,
    QuestionSet,
)
from assistant.questions.model.unique_ids import (
    ids_of,
    keeps_ids,
    new_question_ids,
    next_version,
    renamed,
    renamed_draft,
)
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.strategies import question_sets

FEW_IDS = st.sampled_from(["db", "db#2", "db#3", "q1", "set1", "a"])


@pytest.mark.requirement("Q-MODEL-44")
def test_an_id_that_is_taken_gets_the_next_number_that_is_free() -> None:
    questions = question_set(choice(id="db"), choice(id="db#2"), choice(id="new"))
    assert new_question_ids(questions, {"db"}) == {"db": "db#3"}
    assert new_question_ids(questions, {"db", "db#2", "db#3"}) == {"db": "db#4", "db#2": "db#2#2"}
    assert new_question_ids(questions, {"other"}) == {}


@given(question_sets(), st.frozensets(FEW_IDS))
def test_no_id_is_taken_or_given_twice_afterwards(
    questions: QuestionSet, more: frozenset[str]
) -> None:
    taken = more | {question.id for question in questions.questions}
    names = new_question_ids(questions, taken)
    put = renamed(questions, names)
    ids = [question.id for question in put.walk()]
    assert len(set(ids)) == len(ids)
    assert taken.isdisjoint(ids)
    assert renamed(put, {new: old for old, new in names.items()}) == questions


def test_conditions_follow_ups_and_selections_are_renamed_too() -> None:
    below = choice(id="below")
    parent = choice(id="db", follow_ups={"1": (below,)})
    condition = Dependency(question_id="db", option_ids=("1",))
    after = choice(id="after").model_copy(update={"depends_on": condition})
    put = renamed(question_set(parent, after), {"db": "db#2", "below": "below#2"})
    assert [question.id for question in put.walk()] == ["db#2", "below#2", "after"]
    assert put.find("after").depends_on == Dependency(question_id="db#2", option_ids=("1",))
    draft = Draft(answers={"db": Answer(question_id="db", option_ids=("1",))})
    moved = Answer(question_id="db#2", option_ids=("1",))
    assert renamed_draft(draft, {"db": "db#2"}) == Draft(answers={"db#2": moved})


def test_a_set_is_named_by_its_own_id_and_by_those_of_its_questions() -> None:
    nested = choice(id="db", follow_ups={"1": (choice(id="below"),)})
    assert ids_of(question_set(nested, id="s")) == {"s", "db", "below"}


@pytest.mark.parametrize(
    ("update", "is_kept"),
    [
        ({}, False),
        ({"route": QuestionRoute.ELICITATION}, False),
        ({"amends": "set0"}, True),
        ({"purpose": Purpose.CONFIRM}, True),
        ({"route": QuestionRoute.PROGRAM}, True),
    ],
)
def test_copies_and_the_programs_own_questions_keep_their_ids(
    update: dict[str, object], is_kept: bool
) -> None:
    assert keeps_ids(question_set().model_copy(update=update)) is is_kept


def test_a_version_is_one_more_than_the_last_of_any_of_its_questions() -> None:
    def put(*ids: str, version: int) -> QuestionSet:
        questions: list[Question] = [choice(id=id) for id in ids]
        return question_set(*questions).model_copy(update={"version": version})

    asked = [put("a", version=1), put("b", version=4), put("c", version=9)]
    assert next_version(put("a", "b", version=1), asked) == 5
    assert next_version(put("new", version=7), asked) == 1

"""One answer for several questions that are alike."""

import pytest

from assistant.questions.form.similar_questions import alike, carry_over_response
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Draft,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
    YouDecide,
)
from tests.helpers.questions.builders import AT, by_click, choice, chose, question_set

DELETE = choice("Delete", "Keep", text="Delete a.txt?")
SURE = Question(id="q1", kind=QuestionKind.BOOLEAN, text="Overwrite a.txt?")


def pending(
    questions: QuestionSet, conversation_id: str = "c1", *, is_held: bool = False
) -> PendingQuestion:
    return PendingQuestion(
        id=questions.id,
        questions=questions,
        origin=Origin(channel=Channel.DESKTOP, conversation_id=conversation_id),
        asked_at=AT,
        draft=Draft(),
        is_presented=True,
        deadline=AT,
        is_held=is_held,
    )


def groups(*several: PendingQuestion) -> list[list[str]]:
    return [[one.id for one in group] for group in alike(several)]


def test_the_same_kind_and_options_are_alike_whatever_is_asked() -> None:
    other = DELETE.model_copy(update={"id": "else", "text": "Delete b.txt?", "header": None})
    assert groups(
        pending(question_set(DELETE, id="a")),
        pending(question_set(id="b")),
        pending(question_set(other, id="c")),
    ) == [["a", "c"]]
    assert groups(pending(question_set(SURE, id="a")), pending(question_set(SURE, id="b"))) == [
        ["a", "b"]
    ]


@pytest.mark.parametrize(
    "different",
    [
        DELETE.model_copy(update={"kind": QuestionKind.MULTI}),
        DELETE.model_copy(update={"options": tuple(reversed(DELETE.options))}),
        DELETE.model_copy(update={"options": DELETE.options[:1]}),
        choice("Delete", "Keep it"),
        DELETE.model_copy(
            update={
                "options": tuple(o.model_copy(update={"id": "x" + o.id}) for o in DELETE.options)
            }
        ),
        DELETE.model_copy(update={"allow_other": False}),
        DELETE.model_copy(update={"follow_ups": {"1": (SURE.model_copy(update={"id": "f"}),)}}),
    ],
    ids=["kind", "order", "fewer", "label", "id", "own words", "follow-up"],
)
def test_anything_else_is_not_alike(different: Question) -> None:
    assert (
        groups(pending(question_set(DELETE, id="a")), pending(question_set(different, id="b")))
        == []
    )


def test_questions_of_two_conversations_are_not_alike() -> None:
    assert (
        groups(pending(question_set(id="a")), pending(question_set(id="b"), conversation_id="c2"))
        == []
    )


def test_texts_confirmations_and_what_is_held_back_stand_alone() -> None:
    text = Question(id="q1", kind=QuestionKind.TEXT, text="Name?")
    confirm = question_set(id="a").model_copy(update={"purpose": Purpose.CONFIRM})
    assert groups(*(pending(question_set(text, id=id)) for id in "ab")) == []
    assert groups(pending(confirm), pending(confirm.model_copy(update={"id": "b"}))) == []
    assert groups(pending(question_set(id="a")), pending(question_set(id="b"), is_held=True)) == []


def test_sets_of_several_questions_are_alike_question_by_question() -> None:
    both = question_set(DELETE, SURE.model_copy(update={"id": "q2"}), id="a")
    assert groups(pending(both), pending(both.model_copy(update={"id": "b"}))) == [["a", "b"]]
    assert groups(pending(both), pending(question_set(DELETE, id="b"))) == []


def test_an_answer_names_the_questions_of_the_set_it_is_carried_to() -> None:
    other = question_set(DELETE.model_copy(update={"id": "z"}), id="b")
    carried = carry_over_response(chose("2"), question_set(DELETE), other)
    assert isinstance(carried, Answered)
    assert carried.answers == (Answer(question_id="z", option_ids=("2",)),)
    decide = YouDecide(provenance=by_click())
    assert carry_over_response(decide, question_set(DELETE), other) == decide

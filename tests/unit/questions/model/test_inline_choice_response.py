"""The message by which the answer to a choice in the model's words goes back."""

import pytest

from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.model.inline_choice_response import render_text_answer
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Later,
    Method,
    NoneFit,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.builders import by_click, choice, question_set


def answered(*answers: Answer) -> Answered:
    return Answered(answers=answers, provenance=by_click())


def single(**fields: object) -> QuestionSet:
    value = {"type": "user_choice", "question": "DB 선택?", "options": ["Postgres", "SQLite"]}
    return parse_text_choice(value | fields, form_id="f").questions


FORM = parse_text_choice(
    {
        "type": "user_choice_group",
        "question": "Setup",
        "choices": [
            {"question": "DB 선택?", "options": ["Postgres", "SQLite (Recommended)"]},
            {"question": "Auth 방식?", "options": ["JWT", "OAuth"]},
        ],
    },
    form_id="f",
).questions


def pick(question: str, *option_ids: str, **fields: str) -> Answer:
    return Answer.model_validate({"question_id": question, "option_ids": option_ids, **fields})


@pytest.mark.requirement("Q-RES-04")
def test_one_question_by_button_is_the_id_and_nothing_else() -> None:
    assert render_text_answer(single(), answered(pick("f:q1", "1"))) == "1"
    named = single(options=[{"id": "pg", "label": "Postgres"}, {"id": "lite", "label": "SQLite"}])
    assert render_text_answer(named, answered(pick("f:q1", "lite"))) == "lite"


@pytest.mark.requirement("Q-RES-05")
def test_one_question_by_own_words_is_the_text_as_typed() -> None:
    words = "Neither:  use\na plain file, 둘 다 아님"
    assert render_text_answer(single(), answered(pick("f:q1", other=words))) == words


@pytest.mark.requirement("Q-RES-06")
def test_a_form_is_a_line_for_each_question() -> None:
    response = answered(pick("f:q1", "1"), pick("f:q2", "2"))
    assert render_text_answer(FORM, response) == "DB 선택?: 1. Postgres\nAuth 방식?: 2. OAuth"


@pytest.mark.requirement("Q-RES-07")
def test_own_words_in_a_form() -> None:
    response = answered(pick("f:q1", "2"), pick("f:q2", other="a\npasskey"))
    assert render_text_answer(FORM, response) == (
        "DB 선택?: 2. SQLite\nAuth 방식?: 직접입력. a passkey"
    )


def test_a_group_of_one_is_answered_as_one_question() -> None:
    value = {"choices": [{"question": "Q", "options": ["A", "B"]}], "question": "Title"}
    questions = parse_text_choice(value, form_id="f").questions
    assert render_text_answer(questions, answered(pick("f:q1", "2"))) == "2"


def test_several_options_are_joined_in_the_order_they_were_shown() -> None:
    questions = single(multiSelect=True, options=["A", "B", "C"])
    assert render_text_answer(questions, answered(pick("f:q1", "3", "1"))) == "1, 3"
    response = answered(pick("f:q1", "2", other="and D"))
    assert render_text_answer(questions, response) == "2, and D"
    both = question_set(*questions.questions, choice("X", id="f:q2", text="And?"))
    response = answered(pick("f:q1", "1", "3", other="D"), pick("f:q2", "1"))
    assert render_text_answer(both, response).splitlines()[0] == (
        "DB 선택?: 1. A, 3. C, 직접입력. D"
    )


def test_notes_stand_on_lines_of_their_own() -> None:
    assert render_text_answer(single(), answered(pick("f:q1", "1", note="for\nnow"))) == (
        "1\nNote: for now"
    )
    response = answered(pick("f:q1", "1", note="cheap"), pick("f:q2", "2"))
    assert render_text_answer(FORM, response) == (
        "DB 선택?: 1. Postgres\nNote: cheap\nAuth 방식?: 2. OAuth"
    )


def test_an_optional_question_left_out_says_so() -> None:
    assert render_text_answer(single(required=False), answered(pick("f:q1"))) == "(none)"
    assert render_text_answer(FORM, answered(pick("f:q1", "1"), pick("f:q2"))) == (
        "DB 선택?: 1. Postgres\nAuth 방식?: (none)"
    )


def test_other_kinds_and_follow_ups_are_lines_too() -> None:
    follow_up = Question(id="why", kind=QuestionKind.TEXT, text="Why?")
    questions = question_set(
        choice("A", "B", id="q1", text="Which?", follow_ups={"1": (follow_up,)}),
        Question(id="q2", kind=QuestionKind.BOOLEAN, text="Sure?"),
    )
    response = answered(
        pick("q1", "1"), pick("why", text="it is\ncheap"), Answer(question_id="q2", boolean=False)
    )
    assert render_text_answer(questions, response) == ("Which?: 1. A\nWhy?: it is cheap\nSure?: No")


def test_defaults_taken_after_a_time_out_are_not_passed_off_as_a_choice() -> None:
    provenance = by_click().model_copy(update={"method": Method.TIMEOUT_DEFAULT})
    response = Answered(answers=(pick("f:q1", "1"),), provenance=provenance)
    first, second = render_text_answer(single(), response).splitlines()
    assert first == "1"
    assert "not the user's choice" in second


@pytest.mark.parametrize(
    ("response", "beginning", "says"),
    [
        (YouDecide(provenance=by_click()), "You decide.", "Choose what you judge best"),
        (
            NoneFit(words="a flat\nfile", provenance=by_click()),
            "None of these.\na flat\nfile\n",
            "Nothing was selected",
        ),
        (NoneFit(words="", provenance=by_click()), "None of these.\n(The", "ask again"),
        (Later(provenance=by_click()), "Later.", "Do not decide it yourself"),
        (Cancelled(), "Cancelled.", "Do not continue this subtask"),
        (
            Cancelled(reason=CancelReason.USER, text="too\nearly"),
            "Cancelled.",
            "\nReason: too early",
        ),
        (TimedOut(after_s=300.0), "No answer within 300 seconds.", "Nothing was selected"),
        (TimedOut(after_s=2.5), "No answer within 2.5 seconds.", "nothing was executed"),
    ],
)
def test_what_is_no_answer_is_told_apart(response: Response, beginning: str, says: str) -> None:
    text = render_text_answer(FORM, response)
    assert text.startswith(beginning)
    assert says in text
    assert text == render_text_answer(single(), response)

"""Answers as programs send and read them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import AnswerRefused, RefusalReason
from assistant.questions.formats.answer_json import (
    answer_from_wire,
    answer_to_wire,
    wire_form,
)
from assistant.questions.model.question import Answer, Draft, Question, QuestionKind, QuestionSet
from assistant.questions.model.validation import check, default_draft, visible
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.strategies import question_sets

SINGLE = choice("Google", "GitHub", allow_other=False)
MULTI = choice("Google", "GitHub", kind=QuestionKind.MULTI, allow_other=False)
OPEN = choice("Google", "GitHub")
OPEN_MULTI = choice("Google", "GitHub", kind=QuestionKind.MULTI)
TEXT = Question(id="q1", kind=QuestionKind.TEXT, text="Port?")
YES_NO = Question(id="q1", kind=QuestionKind.BOOLEAN, text="Go?")


def optional(question: Question) -> Question:
    return question.model_copy(update={"required": False})


def answer(*option_ids: str, **fields: object) -> Answer:
    return Answer.model_validate({"question_id": "q1", "option_ids": option_ids} | fields)


@pytest.mark.parametrize(
    ("question", "value", "expected"),
    [
        (SINGLE, "2", answer("2")),
        (OPEN, {"other": "GitLab"}, answer(other="GitLab")),
        (MULTI, ["1", "2"], answer("1", "2")),
        (optional(MULTI), [], answer()),
        (OPEN_MULTI, ["1", {"other": "GitLab"}], answer("1", other="GitLab")),
        (OPEN_MULTI, [{"other": "GitLab"}], answer(other="GitLab")),
        (TEXT, "8080", answer(text="8080")),
        (TEXT, "two\n\tlines", answer(text="two\n\tlines")),
        (YES_NO, True, answer(boolean=True)),
        (YES_NO, False, answer(boolean=False)),
        (optional(SINGLE), None, answer()),
        (optional(TEXT), None, answer()),
        (optional(YES_NO), None, answer()),
    ],
)
@pytest.mark.requirement("Q-MODEL-52", "Q-MODEL-53", "Q-MODEL-54", "Q-MODEL-55")
def test_an_answer_is_read_by_the_kind_of_its_question_and_written_again(
    question: Question, value: object, expected: Answer
) -> None:
    assert answer_from_wire(question, value) == expected
    assert answer_to_wire(question, expected) == value
    assert check(question_set(question), [expected]) == (expected,)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (SINGLE, ["1"]),
        (SINGLE, 1),
        (SINGLE, True),
        (SINGLE, None),
        (SINGLE, {"other": "GitLab"}),
        (OPEN, {"other": 5}),
        (OPEN, {"other": "x", "id": "1"}),
        (OPEN, {}),
        (MULTI, "1"),
        (MULTI, {"0": "1"}),
        (MULTI, [1]),
        (MULTI, ["1", None]),
        (MULTI, ["1", {"other": "x"}]),
        (OPEN_MULTI, [{"other": "x"}, {"other": "y"}]),
        (TEXT, 8080),
        (TEXT, ["x"]),
        (TEXT, None),
        (YES_NO, "true"),
        (YES_NO, 1),
        (YES_NO, None),
    ],
)
def test_an_answer_of_another_form_is_refused_with_the_form_it_needs(
    question: Question, value: object
) -> None:
    with pytest.raises(AnswerRefused) as error:
        answer_from_wire(question, value)
    assert error.value.reason is RefusalReason.INVALID
    assert error.value.hint == wire_form(question)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        (SINGLE, 'Send the id of one option as a string: "1", "2".'),
        (MULTI, 'Send an array of option ids: "1", "2".'),
        (
            OPEN,
            'Send the id of one option as a string: "1", "2", or {"other": "..."} with other words.',
        ),
        (TEXT, "Send a string."),
        (YES_NO, "Send true or false."),
        (optional(TEXT), "Send a string, or null to leave it out."),
    ],
)
def test_the_form_is_said_in_words(question: Question, form: str) -> None:
    assert wire_form(question) == form


@pytest.mark.parametrize(
    ("question", "value"),
    [
        (TEXT, "a\x00b"),
        (TEXT, "a\x1b[31m"),
        (TEXT, "a\x9b"),
        (TEXT, "\ud800"),
        (OPEN, {"other": "a\nb"}),
        (OPEN, {"other": "a\tb"}),
        (OPEN_MULTI, [{"other": "\x07"}]),
    ],
)
def test_control_characters_are_refused(question: Question, value: object) -> None:
    with pytest.raises(AnswerRefused, match="control characters") as error:
        answer_from_wire(question, value)
    assert error.value.reason is RefusalReason.INVALID


def test_an_option_that_does_not_exist_is_refused_when_the_answers_are_checked() -> None:
    sent = answer_from_wire(SINGLE, "Google")
    with pytest.raises(AnswerRefused, match="no option “Google”") as error:
        check(question_set(SINGLE), [sent])
    assert error.value.reason is RefusalReason.INVALID
    with pytest.raises(AnswerRefused, match="256 are allowed"):
        check(question_set(OPEN), [answer_from_wire(OPEN, {"other": "x" * 257})])


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["other", "id"]), inner)
    ),
    max_leaves=5,
)


@given(st.sampled_from([SINGLE, MULTI, OPEN, OPEN_MULTI, TEXT, YES_NO]), _json)
def test_whatever_is_sent_is_read_or_refused(question: Question, value: object) -> None:
    try:
        read = answer_from_wire(question, value)
    except AnswerRefused as refused:
        assert refused.hint  # noqa: PT017
    else:
        assert answer_to_wire(question, read) == value


@given(question_sets())
def test_a_checked_answer_survives_the_wire(asked: QuestionSet) -> None:
    draft = default_draft(asked)
    for question in visible(asked, Draft(answers=draft.answers)):
        given_answer = draft.answers.get(question.id, Answer(question_id=question.id))
        try:
            (kept,) = check(
                question_set(question.model_copy(update={"follow_ups": {}, "depends_on": None})),
                [given_answer],
            )
        except AnswerRefused:
            continue
        value = json.loads(json.dumps(answer_to_wire(question, kept)))
        if kept.is_empty and question.required:
            continue
        assert answer_from_wire(question, value) == kept


# The stored result.

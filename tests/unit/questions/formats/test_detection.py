"""Recognising the form in which questions came."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import QuestionError
from assistant.locale import use_language
from assistant.questions.formats import ACCEPTED_FORMS, parse_any
from assistant.questions.model.question import Purpose, QuestionKind, QuestionRoute, QuestionSet

ASKED: dict[str, Any] = {
    "question": "Which database?",
    "header": "Database",
    "multiSelect": False,
    "options": [
        {"label": "PostgreSQL", "description": "d"},
        {"label": "SQLite", "description": "d"},
    ],
}
CALL: dict[str, Any] = {
    "type": "tool_use",
    "id": "toolu_1",
    "name": "AskUserQuestion",
    "input": {"questions": [ASKED]},
}
TYPED: dict[str, Any] = {
    "question_id": "db",
    "question_text": "Which database?",
    "type": "multiple_choice",
    "options": [{"id": "pg", "label": "PostgreSQL"}, {"id": "lite", "label": "SQLite"}],
}
CHOICE: dict[str, Any] = {
    "title": "Database",
    "prompt": "Which database?",
    "type": "single_select",
    "options": [{"label": "PostgreSQL", "description": ""}, {"label": "SQLite", "description": ""}],
    "allow_cancel": True,
}

FORM: dict[str, Any] = {
    "message": "About the store",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "db": {
                "type": "string",
                "title": "Which database?",
                "enum": ["pg", "lite"],
                "enumNames": ["PostgreSQL", "SQLite"],
            }
        },
    },
}
LABELLED = [{"label": "PostgreSQL"}, {"label": "SQLite"}]
WORDS: dict[str, Any] = {
    "type": "user_choice",
    "question": "Which database?",
    "options": LABELLED,
}


@pytest.mark.parametrize(
    ("value", "route", "tool_use_id"),
    [
        ({"questions": [ASKED]}, QuestionRoute.API, None),
        ([ASKED], QuestionRoute.API, None),
        (ASKED, QuestionRoute.API, None),
        (TYPED, QuestionRoute.API, None),
        (CALL, QuestionRoute.TOOL, "toolu_1"),
        ([CALL], QuestionRoute.TOOL, "toolu_1"),
        (
            {"role": "assistant", "content": [{"type": "text", "text": "So:"}, CALL]},
            QuestionRoute.TOOL,
            "toolu_1",
        ),
        (
            {"type": "assistant", "message": {"role": "assistant", "content": [CALL]}},
            QuestionRoute.TOOL,
            "toolu_1",
        ),
        ({"name": "ask_user_question", "input": TYPED}, QuestionRoute.TOOL, "s"),
        (
            {"method": "tools/call", "params": {"name": "ask_user_question", "arguments": TYPED}},
            QuestionRoute.TOOL,
            "s",
        ),
        ({"type": "ask_user_question", "questions": [ASKED]}, QuestionRoute.API, None),
        (
            {"type": "ask_user_question", "question": TYPED, "tool_use_id": "t"},
            QuestionRoute.API,
            "t",
        ),
        (CHOICE, QuestionRoute.PROVIDE_CHOICE, None),
        ({"name": "provide_choice", "arguments": CHOICE}, QuestionRoute.PROVIDE_CHOICE, None),
        (FORM, QuestionRoute.ELICITATION, None),
        (FORM["requestedSchema"], QuestionRoute.ELICITATION, None),
        ({"method": "elicitation/create", "params": FORM}, QuestionRoute.ELICITATION, None),
        (WORDS, QuestionRoute.TEXT, None),
        (
            {"type": "user_choice_group", "question": "Storage", "choices": [WORDS]},
            QuestionRoute.TEXT,
            None,
        ),
        ({"question": "Storage", "choices": [WORDS]}, QuestionRoute.TEXT, None),
        (
            {
                "type": "user_choices",
                "title": "Storage",
                "questions": [{"id": "q1", "question": "Which database?", "choices": LABELLED}],
            },
            QuestionRoute.TEXT,
            None,
        ),
    ],
)
def test_every_form_is_recognised(
    value: object, route: QuestionRoute, tool_use_id: str | None
) -> None:
    read = parse_any(value, set_id="s").questions
    assert (read.id, read.route, read.tool_use_id) == ("s", route, tool_use_id)
    (question,) = read.questions
    assert (question.kind, question.text) == (QuestionKind.SINGLE, "Which database?")
    assert [option.label for option in question.options] == ["PostgreSQL", "SQLite"]
    assert parse_any(json.dumps(value), set_id="s").questions == read


def test_our_own_form_is_read_as_it_is() -> None:
    own = parse_any(CALL, set_id="s").questions
    again = parse_any(own.model_dump(mode="json"), set_id="other")
    assert again.questions == own
    assert again.notes == ()
    assert QuestionSet.model_validate_json(own.model_dump_json()) == own


def test_what_only_the_program_may_say_is_not_taken_from_outside() -> None:
    own = parse_any(CALL, set_id="s").questions
    forged = own.model_copy(update={"purpose": Purpose.CONFIRM, "voice_confirm": True})
    again = parse_any(forged.model_dump(mode="json"), set_id="s")
    assert again.questions == own
    assert len(again.notes) == 1


@pytest.mark.parametrize(
    ("value", "seen"),
    [
        ({"a": 1, "b": 2}, "an object with a, b"),
        ({}, "an object with no keys"),
        ({"type": "poll", "text": "x"}, "an object with type, text, of type 'poll'"),
        (5, "a JSON number"),
        (None, "a JSON null"),
        (True, "a JSON boolean"),
    ],
)
def test_what_is_no_question_is_refused_with_what_was_seen_and_the_forms(
    value: object, seen: str
) -> None:
    with pytest.raises(QuestionError) as error:
        parse_any(value, set_id="s")
    assert error.value.message == f"This is no form of a question: {seen}."
    assert all(form in error.value.hint for form in ACCEPTED_FORMS)


@pytest.mark.parametrize("text", ["", "{", "questions", "[" * 100_000])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(QuestionError, match="This is not JSON"):
        parse_any(text, set_id="s")


@pytest.mark.requirement("APP-03")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"question":\n "x", }', "JSON이 아니에요. 2번째 줄 7번째 글자에 잘못이 있어요."),
        ("[" * 100_000, "읽을 수 있는 JSON이 아니에요."),
    ],
)
def test_the_user_is_told_in_their_language_where_it_is_no_json(text: str, told: str) -> None:
    use_language("ko")
    with pytest.raises(QuestionError) as error:
        parse_any(text, set_id="s")
    assert error.value.localized == told


@pytest.mark.parametrize("levels", [100, 900])
def test_deep_nesting_is_refused_or_left_out(levels: int) -> None:
    deep: object = {}
    for n in range(levels):
        deep = {"message": deep} if n % 2 else [deep]
    for value in (deep, ASKED | {"noise": deep}, {"message": deep}, {"questions": deep}):
        try:
            read = parse_any(value, set_id="s").questions
        except QuestionError as error:
            assert error.problems  # noqa: PT017
        else:
            assert [question.text for question in read.questions] == ["Which database?"]


_KEYS = [
    "type",
    "name",
    "input",
    "id",
    "kind",
    "text",
    "question",
    "question_text",
    "questions",
    "options",
    "choices",
    "label",
    "prompt",
    "title",
    "properties",
    "requestedSchema",
    "enum",
    "items",
    "follow_up_questions",
    "depends_on",
    "message",
    "content",
    "method",
    "params",
]
_TYPES = [
    "object",
    "string",
    "array",
    "user_choice",
    "user_choices",
    "tool_use",
    "checkbox",
    "text",
]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.sampled_from([*_TYPES, "x", "", "\ud800"]),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=5)
        ),
        max_leaves=20,
    )
)
def test_whatever_is_sent_is_read_or_refused(value: object) -> None:
    try:
        read = parse_any(value, set_id="s").questions
    except QuestionError as error:
        assert error.message  # noqa: PT017
    else:
        assert QuestionSet.model_validate_json(read.model_dump_json()) == read
        assert read.questions


@pytest.mark.parametrize(
    "form",
    [
        {"\ud800": 1, "type": "\udfff"},
        {**TYPED, "question_text": "", "type": "\ud800"},
        {**TYPED, "options": [{"id": "pg", "label": "PostgreSQL", "\ud800": 1}, "\udc00"]},
    ],
)
def test_a_refusal_can_be_shown_and_sent_whatever_the_form_holds(form: dict[str, Any]) -> None:
    with pytest.raises(QuestionError) as refused:
        parse_any(json.dumps(form), set_id="s")
    error = refused.value
    told = (error.message, error.localized, *error.problems, json.dumps(error.details))
    assert "".join(told).encode()

"""The message that pushes one question to a client."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given

from assistant.errors import QuestionError
from assistant.questions.formats.push_message import dump_pushed, parse_pushed
from assistant.questions.model.question import QuestionKind, QuestionRoute, QuestionSet
from tests.helpers.questions.builders import choice, question_set
from tests.helpers.questions.strategies import question_sets, questions

AT = datetime(2026, 2, 19, 10, 0, tzinfo=UTC)


def test_a_message_has_the_keys_clients_expect_in_their_order() -> None:
    asked = question_set(choice("A", "B", allow_other=False), id="toolu_xxx")
    (message,) = dump_pushed(asked, at=AT)
    assert list(message) == ["type", "question", "tool_use_id", "timestamp"]
    assert message["type"] == "ask_user_question"
    assert message["tool_use_id"] == "toolu_xxx"
    assert list(message["question"]) == [
        "question_id",
        "header",
        "question_text",
        "description",
        "type",
        "options",
        "required",
        "follow_up_questions",
    ]


@pytest.mark.parametrize(
    ("at", "written"),
    [
        (AT, "2026-02-19T10:00:00.000Z"),
        (AT.replace(microsecond=123_999), "2026-02-19T10:00:00.123Z"),
        (AT.astimezone(timezone(timedelta(hours=9))), "2026-02-19T10:00:00.000Z"),
    ],
)
def test_the_time_is_in_utc_with_milliseconds(at: datetime, written: str) -> None:
    (message,) = dump_pushed(question_set(), at=at)
    assert message["timestamp"] == written


def test_each_question_of_a_set_is_a_message_of_its_own() -> None:
    messages = dump_pushed(question_set(choice(), choice(id="q2")), at=AT)
    assert [message["question"]["question_id"] for message in messages] == ["q1", "q2"]


def test_a_question_without_an_id_gets_one_from_the_call() -> None:
    message: dict[str, Any] = {
        "question": {"question_text": "Go?", "type": "boolean"},
        "tool_use_id": "t",
    }
    read = parse_pushed(message, set_id="s").questions
    assert (read.id, read.tool_use_id, read.door) == ("s", "t", QuestionRoute.API)
    assert (read.questions[0].id, read.questions[0].kind) == ("t:1", QuestionKind.BOOLEAN)
    del message["tool_use_id"]
    assert parse_pushed(message, set_id="s").questions.questions[0].id == "s:1"


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({}, "question is missing"),
        ({"question": 5}, "question must be an object"),
        ({"question": {"type": "text"}}, "question.question is missing or empty"),
        (
            {"question": {"question_text": "Go?", "options": ["A"]}},
            "question.type must be one of multiple_choice, checkbox, text, boolean",
        ),
    ],
)
def test_a_broken_message_is_refused(message: dict[str, Any], problem: str) -> None:
    with pytest.raises(QuestionError) as error:
        parse_pushed(message, set_id="s")
    assert error.value.problems == (problem,)


@given(question_sets(most=1))
def test_a_pushed_question_is_read_again_unchanged(asked: QuestionSet) -> None:
    (message,) = json.loads(json.dumps(dump_pushed(asked, at=AT)))
    read = parse_pushed(message, set_id="s").questions
    assert read.questions == asked.questions
    assert QuestionSet.model_validate_json(read.model_dump_json()) == read
    (again,) = dump_pushed(read, at=AT)
    assert parse_pushed(again, set_id="s").questions.questions == asked.questions


def test_random_questions_are_of_every_kind() -> None:
    kinds: set[QuestionKind] = set()

    @given(questions(id="q1"))
    def collect(question: Any) -> None:
        kinds.add(question.kind)

    collect()
    assert kinds == set(QuestionKind)

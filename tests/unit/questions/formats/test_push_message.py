"""The message that pushes one question to a client."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given

from assistant.errors import QuestionError
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.push_message import dump_pushed, parse_pushed
from assistant.questions.model.question import TYPE_NAMES, QuestionKind, QuestionRoute, QuestionSet
from tests.helpers.questions.strategies import question_sets, questions


@pytest.mark.requirement("Q-MODEL-38", "Q-MODEL-39")
@given(question_sets(most=1))
def test_the_message_has_its_four_fields_and_reads_back(asked: QuestionSet) -> None:
    (question,) = asked.questions
    here = timezone(timedelta(hours=8))
    at = datetime(2026, 2, 19, 18, 0, 0, 123_456, tzinfo=here)
    message = dump_pushed(question, tool_use_id="t1", at=at)
    assert list(message) == ["type", "question", "tool_use_id", "timestamp"]
    assert (message["type"], message["tool_use_id"]) == ("ask_user_question", "t1")
    assert message["timestamp"] == "2026-02-19T10:00:00.123Z"
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
    read = parse_pushed(json.loads(json.dumps(message)), set_id="s").questions
    assert [one.id for one in read.walk()] == [one.id for one in asked.walk()]


def test_a_question_without_an_id_gets_one_from_the_call() -> None:
    message: dict[str, Any] = {
        "question": {"question_text": "Go?", "type": "boolean"},
        "tool_use_id": "t",
    }
    read = parse_pushed(message, set_id="s").questions
    assert (read.id, read.tool_use_id, read.route) == ("s", "t", QuestionRoute.API)
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
            f"question.type must be one of {', '.join(TYPE_NAMES)}",
        ),
    ],
)
def test_a_broken_message_is_refused(message: dict[str, Any], problem: str) -> None:
    with pytest.raises(QuestionError) as error:
        parse_pushed(message, set_id="s")
    assert error.value.problems == (problem,)


@given(question_sets(most=1))
def test_a_pushed_question_is_read_again_unchanged(asked: QuestionSet) -> None:
    message = json.loads(json.dumps({"question": dump_question(asked.questions[0])}))
    read = parse_pushed(message, set_id="s").questions
    assert read.questions == asked.questions
    assert QuestionSet.model_validate_json(read.model_dump_json()) == read
    again = {"question": dump_question(read.questions[0])}
    assert parse_pushed(again, set_id="s").questions.questions == asked.questions


def test_random_questions_are_of_every_kind() -> None:
    kinds: set[QuestionKind] = set()

    @given(questions(id="q1"))
    def collect(question: Any) -> None:
        kinds.add(question.kind)

    collect()
    assert kinds == set(QuestionKind)

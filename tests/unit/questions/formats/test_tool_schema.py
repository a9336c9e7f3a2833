"""The schema the model is told, and its strict check."""

import copy
from typing import Any

import pytest

from assistant.questions.formats import ADVERTISED_SCHEMA, is_question_tool, validate_strict


def call(
    *, questions: int = 1, options: int = 2, header: str = "H", label: str = "L", text: str = "D"
) -> dict[str, Any]:
    question: dict[str, Any] = {
        "question": "Which?",
        "header": header,
        "options": [{"label": label, "description": text} for _n in range(options)],
        "multiSelect": False,
    }
    return {"questions": [copy.deepcopy(question) for _n in range(questions)]}


def without(field: str) -> dict[str, Any]:
    value = call()
    del value["questions"][0][field]
    return value


@pytest.mark.requirement("TEST-03", "TEST-04", "TEST-05", "Q-MODEL-09", "SEC-02")
@pytest.mark.parametrize(
    "value",
    [
        call(questions=1),
        call(questions=4),
        call(options=2),
        call(options=4),
        call(header="H"),
        call(header="한" * 12),
        call(label="L" * 50),
        call(text="D" * 200),
        call() | {"answers": {}, "metadata": {"source": "x"}},
    ],
)
def test_what_keeps_to_the_limits_conforms(value: dict[str, Any]) -> None:
    assert validate_strict(value) == []


@pytest.mark.requirement(
    "TEST-03",
    "TEST-04",
    "TEST-05",
    "TEST-06",
    "Q-MODEL-02",
    "Q-MODEL-03",
    "Q-MODEL-05",
    "Q-MODEL-06",
    "Q-MODEL-08",
    "Q-MODEL-09",
    "SEC-02",
)
@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (call(questions=0), "questions has 0 entries, at least 1 allowed"),
        (call(questions=5), "questions has 5 entries, at most 4 allowed"),
        (call(options=1), "questions[0].options has 1 entries, at least 2 allowed"),
        (call(options=5), "questions[0].options has 5 entries, at most 4 allowed"),
        (call(header=""), "questions[0].header has 0 characters, at least 1 allowed"),
        (call(header="H" * 13), "questions[0].header has 13 characters, at most 12 allowed"),
        (without("multiSelect"), "questions[0].multiSelect is missing"),
        (without("question"), "questions[0].question is missing"),
        (without("header"), "questions[0].header is missing"),
        (without("options"), "questions[0].options is missing"),
        ({}, "questions is missing"),
        ([], "input must be of type object"),
        ({"questions": "x"}, "questions must be of type array"),
        ({"questions": [1]}, "questions[0] must be of type object"),
    ],
)
def test_each_departure_is_named(value: object, problem: str) -> None:
    assert validate_strict(value) == [problem]


@pytest.mark.parametrize(
    "value", [call(label=""), call(label="L" * 51), call(text=""), call(text="D" * 201)]
)
def test_both_options_that_break_a_limit_are_named(value: dict[str, Any]) -> None:
    assert len(validate_strict(value)) == 2


@pytest.mark.requirement("Q-MODEL-04")
def test_a_flag_must_be_a_boolean() -> None:
    value = call()
    value["questions"][0]["multiSelect"] = 1
    assert validate_strict(value) == ["questions[0].multiSelect must be of type boolean"]


@pytest.mark.requirement("Q-MODEL-01", "Q-MODEL-02", "Q-MODEL-03", "Q-MODEL-06", "Q-MODEL-08")
def test_the_schema_says_what_the_fields_are_for() -> None:
    question = ADVERTISED_SCHEMA["properties"]["questions"]["items"]["properties"]
    option = question["options"]["items"]["properties"]
    assert ADVERTISED_SCHEMA["required"] == ["questions"]
    assert question["question"]["description"] == "The complete question to ask"
    assert question["header"]["description"] == "Short label (max 12 chars)"
    assert option["label"]["description"] == "Display text (1-5 words)"
    assert option["description"]["description"] == "Explanation of the option"
    assert "default" not in question["multiSelect"]


@pytest.mark.parametrize(
    "name",
    ["ask_user_question", "AskUserQuestion", "UIAskUserQuestion", "local:UIAskUserQuestion"],
)
@pytest.mark.requirement("Q-MODEL-32")
def test_every_name_models_use_is_the_question_tool(name: str) -> None:
    assert is_question_tool(name)
    assert is_question_tool(name.upper())


def test_other_tools_are_not() -> None:
    assert not is_question_tool("ask_user")
    assert not is_question_tool("provide_choice")

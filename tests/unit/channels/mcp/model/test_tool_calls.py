"""What a client calls for, and what it is told."""

import json
from typing import Any

import pytest
from mcp_types import TextContent, Tool

from assistant.channels.mcp.model.tool_calls import (
    AskCall,
    AskResult,
    ToolName,
    read_call,
    tool_named,
)
from assistant.channels.mcp.model.tool_definitions import INSTRUCTIONS, TOOL_DEFINITIONS
from assistant.channels.mcp.model.tool_results import outcome_result
from assistant.errors import QuestionError
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Cancelled, QuestionKind, TimedOut
from tests.helpers.mcp.clients import CHOICE, QUESTION, chosen

NOTHING: dict[str, Any] = {}


def read(tool: ToolName, arguments: dict[str, Any]) -> AskCall:
    return read_call(tool, arguments, set_id="set", asker=Asker(agent="Tester"), timeout_s=300)


@pytest.mark.requirement("MCP-01", "MCP-12")
def test_both_tools_are_offered_with_schemas() -> None:
    choice, ask = TOOL_DEFINITIONS
    assert (choice.name, ask.name) == ("provide_choice", "ask_user_question")
    assert choice.input_schema["required"] == ["title", "prompt", "type", "options", "allow_cancel"]
    assert set(ask.input_schema["properties"]) >= {"question_id", "question_text", "type"}
    for tool in TOOL_DEFINITIONS:
        assert tool.output_schema is not None
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is True
    assert tool_named("provide_choice") == "provide_choice"
    assert tool_named("ask_user_question") == "ask_user_question"
    assert tool_named("other") is None


@pytest.mark.requirement("MCP-10", "TEST-24")
@pytest.mark.parametrize(
    "told_when", [INSTRUCTIONS, TOOL_DEFINITIONS[0].description], ids=["server", "provide_choice"]
)
@pytest.mark.parametrize(
    "case", ["more than two viable ways", "destructive", "required configuration is missing"]
)
def test_models_are_told_when_to_ask_instead_of_guessing(told_when: str | None, case: str) -> None:
    assert case in (told_when or "")


PHRASES = {
    "provide_choice": (
        "`prompt` must contain the current task context and the reason",
        "Act on the returned selection",
        "by speculation",
    ),
    "ask_user_question": (
        "`question_text` must say what it is about and why it is asked",
        "Continue with the answers that come back",
        "by speculation",
    ),
}


@pytest.mark.requirement("MCP-09", "MCP-11")
@pytest.mark.parametrize("tool", TOOL_DEFINITIONS, ids=lambda tool: tool.name)
def test_models_are_told_what_a_question_holds_and_to_act_on_the_answer(tool: Tool) -> None:
    for phrase in PHRASES[tool.name]:
        assert phrase in (tool.description or "")


def test_a_choice_is_read() -> None:
    call = read("provide_choice", CHOICE)
    question = call.questions.questions[0]
    assert (question.kind, [option.label for option in question.options]) == (
        QuestionKind.SINGLE,
        ["PostgreSQL", "SQLite", "None"],
    )
    assert call.questions.asked_by == "Tester"
    assert call.questions.timeout_s == 300
    assert call.transport == "auto"


@pytest.mark.requirement("MCP-04", "MCP-06")
def test_a_call_says_how_long_and_where() -> None:
    call = read("provide_choice", CHOICE | {"timeout_s": 5, "transport": "web"})
    assert (call.questions.timeout_s, call.transport) == (5, "web")
    call = read("ask_user_question", QUESTION | {"timeout_s": 7, "transport": "terminal"})
    assert (call.questions.timeout_s, call.transport) == (7, "terminal")


@pytest.mark.requirement("MCP-01", "MCP-12")
def test_a_call_without_allow_cancel_may_be_cancelled() -> None:
    arguments = {key: value for key, value in CHOICE.items() if key != "allow_cancel"}
    assert read("provide_choice", arguments).questions.allow_cancel
    assert read("provide_choice", arguments | {"allow_cancel": None}).questions.allow_cancel
    assert not read("provide_choice", CHOICE | {"allow_cancel": False}).questions.allow_cancel


def told(call: AskCall, asked: AskResult) -> dict[str, Any]:
    """Return what programs are told of the outcome, which is the text of a choice as well."""
    reply = outcome_result(call, asked)
    (words,) = reply.content
    assert isinstance(words, TextContent)
    assert reply.structured_content == json.loads(words.text)
    return reply.structured_content


MALFORMED: list[tuple[ToolName, dict[str, Any], str]] = [
    ("provide_choice", NOTHING, "title"),
    ("provide_choice", CHOICE | {"prompt": " \n"}, "prompt"),
    ("provide_choice", CHOICE | {"type": "dropdown"}, "type"),
    ("provide_choice", CHOICE | {"options": []}, "options"),
    ("provide_choice", CHOICE | {"options": [{"description": "x"}]}, "options[0].label"),
    ("provide_choice", CHOICE | {"allow_cancel": "no"}, "allow_cancel"),
    ("provide_choice", CHOICE | {"transport": "phone"}, "transport"),
    ("provide_choice", CHOICE | {"timeout_s": 0}, "timeout_s"),
    ("provide_choice", CHOICE | {"timeout_s": 3601}, "timeout_s"),
    ("ask_user_question", NOTHING, "questions"),
    ("ask_user_question", QUESTION | {"question_text": ""}, "question"),
    ("ask_user_question", QUESTION | {"type": "slider"}, "type"),
    ("ask_user_question", QUESTION | {"transport": ["web"]}, "transport"),
    ("ask_user_question", {"questions": [QUESTION, QUESTION]}, "question_id"),
]


@pytest.mark.requirement("MCP-02")
@pytest.mark.parametrize(("tool", "arguments", "field"), MALFORMED)
def test_a_malformed_call_names_its_fields(
    tool: ToolName, arguments: dict[str, Any], field: str
) -> None:
    with pytest.raises(QuestionError) as refused:
        read(tool, arguments)
    assert field in refused.value.message


@pytest.mark.requirement("MCP-11")
def test_a_selection_is_told_by_index_and_label() -> None:
    call = read("provide_choice", CHOICE)
    second = call.questions.questions[0].options[1]
    response = chosen(call.questions, second.id, note="as it is small")
    answer = told(call, AskResult(response=response, transport="web", url="http://x/1"))
    assert answer == {
        "action_status": "selected",
        "selection": {
            "indices": [1],
            "labels": ["SQLite"],
            "annotations": [{"index": 1, "text": "as it is small"}],
        },
        "transport": "web",
        "url": "http://x/1",
        "message": "The user selected: SQLite.",
    }


@pytest.mark.requirement("MCP-04", "MCP-06")
def test_cancel_and_time_out_are_told_with_empty_lists() -> None:
    call = read("provide_choice", CHOICE)
    cancelled = told(call, AskResult(response=Cancelled(), transport="terminal"))
    assert cancelled["action_status"] == "cancelled"
    timed_out = told(call, AskResult(response=TimedOut(after_s=300), transport="terminal"))
    assert timed_out["action_status"] == "timeout"
    assert timed_out["message"] == (
        "No response within 300 seconds. Call provide_choice again if the choice is still needed."
    )
    for record in (cancelled, timed_out):
        assert record["selection"] == {"indices": [], "labels": [], "annotations": []}


def test_a_question_is_told_in_words_and_as_a_record() -> None:
    call = read("ask_user_question", QUESTION)
    asked = AskResult(response=chosen(call.questions, "jwt"), transport="desktop")
    reply = outcome_result(call, asked)
    (words,), record = reply.content, reply.structured_content
    assert isinstance(words, TextContent)
    assert record is not None
    assert "1. Auth (Which authentication strategy?)" in words.text
    assert "Selected: JWT" in words.text
    assert record["answers"][0]["option_ids"] == ["jwt"]
    assert record["answers"][0]["question_id"] == "auth_strategy_01"
    assert record["transport"] == "desktop"

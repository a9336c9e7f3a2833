"""The model's service that coding agents are tried with, and how their results are judged."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.request import Request, urlopen

import pytest

from tests.outside.check_agents import Result
from tests.outside.scripted_model_service import (
    WAIT,
    AnthropicMessages,
    ChatCompletions,
    GenerateContent,
    Responses,
    ToolCall,
    WireFormat,
    model_service,
    order,
    reply_to,
)

ARGUMENTS = {"prompt": 'Which "store"?'}
ORDER = order("provide_choice", ARGUMENTS)
CALLED = ToolCall(tool="mcp__parley__provide_choice", arguments=ARGUMENTS)
OUTCOME = '{"action_status": "selected"}'

ANTHROPIC = {
    "tools": [{"name": CALLED.tool}],
    "messages": [{"role": "user", "content": [{"type": "text", "text": ORDER}]}],
}
ANTHROPIC_RESULT = {"role": "user", "content": [{"type": "tool_result", "content": OUTCOME}]}
CHAT = {
    "tools": [{"type": "function", "function": {"name": CALLED.tool}}],
    "messages": [{"role": "user", "content": ORDER}],
}
RESPONSES = {
    "tools": [{"type": "function", "name": CALLED.tool}],
    "input": [{"role": "user", "content": [{"type": "input_text", "text": ORDER}]}],
}
GEMINI = {
    "tools": [{"functionDeclarations": [{"name": CALLED.tool}]}],
    "contents": [{"role": "user", "parts": [{"text": ORDER}]}],
}
GEMINI_RESULT = {"functionResponse": {"response": {"output": OUTCOME}}}


@pytest.mark.parametrize(
    ("wire", "body", "key", "result"),
    [
        (AnthropicMessages(), ANTHROPIC, "messages", ANTHROPIC_RESULT),
        (ChatCompletions(), CHAT, "messages", {"role": "tool", "content": OUTCOME}),
        (Responses(), RESPONSES, "input", {"type": "function_call_output", "output": OUTCOME}),
        (GenerateContent(), GEMINI, "contents", {"role": "user", "parts": [GEMINI_RESULT]}),
    ],
    ids=["anthropic", "chat", "responses", "gemini"],
)
def test_the_model_calls_the_tool_and_repeats_its_result(
    wire: WireFormat, body: Mapping[str, Any], key: str, result: Mapping[str, Any]
) -> None:
    reply = reply_to(wire.read(body))
    assert reply == CALLED
    for written in (wire.whole(reply), list(wire.events(reply))):
        assert CALLED.tool in json.dumps(written)
    after = reply_to(wire.read({**body, key: [*body[key], result]}))
    assert isinstance(after, str)
    assert Result.of(after).status == "selected"


def test_an_order_is_read_where_a_client_quotes_the_words() -> None:
    quoted = json.dumps(ORDER)
    body = {**CHAT, "messages": [{"role": "user", "content": quoted}]}
    assert reply_to(ChatCompletions().read(body)) == CALLED


def test_a_tool_in_a_namespace_is_called_by_both_names() -> None:
    wire = Responses()
    tools = [{"type": "namespace", "name": "mcp__parley", "tools": [{"name": "provide_choice"}]}]
    item = wire.whole(reply_to(wire.read({**RESPONSES, "tools": tools})))["output"][0]
    assert (item["namespace"], item["name"]) == ("mcp__parley", "provide_choice")


def test_a_client_that_lets_its_model_wait_for_servers_is_waited_for() -> None:
    wire = AnthropicMessages()
    early = {**ANTHROPIC, "tools": [{"name": WAIT}]}
    assert reply_to(wire.read(early)) == ToolCall(tool=WAIT, arguments={})
    waited = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "w", "name": WAIT}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "w", "content": ""}]},
    ]
    messages = [*ANTHROPIC["messages"], *waited]
    assert reply_to(wire.read({**ANTHROPIC, "messages": messages})) == CALLED


def test_the_service_streams_or_answers_whole_as_it_is_asked() -> None:
    with model_service() as service:
        kinds = {
            is_stream: _posted(f"{service.url}/v1/messages", {**ANTHROPIC, "stream": is_stream})
            for is_stream in (False, True)
        }
    assert kinds == {False: "application/json", True: "text/event-stream"}
    assert [request.tools for request in service.requests] == [(CALLED.tool,)] * 2
    assert service.results == []


def _posted(address: str, body: Mapping[str, Any]) -> str:
    request = Request(address, data=json.dumps(body).encode())
    with urlopen(request) as answer:
        answer.read()
        return str(answer.headers["Content-Type"])


@pytest.mark.parametrize(
    ("text", "is_chosen", "is_unanswered"),
    [
        pytest.param(
            '{"action_status": "selected", "labels": ["SQLite"]}', True, False, id="as is"
        ),
        pytest.param(
            r'{"text": "{\"action_status\": \"selected\", \"labels\": [\"SQLite\"]}"}',
            True,
            False,
            id="wrapped",
        ),
        pytest.param(
            '{"action_status":"selected","labels":["PostgreSQL"]}', False, False, id="another"
        ),
        pytest.param('{"action_status":"cancelled","labels":[]}', False, False, id="cancelled"),
        pytest.param('{"action_status":"timeout","labels":[]}', False, True, id="nobody came"),
        pytest.param("Error: the server is gone", False, False, id="no result"),
    ],
)
def test_a_result_is_judged_by_what_it_says(
    text: str, is_chosen: bool, is_unanswered: bool
) -> None:
    result = Result.of(text)
    assert (result.is_chosen, result.is_unanswered) == (is_chosen, is_unanswered)

"""What MCP servers answer and ask, and what MCP clients say to Parley's own server."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import mcp_types as types
from pydantic import BaseModel

import assistant.channels.mcp
from assistant.channels.mcp.model.call_limit import held_key
from assistant.channels.mcp.model.elicitation_dialogue import ElicitationDialogue
from assistant.channels.mcp.model.forms import FormStyle
from assistant.channels.mcp.model.opening import Opening, is_object
from assistant.channels.mcp.model.relay import Relay
from assistant.channels.mcp.model.tool_calls import read_call, tool_named
from assistant.errors import QuestionError
from assistant.message_splitter import BARE
from assistant.questions.model.asker import Asker
from assistant.tools.mcp import sdk_peer
from assistant.tools.mcp.model.answer_reader import read_answer
from assistant.tools.mcp.model.call_result import parts_text, tool_result
from assistant.tools.mcp.model.elicitation import (
    FormElicitation,
    RejectedElicitation,
    action_of,
    faults_of,
    question_of,
)
from assistant.tools.mcp.model.safe_names import tool_names
from assistant.tools.mcp.model.server_offer import CallAnswer
from tests.fuzz.harness import Harness, check_harmless
from tests.fuzz.harnesses.question_forms import check_set, first_answers
from tests.fuzz.json_lines import json_object
from tests.helpers.clock import ManualClock
from tests.helpers.questions.builders import AT

_ANSWERS: Final[Mapping[str, type[BaseModel]]] = {
    "tools/list": types.ListToolsResult,
    "resources/list": types.ListResourcesResult,
    "resources/templates/list": types.ListResourceTemplatesResult,
    "prompts/list": types.ListPromptsResult,
    "tools/call": types.CallToolResult,
    "resources/read": types.ReadResourceResult,
    "prompts/get": types.GetPromptResult,
    "initialize": types.InitializeResult,
}
"""What the protocol's package reads of what is asked."""


def _answer(data: bytes) -> None:
    """What was read is what the package wants, and harmless to the model and the user."""
    said = json_object(data)
    if said is None or not isinstance(method := said.get("method"), str) or method not in _ANSWERS:
        return
    given: object = said.get("result")
    read = read_answer(method, given if is_object(given) else {BARE: given})
    for name in read.left_out:
        assert isinstance(name, str)
    if "inputRequests" in read.result or read.result.get("resultType") == "input_required":
        return  # what the package makes of it is its own
    found = _ANSWERS[method].model_validate(read.result)
    match found:
        case types.CallToolResult():
            answer = CallAnswer(
                parts=tuple(map(sdk_peer._part, found.content)),
                structured=found.structured_content,
                is_error=bool(found.is_error),
            )
            result = tool_result(answer, server="s", tool="t", takes_images=True)
            _check_words(str(result.content))
        case types.ListToolsResult():
            for tool in map(sdk_peer._tool, found.tools):
                json.dumps(tool.input.advertised)
                tool.input.fitted({"a": None, "b": 1})
                tool.input.problems({"a": "x"})
            names = tool_names("s", [tool.name for tool in found.tools])
            assert len(set(names.values())) == len(names)
        case types.ReadResourceResult():
            for part in found.contents:
                _check_words(parts_text([sdk_peer._contents(part)]))
        case types.GetPromptResult():
            _check_words(parts_text([sdk_peer._part(one.content) for one in found.messages]))
        case _:
            pass


def _check_words(words: str) -> None:
    words.encode()
    check_harmless(words)


def _asked(data: bytes) -> None:
    """What the user answers is what the server's own schema allows, or is said to be none."""
    said = json_object(data)
    if said is None:
        return
    asked = question_of(said, server="s", set_id="s1")
    if isinstance(asked, RejectedElicitation):
        return
    check_set(asked.questions)
    answered = first_answers(asked.questions)
    if answered is None:
        return
    action = action_of(asked, answered)
    assert action["action"] in {"accept", "decline", "cancel"}
    json.dumps(action).encode()
    if isinstance(asked, FormElicitation):
        for fault in faults_of(asked, action):
            fault.encode("utf-8", "replace")


def _lines(data: bytes) -> None:
    """A client is answered at once or its lines are passed on; no answer is no message."""
    opening = Opening(_opening(), version="1", has_permissions=True)
    lines = data.decode("utf-8", "replace").split("\n")
    for line in lines:
        answer = opening.take(line)
        if answer is None:
            break
        assert not answer or json.loads(answer)["jsonrpc"] == "2.0"
        assert "\n" not in answer
    relay = Relay(opening)
    relay.begin()
    for line in lines:
        for passed in (relay.from_server(line), relay.from_client(line)):
            assert passed is None or "\n" not in passed
    relay.lose()


def _opening() -> Mapping[str, Any]:
    file = Path(assistant.channels.mcp.__file__).with_name("opening.json")
    return json.loads(file.read_text("utf-8"))


def _call(data: bytes) -> None:
    """A call is refused before anybody is asked, or can be put in every form a client has."""
    said = json_object(data)
    if said is None:
        return
    tool, arguments = tool_named(str(said.get("name"))), said.get("arguments")
    if tool is None or not is_object(arguments):
        return
    held_key("c1", tool, arguments)
    call = read_call(tool, arguments, set_id="s1", asker=Asker(agent="Tester"), timeout_s=60.0)
    check_set(call.questions)
    for style in FormStyle:
        dialogue = ElicitationDialogue.begin(call.questions, style=style, now=AT)
        form = dialogue.form()
        json.dumps(form.schema, allow_nan=False)
        form.message.encode()
        dialogue.expired(ManualClock().now())


def _written(values: Callable[[], Iterator[Any]]) -> Callable[[], Iterator[bytes]]:
    def written() -> Iterator[bytes]:
        for value in values():
            yield json.dumps(value, ensure_ascii=False).encode()

    return written


def _answers() -> Iterator[Any]:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "pattern": "^x+$", "enum": ["x", "xx"]},
            "b": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}], "default": 1},
        },
        "required": ["a"],
        "$defs": {"n": {"type": "integer", "minimum": 1}},
    }
    tools = [{"name": "t", "description": "d", "inputSchema": schema}, {"name": "u"}]
    text = {"type": "text", "text": "a\x1b[31mb"}
    picture = {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="}
    resource = {"type": "resource", "resource": {"uri": "a:b", "text": "words"}}
    link = {"type": "resource_link", "uri": "a:b", "name": "n"}
    results = {
        "tools/list": {"tools": tools, "nextCursor": "2"},
        "resources/list": {"resources": [{"uri": "a:b", "name": "n", "size": 3}]},
        "resources/templates/list": {"resourceTemplates": [{"uriTemplate": "a:{b}", "name": "n"}]},
        "prompts/list": {"prompts": [{"name": "p", "arguments": [{"name": "a"}, "b"]}]},
        "tools/call": {
            "content": [text, picture, resource, link],
            "structuredContent": {"a": 1},
            "isError": False,
        },
        "resources/read": {"contents": [{"uri": "a:b", "blob": "AAAA", "mimeType": "x/y"}]},
        "prompts/get": {"messages": [{"role": "user", "content": text}]},
        "initialize": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {"listChanged": True}, "logging": {}},
            "serverInfo": {"name": "s", "version": "1"},
        },
    }
    for method, result in results.items():
        yield {"method": method, "result": result}


def _forms() -> Iterator[Any]:
    fields = {
        "name": {"type": "string", "title": "Name", "minLength": 1, "format": "email"},
        "age": {"type": ["integer", "null"], "minimum": 1, "maximum": 150},
        "sure": {"type": "boolean", "default": True},
        "colour": {"type": "string", "oneOf": [{"const": "r", "title": "Red"}, {"const": "b"}]},
        "sizes": {"type": "array", "items": {"enum": ["s", "m"]}, "minItems": 1},
    }
    schema = {"type": "object", "properties": fields, "required": ["name", "colour"]}
    yield {"message": "Who are you?", "requestedSchema": schema}
    yield {
        "mode": "url",
        "message": "Sign in",
        "url": "https://example.org/a?b=c",
        "elicitationId": "1",
    }
    yield {"message": "May I?", "requestedSchema": {"type": "object", "properties": {}}}


def _openings() -> Iterator[bytes]:
    begin: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "elicitation": {"form": {}},
                "sampling": {"a": {"b": {}}},
                "roots": {},
            },
            "clientInfo": {"name": "c", "version": "1"},
        },
    }
    lines: tuple[dict[str, Any], ...] = (
        begin,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": {}}},
        {"jsonrpc": "2.0", "id": "x", "method": "ping"},
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": "ask_user_question"},
        },
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}},
        {"jsonrpc": "2.0", "id": "1-4", "result": {}},
    )
    yield "\n".join(map(json.dumps, lines)).encode()


def _calls() -> Iterator[Any]:
    yield {
        "name": "provide_choice",
        "arguments": {
            "title": "Which?",
            "prompt": "Choose one",
            "type": "single_select",
            "options": [{"id": "a", "label": "A", "description": "d"}, {"id": "b", "label": "B"}],
            "timeout_s": 20,
        },
    }
    question = {
        "question_id": "q",
        "question_text": "Which?",
        "type": "multiple_choice",
        "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}],
    }
    yield {"name": "ask_user_question", "arguments": {**question, "transport": "web"}}
    yield {"name": "ask_user_question", "arguments": {"questions": [question], "title": "T"}}


HARNESSES: Final = (
    Harness(name="mcp-answer", read=_answer, seeds=_written(_answers)),
    Harness(
        name="mcp-question", read=_asked, errors=(QuestionError,), seeds=_written(_forms), count=60
    ),
    Harness(name="mcp-lines", read=_lines, seeds=_openings),
    Harness(name="mcp-call", read=_call, errors=(QuestionError,), seeds=_written(_calls)),
)

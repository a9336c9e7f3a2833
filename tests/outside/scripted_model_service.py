"""A model's service for coding agents that have no account: it calls one tool and repeats the result.

One server speaks Anthropic's Messages, OpenAI's chat completions and responses, and Gemini's
`generateContent`, each whole or as a stream. What the model does stands in the user's words, between
`@@` marks: `@@{"tool": "provide_choice", "args": {…}}@@`. A request without an order, as for the
title of a session, gets a few words. A tool that says that its result is pending is called again.
"""

import json
import re
import threading
import uuid
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Protocol, cast

from typing_extensions import override

MODEL: Final = "stub-model"
WAIT: Final = "WaitForMcpServers"
"""The tool of a client that sends its first request before its servers are there."""
NO_TOOL: Final = "There is no such tool."
_PENDING: Final = re.compile(r'action_status\\*": ?\\*"pending')
_ORDER: Final = re.compile(r"@@(\{.*?\})@@", re.DOTALL)

Json = Mapping[str, Any]
ServerEvent = tuple[str | None, Json | str]
"""The name of an event of a stream, and its data."""


def order(tool: str, arguments: Json) -> str:
    """Return a prompt that makes the model call a tool."""
    return f"@@{json.dumps({'tool': tool, 'args': arguments})}@@"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """What a client sent, whichever the format."""

    words: str
    """All that the user said."""
    results: tuple[str, ...]
    """What tools returned, in their order."""
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """The model's request to run a tool."""

    tool: str
    arguments: Json


Reply = str | ToolCall


def reply_to(request: ModelRequest) -> Reply:
    """Return what the model says: the call that the user ordered, then its result.

    Names of tools differ between clients (`mcp__parley__provide_choice`, `parley_provide_choice`),
    so the end of a name decides.
    """
    wanted = _order_in(request.words)
    if wanted is None or not request.tools:
        return "A session"
    if request.results and not _is_pending(request.results[-1]):
        return f"RESULT>>> {request.results[-1]} <<<"
    tool = next((name for name in request.tools if name.endswith(wanted["tool"])), None)
    if tool is not None:
        return ToolCall(tool=tool, arguments=wanted["args"])
    return ToolCall(tool=WAIT, arguments={}) if WAIT in request.tools else NO_TOOL


def _is_pending(result: str) -> bool:
    """Whether a tool wants to be called again for its result."""
    return _PENDING.search(result) is not None


def _order_in(words: str) -> Json | None:
    """Return the last order, also where a client quotes the user's words in JSON."""
    orders: list[str] = _ORDER.findall(words)
    if not orders:
        return None
    try:
        return json.loads(orders[-1])
    except ValueError:
        return json.loads(json.loads(f'"{orders[-1]}"'))


class WireFormat(Protocol):
    """How one kind of service writes requests and replies."""

    def read(self, body: Json) -> ModelRequest:
        """Read a request."""
        ...

    def whole(self, reply: Reply) -> Json:
        """Write a reply in one piece."""
        ...

    def events(self, reply: Reply) -> Iterator[ServerEvent]:
        """Write a reply as a stream."""
        ...


class AnthropicMessages:
    """`POST /v1/messages`."""

    def read(self, body: Json) -> ModelRequest:
        """Read a request."""
        said = [
            (message["role"], {"type": "text", "text": block} if isinstance(block, str) else block)
            for message in body.get("messages", [])
            for block in _listed(message["content"])
        ]
        waits = {block["id"] for _role, block in said if block.get("name") == WAIT}
        blocks = [block for role, block in said if role == "user"]
        return ModelRequest(
            words="\n".join(block["text"] for block in blocks if block["type"] == "text"),
            results=tuple(
                text_of(block.get("content"))
                for block in blocks
                if block["type"] == "tool_result" and block.get("tool_use_id") not in waits
            ),
            tools=tuple(tool["name"] for tool in body.get("tools") or ()),
        )

    def whole(self, reply: Reply) -> Json:
        """Write a reply in one piece."""
        return self._message([self._block(reply)], self._stop_reason(reply))

    def events(self, reply: Reply) -> Iterator[ServerEvent]:
        """Write a reply as a stream."""
        block = self._block(reply)
        empty: Json
        if isinstance(reply, str):
            empty = {"text": ""}
            delta = {"type": "text_delta", "text": reply}
        else:
            empty = {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(reply.arguments)}
        events: Sequence[Json] = (
            {"type": "message_start", "message": self._message([], None)},
            {"type": "content_block_start", "index": 0, "content_block": {**block, **empty}},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": self._stop_reason(reply), "stop_sequence": None},
                "usage": {"output_tokens": 20},
            },
            {"type": "message_stop"},
        )
        for event in events:
            yield str(event["type"]), event

    def _block(self, reply: Reply) -> Json:
        if isinstance(reply, str):
            return {"type": "text", "text": reply}
        name, arguments = reply.tool, reply.arguments
        return {"type": "tool_use", "id": f"toolu_{_new_id()}", "name": name, "input": arguments}

    def _stop_reason(self, reply: Reply) -> str:
        return "end_turn" if isinstance(reply, str) else "tool_use"

    def _message(self, content: Sequence[Json], stop_reason: str | None) -> Json:
        return {
            "id": f"msg_{_new_id()}",
            "type": "message",
            "role": "assistant",
            "model": MODEL,
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 1},
        }


class ChatCompletions:
    """`POST /v1/chat/completions`."""

    def read(self, body: Json) -> ModelRequest:
        """Read a request."""
        messages = body.get("messages", [])
        return ModelRequest(
            words="\n".join(text_of(m.get("content")) for m in messages if m["role"] == "user"),
            results=tuple(text_of(m.get("content")) for m in messages if m["role"] == "tool"),
            tools=tuple(tool["function"]["name"] for tool in body.get("tools") or ()),
        )

    def whole(self, reply: Reply) -> Json:
        """Write a reply in one piece."""
        choice = {"index": 0, "message": self._message(reply), "finish_reason": self._end(reply)}
        return self._chunk("chat.completion", choice)

    def events(self, reply: Reply) -> Iterator[ServerEvent]:
        """Write a reply as a stream."""
        deltas: Sequence[tuple[Json, str | None]] = (
            (self._message(reply), None),
            ({}, self._end(reply)),
        )
        for delta, end in deltas:
            choice = {"index": 0, "delta": delta, "finish_reason": end}
            yield None, self._chunk("chat.completion.chunk", choice)
        yield None, "[DONE]"

    def _message(self, reply: Reply) -> Json:
        if isinstance(reply, str):
            return {"role": "assistant", "content": reply}
        function = {"name": reply.tool, "arguments": json.dumps(reply.arguments)}
        call = {"index": 0, "id": f"call_{_new_id()}", "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}

    def _end(self, reply: Reply) -> str:
        return "stop" if isinstance(reply, str) else "tool_calls"

    def _chunk(self, kind: str, choice: Json) -> Json:
        usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
        return {
            "id": f"chat_{_new_id()}",
            "object": kind,
            "created": 1,
            "model": MODEL,
            "choices": [choice],
            "usage": usage,
        }


class Responses:
    """`POST /v1/responses`; tools may stand in a namespace of their server."""

    _results: Final = ("function_call_output", "custom_tool_call_output")

    def __init__(self) -> None:
        self._namespaces: dict[str, tuple[str, str]] = {}

    def read(self, body: Json) -> ModelRequest:
        """Read a request."""
        items = [item for item in _listed(body.get("input")) if not isinstance(item, str)]
        tools: list[str] = []
        for tool in body.get("tools") or ():
            if tool.get("type") == "namespace":
                for each in tool.get("tools", ()):
                    full = f"{tool['name']}/{each['name']}"
                    self._namespaces[full] = (tool["name"], each["name"])
                    tools.append(full)
            elif "name" in tool:
                tools.append(tool["name"])
        said = (item for item in items if item.get("type", "message") == "message")
        return ModelRequest(
            words="\n".join(text_of(item.get("content")) for item in said if _is_user(item)),
            results=tuple(
                text_of(item.get("output")) for item in items if item.get("type") in self._results
            ),
            tools=tuple(tools),
        )

    def whole(self, reply: Reply) -> Json:
        """Write a reply in one piece."""
        return self._response([self._item(reply)], "completed")

    def events(self, reply: Reply) -> Iterator[ServerEvent]:
        """Write a reply as a stream."""
        item = self._item(reply)
        begun: Json = {**item, "content": []} if isinstance(reply, str) else item
        at = {"output_index": 0}
        events: list[Json] = [
            {"type": "response.created", "response": self._response([], "in_progress")},
            {"type": "response.output_item.added", "item": begun, **at},
        ]
        if isinstance(reply, str):
            delta = {"item_id": item["id"], "content_index": 0, "delta": reply, **at}
            events.append({"type": "response.output_text.delta", **delta})
        events += [
            {"type": "response.output_item.done", "item": item, **at},
            {"type": "response.completed", "response": self._response([item], "completed")},
        ]
        for event in events:
            yield str(event["type"]), event

    def _item(self, reply: Reply) -> Json:
        if isinstance(reply, str):
            text: Json = {"type": "output_text", "text": reply, "annotations": []}
            return {
                "type": "message",
                "id": f"msg_{_new_id()}",
                "role": "assistant",
                "status": "completed",
                "content": [text],
            }
        namespace, name = self._namespaces.get(reply.tool, (None, reply.tool))
        call = {
            "type": "function_call",
            "id": f"fc_{_new_id()}",
            "call_id": f"call_{_new_id()}",
            "name": name,
            "arguments": json.dumps(reply.arguments),
            "status": "completed",
        }
        return call if namespace is None else {**call, "namespace": namespace}

    def _response(self, output: Sequence[Json], status: str) -> Json:
        usage = {
            "input_tokens": 10,
            "output_tokens": 5,
            "total_tokens": 15,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
        return {
            "id": f"resp_{_new_id()}",
            "object": "response",
            "created_at": 1,
            "status": status,
            "model": MODEL,
            "output": output,
            "usage": usage,
        }


class GenerateContent:
    """`POST …:generateContent` and `…:streamGenerateContent`."""

    def read(self, body: Json) -> ModelRequest:
        """Read a request."""
        parts = [
            (content.get("role", "user"), part)
            for content in body.get("contents", [])
            for part in content.get("parts", [])
        ]
        return ModelRequest(
            words="\n".join(
                part["text"] for who, part in parts if who == "user" and "text" in part
            ),
            results=tuple(
                json.dumps(part["functionResponse"].get("response"))
                for _who, part in parts
                if "functionResponse" in part
            ),
            tools=tuple(
                function["name"]
                for tool in body.get("tools") or ()
                for function in tool.get("functionDeclarations", ())
            ),
        )

    def whole(self, reply: Reply) -> Json:
        """Write a reply in one piece."""
        if isinstance(reply, str):
            part: Json = {"text": reply}
        else:
            call = {"name": reply.tool, "args": reply.arguments, "id": _new_id()}
            part = {"functionCall": call}
        content = {"role": "model", "parts": [part]}
        usage = {"promptTokenCount": 5, "candidatesTokenCount": 5, "totalTokenCount": 10}
        return {
            "candidates": [{"index": 0, "content": content, "finishReason": "STOP"}],
            "usageMetadata": usage,
            "modelVersion": MODEL,
        }

    def events(self, reply: Reply) -> Iterator[ServerEvent]:
        """Write a reply as a stream."""
        yield None, self.whole(reply)


@dataclass(kw_only=True)
class ModelService:
    """A running service, and what it was sent."""

    url: str
    requests: list[ModelRequest] = field(default_factory=list[ModelRequest])
    """Those with an order, in the order in which they came."""

    @property
    def results(self) -> list[str]:
        """What the tools returned that the model called, but for those that it called again."""
        last = (request.results[-1] for request in self.requests if request.results)
        return [result for result in last if not _is_pending(result)]

    def reply_to(self, request: ModelRequest) -> Reply:
        """Keep a request and return its reply."""
        if request.tools and _ORDER.search(request.words):
            self.requests.append(request)
        return reply_to(request)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.service = ModelService(url=f"http://127.0.0.1:{self.server_address[1]}")
        self.formats: Mapping[str, WireFormat] = {
            "/messages": AnthropicMessages(),
            "/chat/completions": ChatCompletions(),
            "/responses": Responses(),
            "enerateContent": GenerateContent(),
        }


class _Handler(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]  # as it is made here

    def do_HEAD(self) -> None:
        self._answer({})

    def do_GET(self) -> None:
        model = {"id": MODEL, "object": "model", "created": 1, "owned_by": "tests"}
        self._answer({"object": "list", "data": [model]})

    def do_POST(self) -> None:
        body = json.loads(self._body() or b"{}")
        path = self.path.partition("?")[0].rstrip("/")
        wire = next((each for end, each in self.server.formats.items() if end in path), None)
        if "count" in path.lower():
            self._answer({"input_tokens": 100, "totalTokens": 100})
        elif wire is None:
            self._answer({})
        else:
            reply = self.server.service.reply_to(wire.read(body))
            if body.get("stream") or "streamGenerateContent" in path:
                self._stream(wire.events(reply))
            else:
                self._answer(wire.whole(reply))

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        return body

    def _answer(self, content: Json) -> None:
        self._send("application/json", json.dumps(content).encode())

    def _stream(self, events: Iterator[ServerEvent]) -> None:
        lines = ""
        for name, data in events:
            written = data if isinstance(data, str) else json.dumps(data)
            lines += (f"event: {name}\n" if name else "") + f"data: {written}\n\n"
        self._send("text/event-stream", lines.encode())

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Write nothing: the report is the check's."""


@contextmanager
def model_service() -> Generator[ModelService]:
    """Serve on a free port of this machine."""
    server = _Server()
    thread = threading.Thread(target=server.serve_forever, name="model service", daemon=True)
    thread.start()
    try:
        yield server.service
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def text_of(content: Any) -> str:
    """Return the text of content: a string, or parts with text in them."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(map(text_of, cast("list[Any]", content)))
    if isinstance(content, dict):
        part = cast("Json", content)
        held = (part[key] for key in ("text", "content", "output") if part.get(key))
        return text_of(next(held, ""))
    return ""


def _listed(content: Any) -> Sequence[Any]:
    return cast("list[Any]", content) if isinstance(content, list) else [content]


def _is_user(item: Json) -> bool:
    return item.get("role") == "user"


def _new_id() -> str:
    return uuid.uuid4().hex[:20]

"""A scripted Messages API over real HTTP, for anything that talks to a language model.

It runs on threads of its own, so it serves the test's loop as well as a program started as a
subprocess. Each request takes the next reply of the script; a request without one is refused with
a 400 that says so. Usage::

    with MessagesServer() as server:
        server.reply("Hello there", chunks=3)
        server.reply("Let me look.").tool_use("clock", {"zone": "UTC"})
        server.status(529)
        server.reply("cut off").cut_after(200)          # or how="reset", how="half_chunk"
        server.reply("Wait").stall().text(" for it")   # until `release()`
        ...  # point the program at server.url
        assert server.requests[0].body["messages"]
"""

import json
import os
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Literal, Self, cast

from typing_extensions import override

POLL_S: Final = 0.01
"""How often a stalled reply looks whether the client has gone."""
Json = dict[str, Any]
Cut = Literal["close", "reset", "half_chunk"]
"""How a connection breaks: closed between chunks, reset (RST), or closed in the middle of a chunk that
was announced as longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRequest:
    """A request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Json
    """The parsed JSON, or an empty dict if there was none."""

    @property
    def api_key(self) -> str | None:
        """The key in either of the headers that carry one, or None."""
        bearer = self.headers.get("authorization", "")
        return self.headers.get("x-api-key") or bearer.removeprefix("Bearer ") or None


@dataclass(slots=True)
class Stall:
    """A place in a stream where nothing is sent for a while."""

    released: threading.Event
    seconds: float | None
    ping_every_s: float | None


@dataclass(slots=True)
class Reply:
    """One reply of the script; the methods add to it in the order of the wire and return it.

    Attributes:
        is_disconnected: Set when the client closed the connection before the reply was complete.
        is_stalled: Set when the first stall was reached.
    """

    stop_reason: str | None = None
    usage: Json = field(default_factory=lambda: {"output_tokens": 7})
    http_status: int = 200
    http_error: Json = field(default_factory=dict[str, Any])
    http_headers: dict[str, str] = field(default_factory=dict[str, str])
    http_body: bytes | None = None
    """Sent as it stands in place of a stream or an error."""
    http_repeated: bytes = b""
    """Sent after `http_body` again and again until the client goes away; empty for nothing."""
    sent_bytes: int = 0
    """How much of `http_body` and `http_repeated` was sent."""
    is_disconnected: threading.Event = field(default_factory=threading.Event)
    is_stalled: threading.Event = field(default_factory=threading.Event)
    _steps: list[bytes | Stall] = field(default_factory=list[bytes | Stall])
    _blocks: int = 0
    _has_tool_use: bool = False
    _cut_after: int | None = None
    _cut_how: Cut = "close"
    _is_open_ended: bool = False

    def text(self, text: str, *, chunks: int | Sequence[str] = 1) -> "Reply":
        """Add a text block, in `chunks` deltas of nearly equal length or in the given pieces."""
        pieces = _split(text, chunks) if isinstance(chunks, int) else list(chunks)
        return self._block(
            {"type": "text", "text": ""},
            [{"type": "text_delta", "text": piece} for piece in pieces],
        )

    def thinking(self, thinking: str, *, signature: str = "signed") -> "Reply":
        """Add a thinking block with its signature."""
        return self._block(
            {"type": "thinking", "thinking": "", "signature": ""},
            [
                {"type": "thinking_delta", "thinking": thinking},
                {"type": "signature_delta", "signature": signature},
            ],
        )

    def tool_use(
        self, name: str, input: Json | str, *, id: str | None = None, chunks: int = 2
    ) -> "Reply":
        """Add a tool request; a string is sent as it stands, whether or not it is JSON."""
        written = input if isinstance(input, str) else json.dumps(input, ensure_ascii=False)
        self._has_tool_use = True
        return self._block(
            {
                "type": "tool_use",
                "id": f"toolu_{self._blocks + 1:02}" if id is None else id,
                "name": name,
                "input": {},
            },
            [
                {"type": "input_json_delta", "partial_json": piece}
                for piece in _split(written, chunks)
            ],
        )

    def event(self, name: str, data: Json | str) -> "Reply":
        """Add an event of any kind; a string is sent as it stands."""
        written = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        self._steps.append(f"event: {name}\ndata: {written}\n\n".encode())
        return self

    def raw(self, data: bytes) -> "Reply":
        """Add bytes that need not be an event at all."""
        self._steps.append(data)
        return self

    def begin_again(self) -> "Reply":
        """Add a second `message_start`, as a proxy does that joins two answers."""
        self._steps.append(_event(_START))
        return self

    def ping(self) -> "Reply":
        """Add a keep-alive."""
        return self.event("ping", {"type": "ping"})

    def error_event(self, type: str = "overloaded_error", message: str = "Overloaded") -> "Reply":
        """Let the service give up here, in the middle of the stream."""
        self._is_open_ended = True
        return self.event("error", {"type": "error", "error": {"type": type, "message": message}})

    def stall(self, seconds: float | None = None, *, ping_every_s: float | None = None) -> "Reply":
        """Send nothing here, or only pings: for `seconds`, or until `release` or the server ends."""
        self._steps.append(Stall(threading.Event(), seconds, ping_every_s))
        return self

    def release(self) -> None:
        """Let every stall of this reply go on."""
        for step in self._steps:
            if isinstance(step, Stall):
                step.released.set()

    def without_end(self) -> "Reply":
        """End the stream tidily, but without `message_stop`."""
        self._is_open_ended = True
        return self

    def cut_after(self, n_bytes: int, *, how: Cut = "close") -> "Reply":
        """Break the connection after this many bytes of the event stream."""
        self._cut_after, self._cut_how = n_bytes, how
        return self

    @property
    def cut_how(self) -> Cut:
        """How the connection breaks."""
        return self._cut_how

    @property
    def limit_bytes(self) -> int | None:
        """Where the connection breaks, or None."""
        return self._cut_after

    def size_bytes(self) -> int:
        """Return the length of the whole event stream, for cutting it anywhere."""
        return sum(len(piece) for piece in self.stream() if isinstance(piece, bytes))

    def stream(self) -> Iterator[bytes | Stall]:
        """Yield the whole event stream in pieces, with the stalls between them."""
        yield _event(_START)
        yield from self._steps
        if self._is_open_ended:
            return
        reason = self.stop_reason or ("tool_use" if self._has_tool_use else "end_turn")
        yield _event(
            {
                "type": "message_delta",
                "delta": {"stop_reason": reason, "stop_sequence": None},
                "usage": self.usage,
            }
        )
        yield _event({"type": "message_stop"})

    def _block(self, head: Json, deltas: Sequence[Json]) -> "Reply":
        index = self._blocks
        self._blocks += 1
        self._steps.append(
            _event({"type": "content_block_start", "index": index, "content_block": head})
        )
        self._steps += [
            _event({"type": "content_block_delta", "index": index, "delta": delta})
            for delta in deltas
        ]
        self._steps.append(_event({"type": "content_block_stop", "index": index}))
        return self


_START: Final[Json] = {
    "type": "message_start",
    "message": {
        "id": "msg_01",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 1},
    },
}


def _event(data: Json) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def _split(text: str, chunks: int) -> list[str]:
    size = max(1, -(-len(text) // chunks))
    return [text[start : start + size] for start in range(0, len(text), size)]


ERROR_TYPES: Final = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}
"""The error type that Anthropic's service sends with each status."""


class MessagesServer:
    """The server and its script; a context manager.

    Attributes:
        requests: Every POST to `/v1/messages`, in the order of arrival.
        others: Every other request (probes, warm-up).
        api_key: If set, requests with another key are refused with a 401.
        default: Makes the reply to a request that the script has none for, or None.
        n_connections: How many connections were opened so far.
        pages: JSON answered to a GET, by path; for the lists of models a local server gives.
    """

    def __init__(self, *, api_key: str | None = None) -> None:
        self.requests: list[RecordedRequest] = []
        self.others: list[RecordedRequest] = []
        self.api_key = api_key
        self.default: Callable[[RecordedRequest], Reply] | None = None
        self.pages: dict[str, Json] = {}
        self.n_connections = 0
        self._script: list[Reply] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        owner = self

        class Handler(_Handler):
            state = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self._thread = threading.Thread(
            target=self._server.serve_forever,
            kwargs={"poll_interval": 0.02},
            name="messages-server",
        )
        self._connections: set[socket.socket] = set()

    @property
    def url(self) -> str:
        """The base URL to give to a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def reply(
        self, text: str = "", *, chunks: int | Sequence[str] = 1, stop_reason: str | None = None
    ) -> Reply:
        """Script a reply that begins with this text; without text it is empty until added to."""
        reply = Reply(stop_reason=stop_reason)
        if text:
            reply.text(text, chunks=chunks)
        return self.add(reply)

    def tool_use(self, name: str, input: Json | str, *, text_before: str = "") -> Reply:
        """Script a tool request, after some words if given."""
        return self.reply(text_before).tool_use(name, input)

    def tool_use_then(self, name: str, input: Json, text: str) -> None:
        """Reply with a tool request to whatever the user says, and with `text` to its result.

        For what is spoken: how many requests are made ahead of a turn's end, in vain, is up to how
        busy the machine is, and each would take a reply of the script.
        """

        def reply(request: RecordedRequest) -> Reply:
            (*_, last) = request.body["messages"]
            has_result = any(block["type"] == "tool_result" for block in last["content"])
            return Reply().text(text) if has_result else Reply().tool_use(name, input)

        self.default = reply

    def thinking(self, thinking: str, text: str) -> Reply:
        """Script a reply with reasoning before its words."""
        return self.add(Reply().thinking(thinking).text(text))

    def error_event(self, type: str = "overloaded_error", message: str = "Overloaded") -> Reply:
        """Script a stream that fails before any content."""
        return self.add(Reply().error_event(type, message))

    def status(
        self,
        status: int,
        *,
        type: str | None = None,
        message: str = "scripted failure",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Script an HTTP error, in the form of Anthropic's service."""
        error = {"type": type or ERROR_TYPES.get(status, "api_error"), "message": message}
        return self.add(
            Reply(
                http_status=status,
                http_error={"type": "error", "error": error},
                http_headers=dict(headers or {}),
            )
        )

    def body(
        self,
        body: bytes,
        *,
        status: int = 200,
        kind: str = "application/json",
        repeated: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Script an answer byte by byte, of any kind; `repeated` makes it endless."""
        return self.add(
            Reply(
                http_status=status,
                http_headers={"Content-Type": kind, **(headers or {})},
                http_body=body,
                http_repeated=repeated,
            )
        )

    def add(self, reply: Reply) -> Reply:
        """Put a reply at the end of the script."""
        with self._lock:
            self._script.append(reply)
        return reply

    @property
    def is_exhausted(self) -> bool:
        """Whether every scripted reply was asked for."""
        with self._lock:
            return not self._script

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self._ended.set()
        self._server.shutdown()
        self.drop_connections()
        self._server.server_close()  # joins the threads of the connections
        self._thread.join()

    def drop_connections(self) -> None:
        """Break every open connection, as a service that dies does."""
        with self._lock:
            connections = list(self._connections)
        for connection in connections:
            _shut(connection)

    def take(self, request: RecordedRequest) -> Reply:
        """Record a request and return the reply to it; for the handler."""
        with self._lock:
            self.requests.append(request)
            if self.api_key is not None and request.api_key != self.api_key:
                return _refusal(401, "invalid key")
            if self._script:
                return self._script.pop(0)
        if self.default is not None:
            return self.default(request)
        return _refusal(400, "the script has no reply for this request")

    def note(self, request: RecordedRequest) -> Json | None:
        """Record another request and return the page for it, or None; for the handler."""
        with self._lock:
            self.others.append(request)
        return self.pages.get(request.path)

    def opened(self, connection: socket.socket) -> None:
        """Remember a connection, so that the end of the server ends it; for the handler."""
        with self._lock:
            self.n_connections += 1
            self._connections.add(connection)

    def closed(self, connection: socket.socket) -> None:
        """Forget a connection; for the handler."""
        with self._lock:
            self._connections.discard(connection)

    @property
    def has_ended(self) -> bool:
        """Whether the server is being taken down."""
        return self._ended.is_set()


def _refusal(status: int, message: str) -> Reply:
    error = {"type": ERROR_TYPES[status], "message": message}
    return Reply(http_status=status, http_error={"type": "error", "error": error})


def _reset(connection: socket.socket) -> None:
    """Close at once, with what has not been read thrown away: the other side gets a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    os.close(connection.detach())


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side was first


class _ClientGoneError(Exception):
    pass


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    state: MessagesServer

    @override
    def setup(self) -> None:
        super().setup()
        self.state.opened(self.connection)

    @override
    def finish(self) -> None:
        self.state.closed(self.connection)
        super().finish()

    @override
    def handle(self) -> None:
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the requests are recorded."""

    def do_HEAD(self) -> None:
        """Answer a warm-up."""
        self.state.note(self._recorded())
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        """Answer a probe from the pages."""
        page = self.state.note(self._recorded())
        self._send_json(404 if page is None else 200, page or {"error": "not found"}, {})

    def do_POST(self) -> None:
        """Answer a request to the model from the script, any other from the pages."""
        request = self._recorded()
        if request.path.partition("?")[0] != "/v1/messages":
            page = self.state.note(request)
            self._send_json(404 if page is None else 200, page or {"error": "not found"}, {})
            return
        reply = self.state.take(request)
        if reply.http_body is not None:
            self._send_body(reply, reply.http_body)
            return
        if reply.http_status != 200 or "Content-Type" in reply.http_headers:
            self._send_json(reply.http_status, reply.http_error, reply.http_headers)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("request-id", f"req_{len(self.state.requests):04}")
        self.end_headers()
        try:
            self._send_stream(reply)
        except (_ClientGoneError, ConnectionError):
            reply.is_disconnected.set()
            self.close_connection = True

    def _recorded(self) -> RecordedRequest:
        length = int(self.headers.get("Content-Length") or 0)
        text = self.rfile.read(length)
        if len(text) < length:
            raise ConnectionAbortedError("the client went away while it sent a request")
        return RecordedRequest(
            method=self.command,
            path=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=cast("Json", json.loads(text)) if text else {},
        )

    def _send_json(self, status: int, body: Json, headers: Mapping[str, str]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        if "Content-Type" not in headers:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("request-id", f"req_{len(self.state.requests):04}")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _send_body(self, reply: Reply, body: bytes) -> None:
        self.send_response(reply.http_status)
        self.send_header("request-id", f"req_{len(self.state.requests):04}")
        for name, value in reply.http_headers.items():
            if value:
                self.send_header(name, value)
        if reply.http_repeated:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        reply.sent_bytes = len(body)
        if not reply.http_repeated:
            self.wfile.write(body)
            return
        try:
            if body:
                self._send_chunk(body)
            while not self.state.has_ended:
                self._send_chunk(reply.http_repeated)
                reply.sent_bytes += len(reply.http_repeated)
        except (_ClientGoneError, ConnectionError):
            reply.is_disconnected.set()
            self.close_connection = True

    def _send_stream(self, reply: Reply) -> None:
        left = reply.limit_bytes
        for piece in reply.stream():
            if isinstance(piece, Stall):
                reply.is_stalled.set()
                self._wait(piece)
                continue
            if left is not None and len(piece) >= left:
                self._break(piece, left, reply.cut_how)
                return
            left = None if left is None else left - len(piece)
            self._send_chunk(piece)
        self.wfile.write(b"0\r\n\r\n")

    def _break(self, piece: bytes, left: int, how: Cut) -> None:
        self.close_connection = True
        match how:
            case "half_chunk":
                self.wfile.write(f"{len(piece) + 1:x}\r\n".encode() + piece[:left])
                _shut(self.connection)
            case "reset":
                self._send_chunk(piece[:left])
                _reset(self.connection)
            case "close":
                self._send_chunk(piece[:left])
                _shut(self.connection)

    def _send_chunk(self, data: bytes) -> None:
        if data:  # an empty chunk would end the stream
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _wait(self, stall: Stall) -> None:
        began = last_ping = time.monotonic()
        while not stall.released.wait(POLL_S):
            now = time.monotonic()
            if stall.seconds is not None and now - began >= stall.seconds:
                return
            if self.state.has_ended or self._is_client_gone():
                raise _ClientGoneError
            if stall.ping_every_s is not None and now - last_ping >= stall.ping_every_s:
                self._send_chunk(_event({"type": "ping"}))
                last_ping = now

    def _is_client_gone(self) -> bool:
        readable, _writable, _failed = select.select([self.connection], [], [], 0)
        return bool(readable) and self.connection.recv(1, socket.MSG_PEEK) == b""

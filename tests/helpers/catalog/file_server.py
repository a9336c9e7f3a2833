"""A web server on this machine that serves bytes and fails on demand."""

import threading
from collections import defaultdict, deque
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from typing_extensions import override


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedAnswer:
    """How one request is answered; the default is as it should be."""

    status: int | None = None
    """An error to answer with, and nothing else."""
    cut_after: int | None = None
    """Break the connection after so many bytes of the body."""
    hold: threading.Event | None = None
    """Stop where the body is cut until this is set, then go on to the end."""
    ranges: bool = True
    """Whether a range is honoured."""
    length: bool = True
    """Whether the size is told."""


PROPER = ServedAnswer()

HOLD_LIMIT_S = 30.0
"""A test that forgets to let go does not hang for ever."""


@dataclass(slots=True)
class FileServer:
    """What is served, what was asked for, and how the next requests are answered."""

    url: str
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """Content by path, which starts with a slash."""
    requests: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Path and Range header, or an empty string, of each GET so far."""
    held: threading.Event = field(default_factory=threading.Event)
    """Set when an answer has come to the point where it holds."""
    answers: defaultdict[str, deque[ServedAnswer]] = field(
        default_factory=lambda: defaultdict[str, deque[ServedAnswer]](deque)
    )
    """Answers to the next requests of a path; when none is left, proper ones."""

    def asked(self, path: str) -> list[str]:
        """Return the Range headers of the requests for one path."""
        return [range_ for asked, range_ in self.requests if asked == path]


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.state = FileServer(url=f"http://127.0.0.1:{self.server_port}")

    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that hang up are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer out of the server's state."""
        assert isinstance(self.server, _Server)
        state = self.server.state
        range_ = self.headers.get("Range", "")
        state.requests.append((self.path, range_))
        queue = state.answers[self.path]
        answer = queue.popleft() if queue else PROPER
        body = state.files.get(self.path)
        start = int(range_.removeprefix("bytes=").rstrip("-")) if range_ and answer.ranges else 0
        if answer.status is not None or body is None:
            self._refuse(answer.status or 404)
        elif 0 < len(body) <= start:
            self._refuse(416)
        else:
            self._send(state, body, start, answer)

    def _refuse(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send(self, state: FileServer, body: bytes, start: int, answer: ServedAnswer) -> None:
        self.close_connection = answer.cut_after is not None or not answer.length
        self.send_response(206 if start else 200)
        if self.path.endswith("/"):
            self.send_header("Content-Type", "text/html")
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        if answer.length:
            self.send_header("Content-Length", str(len(body) - start))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        end = len(body) if answer.cut_after is None else start + answer.cut_after
        self.wfile.write(body[start:end])
        if answer.hold is not None:
            self.wfile.flush()
            state.held.set()
            answer.hold.wait(HOLD_LIMIT_S)
            self.wfile.write(body[end:])


@contextmanager
def serving() -> Generator[FileServer]:
    """Serve on a free loopback port."""
    with _Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), name="file server")
        thread.start()
        try:
            yield server.state
        finally:
            server.shutdown()
            thread.join()

"""A Messages API on loopback that answers at once and says when each request came, to the millisecond.

A request that offers tools is a turn and gets the reply; one without asks for a summary and gets one.

It is a process of its own, so that its work takes nothing from the interpreter that is measured. The
moments are on the monotonic clock, which all processes of a machine share.
"""

import io
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, Self

from typing_extensions import override

from assistant.errors import DeviceError
from assistant.processes.blocking_child import PIPE, BlockingChild
from assistant.processes.model.environment import for_programs
from assistant.processes.python_command import python_environment, python_module

REPLY: Final = "Certainly."
SUMMARY: Final = (
    "- They spoke of the harbour, the budget of the summer and the latency of the index."
)
_ENDING_CHARACTERS: Final = 200
"""How much of the end of a request's last words is told, to know it by."""
_LIMIT_S: Final = 30.0
"""How long a request is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestArrival:
    """A request to the model."""

    at: float
    """When its first line was here; monotonic clock, seconds."""
    size_bytes: int
    """Of its body."""
    characters: int
    """Of its system text and the JSON of its messages: what the limit of the context counts."""
    ending: str
    """The end of the last words of its last message."""


class BenchMessagesServer:
    """The service, as a child process; a context manager.

    Attributes:
        url: Where it is.
    """

    def __init__(self, *, reply: str = REPLY) -> None:
        self._changed = threading.Condition()
        self._arrivals: list[RequestArrival] = []
        self._process = BlockingChild(
            python_module("benchmarks.messages_server"),
            environment=python_environment(for_programs(os.environ)),
            stdin=PIPE,
            stdout=PIPE,
        )
        self._process.stdin.write(json.dumps(reply).encode() + b"\n")
        self._process.stdin.flush()
        self._stdout = io.TextIOWrapper(self._process.stdout, encoding="utf-8")
        self.url = str(json.loads(self._stdout.readline()))
        self._reader = threading.Thread(target=self._read, name="arrivals", daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self._process.stdin.close()  # which ends it
        self._process.wait()
        self._reader.join()
        self._process.end()

    @property
    def count(self) -> int:
        """How many requests came."""
        with self._changed:
            return len(self._arrivals)

    def arrival(self, ending: str, *, after: int = 0, limit_s: float = _LIMIT_S) -> RequestArrival:
        """Wait for the request whose last words end so; return the first behind `after` others.

        Raises:
            DeviceError: If it does not come.
        """
        deadline = time.monotonic() + limit_s
        with self._changed:
            while (found := self._found(ending, after)) is None:
                if not self._changed.wait(max(0.0, deadline - time.monotonic())):
                    raise DeviceError("No request reached the model server of the bench.")
        return found

    def _found(self, ending: str, after: int) -> RequestArrival | None:
        return next((one for one in self._arrivals[after:] if one.ending.endswith(ending)), None)

    def _read(self) -> None:
        for line in self._stdout:
            with self._changed:
                self._arrivals.append(RequestArrival(**json.loads(line)))
                self._changed.notify_all()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    reply = REPLY
    _came_at = 0.0

    @override
    def parse_request(self) -> bool:
        self._came_at = time.monotonic()
        return super().parse_request()

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: standard output holds the arrivals alone."""

    def do_HEAD(self) -> None:
        """Answer a warm-up."""
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        """Tell of the request and answer it."""
        data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(data)
        arrival = {
            "at": self._came_at,
            "size_bytes": len(data),
            "characters": _characters(body),
            "ending": _ending(body),
        }
        sys.stdout.write(json.dumps(arrival) + "\n")
        sys.stdout.flush()
        data = b"".join(_events(self.reply if body.get("tools") else SUMMARY))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _ending(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    if isinstance(content, str):
        return content[-_ENDING_CHARACTERS:]
    texts = [block["text"] for block in content if block.get("type") == "text"]
    return texts[-1][-_ENDING_CHARACTERS:] if texts else ""


def _characters(body: dict[str, Any]) -> int:
    system = body.get("system", "")
    texts = [system] if isinstance(system, str) else [part["text"] for part in system]
    messages = (
        json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        for message in body["messages"]
    )
    return sum(map(len, texts)) + sum(map(len, messages))


def _events(text: str) -> list[bytes]:
    """Return a whole reply as the events of https://docs.anthropic.com/en/api/messages-streaming."""
    message: dict[str, Any] = {
        "id": "msg_bench",
        "type": "message",
        "role": "assistant",
        "model": "bench",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    events: Sequence[dict[str, Any]] = (
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": text},
        },
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None},
            "usage": {"output_tokens": 1},
        },
        {"type": "message_stop"},
    )
    return [f"event: {e['type']}\ndata: {json.dumps(e)}\n\n".encode() for e in events]


def main() -> None:
    """Serve until standard input is closed, whose first line is what to reply, as JSON.

    The address is the first line of standard output.
    """
    _Handler.reply = str(json.loads(sys.stdin.readline()))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    serving = threading.Thread(target=server.serve_forever, name="serve", daemon=True)
    serving.start()
    sys.stdout.write(json.dumps(f"http://127.0.0.1:{server.server_port}") + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.shutdown()
    serving.join()
    server.server_close()


if __name__ == "__main__":
    main()

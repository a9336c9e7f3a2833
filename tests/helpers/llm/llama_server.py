"""A scripted llama.cpp server over real HTTP, at its own endpoints, on the test's loop.

Each completion takes the next one of the script; a request that only has the prompt read needs none.
A guided reply is scripted whole: its kind is sent to the request for one token, the rest to the next.
Usage::

    async with LlamaServer() as server:
        server.completion('answer":"Par', 'is."}')
        server.completion('answer":"Half a').stall()
        server.refusal(400, "exceed_context_size_error")
        ...  # point the client at server.url
        assert server.completions[0].body["prompt"]
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self

from tests.helpers.llm.messages_server import RecordedRequest

Json = dict[str, Any]
StopType = Literal["eos", "limit"]
_GIVEN: Final = '":"'
"""Ends what the prompt gives of a guided reply."""
PROMPT_TOKENS: Final = 500
"""How many it says that every prompt has."""


@dataclass(slots=True)
class ScriptedCompletion:
    """What one completion sends.

    Attributes:
        is_stalled: Set when it has sent everything and waits.
        is_disconnected: Set when the client closed the connection while it waited.
    """

    pieces: tuple[str, ...] = ()
    stop_type: StopType = "eos"
    status: int = 200
    fault: Json | None = None
    is_stalled: asyncio.Event = field(default_factory=asyncio.Event)
    is_disconnected: asyncio.Event = field(default_factory=asyncio.Event)
    does_stall: bool = False
    has_end: bool = True

    def stall(self) -> "ScriptedCompletion":
        """Send nothing after the pieces until the client goes."""
        self.does_stall = True
        return self

    def without_end(self) -> "ScriptedCompletion":
        """Close the connection after the pieces."""
        self.has_end = False
        return self

    def drop(self, characters: int) -> None:
        """Leave out what the prompt gives: the kind, and the signs after it."""
        left: list[str] = []
        for piece in self.pieces:
            left.append(piece[characters:])
            characters = max(0, characters - len(piece))
        self.pieces = tuple(piece for piece in left if piece)

    def lines(self) -> list[str]:
        """Return what is sent, up to where it stalls."""
        lines = [_data({"content": piece, "stop": False}) for piece in self.pieces]
        if self.fault is not None:
            return [*lines, _data({"error": self.fault})]
        if self.does_stall or not self.has_end:
            return lines
        end = {
            "content": "",
            "stop": True,
            "stop_type": self.stop_type,
            "tokens_evaluated": PROMPT_TOKENS,
            "tokens_predicted": len(self.pieces),
        }
        return [*lines, _data(end)]


def _data(event: Json) -> str:
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n"


class LlamaServer:
    """The server and its script; an async context manager.

    Attributes:
        requests: Every request, in the order of arrival.
        states: Where it saves what was read; None: it refuses to save and to restore.
        tokens_saved: How many tokens it says that it saved.
        does_break_off_restoring: Whether it ends when it is to restore.
    """

    def __init__(self) -> None:
        self.requests: list[RecordedRequest] = []
        self.states: Path | None = None
        self.tokens_saved = PROMPT_TOKENS
        self.does_break_off_restoring = False
        self._script: list[ScriptedCompletion] = []
        self._port = 0
        self._stack = AsyncExitStack()
        self._writers: set[asyncio.StreamWriter] = set()

    @property
    def url(self) -> str:
        """The base URL to give to a client."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def completions(self) -> list[RecordedRequest]:
        """The requests for text."""
        return [
            each
            for each in self.requests
            if each.path == "/completion" and each.body.get("n_predict") not in {0, 1}
        ]

    @property
    def choices(self) -> list[RecordedRequest]:
        """The requests for the kind of a reply."""
        return [each for each in self.requests if each.body.get("n_predict") == 1]

    @property
    def prompts_evaluated(self) -> int:
        """How often a prompt was read alone."""
        return sum(
            each.path == "/completion" and each.body.get("n_predict") == 0 for each in self.requests
        )

    @property
    def restored(self) -> list[str]:
        """The files that were to be restored."""
        return [
            each.body["filename"]
            for each in self.requests
            if each.path == "/slots/0?action=restore"
        ]

    @property
    def chats(self) -> list[list[tuple[str, str]]]:
        """The chats that were rendered, as roles and contents."""
        return [chat for chat in self._rendered() if chat[-1][1]]

    @property
    def prompts_read(self) -> list[list[tuple[str, str]]]:
        """The chats that were rendered to be read alone, before the user said anything."""
        return [chat[:-1] for chat in self._rendered() if not chat[-1][1]]

    def completion(self, *pieces: str, stop_type: StopType = "eos") -> ScriptedCompletion:
        """Script a completion that comes in these pieces."""
        return self._add(ScriptedCompletion(pieces=pieces, stop_type=stop_type))

    def refusal(self, status: int, type: str, message: str = "refused") -> ScriptedCompletion:
        """Script a request that fails."""
        return self._add(
            ScriptedCompletion(status=status, fault={"type": type, "message": message})
        )

    def fault(self, *pieces: str, type: str = "server_error") -> ScriptedCompletion:
        """Script a completion that fails after these pieces."""
        return self._add(ScriptedCompletion(pieces=pieces, fault={"type": type, "message": ""}))

    def drop_connections(self) -> None:
        """Break every open connection, as a process that dies does."""
        for writer in self._writers:
            writer.transport.abort()

    async def __aenter__(self) -> Self:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        await self._stack.enter_async_context(server)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.drop_connections()
        await self._stack.aclose()

    def _rendered(self) -> list[list[tuple[str, str]]]:
        return [
            [(message["role"], message["content"]) for message in each.body["messages"]]
            for each in self.requests
            if each.path == "/apply-template"
        ]

    def _add(self, completion: ScriptedCompletion) -> ScriptedCompletion:
        self._script.append(completion)
        return completion

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                request = await _read_request(reader)
                self.requests.append(request)
                async for line in self._reply(request, reader):
                    writer.write(line)
                    await writer.drain()
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _reply(
        self, request: RecordedRequest, reader: asyncio.StreamReader
    ) -> AsyncGenerator[bytes]:
        if request.path == "/apply-template":
            messages = request.body["messages"]
            chat = "".join(f"<{each['role']}>{each['content']}\n" for each in messages)
            yield _head(200, "application/json") + json.dumps({"prompt": chat}).encode()
            return
        if request.path.startswith("/slots/"):
            if answer := self._slot(request):
                yield answer
            return
        completion = self._next(request)
        if completion.status != 200:
            yield _head(completion.status, "application/json")
            yield json.dumps({"error": completion.fault}).encode()
            return
        yield _head(200, "text/event-stream")
        for line in completion.lines():
            yield line.encode()
        if completion.does_stall:
            completion.is_stalled.set()
            with suppress(ConnectionError):
                await reader.read()  # to the end of the connection
            completion.is_disconnected.set()

    def _next(self, request: RecordedRequest) -> ScriptedCompletion:
        """Return what is sent to a request."""
        count = request.body.get("n_predict")
        if count == 0:
            return ScriptedCompletion()
        written = "".join(self._script[0].pieces)
        if count == 1 and written:
            return ScriptedCompletion(pieces=(written.partition('"')[0],), stop_type="limit")
        completion = self._script.pop(0)
        if "grammar" in request.body and written:
            completion.drop(written.find(_GIVEN) + len(_GIVEN))
        return completion

    def _slot(self, request: RecordedRequest) -> bytes | None:
        file = self.states / request.body["filename"] if self.states else None
        if request.path.endswith("=restore") and self.does_break_off_restoring:
            return None
        if file is None or not file.parent.is_dir():
            fault = {"type": "invalid_request_error", "message": "refused"}
            return _head(400, "application/json") + json.dumps({"error": fault}).encode()
        if request.path.endswith("=save"):
            file.write_bytes(b"what was read")
            answer = {"n_saved": self.tokens_saved}
        else:
            answer = {"n_restored": PROMPT_TOKENS if file.is_file() else 0}
        return _head(200, "application/json") + json.dumps(answer).encode()


def _head(status: int, content_type: str) -> bytes:
    head = f"HTTP/1.1 {status} \r\nContent-Type: {content_type}\r\nConnection: close\r\n\r\n"
    return head.encode()


async def _read_request(reader: asyncio.StreamReader) -> RecordedRequest:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").splitlines()
    method, path, _version = head[0].split(" ")
    headers: Mapping[str, str] = {
        name.lower(): value
        for name, _, value in (line.partition(": ") for line in head[1:] if line)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return RecordedRequest(
        method=method, path=path, headers=headers, body=json.loads(body) if body else {}
    )

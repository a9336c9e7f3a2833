"""The ways to a server: a process that is started, or an address. Nothing unbounded comes in.

Streams as the `mcp` package takes them. Its own transport for processes would hold a line of any
length and wait four seconds for a process to end.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import anyio
import httpx2
import mcp_types
from anyio.abc import ObjectReceiveStream
from anyio.streams.memory import MemoryObjectSendStream
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage

from assistant.bounded_body import BodyBounds, body_bounds
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.mcp_server import HttpTarget, StdioTarget
from assistant.message_splitter import (
    MAX_MESSAGE_BYTES,
    UNENDED_BYTES,
    MessageSplitter,
    MessageTooLongError,
    Noise,
    mended_envelope,
)
from assistant.processes.child_process import PIPE, ChildProcess, start
from assistant.processes.model.environment import for_servers
from assistant.tools.mcp.model.answer_reader import read_answer
from assistant.tools.mcp.model.peer import ServerError
from assistant.tools.mcp.model.rate_limiter import RateLimiter
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.server_log import ServerLog

MAX_REQUESTS: Final = 1_000
"""Requests without an answer that are known."""
MAX_GARBAGE: Final = 1_000
"""Lines in a row that are no messages, before the connection is ended."""
THREAD_BYTES: Final = 64 * 1024
"""A longer message is read on a thread: the engine loop must not stand still."""
GRACE_S: Final = 0.4
"""Seconds a process has to end once its input is closed, and again once it is asked to."""
LAST_WORDS_S: Final = 1.0
"""Seconds for reading what an ended server had written to standard error."""
_LAST_WORDS: Final = 300
"""Characters of it that the user is shown: the end of it is why."""
HTTP_CONNECT_S: Final = 15.0
HTTP_READ_S: Final = 300.0
"""Seconds between two pieces of a response: a call may wait for the user."""

_BOUNDS: Final = BodyBounds(max_bytes=MAX_MESSAGE_BYTES, time_s=HTTP_READ_S)
"""Each event of a stream has a bound of its own."""

Received = SessionMessage | Exception
Streams = tuple["InboundMessages", Any]
"""What comes from the server, and the stream to it (anyio's, typed by the `mcp` package)."""


OnLeftOut = Callable[[str, tuple[str, ...]], None]
"""Hears the method of a request, and what of the answer could not be read."""


class OutboundMessages:
    """What is sent to a server, with a note of what was asked; implements `WriteStream`.

    Args:
        stream: Where it goes.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.methods: dict[str, str] = {}
        """Of the requests without an answer, by their id."""

    async def send(self, item: SessionMessage, /) -> None:
        message = item.message
        if isinstance(message, mcp_types.JSONRPCRequest):
            self.methods[str(message.id)] = message.method
            while len(self.methods) > MAX_REQUESTS:
                del self.methods[next(iter(self.methods))]
        await self._stream.send(item)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


class InboundMessages:
    """What a server sends, at a pace the program can follow; implements the package's `ReadStream`.

    Answers are read here, entry by entry: the package takes them whole or not at all.

    Args:
        stream: Where it comes from.
        ended: Called once it ends.
        methods: What was asked, by the id of the request; answered ones are taken out.
        on_left_out: Hears of what an answer holds that cannot be read.
    """

    def __init__(
        self,
        stream: Any,
        ended: Callable[[], None],
        methods: dict[str, str],
        on_left_out: OnLeftOut,
    ) -> None:
        self._stream = stream
        self._ended = ended
        self._methods = methods
        self._on_left_out = on_left_out
        self._pace = RateLimiter()

    @property
    def last_context(self) -> Any:
        """Context of the last message's sender, where the stream has it."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Received:
        """The next message, not too soon."""
        try:
            received: Received = await self._stream.receive()
        except (anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
            self._ended()
            raise
        wait = self._pace.take(asyncio.get_running_loop().time())
        if wait > 0:
            await asyncio.sleep(wait)
        if isinstance(received, SessionMessage):
            await self._read(received.message)
        return received

    async def _read(self, message: "mcp_types.JSONRPCMessage") -> None:
        """Mend an answer's content."""
        if isinstance(message, mcp_types.JSONRPCError):
            self._methods.pop(str(message.id), None)
        if not isinstance(message, mcp_types.JSONRPCResponse):
            return
        method = self._methods.pop(str(message.id), "")
        # An answer may be as long as a message: the loop must not stand still.
        read = await asyncio.to_thread(read_answer, method, message.result)
        message.result = read.result
        if read.left_out:
            self._on_left_out(method, read.left_out)

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Received:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()


@contextlib.asynccontextmanager
async def process_streams(
    command: StdioTarget, *, log: ServerLog, ended: Callable[[], None], on_left_out: OnLeftOut
) -> AsyncGenerator[Streams]:
    """Start a server and connect to its standard input and output.

    It gets a small environment and what the configuration adds, nothing of Parley's. It runs in the
    folder that the configuration names, or in a private empty one: many programs load what lies in
    the folder they start in. It ends with the context, its children too.

    Args:
        command: What to start.
        log: Takes what it writes that is no message.
        ended: Called when it says nothing more.
        on_left_out: Hears of what an answer holds that cannot be read.

    Raises:
        ServerError: If it cannot be started.
    """
    process = await _start(command)
    to_us, received = anyio.create_memory_object_stream[Received](0)
    sent, from_us = anyio.create_memory_object_stream[SessionMessage](0)
    tasks = [
        asyncio.create_task(_read(process, to_us, log), name="MCP output"),
        asyncio.create_task(_write(process, from_us, to_us), name="MCP input"),
        asyncio.create_task(_keep_errors(process, log), name="MCP errors"),
    ]
    out = OutboundMessages(sent)
    try:
        yield InboundMessages(received, ended, out.methods, on_left_out), out
    finally:
        for task in tasks[:2]:
            task.cancel()
        try:
            await _end(process)
        finally:
            # Whatever it left behind, and it too if this task is cancelled.
            ending = asyncio.create_task(process.end(), name="MCP end")
            try:
                await asyncio.shield(ending)
                # Its last words are often why it ended; something it left may still hold the pipe.
                await asyncio.wait(tasks[2:], timeout=LAST_WORDS_S)
            finally:  # this task may be cancelled here, too
                for task in tasks:
                    task.cancel()
                for stream in (to_us, received, sent, from_us):
                    stream.close()
            await asyncio.wait(tasks)


@contextlib.asynccontextmanager
async def http_streams(
    address: HttpTarget,
    *,
    ended: Callable[[], None],
    on_left_out: OnLeftOut,
    auth: httpx2.Auth | None = None,
) -> AsyncGenerator[Streams]:
    """Connect to a server at an address.

    Args:
        address: Where it is, and what is sent with each request.
        ended: Called when the connection is closed.
        on_left_out: Hears of what an answer holds that cannot be read.
        auth: Adds the user's sign-in.
    """
    async with (
        http_client(address, auth) as client,
        streamable_http_client(
            address.url, http_client=client, max_sse_event_size=MAX_MESSAGE_BYTES
        ) as (received, sent),
    ):
        out = OutboundMessages(sent)
        yield InboundMessages(received, ended, out.methods, on_left_out), out


def http_client(address: HttpTarget, auth: httpx2.Auth | None = None) -> httpx2.AsyncClient:
    """Sends requests to a server; every response is bounded."""
    return httpx2.AsyncClient(
        headers=dict(address.headers),
        timeout=httpx2.Timeout(HTTP_CONNECT_S, read=HTTP_READ_S),
        auth=auth,
        event_hooks=body_bounds(_BOUNDS),
    )


async def _start(command: StdioTarget) -> ChildProcess:
    where = await asyncio.to_thread(_folder, command)
    try:
        return await start(
            (command.program, *command.arguments),
            environment=for_servers(os.environ) | dict(command.environment),
            folder=where,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            supervised=True,
        )
    except FileNotFoundError as error:
        raise ServerError(
            _("The command {command} was not found.").format(command=command.program),
            hint=_("Write what follows the program's name as arguments, each by itself.")
            if " " in command.program.strip()
            else _("Install it, or write the whole path."),
        ) from error
    except (OSError, ValueError) as error:
        raise ServerError(
            _("The command {command} cannot be started: {problem}").format(
                command=command.program, problem=failure_reason(error)
            )
        ) from error


def _folder(command: StdioTarget) -> Path | None:
    """Where a server should run; blocks on the disk."""
    if not command.folder:
        return None
    where = Path(command.folder).expanduser().absolute()
    if not where.is_dir():
        raise ServerError(_("The folder {folder} does not exist.").format(folder=where))
    return where


async def _read(
    process: ChildProcess,
    out: MemoryObjectSendStream[Received],
    log: ServerLog,
) -> None:
    """Pass on messages until the output ends or breaks the rules."""
    stdout = process.stdout
    if stdout is None:
        raise RuntimeError("The process was started without pipes")
    splitter = MessageSplitter()
    garbage = 0
    with out:
        while garbage < MAX_GARBAGE:
            try:
                chunk = await stdout.read(THREAD_BYTES)
                is_long = splitter.held_bytes + len(chunk) > THREAD_BYTES
                found = (
                    await asyncio.to_thread(_messages, splitter, chunk)
                    if is_long
                    else _messages(splitter, chunk)
                )
            except ConnectionError:
                return
            except MessageTooLongError:
                log.note(f"A message is longer than {MAX_MESSAGE_BYTES} bytes.")
                return
            unread = [each.text for each in found if isinstance(each, Noise)]
            if unread:
                await asyncio.to_thread(log.write_unread, unread)
            for message in found:
                if isinstance(message, Noise):
                    garbage += 1
                    continue
                garbage, log.unread = 0, ""
                try:
                    await out.send(SessionMessage(message))
                except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                    return
            if not chunk:
                return
            log.unread = splitter.unfinished() or log.unread
            await asyncio.sleep(0)  # a full buffer would not let anybody else run
        log.note(f"{MAX_GARBAGE} lines in a row are no messages.")


def _messages(splitter: MessageSplitter, chunk: bytes) -> "list[mcp_types.JSONRPCMessage | Noise]":
    """What a chunk completes; an empty one is the end."""
    found = splitter.feed(chunk) if chunk else splitter.end()
    return [each if isinstance(each, Noise) else _validated(each) for each in found]


def _validated(message: dict[str, Any]) -> "mcp_types.JSONRPCMessage | Noise":
    try:
        return mcp_types.jsonrpc_message_adapter.validate_python(
            mended_envelope(message), by_name=False
        )
    except ValueError:
        return Noise(text=json.dumps(message, ensure_ascii=False)[:UNENDED_BYTES])


async def _write(
    process: ChildProcess,
    messages: ObjectReceiveStream[SessionMessage],
    out: MemoryObjectSendStream[Received],
) -> None:
    stdin = process.stdin
    if stdin is None:
        raise RuntimeError("The process was started without pipes")
    try:
        async for message in messages:
            text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            stdin.write(f"{text}\n".encode("utf-8", "replace"))
            await stdin.drain()
    except (ConnectionError, RuntimeError):
        out.close()  # it does not listen any more: what waits for an answer must not wait for ever


async def _keep_errors(process: ChildProcess, log: ServerLog) -> None:
    stderr = process.stderr
    if stderr is None:
        raise RuntimeError("The process was started without pipes")
    while chunk := await stderr.read(THREAD_BYTES):
        await asyncio.to_thread(log.write, chunk)
        await asyncio.sleep(0.02)  # one that writes without end is held up by its full pipe


async def _end(process: ChildProcess) -> None:
    """Close the input, then terminate, as the protocol says; the caller kills."""
    if process.stdin is not None:
        process.stdin.close()
    if await process.wait(GRACE_S):
        return
    process.terminate()
    await process.wait(GRACE_S)


def last_error_output(log: ServerLog) -> str:
    """End of the server's foreign output, for the user; may be empty."""
    return bounded_text(log.tail.strip()[-_LAST_WORDS:], _LAST_WORDS)

"""Serves MCP clients over their relays, and agents' hooks, in the running program. Engine loop only.

`parley mcp` is started by its client and passes what that says on to here; `parley hook` is started
by an agent. The connection is the one who asks: where it ends, its questions are withdrawn.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from assistant.assembly.mcp.relay_greeting import (
    ACCEPTED,
    MAX_LINE_BYTES,
    HookGreeting,
    RelayGreeting,
    hook_answer,
    read_greeting,
)
from assistant.channels.web.server.model.tokens import is_token
from assistant.coding_agents.model.agents import CodingAgent

if TYPE_CHECKING:
    from assistant.channels.mcp.server import QuestionServer

_log = logging.getLogger(__name__)

_GREETING_S: Final = 5.0
"""How long a relay may take to say who it is."""

Build = Callable[[RelayGreeting], "QuestionServer"]
"""Makes the server of one client; on a thread, for it imports the package with the first."""
Hear = Callable[[CodingAgent, Mapping[str, Any], int], Awaitable[str]]
"""Takes what a hook tells, and the process that started it; returns what it prints. Cancelled where the hook is gone."""


@asynccontextmanager
async def open_program_socket(
    path: Path | None, *, token: str, build: Build, hear: Hear
) -> AsyncGenerator[None]:
    """Serve relays and hooks until the context ends.

    Args:
        path: Where; None where there are no such sockets.
        token: What they must know.
        build: Makes the server of one client.
        hear: Takes what a hook tells.

    Raises:
        OSError: If the path cannot be had.
    """
    if path is None:
        yield
        return
    serving: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _serve(reader, writer, token=token, build=build, hear=hear)
        except ConnectionError:
            _log.info("A relay was lost")
        finally:
            writer.close()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(served(reader, writer), name="mcp-relay")
        serving[task] = writer
        task.add_done_callback(ended)

    def ended(task: "asyncio.Task[None]") -> None:
        del serving[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("Serving a client of a relay failed", exc_info=error)

    with closing(_listening_socket(path)) as listening:
        # It starts within, so that nothing stays open where this is cancelled.
        server = await asyncio.start_unix_server(
            connected, sock=listening, limit=MAX_LINE_BYTES, start_serving=False
        )
        try:
            await server.start_serving()
            yield
        finally:
            server.close()
            under_way = dict(serving)
            for task, writer in under_way.items():
                # Cut off before anything more is said: the relay asks its client's questions again.
                writer.transport.abort()
                task.cancel()
            if under_way:
                await asyncio.wait(under_way)


def _listening_socket(path: Path) -> socket.socket:
    """Return a socket that the user's own programs alone can reach."""
    with ExitStack() as stack:
        made = stack.enter_context(closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)))
        made.bind(str(path))
        path.chmod(0o600)
        stack.pop_all()
        return made


async def _serve(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    *,
    token: str,
    build: Build,
    hear: Hear,
) -> None:
    line = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GREETING_S):
            line = await reader.readline()
    greeting = read_greeting(line)
    if greeting is None or not is_token(greeting.token, token):
        _log.warning("A connection of another program's was refused")
        return
    writer.write(ACCEPTED)
    await writer.drain()
    if isinstance(greeting, HookGreeting):
        await _answer_hook(reader, writer, hear(greeting.agent, greeting.payload, greeting.starter))
        return

    async def lines() -> AsyncIterator[str]:
        while received := await reader.readline():
            yield received.decode("utf-8", "replace")

    async def write(text: str) -> None:
        writer.write(text.encode("utf-8", "replace"))
        await writer.drain()

    questions = await asyncio.to_thread(build, greeting)
    from assistant.assembly.mcp.lines import serve_lines  # the package is imported by now

    await serve_lines(questions, lines(), write)


async def _answer_hook(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, hearing: Awaitable[str]
) -> None:
    """Answer a hook, unless it leaves before; what it asked is withdrawn then."""
    answering = asyncio.ensure_future(hearing)
    leaving = asyncio.ensure_future(reader.read(1))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            writer.write(hook_answer(answering.result()))
            await writer.drain()
    finally:
        for task in (answering, leaving):
            task.cancel()
        await asyncio.wait({answering, leaving})

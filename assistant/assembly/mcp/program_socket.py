"""Serves the MCP clients of relays, in the running program. Engine loop only.

`parley mcp` is started by its client and passes what that says on to here. The connection is the
client: where it ends, its questions are withdrawn.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from assistant.assembly.mcp.relay_greeting import (
    ACCEPTED,
    MAX_LINE,
    RelayGreeting,
    read_greeting,
)
from assistant.channels.web.server.model.tokens import is_token

if TYPE_CHECKING:
    from assistant.channels.mcp.server import QuestionServer

_log = logging.getLogger(__name__)

_GREETING_S: Final = 5.0
"""How long a relay may take to say who it is."""

Build = Callable[[RelayGreeting], "QuestionServer"]
"""Makes the server of one client; on a thread, for it imports the package with the first."""


@asynccontextmanager
async def open_program_socket(
    path: Path | None, *, token: str, build: Build
) -> AsyncGenerator[None]:
    """Serve relays until the context ends.

    Args:
        path: Where; None where there are no such sockets.
        token: What a relay must know.
        build: Makes the server of one client.

    Raises:
        OSError: If the path cannot be had.
    """
    if path is None:
        yield
        return
    serving: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await _serve(reader, writer, token=token, build=build)
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

    server = await asyncio.start_unix_server(connected, path, limit=MAX_LINE)
    await asyncio.to_thread(path.chmod, 0o600)
    try:
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


async def _serve(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, token: str, build: Build
) -> None:
    line = b""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GREETING_S):
            line = await reader.readline()
    greeting = read_greeting(line)
    if greeting is None or not is_token(greeting.token, token):
        _log.warning("A connection for a client of the MCP server was refused")
        return
    writer.write(ACCEPTED)
    await writer.drain()

    async def lines() -> AsyncIterator[str]:
        while received := await reader.readline():
            yield received.decode("utf-8", "replace")

    async def write(text: str) -> None:
        writer.write(text.encode("utf-8", "replace"))
        await writer.drain()

    questions = await asyncio.to_thread(build, greeting)
    from assistant.assembly.mcp.lines import serve_lines  # the package is imported by now

    await serve_lines(questions, lines(), write)

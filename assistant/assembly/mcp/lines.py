"""Serves one client over lines of text, whatever carries them."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, cast

from mcp.server.stdio import stdio_server

from assistant.channels.mcp.server import QuestionServer

_log = logging.getLogger(__name__)


class _Wire:
    """The two files that the package reads and writes."""

    def __init__(self, lines: AsyncIterator[str], write: Callable[[str], Awaitable[None]]) -> None:
        self._lines: Final = lines
        self.write: Final = write

    def __aiter__(self) -> AsyncIterator[str]:
        return self._lines

    async def flush(self) -> None:
        """Each line is sent as it is written."""


async def serve_lines(
    questions: QuestionServer, lines: AsyncIterator[str], write: Callable[[str], Awaitable[None]]
) -> None:
    """Serve a client until its lines end; withdraws its open questions then.

    Args:
        questions: Answers it, and no other.
        lines: What it writes.
        write: Takes what it is answered, a line at a time.
    """
    server = questions.build()
    wire = cast("Any", _Wire(lines, write))
    try:
        async with stdio_server(wire, wire) as (received, sent):
            await server.run(received, sent, server.create_initialization_options())
    except* (BrokenPipeError, ConnectionError):
        _log.info("The client left without reading what it was told")
    finally:
        await questions.withdraw()

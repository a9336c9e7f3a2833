"""Runs the MCP server: over standard input and output, or over HTTP on this machine."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, TextIO, cast

from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

from assistant.assembly.mcp.surfaces import TERMINAL, PageSurface, TerminalSurface, WindowSurface
from assistant.channels.mcp.model.client_forms import ClientForms
from assistant.channels.mcp.question_surfaces import QuestionSurface, QuestionSurfaces
from assistant.channels.mcp.server import QuestionServer
from assistant.clock import Clock
from assistant.home import Home
from assistant.locale import _

_log = logging.getLogger(__name__)

MCP_PATH: Final = "/mcp"


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServerOptions:
    """What an MCP server is made of."""

    home: Home
    clock: Clock
    version: str
    """Of this program."""
    timeout_s: float
    """How long is waited if a call does not say."""
    client_forms: ClientForms
    """When a client's own form is used."""
    arm_delay_s: float
    """How long keys and clicks are ignored after a question appeared."""
    say: Callable[[str], None]
    """Told in words what goes on."""
    open_page: Callable[[str], Awaitable[object]] | None
    """Opens an address in the user's browser, where that is possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerTerminal:
    """The terminal that the server was started in, where the user may be asked."""

    keys: TextIO
    screen: TextIO
    left: Callable[[], None]
    """Called when the user leaves instead of answering."""


def build_question_server(
    plan: McpServerOptions, *, terminal: ServerTerminal | None = None
) -> QuestionServer:
    """Return the server, which asks in the window, then the terminal, then the browser.

    Clients' forms are asked beside the window or before them all, as `client_forms` says.


    Args:
        plan: What it is made of.
        terminal: The terminal; None where there is none to ask in.
    """
    surfaces: list[QuestionSurface] = [WindowSurface(plan.home.api_file)]
    absent: dict[str, str] = {}
    say = plan.say
    if terminal is None:
        absent[TERMINAL] = _("There is no terminal here. Use auto or web.")
    else:
        there = TerminalSurface(
            keys=terminal.keys,
            screen=terminal.screen,
            clock=plan.clock,
            arm_delay_s=plan.arm_delay_s,
            left=terminal.left,
        )
        say = there.say
        surfaces.append(there)
    page = PageSurface(clock=plan.clock, open_page=plan.open_page, arm_delay_s=plan.arm_delay_s)
    surfaces.append(page)
    return QuestionServer(
        surfaces=QuestionSurfaces(surfaces, absent=absent),
        clock=plan.clock,
        version=plan.version,
        timeout_s=plan.timeout_s,
        client_forms=plan.client_forms,
        say=say,
    )


async def serve_stdio(plan: McpServerOptions, *, leaving: asyncio.Event) -> bool:
    """Serve one client over standard input and output until it leaves.

    Nothing but the protocol is written to standard output meanwhile; what any code prints goes to
    standard error.

    Args:
        plan: What the server is made of.
        leaving: Set when the program is to end.

    Returns:
        Whether the client left. If not, open questions are withdrawn, and a thread still reads the
        input, which nothing can stop: end the process.
    """
    questions = build_question_server(plan)
    stdio_task = asyncio.create_task(_serve_streams(questions.build()), name="mcp-stdio")
    told = asyncio.create_task(leaving.wait(), name="mcp-leaving")
    await asyncio.wait({stdio_task, told}, return_when=asyncio.FIRST_COMPLETED)
    if not stdio_task.done():
        await questions.withdraw()
        return False
    told.cancel()
    stdio_task.result()
    return True


async def _serve_streams(server: Server[Any]) -> None:
    try:
        async with stdio_server() as (received, sent):
            await server.run(received, sent, server.create_initialization_options())
    except* BrokenPipeError:
        _log.info("The client left without reading what it was told")


async def serve_http(
    plan: McpServerOptions,
    *,
    port: int,
    token: str,
    announce: Callable[[str], None],
    leaving: asyncio.Event,
    terminal: ServerTerminal | None = None,
) -> None:
    """Serve clients over HTTP on this machine until the program is to end.

    Args:
        plan: What the server is made of.
        port: Where to listen; 0 for any that is free.
        token: What clients must know; empty if they need not know any.
        announce: Told the address.
        leaving: Set when the program is to end.
        terminal: Where the user may be asked, if that is one.

    Raises:
        OSError: If the port cannot be had.
    """
    questions = build_question_server(plan, terminal=terminal)
    async with over_http(questions.build(), port=port, token=token) as url:
        announce(url)
        await leaving.wait()
        await questions.withdraw()


@asynccontextmanager
async def over_http(server: Server[Any], *, port: int, token: str) -> AsyncGenerator[str]:
    """Serve over HTTP on this machine until the context is left.

    Args:
        server: Answers.
        port: Where to listen; 0 for any that is free.
        token: What clients must know; empty if they need not know any.

    Yields:
        The address.

    Raises:
        OSError: If the port cannot be had.
    """
    # What speaks HTTP is loaded only where it is served.
    from fastapi import APIRouter
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    from assistant.assembly.mcp.token_guard import TokenGuard
    from assistant.channels.web.server.guard import MAX_BODY
    from assistant.channels.web.server.http_server import open_server

    manager = StreamableHTTPSessionManager(server, max_request_body_size=MAX_BODY)
    router = APIRouter()
    # An instance is served as it is; the framework types functions alone.
    door = cast("Any", TokenGuard(manager.handle_request, token=token))
    router.add_route(MCP_PATH, door, methods=["GET", "POST", "DELETE"], include_in_schema=False)
    async with open_server([router], port=port) as served:
        async with manager.run():
            yield served.url + MCP_PATH

"""Builds the MCP server, and serves it over HTTP on this machine."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from mcp.server.lowlevel.server import Server

from assistant import __version__
from assistant.assembly.mcp.relay_greeting import RelayGreeting
from assistant.assembly.mcp.surfaces import (
    TERMINAL,
    DeskSurface,
    PageSurface,
    TerminalSurface,
    WindowSurface,
)
from assistant.channels.mcp.model.client_forms import ClientForms
from assistant.channels.mcp.question_surfaces import QuestionSurface, QuestionSurfaces
from assistant.channels.mcp.server import Approve, QuestionServer
from assistant.clock import Clock
from assistant.home import Home
from assistant.locale import _
from assistant.settings.schema import QuestionSettings

if TYPE_CHECKING:
    from assistant.channels.web.api.question_service import QuestionService
    from assistant.channels.web.api.sessions import ApiSessions

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
    call_limit_s: float
    """After how long a client that hears no progress gives up on a call."""
    project: str
    """The folder that the client works in; empty where that is not known."""
    is_unattended: bool
    """Whether it is known that nobody sees the client's forms."""
    client_forms: ClientForms
    """When a client's own form is used."""
    has_permissions: bool
    """Whether the client asks for permissions through this server."""
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
    """The server asks in the window, then the terminal, then the browser.

    Clients' forms are asked beside the window or before them all, as `client_forms` says.

    Args:
        plan: What it is made of.
        terminal: The terminal; None where there is none to ask in.
    """
    surfaces: list[QuestionSurface] = [WindowSurface(plan.home.api_file)]
    absent: dict[str, str] = {}
    say = plan.say
    if terminal is None:
        absent[TERMINAL] = _no_terminal()
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
        project=plan.project,
        is_unattended=plan.is_unattended,
        client_forms=plan.client_forms,
        call_limit_s=plan.call_limit_s,
        has_permissions=plan.has_permissions,
        say=say,
    )


def build_program_server(
    greeting: RelayGreeting,
    settings: QuestionSettings,
    *,
    question_service: "QuestionService",
    sessions: "ApiSessions",
    approve: Approve,
    clock: Clock,
) -> QuestionServer:
    """The server of one client of the running program, whose desk asks.

    Args:
        greeting: What is said of the client.
        settings: How questions are asked.
        sessions: Begins their sessions.
        approve: Asks for permissions.
    """
    page = PageSurface(
        clock=clock,
        open_page=open_in_browser,
        arm_delay_s=settings.arm_delay_ms / 1000,
        is_free=False,
    )
    return QuestionServer(
        surfaces=QuestionSurfaces(
            [DeskSurface(question_service=question_service, sessions=sessions), page],
            absent={TERMINAL: _no_terminal()},
        ),
        clock=clock,
        version=__version__,
        timeout_s=greeting.timeout_s,
        project=greeting.project,
        is_unattended=greeting.is_unattended,
        client_forms=settings.client_forms,
        call_limit_s=greeting.call_limit_s,
        has_permissions=greeting.has_permissions,
        approve=approve,
    )


def _no_terminal() -> str:
    return _("There is no terminal here. Use auto or web.")


async def open_in_browser(address: str) -> None:
    """Open an address in the user's browser."""
    from assistant.tools.system.opener import SystemOpener  # with the first page

    await SystemOpener().open(address)


async def serve_http(
    plan: McpServerOptions,
    *,
    port: int,
    token: str,
    announce: Callable[[str], None],
    leaving: asyncio.Event,
    terminal: ServerTerminal | None = None,
) -> None:
    """Serve clients over HTTP on this machine until `leaving` is set.

    Args:
        plan: What the server is made of.
        port: Where to listen; 0 for any that is free.
        token: What clients must know; empty if they need not know any.
        announce: Called with the address.
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
    """Serve over HTTP on this machine until the context ends.

    Args:
        port: Where to listen; 0 for any that is free.
        token: What clients must know; empty if they need not know any.

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
    guard = cast("Any", TokenGuard(manager.handle_request, token=token))
    router.add_route(MCP_PATH, guard, methods=["GET", "POST", "DELETE"], include_in_schema=False)
    async with open_server([router], port=port) as served:
        async with manager.run():
            yield served.url + MCP_PATH

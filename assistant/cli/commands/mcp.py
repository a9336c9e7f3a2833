"""`parley mcp`: let other programs ask the user, over the Model Context Protocol."""

import asyncio
import contextlib
import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from assistant import __version__
from assistant.channels.mcp.model.call_limit import CALL_LIMIT_S, MIN_CALL_LIMIT_S
from assistant.channels.mcp.standard_streams import BegunClient, begin_client
from assistant.cli.display import has_display
from assistant.cli.options import HomeOption
from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.limits import MAX_PROVIDE_CHOICE_TIMEOUT_S, PROVIDE_CHOICE_TIMEOUT_S
from assistant.signals import on_signals

if TYPE_CHECKING:
    from assistant.assembly.mcp import stdio
    from assistant.assembly.mcp.server import McpServerOptions
    from assistant.settings import Settings


def command(
    context: typer.Context,
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP on this machine instead of stdio.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="With --http: where; 0 takes any that is free.")
    ] = 0,
    token: Annotated[
        bool,
        typer.Option(
            "--token/--no-token",
            help="With --http: whether clients must send the token of the setting api.token, or"
            " the one that is made and shown if there is none.",
        ),
    ] = True,
    timeout: Annotated[
        float,
        typer.Option(
            min=1,
            max=int(MAX_PROVIDE_CHOICE_TIMEOUT_S),
            metavar="SECONDS",
            show_default=f"{PROVIDE_CHOICE_TIMEOUT_S:g}",
            help="How long a question waits if its call does not say.",
        ),
    ] = PROVIDE_CHOICE_TIMEOUT_S,
    call_limit: Annotated[
        float,
        typer.Option(
            min=MIN_CALL_LIMIT_S,
            max=9999,
            metavar="SECONDS",
            show_default=f"{CALL_LIMIT_S:g}",
            help="When a client that hears of no progress gives up on a call.",
        ),
    ] = CALL_LIMIT_S,
    permissions: Annotated[
        bool,
        typer.Option(
            "--permissions",
            help="Also offer the tool that Claude Code wants for --permission-prompt-tool.",
        ),
    ] = False,
    home: HomeOption = None,
) -> None:
    """Serve provide_choice and ask_user_question to other programs, over MCP.

    Over stdio the program that starts it is its client: standard output is the protocol's. A client
    is set up with the command parley and the argument mcp; docs/mcp.md says where, for Claude
    Code, Claude Desktop, Cursor and VS Code.
    """
    if not http and (port or not token):
        raise ConfigError(
            _("--port and --no-token are for HTTP."),
            hint=_("Add --http, or leave them out: the program that starts this is its client."),
        )
    place = Home.locate(root=home)
    asked = _Asked(timeout_s=timeout, call_limit_s=call_limit, has_permissions=permissions)
    if not http:
        begun: object = context.obj
        client = begun if isinstance(begun, BegunClient) else None
        _over_stdio(client, place, asked)
        return
    from assistant.settings import load

    settings = load(place).settings
    plan = _options(place, settings, asked)
    asyncio.run(_over_http(plan, settings, port=port, wants_token=token))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What the command line says of the clients."""

    timeout_s: float
    call_limit_s: float
    has_permissions: bool


def _over_stdio(begun: BegunClient | None, home: Home, asked: _Asked) -> None:
    """Serve the client that started this; imports heavy modules with its first question."""
    if begun is None:
        if sys.stdin.isatty():
            _say(_("A program is to start this and speak MCP to it; nothing is typed here."))
            _say(_("To serve programs from this terminal: parley mcp --http. Ctrl-C ends it."))
        begun = begin_client(has_permissions=asked.has_permissions)
    if begun is None:
        return
    # A pipe that broke: the client left without reading the reply.
    with contextlib.suppress(BrokenPipeError):
        asyncio.run(_served(begun, home, asked))


async def _served(client: BegunClient, home: Home, asked: _Asked) -> None:
    from assistant.assembly.mcp import stdio
    from assistant.channels.mcp.model.client_forms import is_unattended

    leaving = _leaving()
    project = _project()

    async def connect(may_relay: bool) -> "stdio.ProgramServer | stdio.LocalServer":
        if may_relay:
            running = await stdio.reach_server(
                home.api_file,
                timeout_s=asked.timeout_s,
                call_limit_s=asked.call_limit_s,
                project=project,
                is_unattended=is_unattended(os.environ),
                has_permissions=asked.has_permissions,
            )
            if running is not None:
                return running
        from assistant.assembly.mcp.server import build_question_server
        from assistant.settings import load

        plan = _options(home, load(home).settings, asked, project=project)
        return stdio.LocalServer(build_question_server(plan))

    await stdio.serve_client(client, connect=connect, leaving=leaving)


def _project() -> str:
    """Name of the client's working folder; empty where that says nothing."""
    folder = Path.cwd()
    return "" if folder in {Path.home(), Path(folder.anchor)} else folder.name


def _options(
    home: Home, settings: "Settings", asked: _Asked, *, project: str = ""
) -> "McpServerOptions":
    from assistant.assembly.mcp.server import McpServerOptions, open_in_browser
    from assistant.channels.mcp.model.client_forms import is_unattended
    from assistant.clock import SystemClock

    return McpServerOptions(
        home=home,
        clock=SystemClock(),
        version=__version__,
        timeout_s=asked.timeout_s,
        call_limit_s=asked.call_limit_s,
        project=project,
        is_unattended=is_unattended(os.environ),
        client_forms=settings.questions.client_forms,
        has_permissions=asked.has_permissions,
        arm_delay_s=settings.questions.arm_delay_ms / 1000,
        say=_say,
        open_page=open_in_browser if has_display() else None,
    )


async def _over_http(
    plan: "McpServerOptions", settings: "Settings", *, port: int, wants_token: bool
) -> None:
    # What speaks HTTP is needed only here.
    from assistant.assembly.mcp.server import ServerTerminal, serve_http
    from assistant.channels.web.server.model.tokens import new_token

    leaving = _leaving()
    token = (settings.api.token or new_token()) if wants_token else ""
    terminal = None
    if sys.stdin.isatty() and sys.stderr.isatty():
        terminal = ServerTerminal(keys=sys.stdin, screen=sys.stderr, left=leaving.set)

    def announce(url: str) -> None:
        _say(_("MCP server at {url}").format(url=url))
        if token and not settings.api.token:
            _say(f"Authorization: Bearer {token}")

    try:
        await serve_http(
            plan,
            port=port,
            token=token,
            announce=announce,
            leaving=leaving,
            terminal=terminal,
        )
    except OSError as error:
        raise ConfigError(
            _("Port {port} cannot be had: {error}.").format(port=port, error=failure_reason(error)),
            hint=_("Name another one with --port, or none."),
        ) from error


def _leaving() -> asyncio.Event:
    """An event that is set when the process is asked to end."""
    leaving = asyncio.Event()
    on_signals(signal.SIGINT, signal.SIGTERM, do=leaving.set)
    return leaving


def _say(line: str) -> None:
    """Print to standard error; standard output is the protocol's."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()

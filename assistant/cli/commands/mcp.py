"""`parley mcp`: let other programs ask the user, over the Model Context Protocol."""

import asyncio
import os
import signal
import sys
from typing import Annotated, Final

import typer

from assistant import __version__
from assistant.assembly.mcp.server import McpServerOptions, ServerTerminal, serve_http, serve_stdio
from assistant.cli.display import has_display
from assistant.cli.options import HomeOption
from assistant.clock import SystemClock
from assistant.errors import ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.limits import MAX_PROVIDE_CHOICE_TIMEOUT_S, PROVIDE_CHOICE_TIMEOUT_S
from assistant.settings import Settings, load
from assistant.signals import on_signals

_ENDED: Final = 0
"""Exit code where the program that started us tells us to end."""


def command(
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
    settings = load(place).settings
    plan = McpServerOptions(
        home=place,
        clock=SystemClock(),
        version=__version__,
        timeout_s=timeout,
        client_forms=settings.questions.client_forms,
        arm_delay_s=settings.questions.arm_delay_ms / 1000,
        say=_say,
        open_page=_open_page if has_display() else None,
    )
    if http:
        asyncio.run(_over_http(plan, settings, port=port, wants_token=token))
    else:
        asyncio.run(_over_stdio(plan))


async def _over_stdio(plan: McpServerOptions) -> None:
    leaving = _leaving()
    if sys.stdin.isatty():
        _say(_("A program is to start this and speak MCP to it; nothing is typed here."))
        _say(_("To serve programs from this terminal: parley mcp --http. Ctrl-C ends it."))
    if not await serve_stdio(plan, leaving=leaving):
        # A thread waits for input that may never come, and would be waited for.
        sys.stderr.flush()
        os._exit(_ENDED)


async def _over_http(
    plan: McpServerOptions, settings: Settings, *, port: int, wants_token: bool
) -> None:
    from assistant.channels.web.server.model.tokens import (
        new_token,  # what speaks HTTP is needed only here
    )

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
    """Return an event that is set when the program is told to end."""
    leaving = asyncio.Event()
    on_signals(signal.SIGINT, signal.SIGTERM, do=leaving.set)
    return leaving


async def _open_page(address: str) -> None:
    from assistant.tools.system.opener import SystemOpener  # with the first page

    await SystemOpener().open(address)


def _say(line: str) -> None:
    """Tell whoever runs the server; standard output is the protocol's."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()

"""`parley agents`: how the sessions of coding agents stand, from a terminal."""

import asyncio
from typing import Final

import typer
from pydantic import TypeAdapter

from assistant.channels.terminal.text.printable import printable
from assistant.channels.web.client.running_program import reach_program
from assistant.cli.options import HomeOption, JsonOption
from assistant.clock import SystemClock
from assistant.coding_agents.model.board_text import board_lines
from assistant.coding_agents.model.session_board import AgentSession, SessionBoard
from assistant.errors import UnreachableError
from assistant.home import Home
from assistant.locale import _

app = typer.Typer(invoke_without_command=True)

_sessions: Final[TypeAdapter[tuple[AgentSession, ...]]] = TypeAdapter(tuple[AgentSession, ...])


@app.callback()
def agents(home: HomeOption = None, as_json: JsonOption = False) -> None:
    """Say what coding agents do at the Parley that runs, those first that wait for you."""
    board = asyncio.run(_board(Home.locate(root=home)))
    if as_json:
        typer.echo(_sessions.dump_json(board.by_need).decode())
        return
    for line in board_lines(board, SystemClock().now()):
        typer.echo(printable(line))


async def _board(home: Home) -> SessionBoard:
    async with reach_program(home.api_file) as program:
        if program is None:
            raise UnreachableError(
                _("No Parley that runs with the home {folder} can be reached.").format(
                    folder=str(home.root)
                ),
                hint=_("Start it with parley or parley serve; in parley chat write /agents."),
            )
        return await program.agents.board()

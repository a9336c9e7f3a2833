"""`parley hook`: what a coding agent runs at its hooks. `assistant.entry` runs it without all this."""

from typing import Annotated

import typer

from assistant.cli.options import HomeOption
from assistant.coding_agents.hook_process import main


def command(
    agent: Annotated[
        str, typer.Argument(help="Whose hook it is: claude-code, codex, gemini or opencode.")
    ],
    home: HomeOption = None,
) -> None:
    """Pass what a hook of a coding agent tells on to the running Parley.

    The agent runs this by itself. It reads the hook's JSON, asks you in Parley where that is wanted,
    and prints what you decided. Without a running Parley it prints nothing, and the agent's own
    dialog stays.
    """
    main([agent] if home is None else [agent, "--home", str(home)])

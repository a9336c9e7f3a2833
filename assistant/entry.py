"""`parley`. Answers what other programs ask that do not wait for long, then is the command line.

The command line takes longer to import than some MCP clients wait for a server's tools, so what they
start, `parley mcp` with nothing that is unusual, gets its first answers before. `parley hook` is run
by coding agents at every step of theirs, and never comes as far as the command line; nor do keys that
a desktop has run `parley toggle`, `parley talk` or `parley dictate`, as long as there is a window to take them.
"""

import os
import re
import sys
from collections.abc import Sequence
from typing import Final

_OPTIONS: Final = re.compile(
    r"--home=.+|--timeout=[1-9]\d{0,2}|--call-limit=(?:[3-9]\d|[1-9]\d{2,3})"
)
PERMISSIONS: Final = "--permissions"
_VALUES: Final = {
    "--home": re.compile(r"[^-].*"),
    "--timeout": re.compile(r"[1-9]\d{0,2}"),
    "--call-limit": re.compile(r"[3-9]\d|[1-9]\d{2,3}"),
}


def main() -> int:
    """Run `parley`; returns the exit code."""
    begun = None
    if is_hook(sys.argv[1:]):
        from assistant.coding_agents.hook_process import main as run_hook

        return run_hook(sys.argv[2:])
    if asks_a_window(sys.argv[1:]):
        from pathlib import Path

        from assistant.channels.desktop.single_instance.window_socket import (
            WindowRequest,
            ask_running,
        )
        from assistant.home import Home

        if ask_running(Home.locate(*map(Path, sys.argv[3:])), WindowRequest(sys.argv[1])):
            return 0
    if serves_a_client(sys.argv[1:]) and not os.isatty(0):
        from assistant.channels.mcp.standard_streams import begin_client

        begun = begin_client(has_permissions=PERMISSIONS in sys.argv)
        if begun is None:
            return 0
    from assistant.cli import main as run

    return run(begun=begun)


def serves_a_client(arguments: Sequence[str]) -> bool:
    """Whether the arguments start an MCP server over stdio, without error."""
    if arguments[:1] != ["mcp"]:
        return False
    rest = list(arguments[1:])
    while rest:
        option = rest.pop(0)
        if option == PERMISSIONS:
            continue
        value = _VALUES.get(option)
        if value is not None and rest and value.fullmatch(rest[0]):
            rest.pop(0)
        elif not _OPTIONS.fullmatch(option):
            return False
    return True


def asks_a_window(arguments: Sequence[str]) -> bool:
    """Whether the arguments are those of a key of the desktop: `toggle [--home DIR]`."""
    match list(arguments):
        case ["toggle" | "talk" | "dictate"] | ["toggle" | "talk" | "dictate", "--home", _]:
            return True
        case _:
            return False


def is_hook(arguments: Sequence[str]) -> bool:
    """Whether the arguments are those of an agent's hook: `hook AGENT [--home DIR]`."""
    match list(arguments):
        case ["hook", agent] | ["hook", agent, "--home", _]:
            return not agent.startswith("-")
        case _:
            return False


if __name__ == "__main__":
    sys.exit(main())

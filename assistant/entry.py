"""`parley`. Answers what an MCP client asks first, then is the command line.

The command line takes longer to import than some clients wait for a server's tools, so what they
start, `parley mcp` with nothing that is unusual, gets its first answers before.
"""

import os
import re
import sys
from collections.abc import Sequence
from typing import Final

_OPTIONS: Final = re.compile(r"--home=.+|--timeout=[1-9]\d{0,2}")
_VALUES: Final = {"--home": re.compile(r"[^-].*"), "--timeout": re.compile(r"[1-9]\d{0,2}")}


def main() -> int:
    """Run `parley`; returns the exit code."""
    begun = None
    if serves_a_client(sys.argv[1:]) and not os.isatty(0):
        from assistant.channels.mcp.standard_streams import begin_client

        begun = begin_client()
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
        value = _VALUES.get(option)
        if value is not None and rest and value.fullmatch(rest[0]):
            rest.pop(0)
        elif not _OPTIONS.fullmatch(option):
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())

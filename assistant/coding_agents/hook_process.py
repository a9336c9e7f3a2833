"""What an agent starts for each of its hooks: passes what the hook tells on to the running Parley.

Blocking, and next to nothing is imported: agents wait for it. Without a Parley, and whatever else
goes wrong, it prints nothing and ends well, so that the agent does what it would do by itself. While
a question of the hook's is open the connection is; where the agent kills the process, because it was
answered there, the question is withdrawn.
"""

import json
import os
import socket
import stat
import sys
from pathlib import Path
from typing import Any, Final

from assistant.home import Home

MAX_PAYLOAD: Final = 2 * 1024 * 1024
"""Bytes that a hook may tell; of more nothing is passed on."""
_CONNECT_S: Final = 1.0
_PROMPT_S: Final = 2.0
"""How long is waited for the answer to what needs no person."""
_ASKING: Final = frozenset({"PermissionRequest", "Elicitation"})
"""Events that a person answers; they take their time."""


def main(arguments: list[str]) -> int:
    """Run `parley hook AGENT [--home DIR]`; returns 0."""
    agent, home = arguments[0], arguments[2:3]
    payload = sys.stdin.buffer.read(MAX_PAYLOAD + 1)
    if len(payload) <= MAX_PAYLOAD:
        words = hook_reply(agent, payload, Home.locate(Path(home[0]) if home else None).api_file)
        sys.stdout.write(words)
        sys.stdout.flush()
    return 0


def hook_reply(agent: str, payload: bytes, api_file: Path) -> str:
    """Return what a hook prints; empty if it decides nothing.

    Args:
        agent: Whose hook it is.
        payload: What the agent told it, as JSON.
        api_file: In which the running program says where it is.
    """
    try:
        told: Any = json.loads(payload)
        address: Any = json.loads(api_file.read_bytes())
        path = address["mcp_socket"]
        event = told["hook_event_name"]
        if not _is_own(path):
            return ""
        greeting = {
            "token": address["token"],
            "agent": agent,
            "payload": told,
            "starter": os.getppid(),
        }
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_CONNECT_S)
            connection.connect(path)
            connection.sendall(json.dumps(greeting).encode() + b"\n")
            connection.settimeout(None if event in _ASKING else _PROMPT_S)
            reply: Any = json.loads(connection.makefile("rb").readline())
            words = reply["print"]
            return words if isinstance(words, str) else ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def _is_own(path: str) -> bool:
    """Whether a path is a socket of this user's: whoever reads a payload learns what is in it."""
    found = os.lstat(path)
    return stat.S_ISSOCK(found.st_mode) and found.st_uid == os.geteuid()

"""What an agent starts for each of its hooks: passes what the hook tells on to the running Parley.

Blocking, and next to nothing is imported: agents wait for it. Without a Parley, and whatever else
goes wrong, it prints nothing and ends well, so that the agent does what it would do by itself. While
a question of the hook's is open the connection is; where the agent kills the process, because it was
answered there, the question is withdrawn.
"""

import json
import os
import select
import socket
import stat
import sys
import time
from typing import Any, Final

from assistant.home_folder import API_FILE, home_folder

MAX_PAYLOAD: Final = 2 * 1024 * 1024
"""Bytes that a hook may tell; of more nothing is passed on."""
_TOLD_S: Final = 5.0
"""Until the agent has told everything."""
_HEARD_S: Final = 2.0
"""Until Parley says that it has heard it; for what it answers then it takes its time."""
_PIECE: Final = 65_536


def main(arguments: list[str]) -> int:
    """Run `parley hook AGENT [--home DIR]`; returns 0."""
    agent, chosen = arguments[0], arguments[2:3]
    try:
        payload = _told(sys.stdin.fileno())
        words = hook_reply(agent, payload, os.path.join(home_folder(*chosen), *API_FILE))
        sys.stdout.buffer.write(words.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
    except (OSError, ValueError, AttributeError, KeyboardInterrupt):
        pass
    return 0


def hook_reply(agent: str, payload: bytes, api_file: str) -> str:
    """Return what a hook prints; empty if it decides nothing.

    Args:
        agent: Whose hook it is.
        payload: What the agent told it, as JSON.
        api_file: In which the running program says where it is.
    """
    try:
        told: Any = json.loads(payload)
        with open(api_file, "rb") as file:
            address: Any = json.load(file)
        path = address["mcp_socket"]
        if not isinstance(told, dict) or not _is_own(path):
            return ""
        greeting: dict[str, Any] = {
            "token": address["token"],
            "agent": agent,
            "payload": told,
            "starter": os.getppid(),
        }
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(_HEARD_S)
            connection.connect(path)
            connection.sendall(json.dumps(greeting).encode() + b"\n")
            with connection.makefile("rb") as lines:
                if not json.loads(lines.readline())["accepted"]:
                    return ""
                connection.settimeout(None)
                words: Any = json.loads(lines.readline())["print"]
            return words if isinstance(words, str) else ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def _told(stream: int) -> bytes:
    """Read what the agent tells to its end; empty if that does not come, or if it is too much."""
    pieces: list[bytes] = []
    length, deadline = 0, time.monotonic() + _TOLD_S
    while select.select([stream], [], [], max(0.0, deadline - time.monotonic()))[0]:
        piece = os.read(stream, _PIECE)
        if not piece:
            return b"".join(pieces) if length <= MAX_PAYLOAD else b""
        length += len(piece)
        if length <= MAX_PAYLOAD:
            pieces.append(piece)
    return b""


def _is_own(path: str) -> bool:
    """Whether a path is a socket of this user's: whoever reads a payload learns what is in it."""
    found = os.lstat(path)
    return stat.S_ISSOCK(found.st_mode) and found.st_uid == os.geteuid()

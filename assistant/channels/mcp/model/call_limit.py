"""Clients that give up on a call after a minute: when they are answered, and how they go on. Pure."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

CALL_LIMIT_S: Final = 55.0
"""The limit of most clients that hear no progress is 60 s; Cline's for one."""


def held_key(connection: str, tool: str, arguments: Mapping[str, Any] | None) -> str:
    """Return what the question of a call is known by: the same call has the same.

    Args:
        connection: That of the client.
        tool: Which tool is called.
        arguments: With what.
    """
    said = json.dumps([connection, tool, arguments or {}], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()

"""Clients that give up on a call: when they are answered, and how they go on. Pure."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

CALL_LIMIT_S: Final = 60.0
"""That of most clients that hear no progress."""
MIN_CALL_LIMIT_S: Final = 30.0
_EARLY_S: Final = 15.0
"""How long before its limit a client is answered: on a busy machine a call takes a while to come."""


def answered_after_s(limit_s: float) -> float:
    """Return how long a call may wait, in seconds, of a client that gives up after `limit_s`."""
    return limit_s - _EARLY_S


def held_key(connection: str, tool: str, arguments: Mapping[str, Any] | None) -> str:
    """Return what the question of a call is known by: the same call has the same.

    Args:
        connection: That of the client.
        tool: Which tool is called.
        arguments: With what.
    """
    said = json.dumps([connection, tool, arguments or {}], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()

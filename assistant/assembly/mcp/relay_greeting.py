"""What a process says to the running program first, on its socket."""

import json
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from assistant.channels.mcp.model.call_limit import CALL_LIMIT_S, MIN_CALL_LIMIT_S
from assistant.coding_agents.model.agents import CodingAgent

ACCEPTED: Final = b'{"accepted": true}\n'
MAX_LINE_BYTES: Final = 16 * 1024 * 1024
"""Bytes of a message."""


class RelayGreeting(BaseModel):
    """The first line of a relay."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    token: str
    timeout_s: Annotated[float, Field(gt=0)]
    """How long a question waits if its call does not say."""
    call_limit_s: Annotated[float, Field(ge=MIN_CALL_LIMIT_S)] = CALL_LIMIT_S
    """After how long the client gives up on a call without progress."""
    project: Annotated[str, Field(max_length=200)] = ""
    """The folder that the client works in."""
    is_unattended: bool = False
    """Whether it is known that nobody sees the client's forms."""
    has_permissions: bool = False
    """Whether the client asks for permissions through this server."""

    def line(self) -> bytes:
        return json.dumps(self.model_dump()).encode() + b"\n"


class HookGreeting(BaseModel):
    """The one line of an agent's hook; `ACCEPTED` and one line answer it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    token: str
    agent: CodingAgent
    payload: dict[str, Any]
    """What the agent told its hook."""
    starter: Annotated[int, Field(ge=0)] = 0
    """The process that started the hook; 0 where that is not known."""


_greetings: Final[TypeAdapter[HookGreeting | RelayGreeting]] = TypeAdapter(
    HookGreeting | RelayGreeting
)


def read_greeting(line: bytes) -> HookGreeting | RelayGreeting | None:
    """None if the line holds none."""
    try:
        return _greetings.validate_json(line)
    except ValidationError:
        return None


def hook_answer(words: str) -> bytes:
    """Return the line that a hook is answered by.

    Args:
        words: What it prints.
    """
    return json.dumps({"print": words}).encode() + b"\n"

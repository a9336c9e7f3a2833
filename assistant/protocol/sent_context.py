"""What was sent to the model, to be looked at: part of the union `EngineEvent`."""

from dataclasses import dataclass
from enum import Enum

from assistant.protocol.conversation import TurnScoped


class Layer(Enum):
    """The parts of a request, in the order they are sent."""

    BASE = "base"
    PERSONA = "persona"
    DATE = "date"
    WORKSPACE_MEMORY = "workspace_memory"
    AGENT_MEMORY = "agent_memory"
    PERSONAL_MEMORY = "personal_memory"
    SUMMARY = "summary"
    """Of the messages that are not sent any more."""
    MESSAGES = "messages"
    TOOLS = "tools"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentPart:
    """One layer as it was sent."""

    layer: Layer
    text: str
    """What was sent, to be read by people."""
    characters: int
    """As they are counted against the limit."""
    full_characters: int
    """Of the whole layer; more than `characters` if it was compressed, cut or partly left out."""
    compressed: bool = False
    """A summary took the place of the text."""
    is_cached: bool = False
    """The provider may keep what is sent up to here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSent(TurnScoped):
    """The request of a turn: sent again for each request of it."""

    parts: tuple[SentPart, ...]
    limit: int
    """Characters that may be sent."""
    messages: int
    """Messages that were sent."""
    left_out: int
    """Messages of this branch that were not sent."""
    in_vain: int = 0
    """Requests that were sent before the user was surely done, since the conversation was opened,
    and not used."""
    reduced: bool = False
    """The model's service found the first request too long."""

"""Tools and what they did: commands and events."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTools:
    """Ask for `ToolsListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetToolClass:
    """Have a tool treated as another permission class; `ToolsListed` tells what holds now.

    A Restricted tool stays Restricted, whatever is asked for.
    """

    tool: str
    permission: str
    """`safe`, `sensitive` or `restricted`; empty for the tool's own."""
    fingerprint: str = ""
    """As it was listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableTool:
    """Let a Restricted tool run once it is confirmed, or keep it off."""

    tool: str
    is_enabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListToolCalls:
    """Ask for `ToolCallsListed`: what tools did, the newest first."""

    before: int | None = None
    """Only those older than the entry of this number; None begins with the newest."""
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolListEntry:
    """A tool as the user sees it."""

    name: str
    description: str
    """What it does: for the model, in English."""
    purpose: str
    """What it is for, in English as the catalogues have it; empty for a server's."""
    own_permission: str
    """The class it has by itself."""
    permission: str
    """The class it is treated as."""
    is_enabled: bool
    """Whether the model may call it at all."""
    server: str = ""
    """The MCP server it belongs to; empty for a built-in one."""
    unavailable: str = ""
    """Why it cannot be used now; empty if it can."""
    fingerprint: str = ""
    """Of what its server says of it; empty for a built-in one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsListed:
    """The tools there are, built-in ones first."""

    tools: tuple[ToolListEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallEntry:
    """What one call did."""

    number: int
    """For `ListToolCalls.before`."""
    conversation_id: str
    conversation: str
    """Its title."""
    tool: str
    permission: str
    arguments: str
    """JSON object."""
    outcome: str
    """How it ended, such as `ok`, `refused`, `timeout`."""
    started_at: datetime
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallsListed:
    """What tools did, the newest first."""

    calls: tuple[ToolCallEntry, ...]
    before: int | None
    """What was asked for."""
    has_more: bool


ToolCommand = ListTools | SetToolClass | EnableTool | ListToolCalls
ToolEvent = ToolsListed | ToolCallsListed

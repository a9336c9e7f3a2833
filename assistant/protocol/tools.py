"""What channels and the engine say to each other about tools, MCP servers and timers.

Part of the unions `Command` and `EngineEvent`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

# Commands.


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
class ListServers:
    """Ask for `ServersListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerDefinition:
    """How an MCP server is reached: by a command that is started, or at an address."""

    name: str
    command: str = ""
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: str = ""
    """Where the command runs; empty for the workspace."""
    url: str = ""
    """Of a server that speaks streamable HTTP; empty if it is started by a command."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    is_enabled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveServer:
    """Keep a server and connect to it; `ServerSaved` tells how it went."""

    definition: ServerDefinition
    replaces: str | None = None
    """Name of the server that was edited; None adds one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveServer:
    """Disconnect from a server and forget it."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconnectServer:
    """Try a server again at once."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseServerPrompt:
    """Put the words of a server's prompt before the user, to be looked at and sent by them.

    What the prompt wants to be told is asked first; the words come as `UnsentMessagesReturned`.
    """

    server: str
    prompt: str
    """As in `ServerEntry.prompts`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTimers:
    """Ask for `TimersListed`, now and whenever it changes."""


class TimerKind(Enum):
    """What a timer is for."""

    TIMER = "timer"
    """Rings after a length of time."""
    ALARM = "alarm"
    """Rings at a time of day, perhaps on several days."""
    REMINDER = "reminder"
    """Says something at a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTimer:
    """Set a timer, an alarm or a reminder by hand; a notice tells if that cannot be."""

    kind: TimerKind
    label: str = ""
    length_s: float | None = None
    """From now, in seconds; None if `at` is given."""
    at: str = ""
    """`HH:MM` in the user's zone, or `YYYY-MM-DDTHH:MM`."""
    days: tuple[str, ...] = ()
    """Weekdays on which it repeats: `mon`, `tue`, …; only with `at`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTimers:
    """Take a cancellation back."""

    timer_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTimer:
    """Take a timer, an alarm or a reminder away; a notice offers to undo it."""

    timer_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRinging:
    """Stop what rings. An alarm that repeats rings again at its next time."""

    timer_id: str | None = None
    """None stops all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """Stop what rings, and have it ring again after a while."""

    timer_id: str
    seconds: float = 300.0


ToolCommand = (
    ListTools
    | SetToolClass
    | EnableTool
    | ListToolCalls
    | ListServers
    | SaveServer
    | RemoveServer
    | ReconnectServer
    | UseServerPrompt
    | ListTimers
    | AddTimer
    | RestoreTimers
    | CancelTimer
    | StopRinging
    | Snooze
)

# Events.


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolListEntry:
    """A tool as the user sees it."""

    name: str
    description: str
    """What it does: for the model, in English."""
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


class ServerState(Enum):
    """How it stands with an MCP server."""

    OFF = "off"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    LOST = "lost"
    """It was or could not be reached; it is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """An MCP server as the user sees it."""

    definition: ServerDefinition
    state: ServerState
    detail: str = ""
    """What is wrong, in the user's language; empty if nothing is."""
    title: str = ""
    """What the server calls itself, with its version."""
    tools: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServersListed:
    """The MCP servers there are, by name."""

    servers: tuple[ServerEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSaved:
    """How `SaveServer` went."""

    name: str
    error: str = ""
    """Why it was not saved, in the user's language; empty if it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolProgressed:
    """A call that takes its time tells how far it is."""

    turn_id: str
    tool_use_id: str
    text: str
    share: float | None = None
    """From 0 to 1, or None if it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerEntry:
    """A timer, an alarm or a reminder."""

    timer_id: str
    kind: TimerKind
    label: str
    """In the user's words; empty if it has none."""
    due_at: datetime
    """When it rings next, aware, in the zone it was set in."""
    length_s: float | None = None
    """How long a timer was set for; None for the others."""
    days: tuple[int, ...] = ()
    """Weekdays on which it repeats, Monday is 0; empty if it does not."""
    is_ringing: bool = False
    is_missed: bool = False
    """Its time passed while the program did not run, and the user has not taken note of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimersListed:
    """The timers that are set or ring, by when they ring."""

    timers: tuple[TimerEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerRang:
    """A timer begins to ring; it goes on until `RingingStopped`."""

    timer: TimerEntry
    was_missed: bool = False
    """Whether its time passed while the program did not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RingingStopped:
    """A timer rings no more: the user stopped it, or nobody did for too long."""

    timer_id: str
    is_unheard: bool = False
    """Whether nobody stopped it."""


ToolEvent = (
    ToolsListed
    | ToolCallsListed
    | ServersListed
    | ServerSaved
    | ToolProgressed
    | TimersListed
    | TimerRang
    | RingingStopped
)

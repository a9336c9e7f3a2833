"""MCP servers: commands and events."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


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
    client_id: str = ""
    """What the server's operator knows Parley by; empty where it registers by itself."""
    callback_port: int = 0
    """Where the browser comes back to; 0 for any port."""
    is_enabled: bool = True
    timeout_s: float | None = None
    """Seconds that a call of its tools may take; None for `tools.timeout_s`."""


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
class SignInToServer:
    """Lead the user to a server's sign-in in their browser; only ever on their click."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelSignIn:
    """Wait no more for the user to come back from their browser."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOutOfServer:
    """Forget how the user signed in at a server."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseServerPrompt:
    """Put the words of a server's prompt before the user, to be looked at and sent by them.

    The prompt's arguments are asked first; the words come as `UnsentMessagesReturned`.
    """

    server: str
    prompt: str
    """As in `ServerEntry.prompts`."""


class ServerState(Enum):
    """How it stands with an MCP server."""

    OFF = "off"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    LOST = "lost"
    """It was or could not be reached; it is tried again."""
    SIGN_IN = "sign_in"
    """It needs the user to sign in."""
    SIGNING_IN = "signing_in"
    """The user is signing in, in their browser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """An MCP server as the user sees it."""

    definition: ServerDefinition
    state: ServerState
    detail: str = ""
    """What is wrong, in the user's language; empty if nothing is."""
    title: str = ""
    """What the server calls itself, with its version."""
    is_signed_in: bool = False
    """Whether the user signed in there, and so can sign out."""
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


McpServerCommand = (
    ListServers
    | SaveServer
    | RemoveServer
    | ReconnectServer
    | SignInToServer
    | CancelSignIn
    | SignOutOfServer
    | UseServerPrompt
)
McpServerEvent = ServersListed | ServerSaved

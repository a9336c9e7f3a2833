"""MCP servers: commands and events."""

from dataclasses import dataclass

from assistant.mcp_server import ServerConfig, ServerState


@dataclass(frozen=True, slots=True, kw_only=True)
class ListServers:
    """Ask for `ServersListed`, now and whenever it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveServer:
    """Keep a server and connect to it; `ServerSaved` tells how it went."""

    config: ServerConfig
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEntry:
    """An MCP server as the user sees it."""

    config: ServerConfig
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

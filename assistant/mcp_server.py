"""An MCP server: how it is reached, and how it stands. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True, kw_only=True)
class StdioTarget:
    """A server that is started as a process."""

    program: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    folder: str = ""
    """Where it runs; empty for a private empty folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpTarget:
    """A server that speaks streamable HTTP."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    client_id: str = ""
    """What the server's operator knows this program by; empty where it registers by itself."""
    callback_port: int = 0
    """Where the browser comes back to, if the operator wants to know that too; 0 for any port."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """One server, as its entry in `mcp.json` says."""

    name: str
    target: StdioTarget | HttpTarget
    is_enabled: bool = True
    timeout_s: float | None = None
    """Seconds that a call of its tools may take; None for `tools.timeout_s`."""


class ServerState(Enum):
    """How it stands with a server."""

    OFF = "off"
    CONNECTING = "connecting"
    CONNECTED = "connected"
    LOST = "lost"
    """It was or could not be reached; it is tried again."""
    SIGN_IN = "sign_in"
    """It needs the user to sign in; it is not tried again before."""
    SIGNING_IN = "signing_in"
    """The user is signing in, in their browser."""

"""Tools, calls and servers as the engine lists them."""

from datetime import UTC, datetime, timedelta

from assistant.mcp_server import HttpTarget, ServerConfig, ServerState, StdioTarget
from assistant.protocol.mcp_servers import ServerEntry, ServersListed
from assistant.protocol.tools import ToolCallEntry, ToolCallsListed, ToolListEntry, ToolsListed

AT = datetime(2026, 3, 5, 9, 30, tzinfo=UTC)


def tool(
    name: str,
    own: str = "safe",
    *,
    permission: str = "",
    is_enabled: bool = True,
    server: str = "",
    unavailable: str = "",
    description: str = "",
    purpose: str = "",
) -> ToolListEntry:
    """Return a tool that is treated as what it is, unless said otherwise."""
    return ToolListEntry(
        name=name,
        description=description or f"Does what {name} does. And more.",
        purpose=purpose,
        own_permission=own,
        permission=permission or own,
        is_enabled=is_enabled,
        server=server,
        unavailable=unavailable,
    )


TOOLS = ToolsListed(
    tools=(
        tool("calculator", purpose="Calculates"),
        tool("open_address", "sensitive"),
        tool("run_command", "restricted", is_enabled=False),
        tool("calendar__add", "sensitive", server="calendar"),
        tool(
            "calendar__list",
            "sensitive",
            permission="safe",
            server="calendar",
            unavailable="The server calendar is not connected.",
        ),
    )
)


def call(number: int, *, outcome: str = "ok", conversation: str = "The moon") -> ToolCallEntry:
    """Return one call of an hour ago."""
    return ToolCallEntry(
        number=number,
        conversation_id=f"c{number}",
        conversation=conversation,
        tool="calculator",
        permission="safe",
        arguments='{"expression": "6 * 7"}',
        outcome=outcome,
        started_at=AT - timedelta(minutes=number),
        seconds=0.21,
    )


def calls(*numbers: int, before: int | None = None, has_more: bool = False) -> ToolCallsListed:
    """Return a list of calls."""
    return ToolCallsListed(
        calls=tuple(call(number) for number in numbers), before=before, has_more=has_more
    )


EVERYTHING = ServerConfig(
    name="everything",
    target=StdioTarget(program="npx", arguments=("-y", "@modelcontextprotocol/server-everything")),
)
REMOTE = ServerConfig(
    name="remote",
    target=HttpTarget(url="https://example.com/mcp", headers={"Authorization": "Bearer x"}),
)


def servers(*, remote: ServerState = ServerState.LOST) -> ServersListed:
    """Return a server that is connected, and one that is not reached."""
    return ServersListed(
        servers=(
            ServerEntry(
                config=EVERYTHING,
                state=ServerState.CONNECTED,
                title="Everything 2026.8",
                tools=tuple(f"tool_{n}" for n in range(10)),
                resources=("readme",),
            ),
            ServerEntry(
                config=REMOTE,
                state=remote,
                detail="Nobody answers at example.com." if remote is ServerState.LOST else "",
            ),
        )
    )

"""`read_mcp_resource`: the model reads what MCP servers lend for reading."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Annotated, Final

from pydantic import BaseModel, Field

from assistant.locale import mark
from assistant.mcp_server import ServerState
from assistant.tools.mcp.connection import ServerConnection
from assistant.tools.mcp.model.call_result import failure, tool_result
from assistant.tools.mcp.model.peer import ServerError
from assistant.tools.mcp.model.safe_names import bounded_text
from assistant.tools.mcp.model.server_offer import CallAnswer, RemoteResource
from assistant.tools.mcp.server_tool import CallAsker, allow_own_time
from assistant.tools.tool import InvalidInputError, Permission, ToolContext, ToolResult
from assistant.tools.toolset import Toolset, tool

MAX_LISTED: Final = 100


class ReadResourceInput(BaseModel):
    """Input of `read_mcp_resource`."""

    server: Annotated[str, Field(max_length=64, description="Name of the MCP server")]
    uri: Annotated[
        str, Field(max_length=2000, description="Address of the resource; empty lists them")
    ] = ""


class ResourceTools(Toolset):
    """Reads and lists resources.

    Args:
        connections: Returns the servers there are, by name.
    """

    def __init__(self, connections: Callable[[], Mapping[str, ServerConnection]]) -> None:
        self._connections = connections

    @tool(Permission.SENSITIVE, mark("Reads what an MCP server offers to be read"))
    async def read_mcp_resource(
        self, wanted: ReadResourceInput, context: ToolContext
    ) -> ToolResult:
        """Raises InvalidInputError if there is no such server."""
        connections = self._connections()
        connection = connections.get(wanted.server)
        if connection is None:
            names = ", ".join(sorted(connections)) or "none"
            raise InvalidInputError((f"server: there is no such MCP server; there are: {names}",))
        if not wanted.uri:
            return _listed(connection)
        allow_own_time(connection.config, context)
        try:
            parts = await connection.read_resource(wanted.uri, asker=CallAsker(context))
        except ServerError as error:
            return failure(error, server=wanted.server)
        return await asyncio.to_thread(
            tool_result,
            CallAnswer(parts=parts),
            server=wanted.server,
            tool="read_mcp_resource",
            takes_images=context.takes_images,
        )


def _listed(connection: ServerConnection) -> ToolResult:
    resources = connection.offer.resources
    lines = [_line(resource) for resource in resources[:MAX_LISTED]]
    if len(resources) > MAX_LISTED:
        lines.append(f"… and {len(resources) - MAX_LISTED} more")
    standing = "" if connection.standing is ServerState.CONNECTED else " (not connected now)"
    name = connection.config.name
    return ToolResult(
        content=f"Resources of the MCP server {name!r}{standing}, as it describes them:\n"
        + ("\n".join(lines) or "(none)")
    )


def _line(resource: RemoteResource) -> str:
    about = " — ".join(
        filter(None, (bounded_text(resource.name, 100), bounded_text(resource.description, 200)))
    )
    kind = " (fill in the parts in braces)" if resource.is_template else ""
    return f"- {bounded_text(resource.uri, 500)}{kind}: {about}"

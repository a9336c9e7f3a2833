"""A server with a tool of each kind, on its pipes and, run as `python good.py PORT`, over HTTP too."""

import asyncio
import sys
from typing import Annotated

import anyio
import mcp_types as types
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ElicitationResult, Resolve
from pydantic import BaseModel, Field

server = MCPServer("good", version="1.0")


class Trip(BaseModel):
    """What is asked about a trip."""

    place: Annotated[str, Field(title="Where to?", min_length=2)]
    days: Annotated[int, Field(title="How many days?", ge=1, le=30)] = 3
    with_hotel: Annotated[bool, Field(title="With a hotel?")] = False


async def ask_trip() -> Elicit[Trip]:
    """Ask."""
    return Elicit("Tell me about your trip.", Trip)


@server.tool()
def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


@server.tool()
def book(trip: Annotated[ElicitationResult[Trip], Resolve(ask_trip)]) -> str:
    """Book a trip; asks for what it needs."""
    if trip.action != "accept":
        return f"not booked: {trip.action}"
    return f"booked {trip.data.place} for {trip.data.days} days, hotel {trip.data.with_hotel}"


@server.tool()
async def slow(context: Context, steps: int = 3) -> str:
    """Take a while and tell how far it is."""
    for step in range(steps):
        await context.report_progress(step + 1, steps, f"step {step + 1}")
        await asyncio.sleep(0.3)
    return "done"


@server.tool()
def picture() -> list[types.ContentBlock]:
    """Give a picture, a link and a resource."""
    return [
        types.ImageContent(type="image", data="aGk=", mime_type="image/png"),
        types.ResourceLink(type="resource_link", uri="note://one", name="one"),
        types.EmbeddedResource(
            type="resource",
            resource=types.TextResourceContents(uri="note://two", text="the second note"),
        ),
    ]


@server.tool()
def broken() -> str:
    """Fail."""
    raise ValueError("the fuse is blown")


@server.resource("note://one")
def note() -> str:
    """The first note."""
    return "the first note"


@server.prompt()
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Write a greeting to {name}."


async def serve(port: int) -> None:
    """Serve over HTTP for as long as the pipes are open."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: server.run_streamable_http_async(host="127.0.0.1", port=port))
        await server.run_stdio_async()
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(serve(int(sys.argv[1])))
    else:
        server.run(transport="stdio")

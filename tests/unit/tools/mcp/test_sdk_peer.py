"""A good server, as a process and over HTTP, in both eras of the protocol."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.mcp_server import HttpTarget, ServerState, StdioTarget
from assistant.questions.model.question import Answer, Answered, Channel, Method, Provenance
from assistant.tools.mcp.model.peer import ServerError
from assistant.tools.mcp.model.server_offer import ServerData, ServerLink, ServerText
from tests.helpers.mcp.peers import FakeAsker, unheard
from tests.helpers.web.ports import reserved_port
from tests.unit.tools.mcp.test_processes import Reached, reached, script, words

pytestmark = pytest.mark.timeout(120)

TRIP = Answered(
    answers=(
        Answer(question_id="place", text="Rome"),
        Answer(question_id="days", text="5"),
        Answer(question_id="with_hotel", boolean=True),
    ),
    provenance=Provenance(
        channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 3, 1, tzinfo=UTC)
    ),
)


async def use(server: Reached) -> None:
    """Use everything the good server has."""
    connection = server.connection
    assert connection.title == "good 1.0"
    assert {tool.name for tool in connection.offer.tools} >= {"add", "book", "slow"}
    assert [resource.uri for resource in connection.offer.resources] == ["note://one"]
    assert connection.offer.prompts[0].arguments[0].name == "name"
    assert words(await server.call("add", a=1, b=2)).endswith("\n3")
    broken = await server.call("broken")
    assert broken.is_error
    picture, link, note = (await server.call("picture")).parts
    assert picture == ServerData(mime_type="image/png", base64="aGk=")
    assert isinstance(link, ServerLink)
    assert note == ServerText(text="the second note", uri="note://two")
    told: list[tuple[float, float | None, str | None]] = []
    await connection.call_tool(
        "slow",
        {"steps": 2},
        on_progress=lambda done, total, words: told.append((done, total, words)),
        asker=FakeAsker(),
    )
    assert told == [(1, 2, "step 1"), (2, 2, "step 2")]
    asker = FakeAsker()
    asker.answers(TRIP)
    booked = await connection.call_tool("book", {}, on_progress=unheard, asker=asker)
    assert "booked Rome for 5 days, hotel True" in words(booked)
    assert asker.asked[0].description == "Tell me about your trip."
    asker.answers()
    left = await connection.call_tool("book", {}, on_progress=unheard, asker=asker)
    assert "not booked: cancel" in words(left)
    assert await connection.read_resource("note://one", asker=asker) == (
        ServerText(text="the first note", uri="note://one"),
    )
    assert await connection.get_prompt("greet", {"name": "Bo"}, asker=asker) == (
        "Write a greeting to Bo."
    )
    with pytest.raises(ServerError, match="It says"):
        await connection.get_prompt("greet", {}, asker=asker)


@pytest.fixture
def port() -> Iterator[int]:
    with reserved_port() as port:
        yield port


async def test_a_good_server_as_a_process_and_over_http_that_is_lost(
    tmp_path: Path, port: int
) -> None:
    address = HttpTarget(url=f"http://127.0.0.1:{port}/mcp", headers={"X-Key": "k"})
    async with reached(script("good.py", str(port)), tmp_path) as piped:
        await piped.until(lambda: piped.connection.standing is ServerState.CONNECTED)
        await use(piped)
        async with reached(address, tmp_path) as server:
            await server.until(lambda: server.connection.standing is ServerState.CONNECTED)
            await use(server)
            await piped.connection.aclose()  # the process ends, and with it the address
            with pytest.raises(ServerError):
                await server.call("add", a=1, b=2)
            await server.until(lambda: server.connection.standing is ServerState.LOST)
            assert server.has_tool("add")


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: str, size: int
) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n\r\n"
    writer.write(head.encode())
    try:
        for _ in range(size // 65536):
            writer.write(b" " * 65536)
            await writer.drain()
    except ConnectionError:
        pass  # the client has had enough
    writer.close()


@pytest.mark.parametrize("kind", ["application/json", "text/html"])
async def test_an_address_that_is_no_server_or_sends_without_end_is_told(
    tmp_path: Path, kind: str
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await _answer(reader, writer, kind, 64 * 1024 * 1024)

    listener = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    try:
        async with reached(HttpTarget(url=f"http://127.0.0.1:{port}/"), tmp_path) as server:
            await server.until(lambda: server.connection.standing is ServerState.LOST)
            assert server.connection.detail
    finally:
        listener.close()
        await listener.wait_closed()


async def test_what_a_server_sends_is_not_written_into_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    body = b'{"secret": "s3cret"}'
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head % len(body) + body)
        await writer.drain()
        writer.close()

    listener = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    try:
        async with reached(HttpTarget(url=f"http://127.0.0.1:{port}/"), tmp_path) as server:
            await server.until(lambda: server.connection.standing is ServerState.LOST)
    finally:
        listener.close()
        await listener.wait_closed()
    loud = [record for record in caplog.records if record.levelno > logging.DEBUG]
    assert not any("s3cret" in f"{record.getMessage()} {record.exc_info}" for record in loud)


async def test_an_address_where_nothing_listens_is_told(tmp_path: Path, port: int) -> None:
    async with reached(HttpTarget(url=f"http://127.0.0.1:{port}/"), tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.LOST)
        assert "cannot be reached" in server.connection.detail


async def test_an_old_server_is_understood(tmp_path: Path) -> None:
    command: StdioTarget = script("bad.py")
    async with reached(command, tmp_path) as server:
        await server.until(lambda: server.connection.standing is ServerState.CONNECTED)
        assert server.connection.title == "bad 0"

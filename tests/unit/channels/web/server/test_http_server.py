import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncGenerator

import httpx2
import pytest
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from assistant.channels.web.server.connections import MAX_CONNECTIONS
from assistant.channels.web.server.http_server import RunningServer, open_server
from assistant.processes.child_process import PIPE, start
from tests.helpers.patience import PATIENCE_S
from tests.unit.channels.web.conftest import echo_routes


@pytest.mark.requirement("SEC-09")
async def test_it_listens_on_the_loopback_interface_alone(served: RunningServer) -> None:
    assert served.url == f"http://127.0.0.1:{served.doors.port}"
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.2", served.doors.port)


async def test_a_route_answers(http: httpx2.AsyncClient) -> None:
    answer = await http.get("/hello")
    assert (answer.status_code, answer.json()) == (200, {"hello": "world"})


@pytest.mark.requirement("API-13", "G-13")
async def test_what_does_not_exist_is_told_as_a_problem(http: httpx2.AsyncClient) -> None:
    answer = await http.get("/nowhere")
    assert answer.status_code == 404
    assert answer.json() == {
        "success": False,
        "error": "not_found",
        "message": "There is no /nowhere here.",
        "details": {"method": "GET", "path": "/nowhere"},
    }
    call = (await http.get("/api/nothing")).json()
    assert call["message"] == (
        "There is no call /api/nothing; /api/openapi.json lists those there are."
    )


@pytest.mark.requirement("API-13", "G-13")
async def test_another_method_is_told_with_those_there_are(http: httpx2.AsyncClient) -> None:
    answer = await http.delete("/hello")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")
    assert answer.json()["error"] == "method_not_allowed"
    assert answer.json()["message"] == "/hello takes GET and not DELETE."


@pytest.mark.requirement("API-13", "G-13")
async def test_a_value_that_cannot_be_read_is_named(http: httpx2.AsyncClient) -> None:
    answer = await http.get("/number/seven")
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_request"
    assert answer.json()["details"]["fields"][0]["field"] == "path.number"
    assert answer.json()["message"] == (
        'The request cannot be read: path.number must be a whole number, and is "seven".'
    )


@pytest.mark.requirement("API-13", "G-13")
async def test_a_bug_tells_nothing_of_itself(
    http: httpx2.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await http.get("/bug")
    assert (answer.status_code, answer.json()["error"]) == (500, "internal_error")
    assert "a bug" not in answer.text
    assert any("Exception in ASGI application" in record.message for record in caplog.records)
    caplog.clear()


async def test_the_port_is_closed_when_it_ends() -> None:
    async with open_server([]) as served:
        port = served.doors.port
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_stream_that_heeds_the_end_does_not_keep_the_port() -> None:
    routes = APIRouter()
    ended = asyncio.Event()

    @routes.get("/stream")
    async def stream(request: Request) -> StreamingResponse:
        closing: asyncio.Event = request.app.state.closing

        async def lines() -> AsyncGenerator[str]:
            yield "begun\n"
            await closing.wait()
            ended.set()

        return StreamingResponse(lines())

    async with httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as client:
        async with open_server([routes]) as served:
            sent = client.build_request("GET", f"{served.url}/stream")
            answer = await client.send(sent, stream=True)
            assert await anext(answer.aiter_lines()) == "begun"
        assert ended.is_set()
        await answer.aclose()


async def test_a_port_that_is_taken_is_told(served: RunningServer) -> None:
    with pytest.raises(OSError, match="in use"):
        async with open_server([], port=served.doors.port):
            pytest.fail("two servers on one port")


async def fail_while_serving(ports: list[int]) -> None:
    async with open_server([]) as served:
        ports.append(served.doors.port)
        raise RuntimeError("on purpose")


async def test_leaving_by_an_error_closes_it_too() -> None:
    ports: list[int] = []
    with pytest.raises(RuntimeError, match="on purpose"):
        await fail_while_serving(ports)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", ports[0])


async def until_closed(reader: asyncio.StreamReader) -> bytes:
    """Return what still comes before the other end closes."""
    async with asyncio.timeout(PATIENCE_S):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.requirement("SEC-14")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET /hello HTTP/1.1\r\nHo", id="half a head"),
        pytest.param(b"GET /hello HTTP/1.1\r\nHost: HOST\r\n\r\nGET /he", id="half a second one"),
    ],
)
async def test_a_connection_on_which_no_request_comes_is_closed(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.channels.web.server.connections.HEAD_LIMIT_S", 0.2)
    async with open_server([echo_routes()]) as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.doors.port)
        writer.write(sent.replace(b"HOST", f"127.0.0.1:{served.doors.port}".encode()))
        assert (b"world" in await until_closed(reader)) is (b"HOST" in sent)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


@pytest.mark.requirement("SEC-14")
async def test_what_takes_long_to_answer_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assistant.channels.web.server.connections.HEAD_LIMIT_S", 0.5)
    routes = APIRouter()

    @routes.get("/slow")
    async def slow() -> dict[str, str]:
        late = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(1.0, late.set_result, None)
        await late
        return {"done": "yes"}

    async with open_server([routes]) as served:
        async with httpx2.AsyncClient(base_url=served.url, trust_env=False) as client:
            assert (await client.get("/slow")).json() == {"done": "yes"}


_CALL = """
import os, socket, sys
"".encode("idna")  # not to be found after the change of user
os.setgid(65534)
os.setuid(65534)
calls = []
for _number in range(int(sys.argv[2])):
    calls.append(socket.create_connection(("127.0.0.1", int(sys.argv[1]))))
calls[0].sendall(f"GET /hello HTTP/1.1\\r\\nHost: 127.0.0.1:{sys.argv[1]}\\r\\n\\r\\n".encode())
if sys.argv[3:]:
    calls[0].close()
    os._exit(0)
try:
    heard = calls[0].recv(100)
except ConnectionError:
    heard = b""
print(heard, flush=True)
sys.stdin.read()
"""


def as_another_user(*arguments: object) -> tuple[str, ...]:
    return (sys.executable, "-c", _CALL, *map(str, arguments))


@pytest.mark.requirement("SEC-09", "SEC-14")
@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="becomes another user, on Linux"
)
async def test_another_user_of_the_machine_is_turned_away_and_takes_no_place(
    served: RunningServer, http: httpx2.AsyncClient
) -> None:
    command = as_another_user(served.doors.port, MAX_CONNECTIONS)
    async with await start(command, stdin=PIPE, stdout=PIPE) as caller:
        assert caller.stdout is not None
        assert await caller.stdout.readline() == b"b''\n"
        assert (await http.get("/hello")).json() == {"hello": "world"}


@pytest.mark.requirement("SEC-09")
@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="becomes another user, on Linux"
)
async def test_another_user_that_does_not_wait_for_the_answer_is_not_heard() -> None:
    """A connection that was let go of is listed as root's."""
    routes, heard = APIRouter(), list[str]()

    @routes.get("/hello")
    async def hello() -> None:
        heard.append("another user")

    async with open_server([routes]) as served:
        async with await start(as_another_user(served.doors.port, 1, "leaves")) as caller:
            await caller.wait()
        async with httpx2.AsyncClient(base_url=served.url, trust_env=False) as http:
            await http.get("/nowhere")
        assert heard == []


@pytest.mark.requirement("SEC-14")
async def test_more_connections_than_anybody_needs_are_closed(
    http: httpx2.AsyncClient, served: RunningServer
) -> None:
    async with contextlib.AsyncExitStack() as stack:
        readers: list[asyncio.StreamReader] = []
        for _number in range(MAX_CONNECTIONS + 3):
            reader, writer = await asyncio.open_connection("127.0.0.1", served.doors.port)
            stack.callback(writer.close)
            readers.append(reader)
        for reader in readers[MAX_CONNECTIONS:]:
            assert await until_closed(reader) == b""
        assert not any(reader.at_eof() for reader in readers[:MAX_CONNECTIONS])
    assert (await http.get("/hello")).json() == {"hello": "world"}

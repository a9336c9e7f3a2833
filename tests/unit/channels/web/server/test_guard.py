import asyncio
import contextlib
import json
from typing import Any

import httpx2
import pytest

from assistant.channels.web.server.guard import MAX_BODY, RequestGuard
from assistant.channels.web.server.http_server import RunningServer
from assistant.channels.web.server.model.origins import AllowedHosts
from assistant.channels.web.server.model.tokens import bearer, is_token, new_token
from tests.helpers.patience import PATIENCE_S


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"host": ["127.0.0.1:8000"]}, id="number"),
        pytest.param({"host": ["localhost:8000"]}, id="name"),
        pytest.param({"host": ["LOCALHOST:8000"]}, id="capitals"),
        pytest.param(
            {"host": ["localhost:8000"], "origin": ["http://localhost:8000"]}, id="own page"
        ),
        pytest.param({"host": ["localhost:8000"], "sec-fetch-site": ["none"]}, id="typed"),
        pytest.param(
            {
                "host": ["localhost:8000"],
                "sec-fetch-site": ["cross-site"],
                "sec-fetch-mode": ["navigate"],
            },
            id="a link in a mail",
        ),
    ],
)
def test_this_machine_comes_in(headers: dict[str, list[str]]) -> None:
    assert AllowedHosts(port=8000).refusal(headers) is None


@pytest.mark.requirement("SEC-09")
@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        pytest.param({}, "Host", id="no host"),
        pytest.param({"host": ["evil.example:8000"]}, "Host", id="rebound name"),
        pytest.param({"host": ["127.0.0.1"]}, "Host", id="no port"),
        pytest.param({"host": ["127.0.0.1:80"]}, "Host", id="another port"),
        pytest.param({"host": ["localhost.evil.example:8000"]}, "Host", id="prefix"),
        pytest.param({"host": ["127.0.0.1:8000", "evil.example"]}, "Host", id="two"),
        pytest.param(
            {"host": ["localhost:8000"], "origin": ["http://evil.example"]}, "Origin", id="foreign"
        ),
        pytest.param({"host": ["localhost:8000"], "origin": ["null"]}, "Origin", id="sandbox"),
        pytest.param(
            {"host": ["localhost:8000"], "origin": ["http://localhost:9000"]},
            "Origin",
            id="another program here",
        ),
        pytest.param(
            {"host": ["localhost:8000"], "origin": ["https://localhost:8000"]}, "Origin", id="https"
        ),
        pytest.param(
            {"host": ["localhost:8000"], "sec-fetch-site": ["cross-site"]},
            "Sec-Fetch-Site",
            id="image of a foreign page",
        ),
        pytest.param(
            {
                "host": ["localhost:8000"],
                "sec-fetch-site": ["same-site"],
                "sec-fetch-mode": ["no-cors"],
            },
            "Sec-Fetch-Site",
            id="script of another port",
        ),
    ],
)
def test_others_are_turned_away(headers: dict[str, list[str]], refused: str) -> None:
    assert AllowedHosts(port=8000).refusal(headers) == refused


@pytest.mark.requirement("SEC-09")
@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Host": "evil.example"}, id="host"),
        pytest.param({"Origin": "https://evil.example"}, id="origin"),
        pytest.param({"Origin": "null"}, id="null"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="subresource"),
    ],
)
async def test_a_foreign_request_gets_403(
    http: httpx2.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await http.get("/hello", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "forbidden")
    assert "access-control-allow-origin" not in answer.headers


async def test_every_answer_tells_browsers_to_do_nothing_with_it(http: httpx2.AsyncClient) -> None:
    for answer in (await http.get("/hello"), await http.get("/nowhere")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


async def test_a_body_of_the_limit_is_read(http: httpx2.AsyncClient) -> None:
    answer = await http.post("/size", content=b"x" * MAX_BODY)
    assert answer.json() == {"size": MAX_BODY}


@pytest.mark.requirement("SEC-14")
async def test_a_longer_body_gets_413(http: httpx2.AsyncClient) -> None:
    answer = await http.post("/size", content=b"x" * (MAX_BODY + 1))
    assert (answer.status_code, answer.json()["error"]) == (413, "payload_too_large")


@pytest.mark.requirement("SEC-14")
async def test_a_body_that_does_not_say_how_long_it_is_gets_413(served: RunningServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.doors.port)
    answer = asyncio.create_task(reader.readline())
    host = f"127.0.0.1:{served.doors.port}"
    writer.write(f"POST /size HTTP/1.1\r\nHost: {host}\r\n".encode())
    writer.write(b"Transfer-Encoding: chunked\r\n\r\n")
    chunk = b"1000\r\n" + b"x" * 0x1000 + b"\r\n"
    for _ in range(MAX_BODY // 0x1000 + 1):
        writer.write(chunk)
    with contextlib.suppress(ConnectionError):  # the server has had enough
        await writer.drain()
    async with asyncio.timeout(PATIENCE_S):
        assert b" 413 " in await answer
    writer.close()


@pytest.mark.requirement("SEC-14")
async def test_a_body_that_dawdles_gets_408() -> None:
    async def app(_scope: object, _receive: object, _send: object) -> None:
        pytest.fail("it is not a request yet")

    async def receive() -> dict[str, Any]:
        return await asyncio.get_running_loop().create_future()

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    guard = RequestGuard(app, doors=AllowedHosts(port=8000), body_limit_s=0.01)
    headers = [(b"host", b"127.0.0.1:8000"), (b"content-length", b"10")]
    await guard({"type": "http", "method": "POST", "headers": headers}, receive, send)
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
    assert json.loads(sent[1]["body"])["error"] == "request_timeout"


async def test_half_a_body_is_no_request(served: RunningServer) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.doors.port)
    host = f"127.0.0.1:{served.doors.port}"
    writer.write(f"POST /size HTTP/1.1\r\nHost: {host}\r\nContent-Length: 10\r\n\r\nhalf".encode())
    writer.write_eof()
    async with asyncio.timeout(PATIENCE_S):
        assert b"200" not in await reader.read()
    writer.close()


@pytest.mark.requirement("SEC-09")
def test_a_token_has_at_least_128_bits_and_is_never_the_same() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(len(token) for token in tokens) >= 128 / 6  # of base64


def test_a_token_is_read_from_its_header() -> None:
    token = new_token()
    assert is_token(bearer(f"Bearer {token}"), token)
    assert is_token(bearer(f"bearer  {token}"), token)
    for wrong in (None, "", "Bearer", "Bearer ", token, f"Basic {token}", f"Bearer {token}x"):
        assert not is_token(bearer(wrong), token)
    assert not is_token("\udcff", token)

"""The client against a real HTTP server that plays a script."""

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from assistant.errors import ConfigError, ProviderError
from assistant.errors import ErrorCategory as C
from assistant.llm import messages_client
from assistant.llm.messages_api.messages import TextBlock, ThinkingBlock, ToolUseBlock, user_text
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    Profile,
    ReplyReceived,
    SystemPart,
    TextReceived,
    ThinkingReceived,
    ToolSpec,
)
from assistant.llm.messages_client import MessagesClient
from assistant.llm.sdk_connection import FRESH_S
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import MessagesServer
from tests.unit.llm.conftest import KEY, PROFILE, REQUEST, collect, make_client

LOCAL = Profile(name="local", model="m")
Script = Callable[[MessagesServer], object]


def texts(events: Sequence[ModelEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, TextReceived)]


async def failure(client: MessagesClient) -> tuple[ProviderError, list[ModelEvent]]:
    received: list[ModelEvent] = []
    stream = client.stream(REQUEST)
    try:
        while True:
            received.append(await anext(stream))
    except ProviderError as error:
        return error, received
    except StopAsyncIteration:
        pytest.fail("the reply was complete")


async def until(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 5.0)


@pytest.mark.requirement("TF-02")
async def test_words_arrive_in_pieces_then_whole_then_the_end(
    server: MessagesServer, client: MessagesClient
) -> None:
    server.reply("Hello there", chunks=["Hel", "lo ", "there"])

    events = await collect(client)

    assert events == [
        TextReceived(text="Hel"),
        TextReceived(text="lo "),
        TextReceived(text="there"),
        BlockReceived(block=TextBlock(text="Hello there")),
        ReplyReceived(
            stop_reason="end_turn",
            request_id="req_0001",
            usage={"input_tokens": 11, "output_tokens": 7},
        ),
    ]


@pytest.mark.requirement("TF-18")
async def test_thinking_comes_before_the_words_with_its_signature(
    server: MessagesServer, client: MessagesClient
) -> None:
    server.thinking("Hmm.", "Yes.")

    events = await collect(client)

    assert events[:2] == [
        ThinkingReceived(text="Hmm."),
        BlockReceived(block=ThinkingBlock(thinking="Hmm.", signature="signed")),
    ]


async def test_a_tool_request_arrives_whole(server: MessagesServer, client: MessagesClient) -> None:
    server.tool_use("clock", {"zone": "Asia/Seoul", "deep": {"n": [1, 2]}}, text_before="Let me…")

    events = await collect(client)

    assert events[-2] == BlockReceived(
        block=ToolUseBlock(
            id="toolu_02", name="clock", input={"zone": "Asia/Seoul", "deep": {"n": [1, 2]}}
        )
    )
    assert isinstance(events[-1], ReplyReceived)
    assert events[-1].stop_reason == "tool_use"


async def test_the_request_carries_key_model_layers_and_messages(
    server: MessagesServer, client: MessagesClient
) -> None:
    server.reply("ok")

    await collect(
        client,
        ModelRequest(
            system=(SystemPart(text="One.", cache=True), SystemPart(text="Two.")),
            messages=(user_text("안녕"),),
        ),
    )

    [request] = server.requests
    assert request.api_key == KEY
    assert request.body == {
        "model": "scripted-model",
        "max_tokens": 4096,
        "stream": True,
        "system": [
            {"type": "text", "text": "One.", "cache_control": {"type": "ephemeral"}},
            {"type": "text", "text": "Two."},
        ],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "안녕", "cache_control": {"type": "ephemeral"}}
                ],
            }
        ],
    }


PAGE = {"Content-Type": "text/html; charset=utf-8"}


def page(status: int) -> Script:
    return lambda s: s.status(status, headers=PAGE)


def other_api(body: bytes, kind: str) -> tuple[Script, C, str]:
    return lambda s: s.body(body, kind=kind), C.INVALID_REQUEST, "as another API does"


FAILURES: dict[str, tuple[Script, C, str]] = {
    "a status": (lambda s: s.status(529), C.OVERLOADED, ""),
    "an event": (lambda s: s.error_event("rate_limit_error"), C.RATE_LIMIT, ""),
    "no body": (lambda s: s.status(204), C.CONNECTIVITY, ""),
    "a page, 401": (page(401), C.AUTHENTICATION, ""),
    "a page, 502": (page(502), C.OVERLOADED, ""),
    **{
        f"a page, {status}": (page(status), C.INVALID_REQUEST, "a web page, not of an API")
        for status in (200, 302, 404, 405)
    },
    "choices": other_api(b'{"choices": [{"message": {"content": "Hi"}}]}', "application/json"),
    "candidates": other_api(b'{"candidates": [{"content": {"parts": []}}]}', "application/json"),
    "a stream of choices": other_api(
        b'data: {"choices": [{"delta": {"content": "Hi"}}]}\n\ndata: [DONE]\n\n',
        "text/event-stream",
    ),
    "lines of objects": other_api(
        b'{"message": {"content": "Hi"}, "done": false}\n{"done": true}\n', "application/x-ndjson"
    ),
}
"""What the service does, what that is, and a part of what the user is told."""


@pytest.mark.parametrize("name", FAILURES)
async def test_a_failure_is_told_by_its_category_without_a_retry(
    server: MessagesServer, client: MessagesClient, name: str
) -> None:
    script, category, message = FAILURES[name]
    script(server)

    error, received = await failure(client)

    assert (error.category, error.request_id, received) == (category, "req_0001", [])
    assert message in error.message
    assert len(server.requests) == 1


async def test_how_long_to_wait_and_what_to_look_at_are_told(
    server: MessagesServer, client: MessagesClient
) -> None:
    server.status(429, headers={"retry-after": "2"})
    server.status(404, headers=PAGE)

    assert (await failure(client))[0].retry_after_s == 2.0
    assert "address" in (await failure(client))[0].hint


async def test_the_request_says_who_asks_and_a_warm_up_carries_no_key(
    server: MessagesServer, client: MessagesClient
) -> None:
    await client.warm_up()
    server.reply("ok")
    await collect(client)

    [warm_up], [request] = server.others, server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.headers["anthropic-version"]
    assert request.headers["user-agent"] == warm_up.headers["user-agent"] == "Parley"
    assert KEY not in str(warm_up.headers)


@pytest.mark.requirement("SEC-11")
async def test_no_header_says_more_whatever_the_environment_names(
    server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Team: blue\nauthorization: Bearer other")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "other")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    client = make_client(server)
    server.reply("ok")
    await collect(client)
    await client.aclose()

    [request] = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert {name.lower() for name in request.headers} == {
        "accept",
        "accept-encoding",
        "anthropic-version",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "user-agent",
    }


async def test_what_is_no_json_is_told_and_not_sent(
    server: MessagesServer, client: MessagesClient
) -> None:
    tool = ToolSpec(name="clock", description="", input_schema={"default": float("nan")})
    with pytest.raises(ProviderError) as refused:
        await collect(client, replace(REQUEST, tools=(tool,)))

    assert refused.value.category is C.INVALID_REQUEST
    assert server.requests == []


async def test_a_service_under_a_path_is_asked_under_that_path(server: MessagesServer) -> None:
    for base_url in (f"{server.url}/gateway", f"{server.url}/gateway/"):
        client = make_client(base_url)
        await failure(client)
        await client.aclose()

    assert [other.path for other in server.others] == ["/gateway/v1/messages"] * 2


async def test_the_key_does_not_follow_a_redirect(
    server: MessagesServer, client: MessagesClient
) -> None:
    with MessagesServer() as elsewhere:
        server.status(307, headers={"location": f"{elsewhere.url}/v1/messages"})
        error, _received = await failure(client)

        assert error.category is C.INVALID_REQUEST
        assert elsewhere.n_connections == 0


async def test_a_stream_may_begin_with_a_byte_order_mark_whatever_its_type(
    server: MessagesServer, client: MessagesClient
) -> None:
    events = [
        {"type": "content_block_start", "content_block": {"type": "text"}},
        {"type": "content_block_delta", "delta": "Hi"},
        {"type": "message_stop"},
    ]
    server.body(b"\xef\xbb\xbf" + b"".join(f"data: {json.dumps(e)}\n\n".encode() for e in events))

    assert texts(await collect(client)) == ["Hi"]


async def test_a_reply_whose_end_is_not_sent_ends_soon_after_its_reason(
    server: MessagesServer, client: MessagesClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages_client, "END_TIMEOUT_S", 0.05)
    reason = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}
    server.reply("Hello").event("message_delta", reason).stall()

    *_words, end = await collect(client)

    assert isinstance(end, ReplyReceived)
    assert end.stop_reason == "end_turn"


@pytest.mark.parametrize("body", [b'{"error":"invalid key KEY"}', b"KEY is out of credits"])
async def test_the_key_is_never_quoted(
    server: MessagesServer, client: MessagesClient, body: bytes
) -> None:
    for status in (400, 402, 403, 500):
        server.body(body.replace(b"KEY", KEY.encode()), status=status)
        error, _received = await failure(client)
        assert KEY not in f"{error} {error.hint} {error.detail}"


@pytest.mark.requirement("TF-07")
async def test_closing_the_stream_closes_the_connection(
    server: MessagesServer, client: MessagesClient
) -> None:
    reply = server.reply("One. ").stall().text("Two.")
    stream = client.stream(REQUEST)
    assert await anext(stream) == TextReceived(text="One. ")

    await stream.aclose()

    await until(reply.is_disconnected)


async def test_cancelling_the_reader_closes_the_connection(
    server: MessagesServer, client: MessagesClient
) -> None:
    reply = server.reply("One. ").stall().text("Two.")
    reading = asyncio.create_task(collect(client))
    await until(reply.is_stalled)

    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading

    await until(reply.is_disconnected)


async def test_the_next_request_uses_the_same_connection(
    server: MessagesServer, client: MessagesClient
) -> None:
    for _turn in range(3):
        server.reply("ok")
        await collect(client)

    assert server.n_connections == 1


async def test_a_warm_up_opens_the_connection_that_the_request_uses(
    server: MessagesServer, client: MessagesClient
) -> None:
    await client.warm_up()
    server.reply("ok")
    await collect(client)

    assert [other.method for other in server.others] == ["HEAD"]
    assert server.n_connections == 1


async def test_a_warm_up_right_after_another_or_after_a_request_sends_nothing(
    server: MessagesServer,
) -> None:
    clock = ManualClock()
    client = make_client(server, clock=clock)
    await client.warm_up()
    clock.advance(FRESH_S - 1)
    await client.warm_up()
    assert len(server.others) == 1

    server.reply("ok")
    await collect(client)
    clock.advance(FRESH_S - 1)
    await client.warm_up()
    assert len(server.others) == 1

    clock.advance(1)
    await client.warm_up()
    await client.aclose()
    assert len(server.others) == 2
    assert server.n_connections == 1


async def test_a_warm_up_of_a_service_that_is_not_there_is_no_error() -> None:
    with MessagesServer() as server:
        client = make_client(server)
    await client.warm_up()
    await client.aclose()


async def test_without_a_key_a_warm_up_contacts_nobody(server: MessagesServer) -> None:
    client = make_client(server, api_key=None)
    await client.warm_up()
    await client.aclose()

    assert server.n_connections == 0


@pytest.mark.parametrize("key", [None, "", "two words", "schlüssel", "line\nbreak"])
async def test_a_key_that_cannot_be_sent_is_found_before_a_request(
    server: MessagesServer, key: str | None
) -> None:
    client = make_client(server, api_key=key)

    with pytest.raises(ProviderError) as caught:
        await client.check()
    error, _received = await failure(client)
    await client.aclose()

    assert caught.value.category is error.category is C.AUTHENTICATION
    assert error.message == "Check your API key"
    assert server.requests == []


async def test_a_key_that_no_header_takes_is_found_whatever_the_service(
    server: MessagesServer,
) -> None:
    client = make_client(server, profile=replace(PROFILE, name="local"), api_key="schlüssel")
    error, _received = await failure(client)
    await client.aclose()

    assert error.category is C.AUTHENTICATION


@pytest.mark.requirement("TF-17")
async def test_a_refused_key_stops_the_next_request_before_it_is_sent(
    server: MessagesServer,
) -> None:
    client = make_client(server, api_key="sk-ant-wrong")
    await client.check()

    first, _ = await failure(client)
    second, _ = await failure(client)

    assert first.category is second.category is C.AUTHENTICATION
    assert len(server.requests) == 1
    with pytest.raises(ProviderError, match="Check your API key"):
        await client.check()
    await client.aclose()


@pytest.mark.requirement("TF-17")
async def test_a_forbidden_request_does_not_condemn_the_key(
    server: MessagesServer, client: MessagesClient
) -> None:
    server.status(403)
    error, _ = await failure(client)

    assert error.category is C.AUTHENTICATION
    await client.check()


async def test_a_local_server_needs_no_key() -> None:
    with MessagesServer() as server:
        client = make_client(server, profile=LOCAL, api_key=None)
        server.reply("ok")
        await client.check()
        assert texts(await collect(client)) == ["ok"]
        await client.aclose()


@pytest.mark.parametrize("status", [401, 403])
async def test_a_local_server_that_wants_a_key_is_told_of_as_such(status: int) -> None:
    with MessagesServer() as server:
        client = make_client(server, profile=LOCAL, api_key=None)
        server.status(status)
        error, _ = await failure(client)
        assert error.category is C.NOT_LET_IN
        assert "sends local servers none" in error.message
        assert "ANTHROPIC_API_KEY" not in error.hint
        server.reply("ok")  # it was started again, without a key
        assert texts(await collect(client)) == ["ok"]
        await client.aclose()


async def test_a_proxy_never_sees_requests_to_this_machine(
    server: MessagesServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with MessagesServer() as proxy:
        for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(variable, proxy.url)
        for variable in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(variable, raising=False)
        client = make_client(server)
        server.reply("ok")
        assert texts(await collect(client)) == ["ok"]
        await client.aclose()
        assert proxy.n_connections == 0


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:1", True),
        ("http://127.0.0.9", True),
        ("http://[::1]:8080", True),
        ("http://192.168.0.2:11434", False),
        ("https://api.anthropic.com", False),
        ("http://localhost.example.com", False),
    ],
)
def test_what_is_on_this_machine_is_known_by_its_address(address: str, here: bool) -> None:
    from assistant.secure_address import is_loopback

    assert is_loopback(address) is here


async def test_a_service_elsewhere_is_reached_by_way_of_the_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with MessagesServer() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        client = make_client("http://models.invalid", profile=LOCAL, api_key=None)
        error, _received = await failure(client)
        await client.aclose()

    assert error.category is C.INVALID_REQUEST
    assert proxy.others[0].path.startswith("http://models.invalid/")


@pytest.mark.requirement("APP-11")
async def test_the_key_and_the_words_stay_out_of_the_log(
    server: MessagesServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = make_client(server)
    await client.warm_up()
    server.reply("ok")
    await collect(client)
    server.status(401, message=f"invalid key {KEY}")
    error, _ = await failure(client)
    await client.aclose()

    logged = [record for record in caplog.records if record.levelno > logging.DEBUG]
    assert KEY not in caplog.text
    assert KEY not in f"{error!r} {error} {error.hint} {client!r}"
    assert not any("who are you" in record.getMessage() for record in logged)


async def test_closing_twice_is_harmless(server: MessagesServer, client: MessagesClient) -> None:
    server.reply("ok")
    await collect(client)
    await client.aclose()
    await client.aclose()


@pytest.mark.parametrize("address", ["", "localhost:11434", "ftp://host", "http://"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ConfigError):
        make_client(address)


@pytest.mark.requirement("SEC-11")
def test_a_key_is_not_sent_where_it_could_be_read_on_the_way() -> None:
    with pytest.raises(ConfigError, match="in the open"):
        make_client("http://gateway.example")
    with pytest.raises(ConfigError, match="in the open") as refused:
        make_client("http://me:hunter2@gateway.example", api_key=None)
    assert "hunter2" not in str(refused.value)
    make_client("http://192.168.1.2:11434", api_key=None)  # a local model has no key
    make_client("https://gateway.example")

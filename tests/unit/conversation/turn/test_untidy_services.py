"""Services that keep to the API loosely: which bytes come, what the user sees, what is sent next.

The bytes go over real HTTP, so the tables hold whatever client of the API reads them.
"""

import gzip
import json
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from assistant.llm.messages_api.model_client import Profile
from assistant.llm.messages_client import MessagesClient
from assistant.protocol.turns import TurnFailed, TurnFinished
from tests.helpers.clock import ManualClock
from tests.helpers.llm.message_rules import faults
from tests.helpers.llm.messages_server import MessagesServer, Reply
from tests.unit.conversation.conftest import Talk
from tests.unit.conversation.turn.conftest import make_client

EVENTS: Final = "text/event-stream"
LONG: Final = "This model's maximum context length is 4096 tokens"
MEMORY: Final = "model requires more system memory (8.4 GiB) than is available (4.1 GiB)"
CREDIT: Final = "Your credit balance is too low to access the API."
REFUSED: Final = "The model's service refused the request: "
OVERLOADED: Final = "The model's service is overloaded or has a fault"
ANOTHER_API: Final = "The model's service answers as another API does, not as the Messages API"


@pytest.fixture
async def talk(server: MessagesServer) -> AsyncIterator[Talk]:
    """A conversation with a service that wants a key."""
    async with held(make_client(server.url)) as talk:
        yield talk


@pytest.fixture
async def local_talk(server: MessagesServer) -> AsyncIterator[Talk]:
    """A conversation with a server that wants none."""
    server.api_key = None
    client = MessagesClient(
        profile=Profile(name="local", model="llama"),
        api_key=None,
        base_url=server.url,
        timeout_s=5.0,
        clock=ManualClock(),
    )
    async with held(client) as talk:
        yield talk


@asynccontextmanager
async def held(client: MessagesClient) -> AsyncGenerator[Talk]:
    talk = Talk()
    talk.surroundings = replace(talk.surroundings, client=client)
    talk.conversation = talk.opened()
    yield talk
    await talk.conversation.aclose()
    await client.aclose()


def event(type: str, **fields: Any) -> bytes:
    return f"event: {type}\ndata: {json.dumps({'type': type, **fields})}\n\n".encode()


# Why a request was refused.


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    status: int
    body: bytes
    reason: str
    requests: int = 1
    kind: str = "application/json"
    is_local: bool = False


REFUSALS: Final = [
    Refusal(status=404, body=b'{"error":"model \'x\' not found"}', reason=REFUSED + "model 'x' not found"),
    Refusal(status=400, body=b'{"detail":"no such field"}', reason=REFUSED + "no such field"),
    Refusal(status=400, body=b'{"message":"no such field"}', reason=REFUSED + "no such field"),
    Refusal(status=400, body=b'{"error":{"type":null,"message":"no"}}', reason=REFUSED + "no"),
    Refusal(status=400, body=b'[{"error":{"message":"no"}}]', reason=REFUSED + "no"),
    Refusal(status=400, body=b'{"error":["no"]}', reason=REFUSED + "no"),
    Refusal(status=422, body=b'{"detail":[{"loc":["body","tools"],"msg":"Field required","type":"missing"}]}',
            reason=REFUSED + "body.tools: Field required"),
    Refusal(status=404, body=b"404 page not found", kind="text/plain", reason=REFUSED + "404 page not found"),
    Refusal(status=400, body=b"<html><title>400 Bad Request</title></html>", kind="text/plain",
            reason=REFUSED + "400 Bad Request"),
    Refusal(status=400, body=b"", reason=REFUSED + "HTTP 400"),
    Refusal(status=400, body=gzip.compress(b'{"error":"no"}', mtime=0), reason=REFUSED + "no"),
    Refusal(status=400, body=b'{"type":"error","error":{"type":"invalid_request_error","message":"'
            + CREDIT.encode() + b'"}}', reason="The account with the model's service needs attention: " + CREDIT),
    Refusal(status=402, body=b'{"error":{"message":"Insufficient credits"}}',
            reason="The account with the model's service needs attention: Insufficient credits"),
    Refusal(status=500, body=json.dumps({"error": MEMORY}).encode(), is_local=True,
            reason="The model does not run on its server: " + MEMORY),
    Refusal(status=500, body=json.dumps({"error": MEMORY}).encode(),
            reason="The model does not run on its server: " + MEMORY),
    Refusal(status=500, body=b'{"error":"unexpected EOF"}', is_local=True, requests=3,
            reason="The model server has a fault: unexpected EOF"),
    Refusal(status=500, body=b'{"error":"unexpected EOF"}', requests=3, reason=OVERLOADED),
    *(
        Refusal(status=status, body=b"{}", requests=3, reason=OVERLOADED)
        for status in (408, 409, 425, 500, 502, 503, 504, 529)
    ),
]  # fmt: skip


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda r: f"{r.status} {r.body[:40]!r}")
async def test_the_user_sees_why_a_request_was_refused(
    server: MessagesServer, talk: Talk, local_talk: Talk, refusal: Refusal
) -> None:
    server.api_key = None
    used = local_talk if refusal.is_local else talk
    headers = {"Content-Encoding": "gzip"} if refusal.body[:2] == b"\x1f\x8b" else {}
    for _ in range(refusal.requests):
        server.body(refusal.body, status=refusal.status, kind=refusal.kind, headers=headers)
    await used.conversation.say("Hi", spoken=False)
    failed = await used.until(TurnFailed)

    assert failed.reason == refusal.reason
    assert failed.hint
    assert len(server.requests) == refusal.requests


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (400, json.dumps({"error": LONG}).encode(), "application/json"),
        (400, json.dumps({"detail": LONG}).encode(), "application/json"),
        (400, json.dumps({"message": LONG}).encode(), "application/json"),
        (400, json.dumps({"error": {"type": None, "message": LONG}}).encode(), "application/json"),
        (422, json.dumps([{"error": {"message": LONG}}]).encode(), "application/json"),
        (400, b'{"error":{"code":"context_length_exceeded","message":""}}', "application/json"),
        (400, LONG.encode(), "text/plain"),
        (200, json.dumps({"error": LONG}).encode(), "application/json"),
        (200, f'data: {{"error":"{LONG}"}}\n\n'.encode(), EVENTS),
        (500, b'{"error":"the prompt exceeds the context length"}', "application/json"),
    ],
)
async def test_what_does_not_fit_is_shortened_and_sent_again(
    server: MessagesServer, talk: Talk, status: int, body: bytes, kind: str
) -> None:
    for number in range(8):
        server.reply(f"a{number} " + "x" * 500)
        await talk.turn(f"q{number}")
    server.body(body, status=status, kind=kind)
    server.reply("Fine.")
    finished = await talk.turn("now")

    assert finished.text == "Fine."
    whole, half = (len(request.body["messages"]) for request in server.requests[-2:])
    assert half < whole


# Replies that keep to the API loosely.

START: Final = event("message_start", message={"usage": None})
STOP: Final = event("message_delta", delta={"stop_reason": "end_turn"}) + event("message_stop")


def words(*pieces: str, **rest: Any) -> bytes:
    return b"".join(
        event("content_block_delta", index=0, delta={"type": "text_delta", "text": text}, **rest)
        for text in pieces
    )


HEAD: Final = event("content_block_start", index=0, content_block={"type": "text", "text": ""})
LOOSE: Final = {
    "null fields": START
    + event(
        "content_block_start",
        index=0,
        content_block={"type": "text", "text": None, "id": None, "input": None},
    )
    + event(
        "content_block_delta",
        index=0,
        delta={"type": "text_delta", "text": "Hello", "partial_json": None},
    )
    + event("content_block_delta", index=0, delta={"type": "text_delta", "text": None})
    + event("content_block_delta", index=0, delta=None)
    + event("content_block_stop", index=0)
    + event("message_delta", delta={"stop_reason": "end_turn", "stop_sequence": None}, usage=None)
    + event("message_stop"),
    "no index": START
    + event("content_block_start", content_block={"type": "text", "text": ""})
    + event("content_block_delta", delta={"type": "text_delta", "text": "Hello"})
    + event("content_block_stop")
    + STOP,
    "index null": START
    + event("content_block_start", index=None, content_block={"type": "text"})
    + event("content_block_delta", index=None, delta={"type": "text_delta", "text": "Hello"})
    + event("content_block_stop", index=None)
    + STOP,
    "no types": START
    + event("content_block_start", index=0, content_block=None)
    + event("content_block_delta", index=0, delta={"text": "Hello"})
    + event("content_block_stop", index=0)
    + STOP,
    "no beginning of the block": START + words("Hel", "lo") + STOP,
    "no message_start": HEAD + words("Hello") + STOP,
    "no end of the block": START + HEAD + words("Hello") + STOP,
    "no message_stop": START
    + HEAD
    + words("Hello")
    + event("message_delta", delta={"stop_reason": "end_turn"}),
    "[DONE] in place of message_stop": START
    + HEAD
    + words("Hello")
    + event("message_delta", delta={"stop_reason": "stop"})
    + b"data: [DONE]\n\n",
    "no names of the events": b"".join(
        line + b"\n\n"
        for whole in (START + HEAD + words("Hello") + STOP).split(b"\n\n")
        if (line := whole.partition(b"\n")[2])
    ),
    "comments and unknown fields": b": hi\n\n" + START + HEAD + words("Hello", extra=[1]) + STOP,
    "a block in which reasoning and words follow each other": START
    + HEAD
    + event("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": "Hm"})
    + words("Hello")
    + event("content_block_stop", index=0)
    + STOP,
}


@pytest.mark.parametrize("name", LOOSE)
async def test_a_loose_stream_is_a_whole_reply(
    server: MessagesServer, talk: Talk, name: str
) -> None:
    server.body(LOOSE[name], kind=EVENTS)
    finished = await talk.turn("Hi")

    assert finished.text == "Hello"
    assert not finished.reason
    assert len(server.requests) == 1


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "ascii", "x-unknown"])
async def test_a_stream_is_utf_8_whatever_it_says(
    server: MessagesServer, talk: Talk, charset: str
) -> None:
    written = (START + HEAD + words("?") + STOP).replace(b"?", "안녕 é".encode())
    server.body(written, kind=f"{EVENTS}; charset={charset}")

    assert (await talk.turn("Hi")).text == "안녕 é"


@pytest.mark.parametrize(
    "pieces", [["Hi 😀!"], ["Hi \ud83d", "\ude00!"], ["Hi \ud83d", "", "\ude00!"]]
)
async def test_a_character_in_two_pieces_is_one(
    server: MessagesServer, talk: Talk, pieces: list[str]
) -> None:
    server.body(START + HEAD + words(*pieces) + STOP, kind=EVENTS)

    assert (await talk.turn("Hi")).text == "Hi 😀!"


async def test_half_a_character_does_not_cost_the_rest(server: MessagesServer, talk: Talk) -> None:
    server.body(START + HEAD + words("a\ude00b", "c\ud83d") + STOP, kind=EVENTS)

    assert (await talk.turn("Hi")).text == "a\ufffdbc\ufffd"


@pytest.mark.parametrize(
    "head",
    [
        {"type": "tool_use", "id": "c1", "name": "clock", "input": {}},
        {"type": "tool_use", "id": None, "name": "clock", "input": None},
        {"type": "tool_use", "id": 7, "name": "clock"},
        {"type": "tool_use", "id": "c1", "name": "clock", "input": "{}"},
        {"id": "c1", "name": "clock"},
    ],
)
@pytest.mark.parametrize("piece", ["{}", "", None, {}])
async def test_a_loose_call_runs_once_and_its_result_is_sent(
    server: MessagesServer, talk: Talk, head: dict[str, Any], piece: object
) -> None:
    server.body(
        START
        + event("content_block_start", index=0, content_block=head)
        + event(
            "content_block_delta",
            index=0,
            delta={"type": "input_json_delta", "partial_json": piece},
        )
        + event("content_block_stop", index=0)
        + event("message_delta", delta={"stop_reason": "tool_use"})
        + event("message_stop"),
        kind=EVENTS,
    )
    server.reply("Noon.")
    finished = await talk.turn("What time is it?")

    assert finished.text == "Noon."
    assert len(talk.tool.runs) == 1
    assert faults(server.requests[-1].body["messages"]) == []


# A body where a stream was asked for.

MESSAGE: Final = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "Hello"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 3, "output_tokens": 1},
}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (json.dumps(MESSAGE).encode(), "application/json"),
        (json.dumps(MESSAGE).encode(), "application/json; charset=utf-8"),
        (json.dumps(MESSAGE).encode(), "text/plain"),
        (json.dumps(MESSAGE).encode(), ""),
        (json.dumps({**MESSAGE, "content": "Hello"}).encode(), "application/json"),
        (json.dumps({"content": [{"type": "text", "text": "Hello"}]}).encode(), "application/json"),
        (START + HEAD + words("Hello") + STOP, "text/plain"),
        (START + HEAD + words("Hello") + STOP, "application/json"),
        (START + HEAD + words("Hello") + STOP, "Text/Event-Stream; charset=utf-8"),
    ],
)
async def test_a_reply_in_one_body_is_read(
    server: MessagesServer, talk: Talk, body: bytes, kind: str
) -> None:
    server.body(body, kind=kind)

    assert (await talk.turn("Hi")).text == "Hello"
    assert len(server.requests) == 1


async def test_a_call_in_one_body_is_run(server: MessagesServer, talk: Talk) -> None:
    call: dict[str, Any] = {"type": "tool_use", "id": "c1", "name": "clock", "input": {}}
    server.body(json.dumps({**MESSAGE, "content": [call], "stop_reason": "tool_use"}).encode())
    server.reply("Noon.")

    assert (await talk.turn("Hi")).text == "Noon."
    assert len(talk.tool.runs) == 1


@pytest.mark.parametrize(
    ("body", "reason", "requests"),
    [
        (b'{"error":"model not found"}', "The model's service gave up: model not found", 1),
        (b'{"type":"error","error":{"type":"overloaded_error","message":"x"}}', OVERLOADED, 3),
        (b'{"choices":[]}', ANOTHER_API, 1),
        (b'{"content": [{"type": "te', "Could not generate a response", 1),
        (b"not JSON", "The model's service gave up: not JSON", 1),
        (b"", "Network error", 3),
    ],
)
async def test_an_error_in_one_body_is_told(
    server: MessagesServer, talk: Talk, body: bytes, reason: str, requests: int
) -> None:
    for _ in range(requests):
        server.body(body)
    await talk.conversation.say("Hi", spoken=False)

    assert (await talk.until(TurnFailed)).reason == reason
    assert len(server.requests) == requests


@pytest.mark.parametrize(
    "data",
    ['{"error":"no memory left"}', '{"error":{"message":"no memory left"}}', '"no memory left"'],
)
@pytest.mark.parametrize("name", ["event: error\n", ""])
async def test_an_error_in_the_stream_is_told(
    server: MessagesServer, talk: Talk, data: str, name: str
) -> None:
    if not name and not data.startswith("{"):
        return
    server.body(START + HEAD + words("Half") + f"{name}data: {data}\n\n".encode(), kind=EVENTS)
    await talk.conversation.say("Hi", spoken=False)

    assert (await talk.until(TurnFailed)).reason == "The model's service gave up: no memory left"
    assert talk.text == "Half"


# What has no end.

CUT: Final = "The reply was cut short: it reached the longest length allowed."
PROFILE: Final = Profile(name="local", model="llama", max_output_tokens=64)


@pytest.fixture
async def short_talk(server: MessagesServer) -> AsyncIterator[Talk]:
    """A conversation with a server that should send 64 tokens at most."""
    server.api_key = None
    client = MessagesClient(
        profile=PROFILE, api_key=None, base_url=server.url, timeout_s=5.0, clock=ManualClock()
    )
    async with held(client) as talk:
        yield talk


def bomb(head: bytes, piece: bytes, size: int) -> bytes:
    packed = zlib.compressobj(9, wbits=31)
    out = packed.compress(head)
    return (
        out + b"".join(packed.compress(piece) for _ in range(size // len(piece))) + packed.flush()
    )


@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize("kind", ["application/json", "text/plain", EVENTS])
async def test_a_body_without_end_is_given_up(
    server: MessagesServer, short_talk: Talk, status: int, kind: str
) -> None:
    endless = [server.body(b"{", status=status, kind=kind, repeated=b" " * 65_536) for _ in "123"]
    await short_talk.conversation.say("Hi", spoken=False)
    assert (await short_talk.until(TurnFailed)).reason
    assert max(reply.sent_bytes for reply in endless) < 16_000_000


async def test_a_reply_without_end_is_cut_and_kept(
    server: MessagesServer, short_talk: Talk
) -> None:
    endless = server.body(START + HEAD, kind=EVENTS, repeated=words("word ") * 50)
    finished = await short_talk.turn("Hi")

    assert finished.reason == CUT
    assert finished.text.startswith("word word ")
    assert len(finished.text) < 100_000
    assert endless.is_disconnected.wait(5.0)
    server.reply("More.")
    await short_talk.turn("Go on")
    assert faults(server.requests[-1].body["messages"]) == []


@pytest.mark.parametrize(
    "repeated", [words(""), event("ping"), event("weather", sky="blue"), b": \n\n", b"data: x"]
)
async def test_a_stream_of_nothing_is_given_up(
    server: MessagesServer, short_talk: Talk, repeated: bytes
) -> None:
    endless = server.body(START + HEAD + words("Half"), kind=EVENTS, repeated=repeated * 500)
    finished = await short_talk.turn("Hi")

    assert finished.reason == CUT
    assert finished.text == "Half"
    assert endless.sent_bytes < 16_000_000


@pytest.mark.parametrize("status", [200, 500])
async def test_what_is_small_on_the_wire_only_is_given_up(
    server: MessagesServer, short_talk: Talk, status: int
) -> None:
    packed = bomb(START + HEAD, words("") * 1000, 60_000_000)
    headers = {"Content-Encoding": "gzip"}
    for _ in range(3):
        server.body(packed, status=status, kind=EVENTS, headers=headers)
    await short_talk.conversation.say("Hi", spoken=False)
    ended = await short_talk.until(TurnFinished if status == 200 else TurnFailed)

    assert ended.reason


@pytest.mark.parametrize("address", ["/v1", "/v1/", "/v1/messages", "/v1/messages/", "/", "//"])
async def test_the_path_of_the_api_may_stand_in_the_address(
    server: MessagesServer, address: str
) -> None:
    server.reply("Hello")
    async with held(make_client(server.url + address)) as talk:
        assert (await talk.turn("Hi")).text == "Hello"


@pytest.mark.parametrize(
    "ids",
    [
        ["functions.calculate:0"],
        [""],
        ["", ""],
        ["a" * 200],
        ["call_1", "call_1"],
        ["functions.clock:0", "functions clock:0", "functions_clock_0"],
        ["번호", "号码"],
    ],
)
async def test_ids_of_calls_are_taken_by_any_service(
    server: MessagesServer, talk: Talk, ids: list[str]
) -> None:
    for _round in range(2):
        reply = server.add(Reply())
        for call in ids:
            reply.tool_use("clock", {}, id=call)
        server.reply("Noon.")
        await talk.turn("What time is it?")

    messages = server.requests[-1].body["messages"]
    assert faults(messages) == []
    calls = [b["id"] for m in messages for b in m["content"] if b["type"] == "tool_use"]
    results = [
        b["tool_use_id"] for m in messages for b in m["content"] if b["type"] == "tool_result"
    ]
    assert calls == results
    assert len(set(calls)) == len(calls) == 2 * len(ids)
    assert all(c.isascii() and c.replace("_", "a").replace("-", "a").isalnum() for c in calls)
    assert max(map(len, calls)) <= 64

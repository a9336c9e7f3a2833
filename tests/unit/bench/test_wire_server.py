"""The bench's model server, asked by the real client."""

import time

import pytest

from assistant.bench.wire_server import REPLY, WireServer
from assistant.clock import SystemClock
from assistant.errors import DeviceError
from assistant.llm.anthropic_client import MessagesClient
from assistant.llm.client import ModelRequest, ReplyReceived, TextReceived
from assistant.llm.messages import Message, TextBlock
from assistant.llm.profiles import anthropic_profile


async def test_it_answers_and_says_when_what_came() -> None:
    def request(words: str) -> ModelRequest:
        return ModelRequest(
            system=(), messages=(Message(role="user", content=(TextBlock(text=words),)),)
        )

    with WireServer() as server:
        client = MessagesClient(
            profile=anthropic_profile(model="bench", max_output_tokens=256, thinking=False),
            api_key="bench",
            base_url=server.url,
            timeout_s=20,
            clock=SystemClock(),
        )
        try:
            await client.warm_up()
            before = time.monotonic()
            events = [event async for event in client.stream(request("[14:05] Which one?"))]
            after = time.monotonic()
            arrival = server.arrival("Which one?")
            seen = server.count
            assert [event async for event in client.stream(request("Which one?"))]
            again = server.arrival("Which one?", after=seen)
        finally:
            await client.aclose()
    assert "".join(e.text for e in events if isinstance(e, TextReceived)) == REPLY
    last = events[-1]
    assert isinstance(last, ReplyReceived)
    assert last.stop_reason == "end_turn"
    assert before <= arrival.at <= after <= again.at
    assert arrival.size_bytes > 50
    assert (seen, server.count) == (1, 2)


def test_a_request_that_never_comes_is_an_error() -> None:
    with WireServer() as server, pytest.raises(DeviceError, match="No request"):
        server.arrival("never said", limit_s=0.0)

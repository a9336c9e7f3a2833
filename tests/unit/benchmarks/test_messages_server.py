"""The bench's model server, asked by the real client."""

import time

import pytest

from assistant.clock import SystemClock
from assistant.errors import DeviceError
from assistant.llm.messages_api.messages import Message, TextBlock
from assistant.llm.messages_api.model_client import (
    ModelRequest,
    ReplyReceived,
    SystemPart,
    TextReceived,
    ToolSpec,
)
from assistant.llm.messages_client import MessagesClient
from assistant.llm.model_choice.choice import anthropic_profile
from benchmarks.messages_server import SUMMARY, BenchMessagesServer


async def test_it_answers_and_says_when_what_came() -> None:
    tool = ToolSpec(name="clock", description="Tells the time.", input_schema={"type": "object"})

    def request(words: str, *tools: ToolSpec) -> ModelRequest:
        return ModelRequest(
            system=(SystemPart(text="Be brief."),),
            messages=(Message(role="user", content=(TextBlock(text=words),)),),
            tools=tools,
        )

    with BenchMessagesServer(reply="Both.") as server:
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
            events = [event async for event in client.stream(request("[14:05] 어느?", tool))]
            after = time.monotonic()
            arrival = server.arrival("어느?")
            seen = server.count
            summed = [event async for event in client.stream(request("어느?"))]
            again = server.arrival("어느?", after=seen)
        finally:
            await client.aclose()
    assert "".join(e.text for e in events if isinstance(e, TextReceived)) == "Both."
    assert "".join(e.text for e in summed if isinstance(e, TextReceived)) == SUMMARY
    last = events[-1]
    assert isinstance(last, ReplyReceived)
    assert last.stop_reason == "end_turn"
    assert before <= arrival.at <= after <= again.at
    assert arrival.size_bytes > again.size_bytes > 50
    assert arrival.characters == again.characters + len("[14:05] ")
    message = '{"role":"user","content":[{"type":"text","text":"어느?"}]}'
    mark = ',"cache_control":{"type":"ephemeral"}'
    assert again.characters == len("Be brief.") + len(message) + len(mark)
    assert (seen, server.count) == (1, 2)


def test_a_request_that_never_comes_is_an_error() -> None:
    with BenchMessagesServer() as server, pytest.raises(DeviceError, match="No request"):
        server.arrival("never said", limit_s=0.0)

"""The scripted model keeps the contract of `ModelClient`."""

import asyncio

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import (
    ModelClient,
    ModelRequest,
    ReplyReceived,
    TextReceived,
)
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says, thinks, uses_tool

REQUEST = ModelRequest(system=(), messages=(user_text("hi"),))


async def test_each_request_takes_the_next_reply() -> None:
    model = ScriptedModel([says("one", chunks=["o", "ne"]), uses_tool("clock", {}, text="two")])
    client: ModelClient = model

    first = [event async for event in client.stream(REQUEST)]
    second = [event async for event in client.stream(REQUEST)]

    assert [event.text for event in first if isinstance(event, TextReceived)] == ["o", "ne"]
    assert second[-1] == ReplyReceived(stop_reason="tool_use")
    assert len(model.requests) == 2


async def test_a_scripted_failure_is_raised_where_it_stands() -> None:
    lost = ProviderError("lost", category=ErrorCategory.CONNECTIVITY)
    model = ScriptedModel([[TextReceived(text="half"), lost]])
    stream = model.stream(REQUEST)

    assert await anext(stream) == TextReceived(text="half")
    with pytest.raises(ProviderError, match="lost"):
        await anext(stream)
    assert model.n_open == 0
    assert model.n_closed_early == 0


async def test_a_request_beyond_the_script_fails_the_test() -> None:
    with pytest.raises(AssertionError):
        await anext(ScriptedModel().stream(REQUEST))


async def test_a_closed_stream_is_counted() -> None:
    model = ScriptedModel([thinks("hm", "yes")])
    stream = model.stream(REQUEST)
    await anext(stream)
    assert model.n_open == 1
    await stream.aclose()
    assert (model.n_open, model.n_closed_early) == (0, 1)


async def test_a_wait_holds_the_reply_until_its_gate_opens() -> None:
    gate = asyncio.Event()
    model = ScriptedModel([[Wait(gate=gate), *says("now")]])
    reading = asyncio.ensure_future(anext(model.stream(REQUEST)))
    await asyncio.sleep(0)
    assert not reading.done()
    gate.set()
    assert await reading == TextReceived(text="now")


async def test_check_raises_the_scripted_refusal() -> None:
    model = ScriptedModel(refusal=ProviderError("no", category=ErrorCategory.AUTHENTICATION))
    with pytest.raises(ProviderError):
        await model.check()
    model.refusal = None
    await model.check()
    await model.warm_up()
    await model.aclose()
    assert model.is_warm
    assert model.is_closed

"""What we send, held against Anthropic's SDK, which the program itself does without."""

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import pytest
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from assistant.llm.messages_api.messages import (
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    user_text,
)
from assistant.llm.messages_api.model_client import ModelRequest, Profile, SystemPart, ToolSpec
from assistant.llm.messages_api.request_body import request_body
from tests.helpers.llm.messages_server import MessagesServer
from tests.unit.llm.conftest import KEY, collect, make_client

THINKING = Profile(name="anthropic", model="claude", thinking=True)
EVERYTHING = ModelRequest(
    system=(SystemPart(text="One.", cache=True), SystemPart(text="둘.")),
    messages=(
        Message(
            role="user",
            content=(
                TextBlock(text="What is this? 👀 \u2028"),
                ImageBlock(source={"type": "base64", "media_type": "image/png", "data": "aGk="}),
            ),
        ),
        Message(
            role="assistant",
            content=(
                ThinkingBlock(thinking="Hm.", signature="signed"),
                RedactedThinkingBlock(data="b64"),
                TextBlock(text="Let me look."),
                ToolUseBlock(id="toolu_1", name="clock", input={"zone": "UTC", "n": [1, 2.5]}),
            ),
        ),
        Message(
            role="user",
            content=(
                ToolResultBlock(tool_use_id="toolu_1", content="No such zone.", is_error=True),
            ),
        ),
        user_text("And now?"),
    ),
    tools=(
        ToolSpec(
            name="clock",
            description="Tells the time.",
            input_schema={"type": "object", "properties": {"zone": {"type": "string"}}},
        ),
    ),
    tool_choice="none",
)


@pytest.fixture
async def sdk(server: MessagesServer) -> AsyncIterator[anthropic.AsyncAnthropic]:
    """The SDK's client of the scripted service."""
    async with anthropic.AsyncAnthropic(
        api_key=KEY, base_url=server.url, max_retries=0, open_telemetry=False
    ) as client:
        yield client


async def test_the_request_is_the_one_that_the_sdk_sends(
    server: MessagesServer, sdk: anthropic.AsyncAnthropic
) -> None:
    body: Any = request_body(THINKING, EVERYTHING)
    server.reply("ok")
    async with await sdk.messages.create(**body, stream=True) as stream:
        async for _event in stream:
            pass
    server.reply("ok")
    client = make_client(server, profile=THINKING)
    await collect(client, EVERYTHING)
    await client.aclose()

    theirs, ours = server.requests
    assert (ours.method, ours.path, ours.body) == (theirs.method, theirs.path, theirs.body)
    for name in ("authorization", "anthropic-version", "content-type", "accept-encoding"):
        assert ours.headers[name] == theirs.headers[name]


def test_the_body_is_one_that_the_sdk_knows_every_field_of() -> None:
    params = TypeAdapter[Any](MessageCreateParamsStreaming)
    body: Any = request_body(THINKING, EVERYTHING) | {"stream": True}
    assert body.keys() <= MessageCreateParamsStreaming.__annotations__.keys()
    # Its lists are checked as they are read.
    params.dump_json(params.validate_python(body), warnings="error")

    body["messages"][0]["content"][0]["type"] = "hologram"
    with pytest.raises(PydanticSerializationError):
        params.dump_json(params.validate_python(body), warnings="error")

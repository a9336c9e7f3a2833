"""What we send, held against the types of the SDK that sends it."""

from typing import Any

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
from tests.unit.llm.conftest import collect, make_client

THINKING = Profile(name="anthropic", model="claude", thinking=True)
LOCAL = Profile(name="local", model="llama")
STARTER = Profile(name="starter", model="small", tools=False, system_prompt="Help.", max_messages=3)
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


@pytest.mark.parametrize("profile", [THINKING, LOCAL, STARTER], ids=lambda p: p.name)
async def test_what_is_sent_is_what_was_made_and_nothing_else(
    server: MessagesServer, profile: Profile
) -> None:
    server.reply("ok")
    client = make_client(server, profile=profile)
    await collect(client, EVERYTHING)
    await client.aclose()

    [request] = server.requests
    assert request.path == "/v1/messages"
    assert request.body == request_body(profile, EVERYTHING) | {"stream": True}


def test_the_body_is_one_that_the_sdk_knows_every_field_of() -> None:
    params = TypeAdapter[Any](MessageCreateParamsStreaming)
    body: Any = request_body(THINKING, EVERYTHING) | {"stream": True}
    assert body.keys() <= MessageCreateParamsStreaming.__annotations__.keys()
    # Its lists are checked as they are read.
    params.dump_json(params.validate_python(body), warnings="error")

    body["messages"][0]["content"][0]["type"] = "hologram"
    with pytest.raises(PydanticSerializationError):
        params.dump_json(params.validate_python(body), warnings="error")

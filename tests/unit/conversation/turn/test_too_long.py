"""A service that finds the conversation too long, over real HTTP (TF-15), and cache marks."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from assistant.conversation.context.model.layers import ContextLimits
from assistant.llm.messages_client import MessagesClient
from assistant.protocol.notices import Notice
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.turns import TurnFailed
from tests.helpers.llm.message_rules import content_of, faults
from tests.helpers.llm.messages_server import MessagesServer
from tests.unit.conversation.conftest import Talk

TOO_LONG = "prompt is too long: 210000 tokens > 200000 maximum"
LEFT_OUT = "The conversation is long; older content was left out"


@pytest.fixture
async def talk(client: MessagesClient) -> AsyncIterator[Talk]:
    """A conversation with that service."""
    talk = Talk()
    limits = ContextLimits(max_characters=20_000, recent_messages=30)
    talk.surroundings = replace(talk.surroundings, client=client, limits=limits)
    talk.conversation = talk.opened()
    yield talk
    await talk.conversation.aclose()


async def exchanges(talk: Talk, server: MessagesServer, count: int) -> None:
    """Say things and have them answered at length."""
    for number in range(count):
        server.reply(f"a{number} " + "x" * 1_500)
        await talk.turn(f"q{number}")


def marks(body: dict[str, Any]) -> list[int]:
    """Return the indices of the messages with a mark."""
    return [
        index
        for index, message in enumerate(body["messages"])
        if any("cache_control" in block for block in content_of(message))
    ]


@pytest.mark.requirement("TF-15")
async def test_half_is_sent_and_answered(talk: Talk, server: MessagesServer) -> None:
    await exchanges(talk, server, 8)
    server.status(400, message=TOO_LONG)
    server.reply("Fine.")
    await talk.turn("now")
    whole, half = (request.body["messages"] for request in server.requests[-2:])
    assert 5 <= len(half) < len(whole)
    assert content_of(half[-1]) == content_of(whole[-1])
    assert faults(half) == []
    assert not any(isinstance(event, Notice) for event in talk.events)
    assert [e.message.text for e in talk.history.entries][-2:] == ["now", "Fine."]


@pytest.mark.requirement("TF-15")
async def test_then_the_last_message_alone_with_a_warning(
    talk: Talk, server: MessagesServer
) -> None:
    await exchanges(talk, server, 8)
    server.status(413)
    server.status(400, message=TOO_LONG)
    server.reply("Fine.")
    await talk.turn("now")
    (least,) = server.requests[-1].body["messages"]
    assert content_of(least)[-1]["text"] == "now"
    assert talk.only(Notice).text == LEFT_OUT
    told = [event for event in talk.events if isinstance(event, ContextSent)]
    assert [event.reduced for event in told[-3:]] == [False, True, True]


@pytest.mark.requirement("TF-15")
async def test_what_is_too_long_even_so_fails_the_turn_once(
    talk: Talk, server: MessagesServer
) -> None:
    for _ in range(3):
        server.status(400, message=TOO_LONG)
    await talk.conversation.say("now", spoken=False)
    failed = await talk.until(TurnFailed)
    assert failed.reason == "The conversation is too long for this model"
    assert len(server.requests) == 3
    assert [e.message.text for e in talk.history.entries] == ["now"]


async def test_a_refusal_in_a_tool_loop_keeps_the_rounds_before(
    talk: Talk, server: MessagesServer
) -> None:
    await exchanges(talk, server, 8)
    server.tool_use("clock", {}, text_before="Let me see.")
    server.status(400, message=TOO_LONG)
    server.status(400, message=TOO_LONG)
    server.reply("Noon.")
    await talk.turn("now")
    messages = server.requests[-1].body["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert faults(messages) == []
    assert talk.text.endswith("Let me see.\n\nNoon.")
    assert talk.tool.begun.is_set()


async def test_another_refusal_is_not_taken_for_one_that_is_too_long(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(400, message="max_tokens: must be positive")
    await talk.conversation.say("now", spoken=False)
    await talk.until(TurnFailed)
    assert len(server.requests) == 1


async def test_marks_are_where_the_next_request_will_begin_the_same(
    talk: Talk, server: MessagesServer
) -> None:
    """The end of one request is marked again in those that follow it (prompt caching)."""
    await exchanges(talk, server, 3)
    server.tool_use("clock", {})
    server.reply("Noon.")
    await talk.turn("now")
    bodies = [request.body for request in server.requests]
    assert all(marks(body)[-1] == len(body["messages"]) - 1 for body in bodies)
    assert [marks(body) for body in bodies] == [[0], [0, 2], [0, 2, 4], [2, 4, 6], [4, 6, 8]]
    assert all(sum("cache_control" in part for part in body["system"]) == 1 for body in bodies)

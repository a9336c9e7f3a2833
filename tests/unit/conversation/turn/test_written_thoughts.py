"""A service that passes on as text what a model reasons and calls: what is shown and sent next."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import pytest

from assistant.conversation.history.model.message_view import to_message_views
from assistant.llm.messages_api.model_client import Profile
from assistant.llm.messages_client import MessagesClient
from assistant.protocol.messages import ThinkingPart
from assistant.protocol.notices import Notice
from assistant.protocol.turns import ReplyRestarted, TextDelta, ThinkingDelta, TurnFailed
from tests.helpers.clock import ManualClock
from tests.helpers.llm.messages_server import MessagesServer
from tests.unit.conversation.conftest import Talk
from tests.unit.conversation.turn.conftest import KEY

NOT_RUN: Final = "The model wrote its call of a tool as text, so it was not run"
SECRET: Final = "the user wants a greeting"


@pytest.fixture
async def talk(server: MessagesServer) -> AsyncIterator[Talk]:
    """A conversation with a local server."""
    async with talk_with(server, "llama3") as talk:
        yield talk


@asynccontextmanager
async def talk_with(server: MessagesServer, model: str) -> AsyncGenerator[Talk]:
    talk = Talk()
    client = MessagesClient(
        profile=Profile(name="local", model=model),
        api_key=KEY,
        base_url=server.url,
        timeout_s=5.0,
        clock=ManualClock(),
    )
    talk.surroundings = replace(talk.surroundings, client=client)
    talk.conversation = talk.opened()
    yield talk
    await talk.conversation.aclose()
    await client.aclose()


def shown(talk: Talk) -> str:
    """Return what stands on the screen of the last turn's words."""
    text = ""
    for event in talk.events:
        match event:
            case TextDelta():
                text += event.text
            case ReplyRestarted():
                text = event.text
            case _:
                pass
    return text


def thought(talk: Talk) -> str:
    return "".join(event.text for event in talk.events if isinstance(event, ThinkingDelta))


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>\n{SECRET}\n</think>\n\nHello!",
        f"<thinking>{SECRET}</thinking>Hello!",
        f"{SECRET}\n</think>\n\nHello!",
        f"<think>{SECRET}</think>\n</think>\nHello!",
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_written_reasoning_is_neither_shown_nor_stored_as_words_nor_sent_back(
    talk: Talk, server: MessagesServer, reply: str, size: int
) -> None:
    server.reply(reply, chunks=[reply[at : at + size] for at in range(0, len(reply), size)])
    finished = await talk.turn("Hi")

    assert finished.text == shown(talk) == "Hello!"
    assert SECRET in thought(talk)
    _user, view = to_message_views(talk.history.entries)
    assert view.text == "Hello!"
    assert ThinkingPart(text=SECRET) in view.parts

    server.reply("Bye!")
    await talk.turn("Bye")
    assert SECRET not in str(server.requests[-1].body)
    assert "think" not in str(server.requests[-1].body["messages"])


async def test_written_reasoning_is_not_sent_back_within_its_turn(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply(f"{SECRET}</think>Let me see.").tool_use("clock", {})
    server.reply("Noon.")
    await talk.turn("What time is it?")

    assert shown(talk).endswith("Noon.")
    assert SECRET not in str(server.requests[-1].body)


async def test_after_one_reply_began_in_reasoning_the_next_is_not_shown_before_it_ends(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply(f"{SECRET}</think>Hello!")
    await talk.turn("Hi")
    talk.events.clear()
    server.reply(f"{SECRET}</think>Bye!", chunks=9)
    await talk.turn("Bye")

    assert [event for event in talk.events if isinstance(event, ReplyRestarted)] == []
    words = "".join(event.text for event in talk.events if isinstance(event, TextDelta))
    assert words == "Bye!"


async def test_of_a_model_that_reasons_by_its_name_no_unmarked_reasoning_is_ever_shown(
    server: MessagesServer,
) -> None:
    server.reply(f"{SECRET}</think>Hello!", chunks=9)
    async with talk_with(server, "deepseek-r1:8b") as talk:
        await talk.turn("Hi")

    words = "".join(event.text for event in talk.events if isinstance(event, TextDelta))
    assert words == "Hello!"


async def test_a_choice_that_was_only_thought_of_is_not_asked(
    talk: Talk, server: MessagesServer
) -> None:
    def choice(question: str) -> str:
        asked = {"type": "user_choice", "question": question, "options": ["Red", "Blue"]}
        return f"```json\n{json.dumps(asked)}\n```"

    reply = f"<think>\nDraft:\n{choice('Draft?')}\nNo.\n</think>\nWe need one.\n{choice('Which?')}"
    server.reply(reply, chunks=30)
    finished = await talk.turn("Which colour?")

    assert finished.text.strip() == "We need one."
    [(asked, _origin)] = talk.questioner.choices
    assert [question.text for question in asked.questions] == ["Which?"]


async def test_a_written_call_is_neither_shown_nor_run(talk: Talk, server: MessagesServer) -> None:
    call = '<tool_call>\n{"name": "clock", "arguments": {}}\n</tool_call>'
    server.reply(f"Let me see.\n{call}", chunks=9)
    finished = await talk.turn("What time is it?")

    assert finished.text.strip() == shown(talk).strip() == "Let me see."
    assert not talk.tool.begun.is_set()
    assert talk.only(Notice).text == NOT_RUN
    _user, view = to_message_views(talk.history.entries)
    assert view.text.strip() == "Let me see."


async def test_a_reply_that_is_a_written_call_alone_says_why_nothing_came_of_it(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply('<tool_call>{"name": "clock", "arguments": {}}</tool_call>')
    await talk.conversation.say("What time is it?", spoken=False)
    failed = await talk.until(TurnFailed)

    assert failed.reason == NOT_RUN
    assert "tool_call" not in shown(talk)

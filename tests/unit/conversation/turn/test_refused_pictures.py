"""A service that cannot use a picture, over real HTTP: it costs one picture, not the conversation."""

import base64
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from assistant.conversation.history.model.message_view import image_parts
from assistant.conversation.say_result import SayAccepted
from assistant.llm.messages_api.messages import ImageBlock, blocks
from assistant.llm.messages_api.pictures import image_block
from assistant.llm.messages_client import MessagesClient
from assistant.protocol.messages import DocumentPart
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFailed
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.pictures import png
from tests.unit.conversation.conftest import Talk

WHY = "image exceeds 5 MB maximum"


@pytest.fixture
async def talk(client: MessagesClient) -> AsyncIterator[Talk]:
    """A conversation with that service."""
    talk = Talk()
    talk.surroundings = replace(talk.surroundings, client=client)
    talk.conversation = talk.opened()
    yield talk
    await talk.conversation.aclose()


def picture(side: int) -> ImageBlock:
    return image_block(png(side, side), "image/png")


def sides(body: dict[str, Any]) -> list[int]:
    """Return the widths of the pictures in a request."""
    return [
        int.from_bytes(base64.b64decode(block["source"]["data"])[16:20], "big")
        for message in body["messages"]
        for block in message["content"]
        if block["type"] == "image"
    ]


async def show(talk: Talk, *pictures: ImageBlock) -> None:
    """Say something with pictures, and wait for the end of the turn."""
    await talk.turn("look", attachments=[part for one in pictures for part in image_parts(one)])


async def test_the_picture_that_is_named_is_left_out_for_good_and_the_user_is_told(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(400, message=f"messages.0.content.2.image.source.base64: {WHY}")
    server.reply("I see one.")
    server.reply("Still here.")
    await show(talk, picture(1), picture(2))
    await talk.turn("and now?")
    assert [sides(request.body) for request in server.requests] == [[1, 2], [1], [1]]
    told = [event.text for event in talk.events if isinstance(event, Notice)]
    assert told == ["The model's service cannot use a picture here. It is left out from now on."]
    (words,) = [
        b for b in server.requests[1].body["messages"][0]["content"] if "There was a" in str(b)
    ]
    assert words["type"] == "text"
    assert [e.message.text for e in talk.history.entries if e.role == "assistant"] == [
        "I see one.",
        "Still here.",
    ]


async def test_the_user_keeps_the_picture_and_a_restart_does_not_send_it(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(400, message="Could not process image")
    server.reply("Fine.")
    await show(talk, picture(3))
    stored = [blocks.validate_json(record.content) for record in talk.store.records.values()]
    pictures = [block for content in stored for block in content if isinstance(block, ImageBlock)]
    assert pictures == [picture(3).model_copy(update={"is_refused": True})]


async def test_where_none_is_named_the_latest_go_first_and_then_all(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("A one.")
    server.status(400, message="Could not process image")
    server.status(400, message="Could not process image")
    server.reply("None.")
    await show(talk, picture(1))
    await show(talk, picture(2))
    assert [sides(request.body) for request in server.requests] == [[1], [1, 2], [1], []]


async def test_nothing_is_left_out_where_the_request_fails_even_without(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(400, message="Could not process image")
    server.status(400, message="no such model")
    server.reply("There.")
    assert isinstance(
        await talk.conversation.say(
            "look", spoken=False, attachments=list(image_parts(picture(1)))
        ),
        SayAccepted,
    )
    await talk.until(TurnFailed)
    await talk.turn("again")
    assert sides(server.requests[-1].body) == [1]


async def test_a_refusal_without_a_picture_is_told_as_what_it_is(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(400, message="Failed to pull the image")
    assert isinstance(await talk.conversation.say("hello", spoken=False), SayAccepted)
    await talk.until(TurnFailed)
    assert len(server.requests) == 1
    assert "refused the request: Failed to pull the image" in talk.only(TurnFailed).reason


async def test_a_pdf_that_is_refused_is_sent_as_its_text(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(400, message="messages.0.content.1.pdf.source.base64.data: The PDF is not valid.")
    server.reply("It says one.")
    paper = DocumentPart(
        name="a.pdf", media_type="application/pdf", text="One", data="aGk=", pages=1, characters=3
    )
    await talk.turn("sum up", attachments=[paper])
    whole, words = (request.body["messages"][0]["content"][1] for request in server.requests)
    assert whole["type"] == "document"
    assert words == {"type": "text", "text": "a.pdf (1 pages):\n```\nOne\n```"}
    told = [event.text for event in talk.events if isinstance(event, Notice)]
    assert told == ["The model's service cannot use a PDF here. Its text is sent from now on."]

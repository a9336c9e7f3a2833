"""Files that go with the user's words, from the command to the model, the store and back."""

import asyncio
from dataclasses import replace

import pytest

from assistant.home import Home
from assistant.llm.messages_api.messages import DocumentBlock, ImageBlock
from assistant.llm.messages_api.pictures import image_block
from assistant.protocol.conversation import (
    ConversationOpened,
    MessageRejected,
    QueuedMessagesChanged,
    Say,
    UnsentMessagesReturned,
)
from assistant.protocol.history import BranchFrom, DeleteConversation, HistoryFound, SearchHistory
from assistant.protocol.messages import Attachment, DocumentPart, HistoryLoaded, ImagePart
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TextDelta, TurnFinished, TurnStarted
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Wait, says
from tests.helpers.pictures import png

PICTURE = ImagePart(
    media_type="image/png",
    data=image_block(png(), "image/png").source["data"],
    name="cat.png",
)
TEXT = DocumentPart(
    name="a.txt", media_type="text/plain", text="Set a timer for 5 minutes.", characters=26
)
FILES: tuple[Attachment, ...] = (PICTURE, TEXT)


async def said(running: RunningCore, text: str, *files: Attachment) -> None:
    before = len(running.of(TurnFinished))
    await running.do(Say(text=text, attachments=files))
    while len(running.of(TurnFinished)) == before:
        running.heard.clear()
        await running.heard.wait()


async def test_files_go_with_the_words_and_are_there_when_the_conversation_is_opened_again(
    home: Home,
) -> None:
    async with opened(home, ScriptedModel([says("A cat.")])) as running:
        await said(running, "What is it?", *FILES)
        *_time, picture, text, words = running.model.requests[0].messages[-1].content
        assert isinstance(picture, ImageBlock)
        assert isinstance(text, DocumentBlock)
        assert (picture.name, text.name, words.type) == ("cat.png", "a.txt", "text")
        assert running.of(TurnStarted)[0].attachments == FILES
    async with opened(home, ScriptedModel()) as running:
        running.core.announce()
        past = await running.until(HistoryLoaded)
        assert past.messages[0].parts[:2] == FILES
        assert past.messages[0].text == "What is it?"


@pytest.mark.parametrize("words", ["", "Set a timer for 5 minutes."])
async def test_words_with_files_are_for_the_model(home: Home, words: str) -> None:
    async with opened(home, ScriptedModel([says("A note.")])) as running:
        await said(running, words, TEXT)
        assert len(running.model.requests) == 1
        assert running.of(TurnFinished)[0].text == "A note."


async def test_a_model_that_sees_nothing_is_told_before_and_not_asked(home: Home) -> None:
    blind = ScriptedModel(profile=replace(SCRIPTED_PROFILE, images=False))
    async with opened(home, blind) as running:
        running.core.announce()
        assert not (await running.until(ConversationOpened)).takes.pictures
        await running.do(Say(text="What is it?", attachments=FILES))
        refused = running.of(MessageRejected)[0]
        assert (refused.text, refused.attachments) == ("What is it?", FILES)
        told = [one.text for one in running.of(Notice) if one.code == "attachment_refused"]
        assert told == ["The model that answers cannot see pictures."]
        assert blind.requests == []


async def test_a_message_that_waits_keeps_its_files_over_a_restart(home: Home) -> None:
    first = says("One mo")
    model = ScriptedModel([[*first[:1], Wait(gate=asyncio.Event()), *first[1:]]])
    async with opened(home, model) as running:
        await running.do(Say(text="First"))
        await running.until(TextDelta)
        await running.do(Say(text="Second", attachments=FILES))
        await running.do(Say(text="", attachments=(TEXT,)))
        waiting = running.of(QueuedMessagesChanged)[-1]
        assert [waiting.attachments[key] for key, _text in waiting.waiting] == [FILES, (TEXT,)]
        await running.settle()
    async with opened(home, ScriptedModel()) as running:
        event = await running.until(UnsentMessagesReturned)
        assert (event.texts, event.attachments) == (("Second",), (*FILES, TEXT))


@pytest.mark.parametrize(
    ("given", "kept"), [(None, ["image", "document", "text"]), ((TEXT,), ["document", "text"])]
)
async def test_a_message_that_is_changed_keeps_its_files_unless_others_are_given(
    home: Home, given: tuple[Attachment, ...] | None, kept: list[str]
) -> None:
    async with opened(home, ScriptedModel([says("A cat."), says("A dog.")])) as running:
        await said(running, "What is it?", *FILES)
        first = running.core.conversations.current.entries[0]
        await running.do(BranchFrom(message_id=first.uuid, text="A dog?", attachments=given))
        await running.until(TurnFinished, 2)
        changed = running.core.conversations.current.entries[0]
        assert [block.type for block in changed.message.content] == kept


@pytest.mark.parametrize("query", ["cat.png", "a.txt"])
async def test_a_message_is_found_by_the_name_of_its_file(home: Home, query: str) -> None:
    async with opened(home, ScriptedModel([says("Nice.")])) as running:
        await said(running, "", *FILES)
        await running.settle()
        await running.do(SearchHistory(query=query))
        (hit,) = (await running.until(HistoryFound)).hits
        assert (hit.title, hit.role) == ("cat.png", "user")


async def test_deleting_a_conversation_deletes_its_files(home: Home) -> None:
    async with opened(home, ScriptedModel([says("A cat.")])) as running:
        await said(running, "What is it?", *FILES)
        await running.do(
            DeleteConversation(conversation_id=running.core.conversations.current.conversation_id)
        )
        await running.settle()
    stored = b"".join(file.read_bytes() for file in home.root.rglob("parley.db*"))
    assert PICTURE.data.encode() not in stored
    assert b"a.txt" not in stored

"""Words that waited for a reply when the program ended come back at the next start."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import pytest

from assistant.engine.unsent_messages import KEY, UnsentMessages
from assistant.errors import StoreError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.conversation import (
    ConversationOpened,
    NewConversation,
    QueuedMessagesChanged,
    Say,
    Stop,
    UnsentMessagesReturned,
    WithdrawMessage,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import DeleteEverything
from assistant.protocol.turns import (
    TextDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    UserMessageStored,
)
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says
from tests.helpers.memory_memo import MemoryMemo


def held_up() -> ScriptedModel:
    """Return a model whose first reply does not come to its end."""
    first = says("One mo")
    return ScriptedModel(
        [[*first[:1], Wait(gate=asyncio.Event()), *first[1:]], says("b"), says("c")]
    )


async def queue_up(running: RunningCore, *texts: str) -> None:
    await running.do(Say(text="First"))
    await running.until(TextDelta)
    for text in texts:
        await running.do(Say(text=text))
    assert [text for _id, text in running.of(QueuedMessagesChanged)[-1].waiting] == list(texts)
    await running.settle()


async def returned(home: Home) -> list[tuple[str, ...]]:
    async with opened(home, ScriptedModel([says("x")])) as running:
        await running.settle()
        return [event.texts for event in running.of(UnsentMessagesReturned)]


async def test_what_waited_at_the_end_comes_back_and_begins_no_turn(home: Home) -> None:
    model = held_up()
    async with opened(home, model) as running:
        await queue_up(running, "Second", "셋째")
    assert len(running.of(TurnStarted)) == 1, "the end of the program begins nothing"
    assert len(model.requests) == 1
    async with opened(home, ScriptedModel([says("x")])) as running:
        event = await running.until(UnsentMessagesReturned)
        assert event.texts == ("Second", "셋째")
        current = running.core.conversations.current
        assert event.conversation_id == current.conversation_id
        said = [e.message.text for e in current.entries if e.role == "user"]
        assert said == ["First"]
    assert await returned(home) == [("Second", "셋째")], "until something is said"
    async with opened(home, ScriptedModel([says("x")])) as running:
        await running.turn("Second\n셋째")
        await running.settle()
    assert await returned(home) == []


async def test_what_was_sent_or_taken_back_does_not_come_back(home: Home) -> None:
    gate = asyncio.Event()
    first = says("One moment.")
    model = ScriptedModel([[*first[:1], Wait(gate=gate), *first[1:]], says("b"), says("c")])
    async with opened(home, model) as running:
        await queue_up(running, "Second", "Third", "Fourth")
        words_id = running.of(QueuedMessagesChanged)[-1].waiting[1][0]
        await running.do(WithdrawMessage(words_id=words_id))
        gate.set()
        await running.until(TurnFinished, 3)
        await running.settle()
    assert await returned(home) == []


@pytest.mark.parametrize("command", [Stop(), NewConversation(), DeleteEverything()])
async def test_what_went_back_into_the_input_line_is_not_stored_any_more(
    home: Home, command: Command
) -> None:
    async with opened(home, held_up()) as running:
        await queue_up(running, "Second")
        before = running.core.conversations.current.conversation_id
        await running.do(command)
        await running.settle()
        assert await running.core.store.state.get(KEY + before) is None
    assert await returned(home) == []


class Stage:
    """Kept words on a memo, whose work is done when `settle` is awaited."""

    def __init__(self, memo: MemoryMemo) -> None:
        self.events: list[EngineEvent] = []
        self._work: list[Coroutine[Any, Any, None]] = []
        self.words = UnsentMessages(
            kept=memo, emit=self.events.append, spawn=lambda work, _name: self._work.append(work)
        )

    async def follow(self, *events: EngineEvent) -> None:
        for event in events:
            self.words.on_event(event)
        while self._work:
            await self._work.pop(0)


def waiting(*texts: str) -> QueuedMessagesChanged:
    return QueuedMessagesChanged(waiting=tuple((f"id-{text}", text) for text in texts))


OPENED = ConversationOpened(conversation_id="c", resumed=True, model="m")
BEGUN = TurnStarted(turn_id="t", text="a", spoken=False)


async def test_words_stay_stored_until_they_are_in_the_history() -> None:
    memo = MemoryMemo()
    stage = Stage(memo)
    await stage.follow(OPENED, waiting("a", "b"), BEGUN, waiting("b"))
    assert memo.texts[KEY + "c"] == '["a", "b"]'
    await stage.follow(waiting("b", "d"))
    assert memo.texts[KEY + "c"] == '["a", "b"]', "still not: the first is nowhere else"
    await stage.follow(UserMessageStored(turn_id="t", message_id="m"))
    assert memo.texts[KEY + "c"] == '["b", "d"]'


async def test_a_turn_that_fails_before_its_words_are_stored_gives_the_rest_back() -> None:
    memo = MemoryMemo()
    stage = Stage(memo)
    await stage.follow(OPENED, waiting("a"), BEGUN, waiting())
    await stage.follow(TurnFailed(turn_id="t", text="", reason="The disk is full."))
    assert KEY + "c" not in memo.texts


@pytest.mark.parametrize("stored", ["", "no json", "{}", "[1, 2]", '"text"'])
async def test_what_cannot_be_understood_is_nothing(stored: str) -> None:
    stage = Stage(MemoryMemo(texts={KEY + "c": stored}))
    await stage.follow(OPENED)
    assert stage.events == []


@pytest.mark.requirement("APP-11")
async def test_a_store_that_fails_is_logged_without_the_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    memo = MemoryMemo(broken=StoreError("The disk is full."))
    stage = Stage(memo)
    with caplog.at_level(logging.DEBUG):
        await stage.follow(OPENED, waiting("secret words"))
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert "secret" not in caplog.text

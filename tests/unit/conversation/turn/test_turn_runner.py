"""What a turn does before its request: words are stored while the layers are read, and both are there."""

import asyncio
from dataclasses import replace

import pytest
from typing_extensions import override

from assistant.conversation.conversation_config import LoadedLayers
from assistant.conversation.say_result import SayAccepted
from assistant.errors import StoreError
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.storage.model.records import MessageRecord
from tests.helpers.llm.scripted_model import says
from tests.helpers.patience import PATIENCE_S
from tests.unit.conversation.conftest import LAYERS, MemoryStore, Talk

pytestmark = pytest.mark.asyncio


class SlowStore(MemoryStore):
    """Stores a new message once it may."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.may_store = asyncio.Event()

    @override
    async def append(self, record: MessageRecord) -> None:
        self.asked.set()
        await self.may_store.wait()
        await super().append(record)


class SlowLayers:
    """Reads the layers once it may."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.may_read = asyncio.Event()
        self.is_cancelled = False

    async def __call__(self) -> LoadedLayers:
        """Return the layers."""
        self.asked.set()
        try:
            await self.may_read.wait()
        except asyncio.CancelledError:
            self.is_cancelled = True
            raise
        return LoadedLayers(layers=LAYERS)


def slow(talk: Talk) -> tuple[SlowStore, SlowLayers]:
    """Let the store and the layers of a talk take their time."""
    store, layers = SlowStore(), SlowLayers()
    talk.store = store
    talk.surroundings = replace(talk.surroundings, layers=layers)
    talk.conversation = talk.opened()
    return store, layers


async def idle() -> None:
    """Let whatever can go on go on."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("is_stored_first", [True, False])
async def test_words_are_stored_while_layers_are_read_and_sent_after_both(
    talk: Talk, is_stored_first: bool
) -> None:
    store, layers = slow(talk)
    talk.model.script = [says("Yes.")]
    assert isinstance(await talk.conversation.say("Are you there?", spoken=False), SayAccepted)
    async with asyncio.timeout(PATIENCE_S):
        await store.asked.wait()
        await layers.asked.wait()
    first, last = store.may_store, layers.may_read
    if not is_stored_first:
        first, last = last, first
    first.set()
    await idle()
    assert talk.model.requests == [], "words that are not stored are not sent"
    last.set()
    await talk.until(TurnFinished)
    (request,) = talk.model.requests
    assert request.messages[-1].text.endswith("Are you there?")
    assert request.system[0].text == "BASE"


async def test_words_that_cannot_be_stored_are_not_sent(talk: Talk) -> None:
    store, layers = slow(talk)
    store.broken = StoreError("The disk is full.")
    assert isinstance(await talk.conversation.say("Are you there?", spoken=False), SayAccepted)
    await layers.asked.wait()
    store.may_store.set()
    failed = await talk.until(TurnFailed)
    assert failed.reason == "The disk is full."
    assert layers.is_cancelled
    assert talk.model.requests == []


async def test_words_are_stored_whole_where_the_turn_is_stopped_meanwhile(talk: Talk) -> None:
    store, layers = slow(talk)
    assert isinstance(await talk.conversation.say("Are you there?", spoken=False), SayAccepted)
    await store.asked.wait()
    stopping = asyncio.create_task(talk.conversation.stop_turn())
    await idle()
    store.may_store.set()
    await stopping
    assert [entry.message.text for entry in talk.history.entries] == ["Are you there?"]
    assert layers.is_cancelled
    assert talk.model.requests == []

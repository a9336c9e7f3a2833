"""A chat whose store fails for a while, over a real core, store and poller."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

import pytest
from typing_extensions import override

from assistant.assembly.telegram.channel import open_telegram
from assistant.channels.telegram.chat import LINGER_S, MAX_CHAT_FAILURES
from assistant.errors import StoreError
from assistant.home import Home
from assistant.storage.telegram import TelegramReplyRecord, TelegramRepository, TelegramUpdateRecord
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.telegram.no_linking import NoLinking
from tests.helpers.telegram.running_channel import RunningChannel, link
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.helpers.telegram.users import TelegramUser


class FailingRepository(TelegramRepository):
    """Fails as a full disk does, a number of times."""

    reads_left = 0
    writes_left = 0
    faults_left = 0
    """Of the program, as updates are stored."""
    worn_out: asyncio.Event
    """Set with the last read that fails."""

    @override
    async def next_waiting(self, chat_id: int, *, until: int) -> TelegramUpdateRecord | None:
        if self.reads_left:
            self.reads_left -= 1
            if not self.reads_left:
                self.worn_out.set()
            raise StoreError("broken")
        return await super().next_waiting(chat_id, until=until)

    @override
    async def receive(
        self, updates: Sequence[TelegramUpdateRecord], *, offset: int
    ) -> frozenset[int]:
        if self.faults_left:
            self.faults_left -= 1
            raise LookupError("a fault of the program")
        return await super().receive(updates, offset=offset)

    @override
    async def set_reply(self, reply: TelegramReplyRecord) -> None:
        if self.writes_left:
            self.writes_left -= 1
            raise StoreError("broken")
        await super().set_reply(reply)


class Faulty:
    """A channel over a store that fails."""

    def __init__(self, bot: RunningChannel, repository: FailingRepository) -> None:
        self.bot = bot
        self.repository = repository
        self.pauses: list[float] = []


@asynccontextmanager
async def faulty(
    home: Home, telegram: TelegramServer, user: TelegramUser
) -> AsyncGenerator[Faulty]:
    """Open a channel whose waits take no time."""
    model = ScriptedModel(script=[says("First."), says("Second.")])
    async with opened(home, model) as running:
        repository = FailingRepository(database=running.core.store.database)
        repository.worn_out = asyncio.Event()
        running.core.store.telegram = repository
        await link(running, user)
        settings = running.core.plan.settings.telegram.model_copy(update={"api_url": telegram.url})
        pauses: list[float] = []

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            if seconds >= LINGER_S:
                await asyncio.Event().wait()
            await asyncio.sleep(0)

        async with open_telegram(
            running.core, TOKEN, settings=lambda: settings, linking=NoLinking(), pause=pause
        ) as channel:
            world = Faulty(
                RunningChannel(running=running, channel=channel, telegram=telegram), repository
            )
            world.pauses = pauses
            yield world


@pytest.mark.requirement("TG-18")
async def test_a_chat_whose_store_fails_goes_on_by_itself(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with faulty(home, telegram, ada) as world:
        world.repository.reads_left = 3
        ada.send("hello")
        await world.bot.until(lambda: ada.chat.texts == ["First."])
        await world.bot.handled()
        assert [pause for pause in world.pauses if pause in {1, 2, 4}] == [1, 2, 4]


async def test_a_turn_that_could_not_be_noted_is_begun_once(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with faulty(home, telegram, ada) as world:
        world.repository.writes_left = 1
        ada.send("hello")
        await world.bot.until(lambda: ada.chat.texts == ["First."])
        await world.bot.handled()


async def test_a_store_that_stays_broken_is_left_alone_until_the_next_message(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with faulty(home, telegram, ada) as world:
        world.repository.reads_left = MAX_CHAT_FAILURES
        ada.send("hello")
        async with asyncio.timeout(20):
            await world.repository.worn_out.wait()
        ada.send("are you there?")
        await world.bot.until(lambda: ada.chat.texts == ["First.", "Second."])
        assert world.pauses.count(16) == 1


async def test_a_fault_of_the_program_does_not_end_polling(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with faulty(home, telegram, ada) as world:
        world.repository.faults_left = 2
        ada.send("hello")
        await world.bot.until(lambda: ada.chat.texts == ["First."])
        assert [pause for pause in world.pauses if pause in {1, 2, 4}] == [1, 2]

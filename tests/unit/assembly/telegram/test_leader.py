"""Two devices with one bot, over a real PostgreSQL and the fake of Telegram's service."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from assistant.assembly.telegram.switch import TelegramSwitch
from assistant.channels.telegram.bot_api.errors import TelegramUnreachable
from assistant.channels.telegram.model.formatted_text import plain
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.settings import save
from assistant.sync.errors import SyncUnavailableError
from assistant.sync.leader_election import LeaderElection
from assistant.sync.record_server import RecordServer
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.server_worlds import PostgresWorld
from tests.helpers.telegram.running_channel import link
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.helpers.telegram.users import TelegramUser

pytestmark = pytest.mark.timeout(60)


@pytest.fixture
def telegram() -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        yield server


@pytest.fixture
async def world(postgres: PostgresProcess) -> AsyncGenerator[PostgresWorld]:
    world = PostgresWorld(postgres)
    yield world
    await world.aclose()


@dataclass(frozen=True, slots=True)
class Shared:
    """Implements `SharedServer`."""

    server: RecordServer
    is_on: bool = True
    has_others: bool | None = True
    led_last: bool = False


@dataclass(slots=True, kw_only=True)
class TelegramDevice:
    """A device that may answer."""

    device_id: str
    running: RunningCore
    channel: TelegramSwitch
    server: RecordServer
    telegram: TelegramServer
    leaders: list[str]
    """Whom it was told to lead."""

    @property
    def election(self) -> LeaderElection:
        return self.channel._election

    async def takes_over(self) -> None:
        """Have it ask at once who leads, which is to be it."""
        self.election.ask_soon()
        await self.leads()

    async def leads(self) -> None:
        """Wait until it leads."""
        await self.telegram.reached(lambda: self.channel.is_open)

    async def follows(self) -> None:
        """Have it ask at once who leads, which is to be another one."""
        self.election.ask_soon()
        await self.telegram.reached(lambda: not self.channel.is_open)


async def hurried(_seconds: float) -> None:
    """Wait a turn of the loop where the channel would wait seconds."""
    await asyncio.sleep(0)


@asynccontextmanager
async def device(
    device_id: str,
    folder: Path,
    world: PostgresWorld,
    telegram: TelegramServer,
    user: TelegramUser,
    *replies: str,
) -> AsyncGenerator[TelegramDevice]:
    home = Home(root=folder / device_id, models=Home.locate().models)
    save(home, "telegram", "api_url", telegram.url)
    keys = KeyStore(keys_file=home.keys_file, environment={})
    await keys.set(TOKEN, TELEGRAM)
    shared = Shared(await world.connect(device_id))
    leaders: list[str] = []
    async with opened(home, ScriptedModel(script=[says(text) for text in replies])) as running:
        await link(running, user)
        channel = TelegramSwitch(
            core=running.core,
            loading=LoadQueue(),
            keys=keys,
            shared=shared,
            on_leader=leaders.append,
            pause=hurried,
        )
        channel.begin()
        try:
            yield TelegramDevice(
                device_id=device_id,
                running=running,
                channel=channel,
                server=shared.server,
                telegram=telegram,
                leaders=leaders,
            )
        finally:
            await channel.aclose()


@pytest.mark.requirement("TG-16", "SYNC-02", "SYNC-04")
async def test_one_device_polls_and_the_next_goes_on_when_it_leaves(
    tmp_path: Path, world: PostgresWorld, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    async with AsyncExitStack() as stack:
        laptop_stack = await stack.enter_async_context(AsyncExitStack())
        laptop = await laptop_stack.enter_async_context(
            device("laptop", tmp_path, world, telegram, ada, "From the laptop.")
        )
        await laptop.leads()
        tower = await stack.enter_async_context(
            device("tower", tmp_path, world, telegram, ada, "From the tower.")
        )
        ada.send("hello")
        await telegram.reached(lambda: ada.chat.texts == ["From the laptop."])
        telegram.user("Eve").send("who are you?")  # ends the poll, whose offset confirms the words
        await telegram.reached(lambda: len(telegram.world.updates) == 1)
        assert not tower.channel.is_open
        await laptop_stack.aclose()
        await tower.takes_over()
        assert tower.leaders[-1] == "tower"
        ada.send("and again")
        await telegram.reached(lambda: ada.chat.texts[1:] == ["From the tower."])
    assert not [call for call in telegram.called("getUpdates") if call.refusal]


@pytest.mark.requirement("SYNC-06", "SYNC-10", "TEST-28")
async def test_who_lost_the_lease_runs_nothing_more(
    tmp_path: Path, world: PostgresWorld, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    async with (
        device("laptop", tmp_path, world, telegram, ada, "From the laptop.") as laptop,
        device("tower", tmp_path, world, telegram, ada, "From the tower.") as tower,
    ):
        await laptop.leads()
        lease = laptop.election.state.lease
        assert lease is not None
        await world.advance(120)  # for the server; the laptop's own clock stood still
        await tower.takes_over()
        assert laptop.election.may_act()
        with pytest.raises(SyncUnavailableError):
            await laptop.election.begin("telegram:1")
        assert not await laptop.server.begin_effect(lease, "telegram:1")
        await laptop.follows()
        ada.send("run this once")
        await telegram.reached(lambda: ada.chat.texts == ["From the tower."])
        assert laptop.running.model.requests == []


@pytest.mark.requirement("SYNC-05", "G-10")
async def test_while_the_database_is_away_the_last_leader_answers_and_the_other_waits(
    tmp_path: Path, world: PostgresWorld, postgres: PostgresProcess, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    async with (
        device("laptop", tmp_path, world, telegram, ada, "One.", "Two.") as laptop,
        device("tower", tmp_path, world, telegram, ada, "From the tower.") as tower,
    ):
        await laptop.leads()
        postgres.stop()
        try:
            for told in (["One."], ["One.", "Two."]):
                ada.send("hello")
                await telegram.reached(lambda told=told: ada.chat.texts == told)
                laptop.election.ask_soon()
                tower.election.ask_soon()
        finally:
            postgres.start()
        assert laptop.channel.is_open
        assert not tower.channel.is_open
        assert tower.running.model.requests == []


@pytest.mark.requirement("SYNC-10", "TEST-28")
async def test_who_does_not_lead_sends_nothing_whatever_it_had_begun(
    tmp_path: Path, world: PostgresWorld, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    async with device("laptop", tmp_path, world, telegram, ada) as laptop:
        await laptop.leads()
        opened = laptop.channel._opened
        assert opened is not None
        (chat,) = opened.router._chats.values()
        await world.advance(120)
        tower = await world.connect("tower")
        assert await tower.acquire("telegram", seconds=60) is not None
        with pytest.raises(SyncUnavailableError):  # the server says so
            await laptop.election.begin("telegram:1")
        before = len(telegram.calls)
        with pytest.raises(TelegramUnreachable):
            await opened.api.send_message(chat.account.chat_id, plain("Late."))
        assert ada.chat.texts == []
        assert len(telegram.calls) == before


@pytest.mark.requirement("SYNC-04", "TEST-28")
async def test_what_another_device_began_is_told_and_not_run_again(
    tmp_path: Path, world: PostgresWorld, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    crashed = await world.connect("crashed")
    lease = await crashed.acquire("telegram", seconds=60)
    assert lease is not None
    update_id = ada.send("do it")
    assert await crashed.begin_effect(lease, f"telegram:{update_id}")
    await crashed.release(lease)
    async with device("tower", tmp_path, world, telegram, ada, "Hi.") as tower:
        await tower.leads()
        await telegram.reached(lambda: ada.chat.texts)
        assert ada.chat.texts[0].startswith("Another of your devices began with this.")
        assert tower.running.model.requests == []
        ada.send("hello")
        await telegram.reached(lambda: ada.chat.texts[1:] == ["Hi."])

"""One bot and several complete devices: accounts, requests and conversations go along."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from datetime import timedelta

import pytest

from assistant.assembly.telegram.switch import TelegramSwitch
from assistant.clock import Clock
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.protocol.sync import SyncListed
from assistant.settings import save
from assistant.storage.telegram import TelegramUpdateRecord
from tests.helpers.engine.running_core import RunningCore
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.sync.complete_devices import DeviceClock, SharedTime, begin_channel
from tests.helpers.sync.devices import (
    UserDevices,
    until_alike,
    until_out_of_reach,
    until_sent,
)
from tests.helpers.telegram.running_channel import link
from tests.helpers.telegram.server import TOKEN, TelegramServer

PATIENCE_S = 60.0


@pytest.fixture
def telegram() -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        yield server


@asynccontextmanager
async def answering(
    devices: UserDevices,
    name: str,
    telegram: TelegramServer,
    *replies: str,
    clock: Clock | None = None,
) -> AsyncGenerator[tuple[RunningCore, TelegramSwitch]]:
    """Run a device that has the bot's token."""
    home = devices.home(name)
    save(home, "telegram", "api_url", telegram.url)
    keys = KeyStore(keys_file=home.keys_file, environment={})
    await keys.set(TOKEN, TELEGRAM)
    model = ScriptedModel(script=[says(text) for text in replies])
    async with devices.on(name, model, clock=clock) as running:
        channel = begin_channel(running)
        try:
            yield running, channel
        finally:
            await channel.aclose()


def leader(running: RunningCore) -> str:
    """Return which device was told to lead last."""
    told = running.of(SyncListed)
    return told[-1].status.leader_id if told else ""


def device_id(running: RunningCore) -> str:
    return running.of(SyncListed)[-1].status.device_id


async def until_answered(running: RunningCore) -> None:
    """Wait until a device knows that nothing waits in the conversation of its only account."""
    telegram = running.core.store.telegram
    async with asyncio.timeout(PATIENCE_S):
        while (await telegram.accounts())[0].conversation_id is None or await telegram.waiting():
            pass  # the store's thread has other work in between


@pytest.mark.requirement("TG-16", "SYNC-02", "SYNC-04", "SYNC-06")
async def test_another_device_goes_on_with_the_conversation_when_the_leader_leaves(
    devices: UserDevices, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    async with AsyncExitStack() as first, AsyncExitStack() as second:
        laptop, channel = await first.enter_async_context(
            answering(devices, "laptop", telegram, "From the laptop.")
        )
        await until_alike(laptop)
        await link(laptop, ada)
        channel.remote_changed()
        await telegram.reached(lambda: channel.is_open, patience_s=PATIENCE_S)
        tower, other = await second.enter_async_context(
            answering(devices, "tower", telegram, "From the tower.")
        )
        await until_alike(tower)  # the account came along
        ada.send("hello")
        await telegram.reached(lambda: ada.chat.texts == ["From the laptop."])
        telegram.user("Eve").send("who are you?")  # ends the poll, whose offset confirms the words
        await telegram.reached(lambda: len(telegram.world.updates) == 1)
        await tower.until_true(lambda: leader(tower) == device_id(laptop), patience_s=PATIENCE_S)
        assert not other.is_open
        await until_answered(laptop)
        await until_sent(laptop)
        await until_answered(tower)
        await channel.aclose()
        other.sync_changed()  # it would ask within ten seconds
        await telegram.reached(lambda: other.is_open, patience_s=PATIENCE_S)
        ada.send("and again")
        await telegram.reached(lambda: ada.chat.texts[1:] == ["From the tower."])
        (request,) = tower.model.requests
        said = [message.text for message in request.messages]
        assert "From the laptop." in said
        await tower.until_true(lambda: leader(tower) == device_id(tower), patience_s=PATIENCE_S)


@pytest.mark.requirement("SYNC-06", "TEST-28")
async def test_a_request_that_a_device_got_and_did_not_begin_is_done_by_another(
    devices: UserDevices, telegram: TelegramServer
) -> None:
    ada = telegram.user("Ada")
    async with devices.on("laptop") as laptop:  # its channel has ended
        account = await link(laptop, ada)
        ada.send("do it")
        (raw,) = telegram.world.updates
        await laptop.core.store.telegram.receive(
            [
                TelegramUpdateRecord(
                    update_id=raw["update_id"],
                    chat_id=account.chat_id,
                    content=json.dumps(raw),
                    received_at=laptop.core.plan.clock.now(),
                )
            ],
            offset=raw["update_id"] + 1,
        )
        telegram.world.updates.clear()  # it is confirmed: Telegram does not send it again
        async with answering(devices, "tower", telegram, "Done.") as (tower, _channel):
            await until_alike(laptop, tower)
            await telegram.reached(lambda: ada.chat.texts == ["Done."], patience_s=PATIENCE_S)
            assert len(tower.model.requests) == 1


@pytest.mark.requirement("SYNC-05", "G-10")
async def test_a_server_that_is_stopped_for_ten_minutes_is_not_noticed_on_the_phone(
    devices: UserDevices, telegram: TelegramServer
) -> None:
    """Of a user with one device, whose program begins again meanwhile."""
    ada, time = telegram.user("Ada"), SharedTime()
    clock = DeviceClock(time, timedelta())
    told = [f"Reply {number}." for number in range(12)]

    async def answers(channel: TelegramSwitch) -> None:
        number = len(ada.chat.texts)
        ada.send(f"Message {number}")
        await telegram.reached(lambda: ada.chat.texts == told[: number + 1])
        assert channel.is_open

    async def answers_for_five_minutes(channel: TelegramSwitch) -> None:
        for _minute in range(5):
            time.moved_s += 60
            channel.sync_changed()  # it would ask the server every five seconds
            await answers(channel)

    with ExitStack() as outage:
        async with answering(devices, "laptop", telegram, *told[:6], clock=clock) as (
            laptop,
            channel,
        ):
            await until_alike(laptop)
            await link(laptop, ada)
            channel.remote_changed()
            await answers(channel)
            await until_sent(laptop)
            await laptop.until_true(lambda: laptop.core.sync.has_others is False)
            outage.enter_context(devices.server_down())
            await answers_for_five_minutes(channel)
            await until_out_of_reach(laptop)
        async with answering(devices, "laptop", telegram, *told[6:], clock=clock) as (
            _again,
            channel,
        ):
            await answers_for_five_minutes(channel)
            outage.close()
            await answers(channel)

"""The normal and the failure rows of synchronising, over a real database."""

import asyncio
from collections.abc import Callable

import pytest

from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.history import (
    ConversationsListed,
    DeleteConversation,
    ListConversations,
    OpenConversation,
    RenameConversation,
)
from assistant.protocol.notices import Notice
from assistant.protocol.settings import SyncChanged
from assistant.protocol.sync import ListSync, RemoveDevice, SettingsArrived, SyncListed, SyncNow
from assistant.settings import load, save
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.status import SyncState
from tests.helpers.engine.running_core import RunningCore, chose
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.sync.devices import (
    PATIENCE_S,
    UserDevices,
    until_alike,
    until_in_file,
    until_listed,
    until_out_of_reach,
    until_said,
    until_sent,
)


async def until(device: RunningCore, holds: Callable[[], bool]) -> None:
    await device.until_true(holds, patience_s=PATIENCE_S)


async def first_asked(*devices: RunningCore) -> RunningCore:
    """Wait until one of the devices asks something, and return it."""
    async with asyncio.timeout(PATIENCE_S):
        while not (asking := [device for device in devices if device.presented]):
            await asyncio.wait(
                [asyncio.ensure_future(device.heard.wait()) for device in devices],
                return_when=asyncio.FIRST_COMPLETED,
            )
            for device in devices:
                device.heard.clear()
    return asking[0]


def titles(device: RunningCore) -> list[str]:
    return [one.title for one in device.of(ConversationsListed)[-1].conversations]


def has_noted(device: RunningCore, code: str) -> bool:
    return any(notice.code == code for notice in device.of(Notice))


@pytest.mark.requirement("SYNC-01")
async def test_a_new_device_has_everything_and_a_known_one_goes_on(devices: UserDevices) -> None:
    async with devices.on("laptop", ScriptedModel([says("Hello.")])) as laptop:
        await laptop.turn("Hi")
        await until_alike(laptop)
        await until_sent(laptop)
    async with devices.on("tower", ScriptedModel([says("Fine.")])) as tower:
        (listed,) = await until_listed(tower, 1)
        await tower.do(OpenConversation(conversation_id=listed.conversation_id))
        await until_said(tower, "Hi", "Hello.")
        await tower.turn("How are you?")
        await until_sent(tower)
    async with devices.on("laptop") as laptop:  # its session is restored, and brought up to date
        await until_said(laptop, "Hi", "Hello.", "How are you?", "Fine.")


@pytest.mark.requirement("SYNC-05")
@pytest.mark.requirement("SYNC-09")
async def test_without_the_server_all_goes_on_and_nothing_is_lost_by_a_restart(
    devices: UserDevices,
) -> None:
    async with devices.on("tower") as tower:
        await until_alike(tower)
        await tower.do(ListConversations())
        with devices.server_down():
            async with devices.on("laptop", ScriptedModel([says("Hello.")])) as laptop:
                await laptop.turn("Hi")
                await until(
                    laptop,
                    lambda: (
                        bool(laptop.of(SyncListed))
                        and laptop.of(SyncListed)[-1].status.state is SyncState.STOPPED
                    ),
                )
            async with devices.on("laptop", ScriptedModel([says("Fine.")])) as laptop:
                await laptop.turn("How are you?")
                problem = (
                    laptop.of(SyncListed)[-1].status.problem if laptop.of(SyncListed) else None
                )
                assert problem is None or problem.fault is SyncFault.UNREACHABLE
        async with devices.on("laptop") as laptop:
            await until_alike(laptop, tower)
            (listed,) = await until_listed(tower, 1)
            await tower.do(OpenConversation(conversation_id=listed.conversation_id))
            await until_said(tower, "Hi", "Hello.", "How are you?", "Fine.")


async def test_a_conversation_that_is_deleted_is_gone_everywhere_and_stays_so(
    devices: UserDevices,
) -> None:
    async with devices.on("laptop", ScriptedModel([says("Hello.")])) as laptop:
        async with devices.on("tower") as tower:
            await until_alike(laptop, tower)
            await laptop.turn("Hi")
            (listed,) = await until_listed(tower, 1)
            await tower.do(OpenConversation(conversation_id=listed.conversation_id))
            await until_said(tower, "Hi", "Hello.")
            await laptop.do(DeleteConversation(conversation_id=listed.conversation_id))
            await until(tower, lambda: has_noted(tower, "deleted_elsewhere"))
            assert tower.of(ConversationOpened)[-1].conversation_id != listed.conversation_id
            await until_listed(tower, 0)
        async with devices.on("tower") as tower:
            await until_alike(tower)
            assert await until_listed(tower, 0) == ()


async def test_a_setting_of_the_user_travels_and_one_of_the_device_does_not(
    devices: UserDevices,
) -> None:
    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        save(devices.home("laptop"), "voice", "speed", 1.25)
        save(devices.home("laptop"), "voice", "volume", 40)
        await laptop.do(SyncNow())

        def speed() -> float:
            return load(devices.home("tower"), {}).settings.voice.speed

        await until_in_file(tower, lambda: speed() == 1.25)
        assert load(devices.home("tower"), {}).settings.voice.volume != 40
        await tower.until_true(lambda: bool(tower.of(SettingsArrived)))
        assert tower.of(SettingsArrived)[-1] == SettingsArrived(names=("voice.speed",))


@pytest.mark.requirement("SYNC-09")
async def test_what_is_written_last_is_sent_as_the_program_ends(devices: UserDevices) -> None:
    memory = devices.home("laptop").workspace("default") / "memory.md"
    async with devices.on("laptop") as laptop:
        await until_alike(laptop)
        memory.parent.mkdir(parents=True, exist_ok=True)
        memory.write_text("- likes tea\n", encoding="utf-8")
    async with devices.on("tower") as tower:
        arrived = devices.home("tower").workspace("default") / "memory.md"
        await until_in_file(tower, arrived.exists)


@pytest.mark.requirement("SYNC-09")
async def test_a_server_that_does_not_answer_does_not_hold_the_end(devices: UserDevices) -> None:
    memory = devices.home("laptop").workspace("default") / "memory.md"
    async with asyncio.timeout(PATIENCE_S):
        async with devices.on("laptop") as laptop:
            await until_alike(laptop)
            memory.parent.mkdir(parents=True, exist_ok=True)
            memory.write_text("- likes tea\n", encoding="utf-8")
            devices.process.stop()
        devices.process.start()
    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        arrived = devices.home("tower").workspace("default") / "memory.md"
        await until_in_file(tower, arrived.exists)


@pytest.mark.requirement("SYNC-08")
async def test_two_names_of_one_conversation_are_asked_about(devices: UserDevices) -> None:
    async with devices.on("laptop", ScriptedModel([says("Hello.")])) as laptop:
        async with devices.on("tower") as tower:
            await until_alike(laptop, tower)
            await laptop.turn("Hi")
            (listed,) = await until_listed(tower, 1)
            await until_listed(laptop, 1)
            name = listed.conversation_id
            with devices.server_down():
                await until_out_of_reach(laptop, tower)
                await laptop.do(RenameConversation(conversation_id=name, title="Greetings"))
                await tower.do(RenameConversation(conversation_id=name, title="Hellos"))
            asking = await first_asked(laptop, tower)
            # Meanwhile the newest stands everywhere.
            await until(laptop, lambda: titles(laptop) == ["Hellos"])
            await until(tower, lambda: titles(tower) == ["Hellos"])
            asked = asking.presented[-1].questions
            labels = [option.label for option in asked.questions[0].options]
            assert set(labels) == {"Greetings", "Hellos"}
            wanted = asked.questions[0].options[labels.index("Greetings")].id
            await asking.respond(asked, chose(asked, counts=wanted))
            await until(laptop, lambda: titles(laptop) == ["Greetings"])
            await until(tower, lambda: titles(tower) == ["Greetings"])


@pytest.mark.requirement("SYNC-08")
async def test_two_values_of_one_setting_are_asked_about(devices: UserDevices) -> None:
    def speed(name: str) -> float:
        return load(devices.home(name), {}).settings.voice.speed

    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        save(devices.home("laptop"), "voice", "speed", 1.5)
        await laptop.do(SyncNow())
        await until_in_file(tower, lambda: speed("tower") == 1.5)
        with devices.server_down():
            await until_out_of_reach(laptop, tower)
            save(devices.home("laptop"), "voice", "speed", 0.75)
            save(devices.home("tower"), "voice", "speed", 1.25)
        asking = await first_asked(laptop, tower)
        asked = asking.presented[-1].questions
        labels = [option.label for option in asked.questions[0].options]
        assert set(labels) == {"0.75", "1.25"}
        wanted = asked.questions[0].options[labels.index("0.75")].id
        await asking.respond(asked, chose(asked, counts=wanted))
        for device, name in ((laptop, "laptop"), (tower, "tower")):
            await until_in_file(device, lambda name=name: speed(name) == 0.75)


@pytest.mark.requirement("SYNC-08")
async def test_a_conflict_is_asked_again_after_a_restart(devices: UserDevices) -> None:
    model = ScriptedModel([says("Hello.")])
    async with devices.on("laptop", model) as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        await laptop.turn("Hi")
        (listed,) = await until_listed(tower, 1)
        with devices.server_down():
            await until_out_of_reach(laptop, tower)
            for device, title in ((laptop, "Greetings"), (tower, "Hellos")):
                await device.do(
                    RenameConversation(conversation_id=listed.conversation_id, title=title)
                )
        asked = "laptop" if await first_asked(laptop, tower) is laptop else "tower"
    async with devices.on(asked) as device:
        await until(device, lambda: bool(device.presented))
        await until(device, lambda: any(told.status.conflicts for told in device.of(SyncListed)))


async def test_a_device_that_was_removed_stops_and_says_so(devices: UserDevices) -> None:
    async with devices.on("laptop", ScriptedModel([says("Hello.")])) as laptop:
        async with devices.on("tower") as tower:
            await until_alike(laptop, tower)
            await tower.do(ListSync())
            listed = tower.of(SyncListed)[-1].status
            (other,) = (one for one in listed.devices if one.device_id != listed.device_id)
            assert other.name == "laptop"
            await tower.do(RemoveDevice(device_id=other.device_id))
            await until(laptop, lambda: has_noted(laptop, "sync_problem"))
            problem = laptop.of(SyncListed)[-1].status.problem
            assert problem is not None
            assert problem.fault is SyncFault.REMOVED
            await laptop.turn("Hi")  # here all goes on
            assert [one.name for one in tower.of(SyncListed)[-1].status.devices] == ["tower"]


async def test_turning_it_off_and_on_again_sends_what_was_said_between(
    devices: UserDevices,
) -> None:
    async with devices.on("tower") as tower:
        model = ScriptedModel([says("Hello.")])
        async with devices.on("laptop", model) as laptop:
            await until_alike(laptop, tower)
            save(devices.home("laptop"), "sync", "enabled", value=False)
            await laptop.do(SyncChanged())
            assert laptop.of(SyncListed)[-1].status.state is SyncState.OFF
            await laptop.turn("Hi")
            save(devices.home("laptop"), "sync", "enabled", value=True)
            await laptop.do(SyncChanged())
            await until_listed(tower, 1)

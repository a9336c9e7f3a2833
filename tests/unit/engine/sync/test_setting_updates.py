"""The settings file and the records of settings: whose change counts, and that none is forgotten."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from assistant.clock import SystemClock
from assistant.engine.sync.setting_updates import SettingUpdates
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.settings import SettingsSaved
from assistant.protocol.sync import SettingsArrived
from assistant.settings import load, save
from assistant.storage.database import Database
from assistant.storage.store import Store
from assistant.sync.model.records import RecordKey, RecordKind
from assistant.sync.repository import SyncRepository

SPEED = RecordKey(RecordKind.SETTING, "voice.speed")
LATER = "2099-01-01T00:00:00.000+00:00"


class Device:
    """A home with its records, and its program, which may be begun anew."""

    def __init__(self, home: Home, store: Store) -> None:
        self.home = home
        self._store = store
        self.records = SyncRepository(database=store.database)
        self.arrived: list[SettingsArrived] = []
        self.done: list[Command] = []
        self.updates = self.begun()

    def begun(self) -> SettingUpdates:
        async def do(command: Command) -> None:
            self.done.append(command)

        self.updates = SettingUpdates(
            home=self.home,
            records=self.records,
            memo=self._store.state,
            clock=SystemClock(),
            do=do,
            emit=self.arrived.append,
        )
        return self.updates

    async def receive(self, value: object) -> None:
        """Have a setting arrive in the records; nobody is told yet."""
        await self.records.put_values({SPEED: {"value": value, "changed_at": LATER}})

    @property
    def speed(self) -> float:
        return load(self.home, {}).settings.voice.speed

    async def recorded(self) -> object:
        return (await self.records.value(SPEED) or {}).get("value")


@pytest.fixture
async def device(tmp_path: Path) -> AsyncGenerator[Device]:
    home = Home(root=tmp_path, models=tmp_path / "models")
    store = Store(database=await Database.open(home.database))
    yield Device(home, store)
    await store.aclose()


@pytest.mark.requirement("SYNC-03")
async def test_what_the_user_changes_in_the_file_is_noted(device: Device) -> None:
    await device.updates.look()
    assert await device.recorded() is None
    save(device.home, "voice", "speed", 1.5)
    await device.updates.look()
    assert await device.recorded() == 1.5
    device.home.settings_file.write_text("", encoding="utf-8")
    await device.updates.look()
    assert (device.speed, await device.recorded()) == (1.0, 1.0)


@pytest.mark.requirement("SYNC-03")
async def test_what_arrives_is_written_and_told(device: Device) -> None:
    await device.updates.look()
    await device.receive(1.25)
    await device.updates.take()
    assert device.speed == 1.25
    assert device.arrived == [SettingsArrived(names=("voice.speed",))]
    assert device.done == [SettingsSaved()]
    await device.updates.look()
    assert await device.recorded() == 1.25


@pytest.mark.requirement("SYNC-01")
@pytest.mark.parametrize("before", [None, 0.75])
async def test_what_arrived_as_the_program_ended_is_written_at_the_next_start(
    device: Device, before: float | None
) -> None:
    if before is not None:
        save(device.home, "voice", "speed", before)
    await device.updates.look()
    await device.receive(1.25)
    await device.begun().look()
    assert device.speed == 1.25
    assert await device.recorded() == 1.25


@pytest.mark.requirement("SYNC-09")
async def test_what_the_user_changed_while_the_program_was_off_counts(device: Device) -> None:
    save(device.home, "voice", "speed", 0.75)
    await device.updates.look()
    save(device.home, "voice", "speed", 1.5)
    await device.begun().look()
    assert (device.speed, await device.recorded()) == (1.5, 1.5)


@pytest.mark.requirement("SYNC-03")
async def test_a_change_right_before_another_arrives_is_not_forgotten(device: Device) -> None:
    await device.updates.look()
    save(device.home, "voice", "speed", 1.5)
    other = RecordKey(RecordKind.SETTING, "voice.language")
    await device.records.put_values({other: {"value": "ko", "changed_at": LATER}})
    await device.updates.take()
    assert (device.speed, await device.recorded()) == (1.5, 1.5)


async def test_what_is_wrong_in_the_file_is_not_noted_and_replaced_by_what_arrives(
    device: Device,
) -> None:
    device.home.settings_file.write_text("[voice]\nspeed = 99.0\n", encoding="utf-8")
    await device.updates.look()
    assert await device.recorded() is None
    assert "99.0" in device.home.settings_file.read_text(encoding="utf-8")
    await device.receive(1.25)
    await device.updates.take()
    assert (device.speed, await device.recorded()) == (1.25, 1.25)


CLASSES = RecordKey(RecordKind.SETTING, "tools.classes")


@pytest.mark.requirement("SYNC-03")
async def test_a_stricter_class_arrives_and_a_looser_one_does_not(device: Device) -> None:
    def classes() -> str:
        return load(device.home, {}).settings.tools.classes

    async def arrive(value: str) -> None:
        await device.records.put_values({CLASSES: {"value": value, "changed_at": LATER}})
        await device.updates.take()

    await device.updates.look()
    await arrive("take_screenshot = safe, notes = restricted")
    assert classes() == "notes = restricted"
    await arrive("take_screenshot = safe")
    assert classes() == "notes = restricted"
    device.arrived.clear()
    for updates in (device.updates, device.begun()):  # it arrives once, also after a restart
        await updates.look()
        await updates.take()
    assert (classes(), device.arrived) == ("notes = restricted", [])

    save(device.home, "tools", "classes", "take_screenshot = safe")
    await device.updates.look()
    body = await device.records.value(CLASSES)
    assert body is not None
    assert body["value"] == "take_screenshot = safe", "the user gave it here"
    await arrive("take_screenshot = sensitive")
    assert classes() == "take_screenshot = sensitive"


async def test_what_the_user_decides_of_two_classes_counts_here(device: Device) -> None:
    save(device.home, "tools", "classes", "notes = restricted")
    await device.updates.look()
    await device.updates.choose("tools.classes", "notes = safe")
    assert load(device.home, {}).settings.tools.classes == "notes = safe"
    await device.updates.look()
    assert load(device.home, {}).settings.tools.classes == "notes = safe"

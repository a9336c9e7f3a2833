"""Memory files on several devices, over a real database."""

from pathlib import Path

import pytest

from assistant.home import Home
from assistant.protocol.sync import ListSync, SyncListed
from assistant.settings import save
from assistant.sync.model.left_out import LeftOutFile, LeftOutReason
from assistant.tools.workspace.trash import WorkspaceTrash
from tests.helpers.engine.running_core import RunningCore, chose
from tests.helpers.sync.devices import (
    UserDevices,
    until_alike,
    until_in_file,
    until_out_of_reach,
)

pytestmark = pytest.mark.requirement("SYNC-07")


def memory(home: Home) -> Path:
    return home.workspace("default") / "memory.md"


def write(home: Home, text: str) -> None:
    memory(home).parent.mkdir(parents=True, exist_ok=True)
    memory(home).write_text(text, encoding="utf-8")


def lines(home: Home) -> list[str]:
    path = memory(home)
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


async def test_lines_of_both_devices_are_kept(devices: UserDevices) -> None:
    write(devices.home("laptop"), "- likes tea\n")
    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        await until_in_file(tower, lambda: lines(devices.home("tower")) == ["- likes tea"])
        with devices.server_down():
            await until_out_of_reach(laptop, tower)
            write(devices.home("laptop"), "- likes tea\n- has a cat\n")
            write(devices.home("tower"), "- lives in Bonn\n- likes tea\n")
        both = ["- lives in Bonn", "- likes tea", "- has a cat"]
        await until_in_file(laptop, lambda: lines(devices.home("laptop")) == both)
        await until_in_file(tower, lambda: lines(devices.home("tower")) == both)


async def test_two_edits_of_one_line_are_both_kept_and_asked_about(devices: UserDevices) -> None:
    write(devices.home("laptop"), "- likes tea\n")
    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        await until_in_file(tower, lambda: lines(devices.home("tower")) == ["- likes tea"])
        with devices.server_down():
            await until_out_of_reach(laptop, tower)
            write(devices.home("laptop"), "- likes green tea\n")
            write(devices.home("tower"), "- likes black tea\n")
        kept = {"- likes green tea", "- likes black tea"}
        for device, name in ((laptop, "laptop"), (tower, "tower")):
            await until_in_file(device, lambda name=name: set(lines(devices.home(name))) == kept)
            await device.until_true(lambda device=device: bool(device.presented))
        asked = laptop.presented[-1].questions
        labels = [option.label for option in asked.questions[0].options]
        assert set(labels[:2]) == kept
        wanted = asked.questions[0].options[labels.index("- likes green tea")].id
        await laptop.respond(asked, chose(asked, counts=wanted))
        for device, name in ((laptop, "laptop"), (tower, "tower")):
            home = devices.home(name)
            await until_in_file(device, lambda home=home: lines(home) == ["- likes green tea"])
        # Where nobody answered the question is withdrawn.
        await tower.until_true(lambda: not tower.core.desk.pending())


async def test_after_a_restart_without_the_server_each_line_names_its_device(
    devices: UserDevices,
) -> None:
    """Also where both computers have one name."""
    for name in ("laptop", "tower"):
        save(devices.home(name), "sync", "name", "vm")
    write(devices.home("laptop"), "- likes tea\n")
    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        await until_in_file(tower, lambda: lines(devices.home("tower")) == ["- likes tea"])
        await laptop.do(ListSync())  # the tower may have come after the laptop last looked
        assert laptop.core.sync.has_others is True
        with devices.server_down():
            await until_out_of_reach(laptop, tower)
            write(devices.home("laptop"), "- likes green tea\n")
            write(devices.home("tower"), "- likes black tea\n")
        await laptop.until_true(lambda: bool(laptop.presented))
        before = told_of(laptop)
        await laptop.do(ListSync())  # which notes what the devices are called
    assert before["- likes green tea"] == "From vm (this device)"
    with devices.server_down():
        async with devices.on("laptop") as laptop:
            await laptop.until_true(lambda: bool(laptop.presented))
            assert told_of(laptop) == before


def told_of(device: RunningCore) -> dict[str, str | None]:
    """Return what is said of each line that the device asks about."""
    options = device.presented[-1].questions.questions[0].options[:2]
    return {option.label: option.description for option in options}


async def test_a_file_that_cannot_travel_is_told_of_until_it_is_mended(
    devices: UserDevices,
) -> None:
    path = memory(devices.home("laptop"))
    path.parent.mkdir(parents=True)
    path.write_bytes("- Käse".encode("latin-1"))
    async with devices.on("laptop") as laptop:
        left_out = LeftOutFile(path="workspaces/default/memory.md", reason=LeftOutReason.NOT_TEXT)
        await laptop.until_true(
            lambda: (
                bool(laptop.of(SyncListed))
                and laptop.of(SyncListed)[-1].status.left_out == (left_out,)
            )
        )
        assert laptop.of(SyncListed)[-1].status.file_troubles == (), "it is told of once"
        write(devices.home("laptop"), "- Käse\n")
        await laptop.do(ListSync())
        assert laptop.of(SyncListed)[-1].status.left_out == ()


async def test_a_note_deleted_on_another_device_goes_to_the_trash(devices: UserDevices) -> None:
    def note(name: str) -> Path:
        return devices.home(name).workspace("default") / "notes" / "shopping.md"

    note("laptop").parent.mkdir(parents=True)
    note("laptop").write_text("milk\n", encoding="utf-8")
    async with devices.on("laptop") as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        await until_in_file(tower, note("tower").exists)
        note("laptop").unlink()
        await until_in_file(tower, lambda: not note("tower").exists())
        trash = WorkspaceTrash(devices.home("tower").workspace("default"))
        (kept,) = trash.files()
        assert kept.path == "notes/shopping.md"
        trash.restore(kept)
        assert note("tower").read_text(encoding="utf-8") == "milk\n"
        await until_in_file(laptop, note("laptop").exists)

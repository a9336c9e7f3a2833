"""Files of several devices, merged through records: what arrives, what is kept, what survives."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from typing_extensions import override

from assistant.errors import StoreError
from assistant.home import Home
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.outcomes import KeptFact, MemoryConflict
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner
from assistant.sync.documents import document_sync
from assistant.sync.documents.model.line_document import LineResolution
from assistant.sync.model.records import RecordKey, RecordKind
from tests.helpers.clock import ManualClock
from tests.helpers.sync.document_devices import (
    DocumentDevice,
    DocumentServer,
    ProcessEndedError,
    Steps,
    devices,
    work_together,
)

ME = "memory/me.md"
ABOUT = "# Me\n- lives in Berlin\n- likes tea\n"
OWNER = MemoryOwner(workspace="home", agent="helper", user="me")
LIST = "workspaces/home/lists/Shopping.md"


async def shared(
    root: Path, *, n: int = 2, path: str = ME, text: str = ABOUT
) -> list[DocumentDevice]:
    """Return devices that have one document."""
    found = devices(root, [f"device-{k}" for k in range(n)])
    found[0].write(path, text)
    await work_together(found)
    assert [one.read(path) for one in found] == [text] * n
    return found


@pytest.mark.parametrize(
    "path",
    [
        ME,
        "workspaces/home/memory.md",
        "workspaces/home/agents/helper/memory.md",
        "agents/helper/persona.md",
        "workspaces/home/notes/Trip to Köln.md",
        "workspaces/home/notes/여행.md",
        LIST,
    ],
)
async def test_a_document_comes_to_another_device_and_back(tmp_path: Path, path: str) -> None:
    here, there = await shared(tmp_path, path=path)
    there.write(path, ABOUT + "- has a dog\n")
    await work_together([there, here])
    assert here.read(path) == ABOUT + "- has a dog\n"


@pytest.mark.parametrize(
    "path",
    [
        "memory/memory-archive/me/personal-20260101T000000Z.md",
        "workspaces/home/.trash/Shopping.md",
        "workspaces/home/report.md",
        "workspaces/home/notes/deep/er.md",
        "workspaces/home/notes/a.txt",
        "workspaces/home/notes/.hidden.md",
        "workspaces/home/notes/aux.md",
        "system_prompt.md",
        "settings.toml",
        "agents/helper/tools/x.md",
    ],
)
async def test_what_is_no_document_stays_here(tmp_path: Path, path: str) -> None:
    here, there = devices(tmp_path, ["a", "b"])
    here.write(path, ABOUT)
    await work_together([here, there])
    assert there.read(path) is None
    assert not here.records.stored


@pytest.mark.requirement("SYNC-07")
async def test_lines_that_two_devices_added_apart_are_all_there(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    here.write(ME, ABOUT + "- from here\n- told to both\n")
    there.write(ME, ABOUT + "- told to both\n- from there\n")
    await work_together([here, there])
    assert here.read(ME) == there.read(ME)
    lines = (here.read(ME) or "").splitlines()
    assert sorted(lines[3:]) == ["- from here", "- from there", "- told to both"]


@pytest.mark.requirement("SYNC-07")
async def test_a_line_changed_on_two_devices_is_kept_twice_and_asked_about(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    here.write(ME, ABOUT.replace("Berlin", "Bonn"))
    there.write(ME, ABOUT.replace("Berlin", "Paris"))
    await work_together([here, there])
    assert here.read(ME) == there.read(ME)
    (conflict,) = here.reported
    assert there.reported == (conflict,)
    assert {(one.device, one.text) for one in conflict.versions} == {
        ("device-0", "- lives in Bonn"),
        ("device-1", "- lives in Paris"),
    }
    (mine,) = [one.line_id for one in conflict.versions if one.device == "device-0"]
    assert await there.sync.resolve(conflict.id, LineResolution(kept=(mine,)))
    await work_together([there, here])
    assert here.read(ME) == there.read(ME)
    assert sorted((here.read(ME) or "").splitlines()) == ["# Me", "- likes tea", "- lives in Bonn"]
    assert not here.reported
    assert not there.reported
    assert not await here.sync.resolve(conflict.id, LineResolution(kept=(mine,)))


async def test_a_document_made_on_both_devices_apart_becomes_one(tmp_path: Path) -> None:
    here, there = devices(tmp_path, ["a", "b"])
    here.write(ME, "# Me\n- likes tea\n\nprose\n")
    there.write(ME, "# Me\n- likes tea\n- has a dog\n\nprose\n")
    await here.sync.look()
    await there.sync.look()
    there.write(ME, "# Me\n- likes tea\n- has a dog\n- and a cat\n\nprose\n")
    await there.sync.look()  # an update to a document that is not to be
    await work_together([here, there])
    assert here.read(ME) == there.read(ME)
    assert here.read(ME) == "# Me\n- likes tea\n- has a dog\n- and a cat\n\nprose\n"
    origins = {body["origin"] for body in there.records.stored.values()}
    assert len(origins) == 1


async def test_a_deleted_list_is_deleted_everywhere(tmp_path: Path) -> None:
    here, there = await shared(tmp_path, path=LIST)
    (here.root / LIST).unlink()
    await work_together([here, there])
    assert there.read(LIST) is None
    here.write(LIST, "- [ ] eggs\n")
    await work_together([here, there])
    assert there.read(LIST) == "- [ ] eggs\n"


async def test_a_list_that_was_changed_meanwhile_comes_back_with_the_changes(
    tmp_path: Path,
) -> None:
    here, there = await shared(tmp_path, path=LIST, text="- [ ] milk\n- [ ] eggs\n")
    (here.root / LIST).unlink()
    there.write(LIST, "- [ ] milk\n- [x] eggs\n- [ ] bread\n")
    await work_together([here, there])
    assert here.read(LIST) == there.read(LIST) == "- [x] eggs\n- [ ] bread\n"


async def test_what_is_written_while_a_file_is_replaced_is_not_lost(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    there.write(ME, ABOUT + "- from there\n")
    here.files.meanwhile = lambda: here.write(ME, "# Me\n- likes tea\n- written meanwhile\n")
    await work_together([there, here])
    assert here.read(ME) == there.read(ME)
    text = here.read(ME) or ""
    assert sorted(text.splitlines()) == ["# Me", "- from there", "- likes tea", "- written meanwhile"]  # fmt: skip


async def test_a_file_that_is_no_text_neither_travels_nor_is_written(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    (here.root / ME).write_bytes(b"\xff\xfe broken")
    there.write(ME, ABOUT + "- from there\n")
    await work_together([here, there])
    assert (here.root / ME).read_bytes() == b"\xff\xfe broken"
    assert there.read(ME) == ABOUT + "- from there\n"
    (text,) = here.sync.troubles.values()
    assert "not UTF-8" in text
    here.write(ME, ABOUT)  # repaired
    await work_together([here, there])
    assert here.read(ME) == there.read(ME) == ABOUT + "- from there\n"
    assert not here.sync.troubles


async def test_a_link_out_of_the_home_is_left_alone(tmp_path: Path) -> None:
    here, there = devices(tmp_path, ["a", "b"])
    outside = tmp_path / "outside.md"
    outside.write_text("- secret\n", "utf-8")
    (here.root / "memory").mkdir()
    (here.root / ME).symlink_to(outside)
    there.write(ME, "- from there\n")
    await work_together([here, there])
    assert outside.read_text("utf-8") == "- secret\n"
    assert there.read(ME) == "- from there\n"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"path": "../../.bashrc", "origin": "x", "snapshot": ""},
        {"path": "memory/../../x.md", "origin": "x", "snapshot": ""},
        {"path": "memory/other.md", "origin": "x", "snapshot": ""},
        {"path": ME, "origin": "x", "snapshot": "bm90aGluZw=="},
        {"path": ME, "origin": "x", "snapshot": "no base 64"},
    ],
)
async def test_a_record_that_says_no_document_changes_nothing(
    tmp_path: Path, body: dict[str, object]
) -> None:
    (here,) = devices(tmp_path, ["a"])
    here.write(ME, ABOUT)
    key = RecordKey(RecordKind.DOCUMENT, ME)
    here.records.stored[key] = body
    await here.sync.look()
    await here.sync.take({key})
    assert here.read(ME) == ABOUT
    assert list(here.files.find()) == [ME]


async def test_a_damaged_update_is_passed_over(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    key = RecordKey(RecordKind.DOCUMENT_UPDATE, f"{ME}/device-9/1")
    origin = next(iter(here.records.stored.values()))["origin"]
    body = {"document": ME, "origin": origin, "update": "AAAA", "number": 1}
    here.records.server.push(key, body, 0)
    there.write(ME, ABOUT + "- from there\n")
    await work_together([there, here])
    assert here.read(ME) == ABOUT + "- from there\n"


async def test_names_that_differ_in_case_are_one_document(tmp_path: Path) -> None:
    here, there = devices(tmp_path, ["a", "b"])
    here.write(LIST, "- [ ] milk\n")
    there.write(LIST.replace("Shopping", "shopping"), "- [ ] eggs\n")
    await work_together([here, there])
    assert here.read(LIST) == there.read(LIST.replace("Shopping", "shopping"))
    assert there.read(LIST) is None or there.root.joinpath(LIST).samefile(
        there.root / LIST.replace("Shopping", "shopping")
    )


async def test_many_updates_become_one_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document_sync, "COMPACTED", 5)
    here, there, away = await shared(tmp_path, n=3)
    away.write(ME, ABOUT + "- from before\n")
    for n in range(12):
        here.write(ME, ABOUT + "".join(f"- fact {k}\n" for k in range(n + 1)))
        await here.work()
    await work_together([here, there])
    updates = [key for key in here.records.stored if key.kind is RecordKind.DOCUMENT_UPDATE]
    assert len(updates) < 5
    await work_together([away, here, there])
    late = DocumentDevice(tmp_path / "late", here.records.server)
    await work_together([late, here, there, away])
    texts = {one.read(ME) for one in (here, there, away, late)}
    (text,) = texts
    assert sorted((text or "").splitlines()[3:]) == sorted(
        ["- from before", *(f"- fact {n}" for n in range(12))]
    )


FACTS = tuple(f"the user likes thing {n}" for n in range(6))


def keeper_of(device: DocumentDevice) -> MemoryKeeper:
    home = Home(root=device.root, models=device.root)
    keeper = MemoryKeeper(home=home, clock=ManualClock(), pause=lambda _seconds: None)
    keeper.tell_rewriting(device.sync.note_rewriting)
    return keeper


async def test_a_memory_that_two_devices_shorten_at_once_says_nothing_twice(
    tmp_path: Path,
) -> None:
    here, there = await shared(tmp_path, text="".join(f"- {fact}\n" for fact in FACTS))
    for device, words in ((here, "likes things 0 to 5"), (there, "likes six things")):
        keeper = keeper_of(device)
        # One fact comes just before, one just after; nobody has looked at the file since.
        keeper.keep(OWNER, MemoryScope.PERSONAL, f"before, on {device.root.name}")
        read = keeper.read(OWNER, MemoryScope.PERSONAL)
        assert keeper.compact(OWNER, MemoryScope.PERSONAL, read=read, facts=(words,))
        keeper.keep(OWNER, MemoryScope.PERSONAL, f"after, on {device.root.name}")
    await work_together([here, there])
    assert here.read(ME) == there.read(ME)
    lines = (here.read(ME) or "").splitlines()
    assert len({"- likes things 0 to 5", "- likes six things"} & set(lines)) == 1
    assert {"- after, on device-0", "- after, on device-1"} < set(lines)
    # Of what each rewriting alone covered, the one that does not stand is seen again.
    assert len([line for line in lines if line.startswith("- before")]) == 1
    assert len(lines) == 4
    here.write(ME, (here.read(ME) or "") + "- later\n")
    await work_together([here, there])
    assert there.read(ME) == "".join(f"{line}\n" for line in [*lines, "- later"])


async def test_a_change_of_memory_is_undone_after_others_arrived(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    keeper = keeper_of(here)
    kept = keeper.keep(OWNER, MemoryScope.PERSONAL, "has a dog")
    assert isinstance(kept, KeptFact)
    there.write(ME, ABOUT + "- from there\n")
    await work_together([here, there])
    assert keeper.undo(kept.change_id) is not None
    await work_together([here, there])
    assert here.read(ME) == there.read(ME) == ABOUT + "- from there\n"


async def test_a_change_that_another_device_changed_again_is_not_undone(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    keeper = keeper_of(here)
    kept = keeper.keep(OWNER, MemoryScope.PERSONAL, "has a dog")
    assert isinstance(kept, KeptFact)
    await work_together([here, there])
    there.write(ME, ABOUT + "- has two dogs\n")
    await work_together([there, here])
    assert keeper.undo(kept.change_id) is None
    assert here.read(ME) == there.read(ME) == ABOUT + "- has two dogs\n"


async def test_memory_sees_what_came_as_what_another_program_wrote(tmp_path: Path) -> None:
    here, there = await shared(tmp_path)
    keeper = keeper_of(here)
    read, signature = keeper.read(OWNER, MemoryScope.PERSONAL), keeper.signature(OWNER)
    there.write(ME, ABOUT + "- from there\n")
    await work_together([there, here])
    assert keeper.signature(OWNER) != signature  # so whoever shows the file reads it anew
    outcome = keeper.save(OWNER, MemoryScope.PERSONAL, "- mine\n", read.digest)
    assert isinstance(outcome, MemoryConflict)
    assert "- from there" in outcome.now.text


Life = Callable[[DocumentDevice, DocumentDevice], Awaitable[None]]


async def _both_edit(here: DocumentDevice, there: DocumentDevice) -> None:
    here.write(ME, "# Me\n- lives in Bonn\n- from here\n")
    there.write(ME, ABOUT + "- from there\n")
    await there.work()


async def _file_meanwhile(here: DocumentDevice, there: DocumentDevice) -> None:
    here.files.meanwhile = lambda: here.write(ME, "# Me\n- lives in Bonn\n- from here\n")
    there.write(ME, ABOUT + "- from there\n")
    await there.work()


@pytest.mark.parametrize("life", [_both_edit, _file_meanwhile])
@pytest.mark.parametrize("is_born_apart", [False, True])
@pytest.mark.parametrize("is_edited_after", [False, True])
@pytest.mark.requirement("SYNC-09")
async def test_a_process_that_ends_at_any_step_loses_and_doubles_nothing(
    tmp_path: Path, life: Life, is_born_apart: bool, is_edited_after: bool
) -> None:
    last: int | None = None
    n_steps = 0
    while last is None or last <= n_steps:
        server, root = DocumentServer(), tmp_path / str(last)
        steps = Steps()
        here = DocumentDevice(root / "here", server, steps=steps)
        there = DocumentDevice(root / "there", server)
        there.write(ME, ABOUT)
        await there.work()
        if is_born_apart:
            here.write(ME, ABOUT)
        else:
            await here.work()
        await life(here, there)
        begun = steps.n
        steps.last = None if last is None else begun + last
        try:
            await here.work()
            n_steps = steps.n - begun
        except ProcessEndedError:
            steps.last = None
            here.files.write_meanwhile()
            if is_edited_after:
                here.write(ME, (here.read(ME) or "") + "- while it was off\n")
            here.begin()
            await here.sync.look()
        await work_together([here, there])
        text = here.read(ME) or ""
        assert text == there.read(ME), last
        lines = sorted(text.splitlines())
        if is_edited_after and last is not None and last < n_steps:
            lines.remove("- while it was off")
        if is_born_apart:  # what only one of two texts has is not deleted from the other
            lines = [line for line in lines if line not in ABOUT.splitlines()[1:]]
        assert lines == ["# Me", "- from here", "- from there", "- lives in Bonn"], last
        last = 0 if last is None else last + 1
    assert n_steps > 2


MINE = "# Me\n- likes tea\n- to be removed\n"
THEIRS = "# Me\n- lives in Berlin\n"


def without_removed(text: str | None) -> str:
    return (text or "").replace("- to be removed\n", "")


@pytest.mark.requirement("SYNC-07", "SYNC-09")
async def test_a_line_removed_after_a_process_ended_does_not_come_back(tmp_path: Path) -> None:
    """Two devices made one document apart; the later one ends wherever it is as it hears of that."""
    last, n_steps = 0, 1
    while last <= n_steps:
        server, root = DocumentServer(), tmp_path / str(last)
        steps = Steps()
        here = DocumentDevice(root / "here", server, steps=steps)
        there = DocumentDevice(root / "there", server)
        there.write(ME, THEIRS)
        await there.work()
        here.write(ME, MINE)
        steps.last = last
        try:
            await here.work()
        except ProcessEndedError:
            n_steps = last + 1
        steps.last = None
        here.write(ME, without_removed(here.read(ME)))
        here.begin()
        await work_together([here, there])
        assert here.read(ME) == there.read(ME), last
        lines = sorted((here.read(ME) or "").splitlines())
        assert lines == ["# Me", "- likes tea", "- lives in Berlin"], last
        last += 1
    assert n_steps > 5


@pytest.mark.parametrize("instead", ["", "- newer line\n"])
@pytest.mark.requirement("SYNC-07", "SYNC-09")
async def test_a_line_that_was_new_as_a_process_ended_and_changed_since_does_not_come_back(
    tmp_path: Path, instead: str
) -> None:
    last, n_steps = 0, 1
    while last <= n_steps:
        server, root = DocumentServer(), tmp_path / str(last)
        steps = Steps()
        here = DocumentDevice(root / "here", server, steps=steps)
        there = DocumentDevice(root / "there", server)
        there.write(ME, ABOUT)
        await there.work()
        await here.work()
        here.write(ME, ABOUT + "- new line\n")
        steps.last = steps.n + last
        try:
            await here.work()
        except ProcessEndedError:
            n_steps = last + 1
        steps.last = None
        here.write(ME, (here.read(ME) or "").replace("- new line\n", instead))
        here.begin()
        await work_together([here, there])
        assert here.read(ME) == there.read(ME) == ABOUT + instead, last
        last += 1
    assert n_steps == 2


@pytest.mark.requirement("SYNC-07")
async def test_a_line_removed_as_two_documents_become_one_does_not_come_back(
    tmp_path: Path,
) -> None:
    here, there = devices(tmp_path, ["a", "b"])
    there.write(ME, THEIRS)
    await there.work()
    here.write(ME, MINE)
    here.files.meanwhile = lambda: here.write(ME, without_removed(here.read(ME)))
    await work_together([here, there])
    assert here.read(ME) == there.read(ME)
    assert sorted((here.read(ME) or "").splitlines()) == [
        "# Me",
        "- likes tea",
        "- lives in Berlin",
    ]


class _Arriving(Steps):
    """Has what another device sent arrive at one of the steps."""

    def __init__(self, step: int) -> None:
        super().__init__()
        self._step = step
        self.arrive: Callable[[], None] | None = None

    @override
    def __call__(self) -> None:
        if self.n == self._step and self.arrive is not None:
            arrive, self.arrive = self.arrive, None
            arrive()
        super().__call__()


@pytest.mark.parametrize("step", range(6))
@pytest.mark.requirement("SYNC-07")
async def test_a_document_that_arrives_as_one_is_made_here_is_not_replaced(
    tmp_path: Path, step: int
) -> None:
    server = DocumentServer()
    steps = _Arriving(step)
    here = DocumentDevice(tmp_path / "here", server, steps=steps)
    there = DocumentDevice(tmp_path / "there", server)
    away = DocumentDevice(tmp_path / "away", server)
    there.write(ME, THEIRS + "- to be removed\n")
    await work_together([there, away])
    here.write(ME, "# Me\n- likes tea\n")
    arrived: set[RecordKey] = set()
    steps.arrive = lambda: arrived.update(here.records.exchange())
    await here.sync.look()
    await here.sync.take(arrived)
    there.write(ME, without_removed(there.read(ME)))
    await work_together([here, there, away])
    texts = {device.read(ME) for device in (here, there, away)}
    (text,) = texts
    assert sorted((text or "").splitlines()) == ["# Me", "- likes tea", "- lives in Berlin"]


@pytest.mark.looptime
async def test_what_keeps_files_from_being_looked_at_is_logged_once_each_time_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (here,) = devices(tmp_path, ["a"])
    looks = 0

    async def fail_but_once() -> None:
        nonlocal looks
        looks += 1
        if looks != 10:
            raise StoreError("The disk is full.")

    monkeypatch.setattr(here.sync, "look", fail_but_once)
    watching = asyncio.create_task(here.sync.watch())
    await asyncio.sleep(20 * document_sync.POLL_S - 0.1)
    watching.cancel()
    await asyncio.wait([watching])
    assert looks == 20
    assert [record.getMessage() for record in caplog.records] == [
        "Documents are not synchronised: The disk is full."
    ] * 2

"""The files of a workspace on a real disk, in both ways of holding on to folders."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.tools.workspace.directory import BY_DESCRIPTOR, EntryKind, open_folder
from assistant.tools.workspace.disk import (
    MAX_FILE,
    AbortedError,
    FileContent,
    WorkspaceDisk,
    WorkspaceRules,
    Workspaces,
)
from assistant.tools.workspace.model.paths import Parts, WorkspaceError
from assistant.tools.workspace.trash import WorkspaceTrash


def never(seconds: float) -> None:
    raise AssertionError(seconds)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    (root / "plans").mkdir(parents=True)
    (root / "plans" / "garden.md").write_bytes(b"beans\n")
    return root


@pytest.fixture(
    params=[
        pytest.param(
            True,
            id="descriptors",
            marks=pytest.mark.skipif(
                not BY_DESCRIPTOR, reason="names are relative to nothing here"
            ),
        ),
        pytest.param(False, id="paths"),
    ]
)
def disk(root: Path, request: pytest.FixtureRequest) -> WorkspaceDisk:
    return Workspaces(pause=never, by_descriptor=request.param).at(root)


def setting(data: bytes) -> Callable[[FileContent | None], tuple[bytes, FileContent | None]]:
    return lambda content: (data, content)


def leftovers(root: Path) -> list[Path]:
    return [path for path in root.rglob(".*") if path.name != ".trash"]


def test_a_file_is_read_made_changed_and_removed(disk: WorkspaceDisk, root: Path) -> None:
    assert disk.read(("plans", "garden.md")) == FileContent(b"beans\n")
    assert disk.find(("plans", "shed.md")) is None

    assert disk.change(("a", "b", "new.md"), setting(b"one")) is None
    assert disk.change(("a", "b", "new.md"), setting(b"two")) == FileContent(b"one")
    assert (root / "a" / "b" / "new.md").read_bytes() == b"two"

    disk.remove(("a", "b", "new.md"))
    assert list((root / "a" / "b").iterdir()) == []
    assert leftovers(root) == []


def test_a_new_file_is_the_persons_alone_and_an_old_one_keeps_its_mode(
    disk: WorkspaceDisk, root: Path
) -> None:
    old = root / "plans" / "garden.md"
    old.chmod(0o644)

    disk.change(("plans", "garden.md"), setting(b"peas\n"))
    disk.change(("new.md",), setting(b"peas\n"))

    assert old.stat().st_mode & 0o777 == 0o644
    assert (root / "new.md").stat().st_mode & 0o777 == 0o600


def test_a_change_that_changes_nothing_makes_nothing(disk: WorkspaceDisk, root: Path) -> None:
    def nothing(_content: FileContent | None) -> tuple[None, str]:
        return None, "left"

    assert disk.change(("lists", "x.md"), nothing) == "left"

    assert not (root / "lists").exists()


def test_a_workspace_without_a_folder_is_empty_until_something_is_written(tmp_path: Path) -> None:
    disk = Workspaces().at(tmp_path / "none" / "yet")

    assert disk.entries(()) == ()
    assert disk.find(("a.md",)) is None
    disk.change(("a.md",), setting(b"x"))

    assert [entry.name for entry in disk.entries(())] == ["a.md"]


def test_what_is_hidden_or_the_programs_own_is_not_listed(disk: WorkspaceDisk, root: Path) -> None:
    for name in ("memory.md", ".env", "system_prompt.md", "b.txt"):
        (root / name).write_text("x", encoding="utf-8")
    for name in ("agents", "prompts", ".git", "memory-archive"):
        (root / name).mkdir()
        (root / name / "inner.md").write_text("x", encoding="utf-8")
    (root / "plans" / "memory.md").write_text("x", encoding="utf-8")

    assert [entry.name for entry in disk.entries(())] == ["b.txt", "plans"]
    assert ["/".join(path) for path, _entry in disk.walk(())] == [
        "b.txt",
        "plans",
        "plans/garden.md",
        "plans/memory.md",
    ]


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize("target", ["outside", "inside"])
def test_no_link_is_followed(disk: WorkspaceDisk, root: Path, target: str) -> None:
    folder = root.parent / "secrets" if target == "outside" else root / "plans"
    folder.mkdir(exist_ok=True)
    (folder / "key.txt").write_bytes(b"secret")
    (root / "way").symlink_to(folder, target_is_directory=True)
    (root / "key.txt").symlink_to(folder / "key.txt")

    for parts in (("way", "key.txt"), ("key.txt",)):
        with pytest.raises(WorkspaceError, match="link"):
            disk.read(parts)
        with pytest.raises(WorkspaceError, match="link"):
            disk.change(parts, setting(b"gone"))
        with pytest.raises(WorkspaceError):
            disk.remove(parts)
    with pytest.raises(WorkspaceError, match="link"):
        disk.change(("way", "new.txt"), setting(b"new"))
    with pytest.raises(WorkspaceError, match="link"):
        disk.entries(("way",))

    assert (folder / "key.txt").read_bytes() == b"secret"
    assert not (folder / "new.txt").exists()
    kinds = {entry.name: entry.kind for entry in disk.entries(())}
    assert kinds["way"] is kinds["key.txt"] is EntryKind.LINK
    assert not [path for path, _entry in disk.walk(()) if path[0] == "way" and len(path) > 1]


def test_a_link_that_leads_nowhere_or_in_a_circle_is_a_link(
    disk: WorkspaceDisk, root: Path
) -> None:
    (root / "circle").symlink_to(root / "circle")
    (root / "nowhere").symlink_to(root / "nothing")

    for name in ("circle", "nowhere"):
        with pytest.raises(WorkspaceError, match="link"):
            disk.change((name,), setting(b"x"))
        with pytest.raises(WorkspaceError):
            disk.read((name, "x"))
    assert not (root / "nothing").exists()


@pytest.mark.skipif(not BY_DESCRIPTOR, reason="names are relative to nothing here")
def test_a_folder_that_is_swapped_for_a_link_meanwhile_leads_nowhere(root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "garden.md").write_bytes(b"theirs")

    with open_folder(root, ("plans",)) as folder:
        (root / "plans").rename(root / "old")
        (root / "plans").symlink_to(outside, target_is_directory=True)
        with folder.reading("garden.md") as file:
            assert file.read() == b"beans\n"
        with folder.prepared("garden.md", b"peas\n") as temporary:
            folder.put(temporary, "garden.md")

    assert (outside / "garden.md").read_bytes() == b"theirs"
    assert list(outside.iterdir()) == [outside / "garden.md"]
    assert (root / "old" / "garden.md").read_bytes() == b"peas\n"


SWAPPED = ("plans", "garden.md")
USES: dict[str, Callable[[WorkspaceDisk], object]] = {
    "read": lambda disk: disk.read(SWAPPED),
    "write": lambda disk: disk.change(SWAPPED, lambda _old: (b"mine", None)),
    "delete": lambda disk: disk.remove(SWAPPED, digest=FileContent(b"theirs").digest),
}


@pytest.mark.requirement("SEC-12")
@pytest.mark.skipif(not BY_DESCRIPTOR, reason="names are relative to nothing here")
@pytest.mark.parametrize("swapped", SWAPPED)
@pytest.mark.parametrize("use", USES)
def test_a_link_that_is_swapped_in_at_the_last_moment_is_not_followed(
    root: Path, monkeypatch: pytest.MonkeyPatch, swapped: str, use: str
) -> None:
    """The swap happens right before the system call that opens what was just looked at."""
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "garden.md").write_bytes(b"theirs")
    disk = Workspaces(pause=never).at(root)
    at = root.joinpath(*SWAPPED[: SWAPPED.index(swapped) + 1])
    open_, swaps = os.open, list[str]()

    def swap_then_open(path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        if path == swapped and "dir_fd" in more and not swaps:
            swaps.append(path)
            at.rename(root / "aside")
            at.symlink_to(outside.joinpath(*SWAPPED[1:][: SWAPPED.index(swapped)]))
        return open_(path, flags, mode, **more)

    monkeypatch.setattr(os, "open", swap_then_open)
    with pytest.raises(WorkspaceError):
        USES[use](disk)

    assert swaps == [swapped]
    assert (outside / "garden.md").read_bytes() == b"theirs"
    assert list(outside.iterdir()) == [outside / "garden.md"]


def test_what_is_no_file_is_not_read_nor_waited_for(disk: WorkspaceDisk, root: Path) -> None:
    os.mkfifo(root / "pipe")

    with pytest.raises(WorkspaceError, match="not a file"):
        disk.read(("pipe",))
    with pytest.raises(WorkspaceError, match="not a file"):
        disk.read(("plans",))
    with pytest.raises(WorkspaceError, match="not a file"):
        disk.remove(("plans",))
    with pytest.raises(WorkspaceError, match="not a folder"):
        disk.read(("plans", "garden.md", "x"))
    with pytest.raises(WorkspaceError, match="not a folder"):
        disk.entries(("plans", "garden.md"))
    with pytest.raises(WorkspaceError, match="this is the workspace itself"):
        disk.read(())


def test_a_file_that_is_too_large_is_refused(disk: WorkspaceDisk, root: Path) -> None:
    with (root / "large").open("wb") as file:
        file.truncate(MAX_FILE + 1)

    with pytest.raises(WorkspaceError, match="too large"):
        disk.read(("large",))


def test_what_the_system_refuses_is_told(
    disk: WorkspaceDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(WorkspaceError, match="plans/garden.md: No space left on device"):
        disk.change(("plans", "garden.md"), setting(b"peas\n"))

    assert disk.read(("plans", "garden.md")) == FileContent(b"beans\n")


def test_a_change_that_is_aborted_leaves_all_as_it_was(disk: WorkspaceDisk, root: Path) -> None:
    with pytest.raises(AbortedError):
        disk.change(("plans", "garden.md"), setting(b"peas\n"), is_aborted=lambda: True)
    with pytest.raises(AbortedError):
        disk.remove(("plans", "garden.md"), is_aborted=lambda: True)

    assert disk.read(("plans", "garden.md")) == FileContent(b"beans\n")
    assert leftovers(root) == []


def test_what_another_program_writes_meanwhile_is_kept(disk: WorkspaceDisk, root: Path) -> None:
    file = root / "plans" / "garden.md"
    seen: list[bytes] = []

    def edit(content: FileContent | None) -> tuple[bytes, None]:
        assert content is not None
        seen.append(content.data)
        if len(seen) == 1:
            file.write_bytes(b"beans\ntheirs\n")
        return content.data + b"ours\n", None

    disk.change(("plans", "garden.md"), edit)

    assert seen == [b"beans\n", b"beans\ntheirs\n"]
    assert file.read_bytes() == b"beans\ntheirs\nours\n"


def test_what_is_written_into_the_file_that_is_just_replaced_is_kept(
    disk: WorkspaceDisk, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = root / "plans" / "garden.md"
    rename, replace = os.rename, os.replace
    editor = file.open("ab", buffering=0)

    def late(*args: object, **names: object) -> None:
        if not editor.closed:
            editor.write(b"theirs\n")
            editor.close()
        (rename if names else replace)(*args, **names)  # pyright: ignore[reportArgumentType]  # as called

    monkeypatch.setattr(os, "rename", late)
    monkeypatch.setattr(os, "replace", late)

    disk.change(
        ("plans", "garden.md"),
        lambda content: ((content.data if content else b"") + b"ours\n", None),
    )

    assert file.read_bytes() == b"beans\ntheirs\nours\n"


def test_a_program_that_never_stops_writing_is_told_of(disk: WorkspaceDisk, root: Path) -> None:
    file = root / "plans" / "garden.md"

    def edit(content: FileContent | None) -> tuple[bytes, None]:
        with file.open("ab") as other:
            other.write(b"x")
        return b"ours", None

    with pytest.raises(WorkspaceError, match="being changed by another program"):
        disk.change(("plans", "garden.md"), edit)


def test_an_editor_that_has_emptied_a_file_is_waited_for(root: Path) -> None:
    file = root / "plans" / "garden.md"
    file.write_bytes(b"")
    waits: list[float] = []

    def pause(seconds: float) -> None:
        waits.append(seconds)
        file.write_bytes(b"carrots\n")

    disk = Workspaces(pause=pause).at(root)

    assert disk.change(("plans", "garden.md"), setting(b"x")) == FileContent(b"carrots\n")
    assert waits == [0.03]


def test_a_file_that_was_changed_since_is_not_removed(disk: WorkspaceDisk, root: Path) -> None:
    digest = disk.read(("plans", "garden.md")).digest
    (root / "plans" / "garden.md").write_bytes(b"peas\n")

    with pytest.raises(WorkspaceError, match="was changed while the person was asked"):
        disk.remove(("plans", "garden.md"), digest=digest)

    assert (root / "plans" / "garden.md").exists()


def test_a_name_with_marks_of_its_own_is_found(disk: WorkspaceDisk, root: Path) -> None:
    (root / "cafe\u0301.md").write_bytes(b"coffee")

    assert disk.read(("café.md",)) == FileContent(b"coffee")
    disk.change(("café.md",), setting(b"tea"))

    assert [path.name for path in root.glob("caf*")] == ["cafe\u0301.md"]


def test_what_a_killed_process_left_is_removed(disk: WorkspaceDisk, root: Path) -> None:
    (root / "plans" / ".parley-0123456789abcdef").write_bytes(b"half")

    disk.change(("plans", "garden.md"), setting(b"x"))

    assert leftovers(root) == []


def test_what_the_user_calls_alike_stays(disk: WorkspaceDisk, root: Path) -> None:
    for name in (".parley-notes", ".parley-0123456789abcdef.md"):
        (root / "plans" / name).write_bytes(b"mine")

    disk.change(("plans", "garden.md"), setting(b"x"))

    assert len(leftovers(root)) == 2


def test_what_another_program_puts_in_place_while_the_old_goes_to_the_trash_is_seen(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class TheUsers(WorkspaceRules):
        is_own = False

    keep = WorkspaceTrash.keep

    def keep_slowly(trash: WorkspaceTrash, parts: Parts, data: bytes) -> None:
        keep(trash, parts, data)
        if data == b"beans\n":
            (root / "new").write_bytes(b"peas\n")
            (root / "new").replace(root / "plans" / "garden.md")

    monkeypatch.setattr(WorkspaceTrash, "keep", keep_slowly)
    disk = Workspaces().at(root, TheUsers(), trash=tmp_path / "trash")
    disk.change(
        ("plans", "garden.md"), lambda content: ((content.data if content else b"") + b"leeks", 0)
    )

    assert (root / "plans" / "garden.md").read_bytes() == b"peas\nleeks"


def test_many_writers_at_once_lose_nothing(root: Path) -> None:
    disk = Workspaces().at(root)

    def write(number: int) -> None:
        disk.change(
            ("all.md",),
            lambda content: ((content.data if content else b"") + f"{number}\n".encode(), None),
        )

    threads = [threading.Thread(target=write, args=(n,)) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(map(int, disk.read(("all.md",)).data.split())) == list(range(20))

"""What was deleted can be brought back until the user empties the trash."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from assistant.tools.tool import Permission, ToolResult
from assistant.tools.workspace.directory import BY_DESCRIPTOR
from assistant.tools.workspace.disk import WorkspaceDisk, Workspaces
from assistant.tools.workspace.file_change_tools import FileChangeTools
from assistant.tools.workspace.file_location import FileLocator
from assistant.tools.workspace.model.paths import WorkspaceError, parts_of
from assistant.tools.workspace.trash_tools import TrashTools
from tests.helpers.tools.fakes import context


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    (root / "notes").mkdir(parents=True)
    (root / "notes" / "plan.md").write_text("beans", encoding="utf-8")
    (root / "a.txt").write_text("milk", encoding="utf-8")
    return root


@pytest.fixture(params=[True, False] if BY_DESCRIPTOR else [False])
def disk(root: Path, request: pytest.FixtureRequest) -> WorkspaceDisk:
    return Workspaces(by_descriptor=request.param).at(root)


NOTE = ("notes", "plan.md")


@pytest.mark.requirement("G-05")
def test_what_is_deleted_is_in_the_trash_and_comes_back(disk: WorkspaceDisk, root: Path) -> None:
    disk.remove(NOTE)
    assert not (root / "notes" / "plan.md").exists()
    (file,) = disk.trashed()
    assert (file.path, file.size) == ("notes/plan.md", 5)
    assert disk.restore(file) == NOTE
    assert (root / "notes" / "plan.md").read_text(encoding="utf-8") == "beans"
    assert disk.trashed() == ()
    assert list((root / ".trash").iterdir()) == []


def test_nothing_is_overwritten_by_what_comes_back(disk: WorkspaceDisk, root: Path) -> None:
    for _number in range(2):
        disk.remove(NOTE)
        (root / "notes" / "plan.md").write_text("peas", encoding="utf-8")
    names = ["/".join(disk.restore(file)) for file in disk.trashed()]
    assert sorted(names) == ["notes/plan (2).md", "notes/plan (3).md"]
    found = {path.name: path.read_text(encoding="utf-8") for path in (root / "notes").iterdir()}
    assert sorted(found.values()) == ["beans", "peas", "peas"]
    assert found["plan.md"] == "peas"


@pytest.mark.skipif(not BY_DESCRIPTOR, reason="names are looked at before and after there")
@pytest.mark.parametrize("has_links", [True, False], ids=["links", "a disk without links"])
def test_what_appears_at_the_last_moment_is_not_overwritten_either(
    root: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    disk = Workspaces().at(root)
    disk.remove(NOTE)
    link = os.link
    taken = root / "notes" / "plan.md"

    def late(source: str, target: str, **where: Any) -> None:
        """Somebody writes the file after its name was found free."""
        if target == "plan.md" and not taken.exists():
            taken.write_text("peas", encoding="utf-8")
        if not has_links:
            raise PermissionError(errno.EPERM, "no links here")
        link(source, target, **where)

    monkeypatch.setattr(os, "link", late)
    assert disk.restore(disk.trashed()[0]) == ("notes", "plan (2).md")
    assert taken.read_text(encoding="utf-8") == "peas"
    assert (root / "notes" / "plan (2).md").read_text(encoding="utf-8") == "beans"


def test_a_folder_that_is_gone_is_made_again(disk: WorkspaceDisk, root: Path) -> None:
    disk.remove(NOTE)
    (root / "notes").rmdir()
    disk.restore(disk.trashed()[0])
    assert (root / "notes" / "plan.md").exists()


def test_emptying_removes_it_for_good(disk: WorkspaceDisk, root: Path) -> None:
    disk.remove(NOTE)
    disk.remove(("a.txt",))
    file = disk.trashed()[0]
    assert disk.empty_trash() == 2
    assert list((root / ".trash").iterdir()) == []
    assert disk.empty_trash() == 0
    with pytest.raises(WorkspaceError, match="not in the trash any more"):
        disk.restore(file)


@pytest.mark.requirement("SEC-12")
def test_no_tool_can_name_the_trash_or_read_what_is_in_it(disk: WorkspaceDisk, root: Path) -> None:
    disk.remove(NOTE)
    (file,) = disk.trashed()
    with pytest.raises(WorkspaceError, match="hidden"):
        parts_of(f".trash/{file.id}/notes/plan.md")
    assert [entry.name for entry in disk.entries(())] == ["a.txt", "notes"]
    assert all(".trash" not in parts for parts, _entry in disk.walk(()))


@pytest.mark.requirement("SEC-12")
@pytest.mark.skipif(os.name != "posix", reason="links")
def test_a_trash_that_is_a_link_takes_nothing_out(
    disk: WorkspaceDisk, root: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (root / ".trash").symlink_to(tmp_path / "outside")
    with pytest.raises(WorkspaceError, match="link"):
        disk.remove(NOTE)
    with pytest.raises(WorkspaceError, match="link"):
        disk.empty_trash()
    assert (root / "notes" / "plan.md").exists()
    assert list((tmp_path / "outside").iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_nobody_else_may_look_into_it(disk: WorkspaceDisk, root: Path) -> None:
    disk.remove(NOTE)
    assert (root / ".trash").stat().st_mode & 0o777 == 0o700


async def use(root: Path, path: str = "") -> ToolResult:
    from dataclasses import replace

    tool = TrashTools(FileLocator(Workspaces())).restore_deleted
    return await tool.run(
        tool.validate({"path": path} if path else {}), replace(context(), workspace=root)
    )


@pytest.mark.requirement("G-05")
async def test_the_model_can_look_and_bring_back_but_not_empty(root: Path) -> None:
    disk = Workspaces().at(root)
    assert (await use(root)).content == "The trash is empty."
    disk.remove(NOTE)
    assert "notes/plan.md (deleted " in (await use(root)).content
    with pytest.raises(WorkspaceError, match="not in the trash"):
        await use(root, "shopping")
    assert (await use(root, "plan")).content == "Restored notes/plan.md."
    assert disk.find(NOTE) is not None
    # A deletion that can be taken back may be allowed for a session.
    tool = FileChangeTools(FileLocator(Workspaces())).delete_file
    assert tool.permission is Permission.SENSITIVE

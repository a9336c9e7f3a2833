"""Folders of the user's own on a real disk: granted, read, changed, revoked, gone."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import ConfigError
from assistant.tools.permission import CallRefused
from assistant.tools.tool import ToolOutcome, ToolResult
from assistant.tools.workspace.directory import BY_DESCRIPTOR, open_folder
from assistant.tools.workspace.disk import FileContent, WorkspaceDisk, Workspaces
from assistant.tools.workspace.file_change_tools import FileChangeTools
from assistant.tools.workspace.file_location import FileLocator, folder_disk
from assistant.tools.workspace.file_tools import FileTools
from assistant.tools.workspace.granted_folders import MAX_GRANTS, GrantedFolders
from assistant.tools.workspace.model.folder_grant import FolderAccess
from assistant.tools.workspace.model.paths import FolderClosedError, WorkspaceError
from assistant.tools.workspace.trash_tools import TrashTools
from tests.helpers.clock import ManualClock
from tests.helpers.tools.caller import Caller, ExplainingConfirmer

READ, WRITE = FolderAccess.READ, FolderAccess.WRITE
by_descriptor = pytest.mark.skipif(not BY_DESCRIPTOR, reason="names are relative to nothing here")


@pytest.fixture
def user(tmp_path: Path) -> Path:
    """The user's home folder, with documents and Parley's home in it."""
    user = tmp_path / "ann"
    (user / "Documents" / "plans").mkdir(parents=True)
    (user / "Documents" / "plans" / "garden.md").write_bytes(b"beans\n")
    (user / "Documents" / "memory.md").write_bytes(b"theirs\n")
    (user / "parley").mkdir()
    (user / "parley" / "keys.toml").write_bytes(b"secret\n")
    return user


@pytest.fixture
def documents(user: Path) -> Path:
    return user / "Documents"


def folders_of(user: Path) -> GrantedFolders:
    """What one process knows of the grants."""
    home = user / "parley"
    return GrantedFolders(
        file=home / "folders.json", closed=(home,), trash=home / "trash", user=user
    )


@pytest.fixture
def granted(user: Path) -> GrantedFolders:
    return folders_of(user)


class TriedFiles:
    """Every tool for files, called as the model does; sensitive ones are confirmed."""

    def __init__(self, granted: GrantedFolders, workspace: Path) -> None:
        files = FileLocator(Workspaces(), granted)
        self._confirmer = ExplainingConfirmer()
        self._callers = {
            tool.name: Caller(tool, workspace=workspace, confirmer=self._confirmer)
            for tool in (
                *FileTools(files, ManualClock()).tools,
                *FileChangeTools(files).tools,
                *TrashTools(files).tools,
            )
        }

    async def __call__(self, tool: str, **arguments: Any) -> ToolResult:
        return await self._callers[tool](**arguments)

    @property
    def was_asked(self) -> bool:
        return self._confirmer.was_asked.is_set()

    def forget_asked(self) -> None:
        self._confirmer.was_asked.clear()

    def refuse(self) -> None:
        """Confirm nothing from now on."""
        self._confirmer.verdict = CallRefused(reason="The person said no.")

    @property
    def explained(self) -> list[str]:
        return self._confirmer.explained


@pytest.fixture
def tools(granted: GrantedFolders, tmp_path: Path) -> TriedFiles:
    return TriedFiles(granted, tmp_path / "workspace")


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def disk_of(granted: GrantedFolders, name: str = "Documents") -> WorkspaceDisk:
    grant = next(one for one in granted.folders() if one.name == name)
    return folder_disk(Workspaces(), granted, grant)


# Granting.


def test_what_is_granted_holds_for_other_processes_too(user: Path, documents: Path) -> None:
    grant = folders_of(user).grant(documents, READ)

    assert grant.marked == "@Documents"
    assert folders_of(user).folders() == (grant,)
    assert (user / "parley" / "folders.json").stat().st_mode & 0o777 == 0o600
    assert folders_of(user).revoke("Documents")
    assert not folders_of(user).revoke("Documents")
    assert folders_of(user).folders() == ()


def test_a_folder_is_granted_anew_with_other_access(
    granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, READ)
    granted.grant(documents, WRITE)

    (grant,) = granted.folders()
    assert (grant.name, grant.is_writable) == ("Documents", True)


def test_a_grant_for_a_conversation_holds_there_alone(
    user: Path, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, READ)
    granted.grant(documents, WRITE, conversation_id="one")

    assert [grant.is_writable for grant in granted.folders("one")] == [True]
    assert [grant.is_writable for grant in granted.folders("two")] == [False]
    assert [grant.is_writable for grant in folders_of(user).folders("one")] == [False]
    granted.revoke("Documents")
    assert granted.folders("one") == ()


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("nowhere", "There is no folder"),
        ("Documents/memory.md", "There is no folder"),
        ("parley", "belongs to Parley"),
        ("parley/workspaces", "belongs to Parley"),
        (".ssh", "hidden or may hold keys"),
        ("x/.config/y", "hidden or may hold keys"),
        ("AppData/Local", "hidden or may hold keys"),
        ("way", "belongs to the system"),
        ("/", "belongs to the system"),
        ("/etc", "belongs to the system"),
        ("..", "every user"),
    ],
)
def test_some_folders_cannot_be_granted(
    user: Path, granted: GrantedFolders, path: str, told: str
) -> None:
    for name in ("parley/workspaces", ".ssh", "x/.config/y", "AppData/Local"):
        (user / name).mkdir(parents=True, exist_ok=True)
    (user / "way").symlink_to("/etc", target_is_directory=True)

    with pytest.raises(ConfigError, match=told):
        granted.grant(user / path, READ)
    assert granted.folders() == ()


def test_a_broken_file_grants_nothing_and_is_not_replaced(
    user: Path, granted: GrantedFolders, documents: Path
) -> None:
    file = user / "parley" / "folders.json"
    file.write_text("{", encoding="utf-8")

    assert granted.folders() == ()
    with pytest.raises(ConfigError, match="cannot be read"):
        granted.grant(documents, READ)
    assert file.read_text(encoding="utf-8") == "{"


def test_there_is_an_end_to_them(user: Path, granted: GrantedFolders, documents: Path) -> None:
    for number in range(MAX_GRANTS):
        (documents / str(number)).mkdir()
        granted.grant(documents / str(number), READ)
    with pytest.raises(ConfigError, match=str(MAX_GRANTS)):
        granted.grant(documents, READ)


# Reading.


async def test_tools_read_a_granted_folder_by_name_and_by_path(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, READ)

    assert f"@Documents ({documents}, read only)" in (await tools("list_files")).content
    listed = await tools("list_files", path="@Documents", recursive=True)
    assert listed.data["paths"] == [
        "@Documents/memory.md",
        "@Documents/plans",
        "@Documents/plans/garden.md",
    ]
    for path in ("@Documents/plans/garden.md", f"{documents}/plans/garden.md"):
        read = await tools("read_file", path=path)
        assert read.content.endswith("\nbeans\n")
        assert read.data["path"] == "@Documents/plans/garden.md"
    found = await tools("search_files", query="beans", path="@Documents")
    assert found.data["paths"] == ["@Documents/plans/garden.md"]


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize("tool", ["list_files", "read_file", "write_file", "delete_file"])
async def test_outside_nothing_is_asked_and_it_is_said_what_is_granted(
    tools: TriedFiles, granted: GrantedFolders, documents: Path, user: Path, tool: str
) -> None:
    granted.grant(documents / "plans", READ)
    more = {"content": "x"} if tool == "write_file" else {}

    for path in (str(documents / "memory.md"), "@Documents/memory.md", str(user / "parley")):
        result = await tools(tool, path=path, **more)
        assert result.outcome is ToolOutcome.ERROR
        assert "@plans" in result.content
        assert "/folders add PATH" in result.content
    assert not tools.was_asked


@pytest.mark.requirement("SEC-12")
async def test_hidden_and_secret_files_and_parleys_own_stay_closed(
    tools: TriedFiles, granted: GrantedFolders, user: Path
) -> None:
    for name in (".ssh/id_rsa", "keys/server.key", "a.txt"):
        (user / name).parent.mkdir(exist_ok=True)
        (user / name).write_text("needle", encoding="utf-8")
    (user / "parley" / "notes.txt").write_text("needle", encoding="utf-8")
    granted.grant(user, WRITE)

    listed = await tools("list_files", path="@ann", recursive=True)
    found = await tools("search_files", query="needle", path="@ann")

    assert "@ann/keys/server.key" not in listed.data["paths"]
    assert not [path for path in listed.data["paths"] if path.startswith("@ann/parley")]
    assert found.data["paths"] == ["@ann/a.txt"]
    for path in ("@ann/.ssh/id_rsa", "@ann/keys/server.key", "@ann/parley/notes.txt"):
        read = await tools("read_file", path=path)
        assert read.outcome is ToolOutcome.ERROR
        assert "needle" not in read.content


@pytest.mark.requirement("SEC-12")
async def test_no_link_in_a_folder_is_followed(
    tools: TriedFiles, granted: GrantedFolders, documents: Path, user: Path
) -> None:
    (documents / "way").symlink_to(user / "parley", target_is_directory=True)
    (documents / "file.toml").symlink_to(user / "parley" / "keys.toml")
    granted.grant(documents, WRITE)

    for path in ("@Documents/way/keys.toml", "@Documents/file.toml"):
        for tool, more in (("read_file", {}), ("delete_file", {})):
            result = await tools(tool, path=path, **more)
            assert result.outcome is ToolOutcome.ERROR
        result = await tools("write_file", path=path, content="x", mode="replace")
        assert result.outcome is ToolOutcome.ERROR
    assert (user / "parley" / "keys.toml").read_bytes() == b"secret\n"


@pytest.mark.requirement("SEC-12")
@pytest.mark.parametrize("part", ["Documents", "Documents/plans"])
@pytest.mark.parametrize("way", [pytest.param(True, marks=by_descriptor), False])
def test_a_granted_folder_that_becomes_a_link_leads_nowhere(
    user: Path, granted: GrantedFolders, part: str, way: bool
) -> None:
    granted.grant(user / "Documents" / "plans", WRITE)
    (grant,) = granted.folders()
    outside = user / "outside"
    (outside / "plans").mkdir(parents=True)
    for folder in (outside, outside / "plans"):
        (folder / "garden.md").write_bytes(b"theirs")
    (user / part).rename(user / "old")
    (user / part).symlink_to(outside, target_is_directory=True)
    disk = Workspaces(by_descriptor=way).at(grant.path, granted.rules(grant))

    with pytest.raises(WorkspaceError):
        disk.read(("garden.md",))
    with pytest.raises(WorkspaceError):
        disk.change(("garden.md",), lambda _content: (b"x", None))
    with pytest.raises(WorkspaceError):
        disk.entries(())


@pytest.mark.requirement("SEC-12")
@by_descriptor
@pytest.mark.parametrize("at", ["open", "lstat", "rename"])
def test_a_swap_at_the_very_system_call_gets_nowhere(
    user: Path, documents: Path, granted: GrantedFolders, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    outside = user / "outside"
    outside.mkdir()
    (outside / "garden.md").write_bytes(b"theirs")
    granted.grant(documents, WRITE)
    disk = disk_of(granted)
    real = getattr(os, at)
    is_swapped = False

    def swapping(path: Any, *more: Any, **named: Any) -> Any:
        """Put a link in the place of the folder just before the call that names something in it."""
        nonlocal is_swapped
        if not is_swapped and "garden.md" in (path, *more):
            is_swapped = True
            (documents / "plans").rename(user / "old")
            (documents / "plans").symlink_to(outside, target_is_directory=True)
        return real(path, *more, **named)

    monkeypatch.setattr(os, at, swapping)
    with suppress(WorkspaceError):
        disk.change(("plans", "garden.md"), lambda content: (b"peas\n", content))

    assert is_swapped
    assert list(outside.iterdir()) == [outside / "garden.md"]
    assert (outside / "garden.md").read_bytes() == b"theirs"
    assert (user / "old" / "garden.md").read_bytes() in {b"beans\n", b"peas\n"}


@by_descriptor
def test_folders_on_the_way_need_only_be_passable(user: Path) -> None:
    (user / "way" / "inner").mkdir(parents=True)
    (user / "way").chmod(0o111)
    try:
        with open_folder(user / "way" / "inner", (), is_own=False) as folder:
            assert folder.entries() == ()
    finally:
        (user / "way").chmod(0o755)


# Revoking.


async def test_what_is_revoked_is_closed_at_once(
    tools: TriedFiles, granted: GrantedFolders, user: Path, documents: Path
) -> None:
    granted.grant(documents, READ)
    assert (await tools("read_file", path="@Documents/memory.md")).outcome is ToolOutcome.OK

    folders_of(user).revoke("Documents")  # another process

    result = await tools("read_file", path="@Documents/memory.md")
    assert result.outcome is ToolOutcome.ERROR
    assert "The person has granted no folder" in result.content
    assert not (user / "workspace").exists()


@pytest.mark.requirement("SEC-12")
def test_revoking_ends_a_call_that_is_under_way(
    user: Path, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)
    disk = disk_of(granted)
    walk = disk.walk(())
    next(walk)

    def edit(content: FileContent | None) -> tuple[bytes, None]:
        folders_of(user).revoke("Documents")
        return b"peas\n", None

    with pytest.raises(FolderClosedError, match="taken @Documents back"):
        disk.change(("plans", "garden.md"), edit)
    with pytest.raises(FolderClosedError):
        list(walk)
    with pytest.raises(FolderClosedError):
        disk.read(("memory.md",))
    assert (documents / "plans" / "garden.md").read_bytes() == b"beans\n"
    assert [path.name for path in (documents / "plans").iterdir()] == ["garden.md"]


def test_a_folder_that_may_only_be_read_from_now_on_is_not_written(
    granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)
    disk = disk_of(granted)

    def edit(content: FileContent | None) -> tuple[bytes, None]:
        granted.grant(documents, READ)
        return b"peas\n", None

    with pytest.raises(FolderClosedError, match="may only be read"):
        disk.change(("plans", "garden.md"), edit)
    assert disk.read(("plans", "garden.md")).data == b"beans\n"


@pytest.fixture
def unplugged(granted: GrantedFolders, documents: Path) -> Path:
    """A granted folder that is not there any more."""
    granted.grant(documents, WRITE)
    return documents.rename(documents.with_name("unplugged"))


async def test_a_folder_that_has_vanished_is_said_to_be_gone_and_not_made(
    tools: TriedFiles, documents: Path, unplugged: Path
) -> None:

    for tool, more in (
        ("list_files", {"path": "@Documents"}),
        ("read_file", {"path": "@Documents/a.txt"}),
        ("write_file", {"path": "@Documents/a.txt", "content": "x"}),
    ):
        result = await tools(tool, **more)
        assert result.outcome is ToolOutcome.ERROR
        assert "is not there" in result.content
    assert names_in(documents.parent) == ["parley", "unplugged"]


# Writing.


async def test_what_is_replaced_or_deleted_can_be_taken_back(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)
    garden = documents / "plans" / "garden.md"
    path = "@Documents/plans/garden.md"

    changed = await tools("write_file", path=path, content="peas\n", mode="replace")
    assert changed.content == f"Changed {path}."
    assert (await tools("restore_deleted", path=path)).content == (
        "Restored @Documents/plans/garden (2).md."
    )
    assert garden.read_bytes() == b"peas\n"
    assert (documents / "plans" / "garden (2).md").read_bytes() == b"beans\n"

    assert (await tools("delete_file", path=path)).content == f"Moved {path} to the trash."
    assert not garden.exists()
    assert f"{path} (deleted " in (await tools("restore_deleted")).content
    assert (await tools("restore_deleted", path="garden.md")).content == f"Restored {path}."
    assert garden.read_bytes() == b"peas\n"
    assert names_in(documents / "plans") == ["garden (2).md", "garden.md"]
    assert names_in(documents) == ["memory.md", "plans"]


@pytest.mark.requirement("G-05", "TOOL-25")
async def test_what_comes_back_into_a_folder_of_the_users_own_is_confirmed(
    tools: TriedFiles, granted: GrantedFolders, documents: Path, tmp_path: Path
) -> None:
    granted.grant(documents, WRITE)
    path = "@Documents/plans/garden.md"
    await tools("write_file", path="note.md", content="x\n")
    await tools("delete_file", path="note.md")
    await tools("delete_file", path=path)
    tools.forget_asked()
    await tools("restore_deleted")
    await tools("restore_deleted", path="note.md")
    assert not tools.was_asked
    assert (tmp_path / "workspace" / "note.md").exists()
    await tools("restore_deleted", path="garden.md")
    assert tools.was_asked
    assert tools.explained[-1] == f"{path} comes back from the trash: 6 bytes."


async def test_what_is_not_confirmed_stays_in_the_trash(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)
    await tools("delete_file", path="@Documents/memory.md")
    tools.refuse()
    result = await tools("restore_deleted", path="memory.md")
    assert result.outcome is ToolOutcome.REFUSED
    assert not (documents / "memory.md").exists()


async def test_a_folder_closed_for_writing_gets_nothing_back_and_nothing_is_asked(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)
    await tools("delete_file", path="@Documents/memory.md")
    granted.grant(documents, READ)
    tools.forget_asked()
    result = await tools("restore_deleted", path="memory.md")
    assert "may only be read" in result.content
    assert not tools.was_asked


async def test_a_file_named_as_one_of_parleys_own_is_just_a_file(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)

    await tools("delete_file", path="@Documents/memory.md")
    assert not (documents / "memory.md").exists()
    await tools("restore_deleted", path="@Documents/memory.md")
    assert (documents / "memory.md").read_bytes() == b"theirs\n"


async def test_a_folder_to_be_read_is_not_written_and_nothing_is_asked(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, READ)

    for tool, more in (("write_file", {"content": "x", "mode": "replace"}), ("delete_file", {})):
        result = await tools(tool, path="@Documents/memory.md", **more)
        assert result.outcome is ToolOutcome.ERROR
        assert "may only be read" in result.content
        assert "/folders add PATH write" in result.content
        assert not tools.was_asked
    assert (documents / "memory.md").read_bytes() == b"theirs\n"


async def test_the_user_sees_what_changes_before_it_does(
    tools: TriedFiles, granted: GrantedFolders, documents: Path
) -> None:
    granted.grant(documents, WRITE)
    path = "@Documents/plans/garden.md"

    await tools("write_file", path=path, content="peas\n", mode="replace")

    await tools("delete_file", path=path)

    assert tools.explained == [
        f"{path} changes so:\n- beans\n+ peas",
        f"{path} goes to the trash. It says:\n- peas",
    ]

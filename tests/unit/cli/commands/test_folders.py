"""`parley folders` as a person uses it, and the trash of such a folder."""

import json
import shutil
from pathlib import Path

import pytest

from assistant.cli import main
from assistant.home import Home
from assistant.tools.workspace.disk import Workspaces
from assistant.tools.workspace.file_location import folder_disk
from assistant.tools.workspace.granted_folders import GrantedFolders


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "ann" / "Documents"
    folder.mkdir(parents=True)
    (folder / "plan.md").write_text("beans", encoding="utf-8")
    return folder


def parley(home: Home, *arguments: str) -> int:
    return main([*arguments, "--home", str(home.root)])


def test_a_folder_is_opened_listed_and_closed(
    home: Home, documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "folders", "list") == 0
    assert "No folder" in capsys.readouterr().out
    assert parley(home, "folders", "add", str(documents), "--write") == 0
    assert capsys.readouterr().out == f"@Documents  {documents}  read and write\n"
    assert parley(home, "folders", "list", "--json") == 0
    assert json.loads(capsys.readouterr().out) == [
        {"name": "Documents", "path": str(documents), "writable": True, "there": True}
    ]
    assert parley(home, "folders", "list") == 0
    assert "@Documents" in capsys.readouterr().out
    assert parley(home, "folders", "remove", "@Documents") == 0
    assert parley(home, "folders", "remove", "Documents") == 2
    assert GrantedFolders.of(home).folders() == ()


def test_a_folder_that_cannot_be_opened_is_told(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    home.root.mkdir(exist_ok=True)
    assert parley(home, "folders", "add", str(home.root)) == 2
    assert "belongs to Parley" in capsys.readouterr().err


def test_what_tools_deleted_there_comes_back(
    home: Home, documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parley(home, "folders", "add", str(documents), "--write")
    granted = GrantedFolders.of(home)
    folder_disk(Workspaces(), granted, granted.folders()[0]).remove(("plan.md",))
    capsys.readouterr()

    assert parley(home, "trash", "list") == 0
    said = capsys.readouterr().out
    assert "The trash is empty." in said
    assert "parley trash list --folder Documents" in said
    assert parley(home, "trash", "list", "--folder", "Documents") == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert parley(home, "trash", "restore", line.split()[0], "--folder", "Documents") == 0

    assert (documents / "plan.md").read_text(encoding="utf-8") == "beans"
    shutil.rmtree(documents)
    assert parley(home, "trash", "list") == 0

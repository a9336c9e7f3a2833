"""`parley trash` as a person uses it."""

from pathlib import Path

import pytest

from assistant.cli import main
from assistant.home import Home
from assistant.tools.workspace.disk import Workspaces


@pytest.fixture
def note(home: Home) -> Path:
    """A note in the trash."""
    root = home.workspace("default")
    (root / "notes").mkdir(parents=True)
    note = root / "notes" / "plan.md"
    note.write_text("beans", encoding="utf-8")
    Workspaces().at(root).remove(("notes", "plan.md"))
    return note


def parley(home: Home, *arguments: str) -> int:
    return main(["trash", *arguments, "--home", str(home.root)])


@pytest.mark.requirement("G-05")
def test_what_was_deleted_is_listed_and_comes_back(
    home: Home, note: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "list") == 0
    line = capsys.readouterr().out.splitlines()[-1]
    assert line.endswith("notes/plan.md")
    assert parley(home, "restore", line.split()[0]) == 0
    assert "Restored notes/plan.md" in capsys.readouterr().out
    assert note.read_text(encoding="utf-8") == "beans"


@pytest.mark.requirement("G-05")
def test_emptying_asks_unless_it_is_told_not_to(
    home: Home, note: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_text: str) -> bool:
        return False

    monkeypatch.setattr("typer.confirm", refuse)
    parley(home, "empty")
    assert len(Workspaces().at(home.workspace("default")).trashed()) == 1
    assert parley(home, "empty", "--yes") == 0
    assert "Removed one file for good." in capsys.readouterr().out
    parley(home, "list")
    assert "The trash is empty." in capsys.readouterr().out


def test_what_is_not_there_is_told(
    home: Home, note: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parley(home, "restore", "nothing") == 2
    assert parley(home, "list", "--workspace", "none") == 2
    said = capsys.readouterr().err
    assert "nothing is not in the trash." in said
    assert "There is no workspace none." in said

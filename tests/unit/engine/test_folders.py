"""Folders and their trash as the window handles them, in a running core."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.folders import (
    EmptyTrash,
    FoldersListed,
    GrantFolder,
    ListTrash,
    RestoreFile,
    TrashListed,
)
from assistant.protocol.turns import TurnFinished
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "Documents"
    folder.mkdir()
    (folder / "garden.md").write_text("beans\n", encoding="utf-8")
    return folder


async def confirmed(running: RunningCore, *, count: int = 1) -> None:
    """Allow what is asked, as often as it is."""
    for number in range(1, count + 1):
        asked = await running.until_asked(number)
        question = asked.questions.questions[0]
        choice = next(o.id for o in question.options if o.id in {"allow", "always"})
        await running.respond(asked.questions, chose(asked.questions, **{question.id: choice}))
    await running.until(TurnFinished)


def told(running: RunningCore) -> TrashListed:
    return running.of(TrashListed)[-1]


def paths(listed: TrashListed) -> Sequence[tuple[str, str]]:
    return [(file.folder, file.path) for file in listed.files]


async def test_a_folder_that_is_granted_in_a_question_is_listed_without_being_asked(
    home: Home, documents: Path
) -> None:
    request = uses_tool("request_folder", {"path": str(documents)})
    async with opened(home, ScriptedModel([request, says("Thanks.")])) as running:
        await running.do(Say(text="Look into my documents"))
        await confirmed(running)
        listed = await running.until(FoldersListed)
    assert [folder.name for folder in listed.folders] == ["Documents"]


@pytest.mark.requirement("G-05")
async def test_the_trash_of_a_folder_and_of_the_workspace_is_seen_and_brought_back(
    home: Home, documents: Path
) -> None:
    note = home.workspace("default") / "note.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text("x", encoding="utf-8")
    calls = [
        uses_tool("delete_file", {"path": "@Documents/garden.md"}),
        uses_tool("delete_file", {"path": "note.md"}, id="toolu_02"),
    ]
    async with opened(home, ScriptedModel([*calls, says("Gone.")])) as running:
        await running.do(GrantFolder(path=str(documents), is_writable=True))
        await running.do(ListTrash())
        assert told(running) == TrashListed(files=())
        await running.do(Say(text="Delete both"))
        await confirmed(running, count=2)
        await running.do(ListTrash())
        assert sorted(paths(told(running))) == [("", "note.md"), ("Documents", "garden.md")]

        garden = next(file for file in told(running).files if file.folder)
        again = RestoreFile(folder=garden.folder, file_id=garden.file_id)
        await running.do(again)
        assert told(running).outcome == "Restored garden.md"
        assert (documents / "garden.md").read_text(encoding="utf-8") == "beans\n"
        await running.do(again)
        assert told(running).problem == "It is not in the trash any more."

        await running.do(EmptyTrash())
        assert (told(running).files, told(running).outcome) == ((), "Removed one file for good.")
        assert not note.exists()

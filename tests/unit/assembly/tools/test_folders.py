"""Folders of the user's own in the assembled program: commands, prompt, tools, confirmation."""

from pathlib import Path

import pytest

from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.conversation import Say
from assistant.protocol.folders import FoldersListed, GrantFolder, ListFolders, RevokeFolder
from assistant.protocol.turns import ToolFinished, TurnFinished
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool

GARDEN = "@Documents/garden.md"


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "ann" / "Documents"
    folder.mkdir(parents=True)
    (folder / "garden.md").write_text("beans\n", encoding="utf-8")
    return folder


async def say(running: RunningCore, text: str) -> None:
    before = len(running.of(TurnFinished))
    await running.do(Say(text=text))
    await running.until(TurnFinished, before + 1)


def system(request: ModelRequest) -> str:
    return "\n\n".join(part.text for part in request.system)


async def test_the_model_is_told_of_a_folder_as_long_as_it_is_granted(
    home: Home, documents: Path
) -> None:
    model = ScriptedModel(
        [says("one"), uses_tool("read_file", {"path": GARDEN}), says("two"), says("three")]
    )
    async with opened(home, model) as running:
        await say(running, "hello")
        await running.do(GrantFolder(path=str(documents)))
        listed = await running.until(FoldersListed)
        await say(running, "read it")
        await running.do(RevokeFolder(name=listed.folders[0].name))
        await say(running, "hello again")
        await running.do(RevokeFolder(name="Documents"))
        await running.do(ListFolders())
        told = running.of(FoldersListed)

    (read,) = running.of(ToolFinished)
    assert read.content.endswith("beans\n")
    assert ["@Documents" in system(request) for request in model.requests] == [
        False,
        True,
        True,
        False,
    ]
    assert [event.problem for event in told] == [
        "",
        "",
        "No folder Documents is open to tools.",
        "",
    ]


async def test_a_file_of_the_users_own_is_changed_once_they_have_seen_how(
    home: Home, documents: Path
) -> None:
    change = {"path": GARDEN, "content": "peas\n", "mode": "replace"}
    model = ScriptedModel([uses_tool("write_file", change), says("done")])
    async with opened(home, model) as running:
        await running.do(GrantFolder(path=str(documents), is_writable=True))
        await running.do(Say(text="peas instead"))
        asked = await running.until_asked()
        question = asked.questions.questions[0]
        assert f"{GARDEN} changes so:\n- beans\n+ peas" in question.context
        await running.respond(asked.questions, chose(asked.questions, confirm="allow"))
        await running.until(TurnFinished)

    assert (documents / "garden.md").read_text(encoding="utf-8") == "peas\n"

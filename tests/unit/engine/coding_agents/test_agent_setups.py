"""Agents are set up from the window once the user said yes, and tried as they would start Parley."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from assistant.background_tasks import BackgroundTasks
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.agent_setup import AgentSetup
from assistant.coding_agents.setup.model.agent_files import ParleyCommand, UserFolders
from assistant.coding_agents.setup.model.entries import Launch
from assistant.engine.coding_agents.agent_entry import AgentEntry
from assistant.engine.coding_agents.agent_setups import AgentSetups
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.protocol.coding_agents import (
    AgentSetupEntry,
    AgentSetupsListed,
    AskTestQuestion,
    ListAgentSetups,
    SetUpAgent,
)
from assistant.protocol.events import EngineEvent
from assistant.questions.model.question import Answer, Answered, Purpose, QuestionSet
from assistant.tools.mcp.model.server_offer import CallAnswer, ServerText
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.questions.builders import ORIGIN, by_click
from tests.helpers.questions.desk_world import make_world


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user who has Codex."""
    folder = tmp_path / "me"
    (folder / ".codex").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CODEX_HOME", raising=False)
    return folder


async def settled(running: RunningCore, count: int) -> AgentSetupEntry:
    """Return how it stands with the one agent once that was told so often."""
    (entry,) = (await running.until(AgentSetupsListed, count)).agents
    return entry


async def answer(running: RunningCore, number: int, yes: bool) -> QuestionSet:
    asked = (await running.until_asked(number)).questions
    answered = Answer(question_id=asked.questions[0].id, boolean=yes)
    await running.respond(asked, Answered(answers=(answered,), provenance=by_click()))
    return asked


async def test_files_change_once_the_user_said_yes_and_change_back(home: Home, user: Path) -> None:
    config = user / ".codex/config.toml"
    config.write_text('model = "m"\n', encoding="utf-8")
    async with opened(home, ScriptedModel([])) as running:
        await running.do(ListAgentSetups())
        assert await settled(running, 1) == AgentSetupEntry(agent=CodingAgent.CODEX)

        await running.do(SetUpAgent(agent=CodingAgent.CODEX))
        asked = await answer(running, 1, yes=False)
        assert asked.purpose is Purpose.CONFIRM
        assert "+[mcp_servers.parley]" in asked.questions[0].context
        assert f"+++ {user / '.codex/hooks.json'}" in asked.questions[0].context
        entry = await settled(running, 3)
        assert (entry.is_set_up, entry.detail) == (False, "Nothing was written.")
        assert config.read_text(encoding="utf-8") == 'model = "m"\n'

        await running.do(SetUpAgent(agent=CodingAgent.CODEX))
        await answer(running, 2, yes=True)
        entry = await settled(running, 5)
        assert entry.is_set_up
        assert "type /hooks in it" in entry.detail

        await running.do(SetUpAgent(agent=CodingAgent.CODEX, is_removal=True))
        await answer(running, 3, yes=True)
        assert not (await settled(running, 7)).is_set_up
        assert config.read_text(encoding="utf-8") == 'model = "m"\n'


async def test_a_broken_file_is_told_and_nobody_is_asked(home: Home, user: Path) -> None:
    (user / ".codex/config.toml").write_text("=", encoding="utf-8")
    async with opened(home, ScriptedModel([])) as running:
        await running.do(SetUpAgent(agent=CodingAgent.CODEX))
        entry = await settled(running, 2)
    assert "line 1, column 1" in entry.detail
    assert not entry.is_busy


class FakeEntry(AgentEntry):
    """Answers as Parley's server would."""

    def __init__(self, answer: CallAnswer | ConfigError) -> None:
        self._answer = answer
        self.calls: list[tuple[str, Mapping[str, Any]]] = []

    @override
    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallAnswer:
        self.calls.append((tool, arguments))
        if isinstance(self._answer, ConfigError):
            raise self._answer
        return self._answer


CHOSEN = {"action_status": "selected", "selection": {"indices": [0], "labels": ["It works"]}}
NOT_CHOSEN: Mapping[str, Any] = {
    "action_status": "timeout",
    "selection": {"indices": [], "labels": []},
}


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        (CallAnswer(structured=CHOSEN), "The test question came back answered: It works."),
        (
            CallAnswer(parts=(ServerText(text=json.dumps(CHOSEN)),)),
            "The test question came back answered: It works.",
        ),
        (CallAnswer(structured=NOT_CHOSEN), "The test question was not answered."),
        (CallAnswer(parts=(ServerText(text="no JSON"),)), "The test question was not answered."),
        (ConfigError("It is gone.", hint="Set it up."), "It is gone. Set it up."),
    ],
)
async def test_what_a_test_question_came_to_is_told(
    user: Path, home: Home, answer: CallAnswer | ConfigError, detail: str
) -> None:
    setup = AgentSetup(
        parley=ParleyCommand(program="/opt/parley"),
        folders=UserFolders(home=user),
        home=home.root,
        find=lambda _name: None,
    )
    setup.write(setup.additions(CodingAgent.CODEX))
    entry, launches = FakeEntry(answer), list[Launch]()

    def make(_agent: CodingAgent, launch: Launch, _home: Home) -> FakeEntry:
        launches.append(launch)
        return entry

    told: asyncio.Queue[EngineEvent] = asyncio.Queue()
    tasks, commands = BackgroundTasks(), CommandDispatcher()
    AgentSetups(
        home=home,
        desk=make_world().desk,
        origin=lambda: ORIGIN,
        emit=told.put_nowait,
        spawn=tasks.spawn,
        open_setup=lambda _home: setup,
        entry=make,
    ).register_commands(commands)

    await commands.dispatch(AskTestQuestion(agent=CodingAgent.CODEX))
    await commands.dispatch(AskTestQuestion(agent=CodingAgent.CODEX))  # while it is asked
    busy, done = await told.get(), await told.get()
    assert busy == AgentSetupsListed(
        agents=(AgentSetupEntry(agent=CodingAgent.CODEX, is_set_up=True, is_busy=True),)
    )
    assert done == AgentSetupsListed(
        agents=(AgentSetupEntry(agent=CodingAgent.CODEX, is_set_up=True, detail=detail),)
    )
    assert launches == [Launch(program="/opt/parley", arguments=("mcp",))]
    ((tool, arguments),) = entry.calls
    assert tool == "provide_choice"
    assert "Codex" in arguments["prompt"]

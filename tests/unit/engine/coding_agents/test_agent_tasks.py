"""Agents that Parley starts: real processes that speak the protocol, on a whole core."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.coding_agents.acp import agent_connection
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import AgentActivity, AgentSession
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.coding_agents.tasks.order import TaskOrder
from assistant.engine.coding_agents.agent_replies import TOLD
from assistant.home import Home
from assistant.protocol.coding_agents import (
    AgentSessionsListed,
    CloseAgentTask,
    StopAgentTask,
)
from assistant.protocol.conversation import Say
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import ToolFinished, TurnFinished
from assistant.questions.model.question import Purpose, QuestionSet
from tests.helpers.coding_agents.stage import StartedProcesses, install_fake
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_fake(tmp_path / "bin", "claude-agent-acp", "codex-acp")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "src" / "webshop"
    folder.mkdir(parents=True)
    return folder


async def start(
    running: RunningCore, folder: Path, words: str, agent: CodingAgent = CodingAgent.CLAUDE_CODE
) -> str:
    """Start an agent as if the user had agreed; returns its session."""
    order = TaskOrder(agent=agent, folder=folder, words=words)
    return (await running.core.agent_tasks.start(order)).session


def session(running: RunningCore, session_id: str) -> AgentSession:
    (found,) = (
        one for one in running.core.agents.board.sessions if one.asker.session == session_id
    )
    return found


def task(running: RunningCore, session_id: str) -> AgentTask:
    found = session(running, session_id).task
    assert found is not None
    return found


async def until(
    running: RunningCore, session_id: str, holds: Callable[[AgentTask], bool]
) -> AgentTask:
    """Wait until something holds of a task."""
    await running.until_true(lambda: holds(task(running, session_id)))
    return task(running, session_id)


async def until_permission(running: RunningCore, count: int = 1) -> list[QuestionSet]:
    """Wait for permission requests that are open."""

    def found() -> list[QuestionSet]:
        open_sets = (one.questions for one in running.core.desk.pending())
        return [one for one in open_sets if one.purpose is Purpose.PERMISSION]

    await running.until_true(lambda: len(found()) >= count)
    return found()


@pytest.fixture
def started() -> StartedProcesses:
    return StartedProcesses()


def told(running: RunningCore) -> list[str]:
    return [one.text for one in running.of(Notice) if one.code == TOLD]


async def test_a_task_is_a_session_of_the_board_from_its_start_to_its_result(
    home: Home, shop: Path, started: StartedProcesses
) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "plan 1/2; edit a.py 1; say The login test passes.")
        done = await until(running, one, lambda each: each.state is TaskState.DONE)
        assert (done.text, done.folder) == ("The login test passes.", str(shop))
        found = session(running, one)
        assert (found.asker.title, found.activity) == ("Claude Code · webshop", AgentActivity.DONE)
        assert found.last_sentence == "The login test passes."
        boards = [each.board for each in running.of(AgentSessionsListed)]
        assert boards[0].sessions[0].activity is AgentActivity.WORKING
    assert started.running() == []


async def test_two_tasks_run_at_once_and_each_permission_is_of_its_own(
    home: Home, shop: Path
) -> None:
    async with opened(home, ScriptedModel([])) as running:
        first = await start(running, shop, "run git push; say Pushed.")
        second = await start(running, shop, "run make; say Made.", CodingAgent.CODEX)
        asked = {one.asker.agent: one for one in await until_permission(running, 2) if one.asker}
        assert session(running, first).activity is AgentActivity.WAITING
        codex = asked["Codex"]
        assert codex.questions[0].context == "make"
        await running.respond(codex, chose(codex, permission="allow"))
        made = await until(running, second, lambda each: each.state is TaskState.DONE)
        assert made.text == "make: once. Made."
        assert session(running, first).activity is AgentActivity.WAITING
        claude = asked["Claude Code"]
        await running.respond(claude, chose(claude, permission="deny"))
        denied = await until(running, first, lambda each: each.state is TaskState.DONE)
        assert denied.text == "git push: no. Pushed."


async def test_why_the_user_denies_is_told_next_in_their_words(home: Home, shop: Path) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "run git push")
        (asked,) = await until_permission(running)
        await running.respond(asked, chose(asked, permission="say to my fork"))
        done = await until(running, one, lambda each: each.state is TaskState.DONE)
        assert (done.words, done.text) == ("say to my fork", "to my fork")


async def test_more_words_wait_until_it_is_done_and_then_are_sent(home: Home, shop: Path) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "run make")
        (asked,) = await until_permission(running)
        assert running.core.agent_tasks.tell(session(running, one), "say Used SQLite.")
        assert task(running, one).queued == ("say Used SQLite.",)
        await running.respond(asked, chose(asked, permission="allow"))
        done = await until(running, one, lambda each: each.state is TaskState.DONE)
        assert done.text == "Used SQLite."
        await running.do(Say(text="Tell the one in webshop to say again"))
        await until(running, one, lambda each: each.text == "again")
        assert told(running) == ["Claude Code · webshop was told: say again"]


async def test_stopping_stops_and_it_takes_more_words(home: Home, shop: Path) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "say begun; wait; say not reached")
        await until(running, one, lambda each: each.text == "begun")
        await running.do(StopAgentTask(session=one))
        stopped = await until(running, one, lambda each: each.state is TaskState.STOPPED)
        assert (stopped.text, stopped.is_open) == ("begun", True)
        await running.do(StopAgentTask(session=one))
        await running.do(StopAgentTask(session="unknown"))
        assert running.core.agent_tasks.tell(session(running, one), "say on")
        await until(running, one, lambda each: each.text == "on")


async def test_stopping_withdraws_its_question(home: Home, shop: Path) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "run make")
        await until_permission(running)
        await running.do(StopAgentTask(session=one))
        await until(running, one, lambda each: each.state is TaskState.STOPPED)
        assert running.core.desk.pending() == ()


async def test_one_that_does_not_stop_is_ended(
    home: Home, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_connection, "STOP_S", 0.2)
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "say begun; deaf")
        await until(running, one, lambda each: each.text == "begun")
        await running.do(StopAgentTask(session=one))
        ended = await until(running, one, lambda each: not each.is_open)
        assert ended.state is TaskState.STOPPED
        assert not running.core.agent_tasks.tell(session(running, one), "more")


async def test_a_crash_is_told_with_its_last_line_and_withdraws_its_question(
    home: Home, shop: Path, started: StartedProcesses
) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "crash out of memory")
        failed = await until(running, one, lambda each: each.state is TaskState.FAILED)
        assert failed.problem == "Claude Code broke off: out of memory"
        assert not failed.is_open
        other = await start(running, shop, "run make", CodingAgent.CODEX)
        await until_permission(running)
        started.kill()
        await until(running, other, lambda each: each.state is TaskState.FAILED)
        assert running.core.desk.pending() == ()


async def test_closing_ends_the_process_and_takes_it_off_the_list(
    home: Home, shop: Path, started: StartedProcesses
) -> None:
    async with opened(home, ScriptedModel([])) as running:
        one = await start(running, shop, "run make")
        await until_permission(running)
        await running.do(CloseAgentTask(session=one))
        assert running.core.agents.board.sessions == ()
        assert running.core.desk.pending() == ()
        assert started.running() == []


async def test_the_end_of_parley_ends_them(
    home: Home, shop: Path, started: StartedProcesses
) -> None:
    async with opened(home, ScriptedModel([])) as running:
        await start(running, shop, "run make")
        await start(running, shop, "say begun; deaf", CodingAgent.CODEX)
        await until_permission(running)
    assert started.running() == []


def starts(folder: str, agent: str = "Claude Code", words: str = "say Done.") -> ScriptedModel:
    """Return a model that wants an agent started."""
    call = {"agent": agent, "project": folder, "task": words}
    return ScriptedModel([uses_tool("start_coding_agent", call), says("Well then.")])


async def test_nothing_starts_before_the_user_agrees_to_agent_folder_and_words(
    home: Home, shop: Path
) -> None:
    words = "say Done\u202e."
    async with opened(home, starts("~/src/webshop", words=words)) as running:
        await running.do(Say(text="ask Claude"))
        asked = (await running.until(QuestionAsked)).questions
        (question,) = asked.questions
        assert question.text == "Start Claude Code in ~/src/webshop?"
        assert question.context == "say Done\\u202e."
        assert [one.label for one in question.options] == ["Don't", "Start"]
        assert (asked.purpose, asked.voice_confirm) == (Purpose.CONFIRM, False)
        assert running.core.agents.board.sessions == ()
        await running.respond(asked, chose(asked, confirm="allow"))
        await running.until(ToolFinished)
        (found,) = running.core.agents.board.sessions
        assert found.task is not None
        assert found.task.words == words


async def test_without_a_yes_nothing_starts(home: Home, shop: Path) -> None:
    async with opened(home, starts(str(shop))) as running:
        await running.do(Say(text="ask Claude"))
        asked = (await running.until(QuestionAsked)).questions
        await running.respond(asked, chose(asked, confirm="refuse"))
        assert (await running.until(ToolFinished)).is_error
        assert running.core.agents.board.sessions == ()


async def test_an_order_in_words_starts_it_without_a_model_once_the_user_agrees(
    home: Home, shop: Path, started: StartedProcesses
) -> None:
    async with opened(home, ScriptedModel([]), has_rules=True) as running:
        await running.do(Say(text="Ask Claude Code in ~/src/webshop to plan 1/3; wait"))
        asked = (await running.until(QuestionAsked)).questions
        assert asked.questions[0].text == "Start Claude Code in ~/src/webshop?"
        assert asked.questions[0].context == "plan 1/3; wait"
        await running.respond(asked, chose(asked, confirm="allow"))
        begun = await running.until(TurnFinished)
        assert begun.text == "Claude Code in webshop has started."
        (one,) = (each.asker.session for each in running.core.agents.board.sessions)
        await until(running, one, lambda each: each.steps_done == 1)
        far = await running.turn("How far is it?")
        assert "1 of 3 steps are done. Now: Step 2." in far.text
        await running.do(Say(text="Stop it"))
        await until(running, one, lambda each: each.state is TaskState.STOPPED)
        assert told(running) == ["Claude Code · webshop was told to stop."]


async def test_without_a_task_stop_it_and_how_far_is_it_mean_what_they_meant(home: Home) -> None:
    async with opened(home, ScriptedModel([says("To Paris?")]), has_rules=True) as running:
        assert (await running.turn("How far is it?")).text == "To Paris?"
        assert (await running.turn("Stop it")).text == "Okay."


@pytest.mark.parametrize(
    ("folder", "agent", "reason"),
    [
        ("webshop", "Claude Code", "Parley knows of no project webshop."),
        ("", "Claude Code", "In which folder?"),
        ("~/src/none", "Claude Code", "There is no folder"),
        ("~/src/webshop", "Gemini", "gemini, which is not installed"),
        ("~/src/webshop", "Copilot", "no coding agent Copilot"),
    ],
)
async def test_what_is_not_certain_or_not_there_is_said_and_not_asked(
    home: Home, shop: Path, folder: str, agent: str, reason: str
) -> None:
    async with opened(home, starts(folder, agent)) as running:
        await running.do(Say(text="ask Claude"))
        ended = await running.until(ToolFinished)
        assert reason in ended.content
        assert running.of(QuestionAsked) == []


async def test_a_folder_that_was_used_is_known_by_its_name_from_then_on(
    home: Home, shop: Path, tmp_path: Path
) -> None:
    projects = tmp_path / "other" / "web-shop"
    projects.mkdir(parents=True)
    async with opened(home, ScriptedModel([])) as running:
        await running.core.projects.used(shop)
    async with opened(home, ScriptedModel([])) as running:
        assert await running.core.projects.find("web shop") == shop
        running.core.projects.heard(str(projects))
        with pytest.raises(Exception, match="Which folder: ~/src/webshop, ~/other/web-shop"):
            await running.core.projects.find("webshop")
        os.rmdir(projects)
        assert await running.core.projects.find("webshop") == shop

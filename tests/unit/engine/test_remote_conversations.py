"""A conversation that is held on a remote channel: Safe tools only, beside the window's."""

import asyncio
from pathlib import Path

import pytest

from assistant.conversation.conversation_registry import ConversationLease
from assistant.home import Home
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.turns import ToolFinished, TurnFinished
from assistant.questions.model.question import Channel
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.patience import PATIENCE_S


async def remote(running: RunningCore, **names: str) -> ConversationLease:
    conversation_id = await running.core.conversation_factory.create_remote(
        Channel.TELEGRAM, **{"workspace": "default", "agent": "default", **names}
    )
    return await running.core.conversations.registry.acquire(conversation_id)


async def turn(lease: ConversationLease, text: str, turn_id: str = "") -> list[EngineEvent]:
    events: list[EngineEvent] = []
    done = asyncio.Event()

    def hear(event: EngineEvent) -> None:
        events.append(event)
        if isinstance(event, TurnFinished):
            done.set()

    unsubscribe = lease.subscribe(hear)
    await lease.conversation.say(text, spoken=False, turn_id=turn_id)
    async with asyncio.timeout(PATIENCE_S):
        await done.wait()
    unsubscribe()
    return events


@pytest.mark.requirement("TG-02", "TG-05", "C-38")
async def test_only_safe_tools_are_told_of(home: Home) -> None:
    model = ScriptedModel(script=[says("Hi."), says("Hi here.")])
    async with opened(home, model) as running:
        safe = {entry.tool.name for entry in running.core.registry if entry.is_safe}
        await turn(await remote(running), "hello")
        told = {spec.name for spec in model.requests[0].tools}
        assert told <= safe
        assert "ask_user_question" in told
        await running.turn("hello")
        assert {spec.name for spec in model.requests[1].tools} > told


@pytest.mark.requirement("TG-02", "C-38")
async def test_a_tool_that_the_user_made_safe_is_safe_here_only(home: Home) -> None:
    home.root.mkdir()
    home.settings_file.write_text('[tools]\nclasses = "run_command = safe"\n', "utf-8")
    model = ScriptedModel(script=[says("Hi.")])
    async with opened(home, model) as running:
        await turn(await remote(running), "hello")
        assert "run_command" not in {spec.name for spec in model.requests[0].tools}


@pytest.mark.requirement("TG-06", "TG-12", "C-38")
async def test_a_dangerous_tool_is_refused_and_the_user_is_told(home: Home) -> None:
    model = ScriptedModel(
        script=[uses_tool("write_file", {"path": "a.txt", "text": "x"}), says("I cannot.")]
    )
    async with opened(home, model) as running:
        events = await turn(await remote(running), "write it")
        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert finished.is_error
        assert finished.content.startswith("이 작업은 확인이 필요합니다")
        (notice,) = [e for e in events if isinstance(e, Notice) and e.code == "tool_write_file"]
        assert notice.text == "Please run this action directly in the app."
        assert running.core.desk.pending() == ()


@pytest.mark.requirement("C-38")
async def test_names_of_other_tools_are_not_told_with_an_error_either(home: Home) -> None:
    model = ScriptedModel(script=[uses_tool("no_such_tool", {}), says("I cannot.")])
    async with opened(home, model) as running:
        events = await turn(await remote(running), "do it")
        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert "calculator" in finished.content
        assert "write_file" not in finished.content


@pytest.mark.requirement("TG-17")
async def test_the_window_s_conversation_stays_as_it_is(home: Home) -> None:
    model = ScriptedModel(script=[says("Hi.")])
    async with opened(home, model) as running:
        here = running.core.conversations.current
        before = here.state
        lease = await remote(running)
        await turn(lease, "hello")
        assert running.core.conversations.current is here
        assert here.state == before
        assert running.of(TurnFinished) == []
        await lease.release()
    async with opened(home, model) as running:  # nor is it what the window goes on with
        assert running.core.conversations.current.is_empty


async def test_a_turn_has_the_id_that_its_words_came_with(home: Home) -> None:
    async with opened(home, ScriptedModel(script=[says("Hi.")])) as running:
        lease = await remote(running)
        await turn(lease, "hello", "telegram-7")
        assert {entry.turn_id for entry in lease.conversation.entries} == {"telegram-7"}


@pytest.mark.requirement("TG-01")
async def test_it_is_held_with_the_workspace_and_agent_of_the_account(
    home: Home, tmp_path: Path
) -> None:
    persona = home.root / "agents" / "guide" / "persona.md"
    persona.parent.mkdir(parents=True)
    persona.write_text("You are a guide.", "utf-8")
    model = ScriptedModel(script=[says("Hi.")])
    async with opened(home, model) as running:
        lease = await remote(running, workspace="work", agent="guide")
        assert (lease.opened.workspace, lease.opened.agent) == ("work", "guide")
        await turn(lease, "hello")
        assert "You are a guide." in str(model.requests[0].system)

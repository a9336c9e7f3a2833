"""The tools for what the user keeps, in the assembled program: model, permission, notices, disk."""

import asyncio
from pathlib import Path

import pytest

from assistant.clock import SystemClock
from assistant.engine.memory.notices import CODE_PREFIX
from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.memory import UndoMemory
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.turns import ToolFinished, TurnFinished
from tests.helpers.engine.running_core import RunningCore, chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.patience import PATIENCE_S

NAMES = {
    "edit_list": "safe",
    "show_list": "safe",
    "delete_list": "sensitive",
    "add_note": "safe",
    "read_notes": "safe",
    "delete_note": "sensitive",
    "list_files": "safe",
    "read_file": "safe",
    "search_files": "safe",
    "write_file": "sensitive",
    "delete_file": "sensitive",
    "restore_deleted": "safe",
    "request_folder": "safe",
    "search_conversations": "safe",
    "read_conversation": "safe",
    "recall": "safe",
    "forget": "safe",
}


async def say(running: RunningCore, text: str) -> None:
    before = len(running.of(TurnFinished))
    await running.do(Say(text=text))
    await running.until(TurnFinished, before + 1)


def workspace(home: Home) -> Path:
    return home.workspace("default")


async def test_every_tool_is_there_with_its_class(home: Home) -> None:
    async with opened(home) as running:
        tools = {name: running.core.registry.find(name) for name in NAMES}

    assert {
        name: None if tool is None else tool.permission.value for name, tool in tools.items()
    } == NAMES


async def test_a_list_is_kept_in_the_workspace_unasked(home: Home) -> None:
    model = ScriptedModel(
        [
            uses_tool("edit_list", {"action": "add", "list": "shopping", "items": ["milk"]}),
            says("Done."),
        ]
    )
    async with opened(home, model) as running:
        await say(running, "put milk on the shopping list")

        assert running.of(QuestionAsked) == []
        assert [event.content for event in running.of(ToolFinished)] == [
            "List shopping, which is new:\nadded milk"
        ]
    text = (workspace(home) / "lists" / "shopping.md").read_text("utf-8")
    assert text == "# shopping\n\n- [ ] milk\n"


@pytest.mark.parametrize("choice", ["allow", "refuse"])
async def test_a_file_is_written_once_the_person_has_seen_what_changes(
    home: Home, choice: str
) -> None:
    path = workspace(home) / "plan.md"
    path.parent.mkdir(parents=True)
    path.write_text("milk\neggs\n", encoding="utf-8")
    arguments = {"path": "plan.md", "content": "milk\ntea\n", "mode": "replace"}
    model = ScriptedModel([uses_tool("write_file", arguments), says("Done.")])
    async with opened(home, model) as running:
        await running.do(Say(text="change the plan"))
        asked = await running.until_asked()
        (question,) = asked.questions.questions
        assert "plan.md changes so:\n  milk\n- eggs\n+ tea" in question.context
        assert '"content": "milk\\ntea\\n"' in question.context
        await running.respond(asked.questions, chose(asked.questions, confirm=choice))
        await running.until(TurnFinished)

    expected = "milk\ntea\n" if choice == "allow" else "milk\neggs\n"
    assert path.read_text("utf-8") == expected


@pytest.mark.requirement("G-05", "TOOL-25")
async def test_a_file_is_deleted_once_it_is_allowed_and_can_be_brought_back(home: Home) -> None:
    path = workspace(home) / "plan.md"
    path.parent.mkdir(parents=True)
    path.write_text("milk\n", encoding="utf-8")
    model = ScriptedModel(
        [
            uses_tool("delete_file", {"path": "plan.md"}),
            says("It is in the trash."),
            uses_tool("restore_deleted", {"path": "plan"}),
            says("It is back."),
        ]
    )
    async with opened(home, model) as running:
        await running.do(Say(text="delete the plan"))
        asked = await running.until_asked()
        assert "plan.md goes to the trash. It says:\n- milk" in asked.questions.questions[0].context
        assert path.exists()
        await running.respond(asked.questions, chose(asked.questions, confirm="allow"))
        await running.until(TurnFinished)
        assert not path.exists()

        await say(running, "no, bring it back")

        assert path.read_text("utf-8") == "milk\n"
        assert len(running.of(QuestionAsked)) == 1


async def test_a_fact_is_forgotten_with_a_notice_that_takes_it_back(home: Home) -> None:
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    path.write_text("- lives in Seoul\n- likes tea\n", encoding="utf-8")
    model = ScriptedModel([uses_tool("forget", {"fact": "likes tea"}), says("Forgotten.")])
    async with opened(home, model) as running:
        await say(running, "I do not like tea any more")

        assert path.read_text("utf-8") == "- lives in Seoul\n"
        notice = next(n for n in running.of(Notice) if n.actions)
        assert notice.code.startswith(CODE_PREFIX)
        assert (notice.text, notice.hint) == ("Forgotten: likes tea", "In your personal memory.")
        command = notice.actions[0].command
        assert isinstance(command, UndoMemory)
        await running.do(command)

        assert path.read_text("utf-8") == "- lives in Seoul\n- likes tea\n"
        assert running.of(Notice)[-1].text == "Remembered again: likes tea"


async def test_what_was_said_before_is_found_and_read(home: Home) -> None:
    async with opened(home, ScriptedModel([says("The blue one, then.")])) as running:
        await say(running, "which bicycle shall we take")
        await running.settle()
        first = running.core.conversations.current.conversation_id
    model = ScriptedModel(
        [
            uses_tool("search_conversations", {"query": "bicycle"}),
            says("Let me see."),
            uses_tool("read_conversation", {"conversation": first}),
            says("The blue one."),
        ]
    )
    async with opened(home, model, resume=False) as running:
        async with asyncio.timeout(PATIENCE_S):
            while not (
                await running.core.store.search.find("bicycle", now=SystemClock().now())
            ).found:
                await running.core.store.state.get("nothing")
        await say(running, "what did we say about it")
        await say(running, "read it")

        found, read = [event.content for event in running.of(ToolFinished)]
    assert f"conversation {first}" in found
    assert "which bicycle shall we take" in found
    assert "You" in read
    assert "The blue one, then." in read


async def test_what_memory_says_is_recalled(home: Home) -> None:
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    path.write_text("- likes tea\n", encoding="utf-8")
    model = ScriptedModel([uses_tool("recall", {"query": "tea"}), says("Tea.")])
    async with opened(home, model) as running:
        await say(running, "what do I like")

        (event,) = running.of(ToolFinished)
    assert "- likes tea (personal)" in event.content

"""Workspaces and agents are listed, made and switched, through the assembled core."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from assistant.home import Home
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.prompting.files import PromptFiles
from assistant.protocol.conversation import ConversationOpened, NewConversation
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.personas import (
    AgentSaved,
    CreateWorkspace,
    ListPersonas,
    PersonasListed,
    SaveAgent,
    UsePersona,
    WorkspaceCreated,
)
from assistant.protocol.settings import ModelChanged
from assistant.settings import load
from assistant.tools.descriptions import SHIPPED, described
from assistant.tools.tool import ToolContext, ToolResult
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.files import write
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.tools.fakes import ScriptedTool

TEACHER = "You are Ada, a patient teacher."


def system_text(request: ModelRequest) -> str:
    return str(request.system)


async def say(running: RunningCore, text: str) -> ModelRequest:
    """Say something and return what the model was asked."""
    running.model.script.append(says("Yes."))
    await running.turn(text)
    return running.model.requests[-1]


async def switch(running: RunningCore, workspace: str, agent: str) -> ConversationOpened:
    count = len(running.of(ConversationOpened))
    await running.do(UsePersona(workspace=workspace, agent=agent))
    return await running.until(ConversationOpened, count + 1)


async def test_what_there_is_is_told_to_who_asks(home: Home) -> None:
    async with opened(home) as running:
        assert running.of(PersonasListed) == []

        await running.do(ListPersonas())

        listed = running.of(PersonasListed)[-1]
        assert (listed.workspaces, listed.agents) == (("default",), ("default",))
        assert (listed.workspace, listed.agent) == ("default", "default")
        assert dict(listed.personas)["default"].startswith("You are Parley")


async def test_a_conversation_says_what_it_is_held_with(home: Home) -> None:
    async with opened(home) as running:
        event = running.of(ConversationOpened)[-1]

    assert (event.workspace, event.agent) == ("default", "default")


async def test_a_persona_that_is_made_and_used_reaches_the_next_request(home: Home) -> None:
    async with opened(home) as running:
        await running.do(ListPersonas())
        before = await say(running, "Hello")
        assert TEACHER not in system_text(before)

        await running.do(SaveAgent(name="teacher", persona=TEACHER))
        assert running.of(AgentSaved) == [AgentSaved(name="teacher")]
        assert running.of(PersonasListed)[-1].agents == ("default", "teacher")

        event = await switch(running, "default", "teacher")
        assert (event.workspace, event.agent, event.resumed) == ("default", "teacher", False)
        assert running.of(HistoryLoaded)[-1].messages == ()
        assert running.of(PersonasListed)[-1].agent == "teacher"
        after = await say(running, "Hello")

        assert TEACHER in system_text(after)
        assert len(after.messages) == 1


async def test_another_workspace_brings_its_memory_its_prompts_and_its_folder(home: Home) -> None:
    async with opened(home) as running:
        await running.do(CreateWorkspace(name="shop"))
        assert running.of(WorkspaceCreated) == [WorkspaceCreated(name="shop")]
        write(home.workspace("shop") / "memory.md", "- sells coffee\n")
        write(home.workspace("shop") / "prompts" / "common.prompt", "Ask before you sell.")

        write(home.workspace("shop") / "prompts" / "tools" / "calculator.txt", "Counts beans.")
        folders: list[Path] = []

        async def look(_arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
            folders.append(context.workspace)
            return ToolResult(content="done")

        running.core.registry.add(ScriptedTool("look", look))

        await switch(running, "shop", "default")
        running.model.script.append(uses_tool("look", {}))
        request = await say(running, "Hello")

        assert "- sells coffee" in system_text(request)
        assert "Ask before you sell." in system_text(request)
        assert "Counts beans." in {tool.description for tool in request.tools}
        assert folders == [home.workspace("shop")]
        await switch(running, "default", "default")
        request = await say(running, "Hello")
        assert "Counts beans." not in {tool.description for tool in request.tools}


async def test_every_tool_is_described_as_the_workspace_says(home: Home) -> None:
    off_at_first = {"run-command"}
    with_a_server = {"read-mcp-resource"}
    files = [
        file
        for file in sorted(SHIPPED.glob("*.txt"))
        if file.stem not in off_at_first | with_a_server
    ]
    for file in files:
        write(home.workspace("shop") / "prompts" / "tools" / file.name, f"As {file.stem}.")
    async with opened(home) as running:
        await switch(running, "shop", "default")
        request = await say(running, "Hello")
        specs, _problems = described(
            running.core.registry.specs(),
            PromptFiles(home=home, workspace=home.workspace("shop")),
        )

    assert {spec.description for spec in specs} == {f"As {file.stem}." for file in files}
    assert {spec.description for spec in request.tools} <= {spec.description for spec in specs}


async def test_the_choice_is_kept_for_later_conversations_and_the_next_start(home: Home) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    async with opened(home) as running:
        await switch(running, "default", "teacher")
        await running.do(NewConversation())
        assert running.of(ConversationOpened)[-1].agent == "teacher"

    assert load(home, {}).settings.person.agent == "teacher"
    async with opened(home, resume=False) as again:
        assert TEACHER in system_text(await say(again, "Hello"))


async def test_a_conversation_goes_on_with_what_it_was_held_with(home: Home) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    async with opened(home) as running:
        first = running.core.conversations.current.conversation_id
        await say(running, "Hello")
        await switch(running, "default", "teacher")
        second = running.core.conversations.current.conversation_id
        await say(running, "Hello again")

        await running.core.conversations.open(first)
        running.core.answers.announce()
        assert running.of(ConversationOpened)[-1].agent == "default"
        request = await say(running, "Go on")
        assert TEACHER not in system_text(request)
        assert len(request.messages) == 3

        await running.core.conversations.open(second)
        assert TEACHER in system_text(await say(running, "Go on"))


async def test_a_conversation_whose_persona_is_gone_goes_on_and_says_so(home: Home) -> None:
    persona = home.root / "agents" / "teacher" / "persona.md"
    write(persona, TEACHER)
    async with opened(home) as running:
        await switch(running, "default", "teacher")
        await say(running, "Hello")
        persona.unlink()
        taught = running.core.conversations.current.conversation_id

        await running.core.conversations.open(taught)
        notice = await running.until_notice("persona_gone")
        assert "teacher" in notice.text
        assert TEACHER not in system_text(await say(running, "Go on"))

        write(persona, TEACHER)
        await running.core.conversations.open(taught)
        last = [one for one in running.of(Notice) if one.code == "persona_gone"][-1]
        assert last.resolved


async def test_what_is_not_there_is_not_switched_to(home: Home) -> None:
    async with opened(home) as running:
        before = running.core.conversations.current.conversation_id
        for workspace, agent in (("default", "ghost"), ("ghost", "default"), ("..", "default")):
            await running.do(UsePersona(workspace=workspace, agent=agent))

        assert len([one for one in running.of(Notice) if one.code == "persona_refused"]) == 3
        assert running.core.conversations.current.conversation_id == before
    assert load(home, {}).settings.person.agent == "default"


async def test_settings_that_cannot_be_written_are_told_of_and_the_switch_holds(
    home: Home,
) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    async with opened(home) as running:
        home.settings_file.mkdir()

        event = await switch(running, "default", "teacher")

        assert event.agent == "teacher"
        assert not (await running.until_notice("persona_unsaved")).resolved
        home.settings_file.rmdir()
        await switch(running, "default", "default")
        assert [one.resolved for one in running.of(Notice) if one.code == "persona_unsaved"] == [
            False,
            True,
        ]


async def test_a_refusal_is_told_with_what_was_asked_for(home: Home) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    async with opened(home) as running:
        await running.do(CreateWorkspace(name="default"))
        await running.do(SaveAgent(name="teacher", persona="You are new."))
        await running.do(SaveAgent(name="teacher", persona="Mine.", replaces="You teach."))

        assert running.of(WorkspaceCreated)[0].problem
        new, changed = running.of(AgentSaved)
        assert new.problem
        assert new.conflict is None
        assert changed.conflict == TEACHER


async def test_a_persona_that_is_edited_counts_from_the_next_message(home: Home) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    async with opened(home) as running:
        await switch(running, "default", "teacher")
        assert TEACHER in system_text(await say(running, "Hello"))

        await running.do(SaveAgent(name="teacher", persona="You are terse.", replaces=TEACHER))
        request = await say(running, "And now?")

        assert "You are terse." in system_text(request)
        assert TEACHER not in system_text(request)


async def test_a_changed_model_keeps_the_persona_in_use(home: Home) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    model = ScriptedModel()
    async with opened(home, model) as running:
        home.settings_file.mkdir()  # what cannot be saved holds until the end
        await switch(running, "default", "teacher")
        home.settings_file.rmdir()

        await running.do(ModelChanged())

        assert running.core.conversation_factory.settings.person.agent == "teacher"

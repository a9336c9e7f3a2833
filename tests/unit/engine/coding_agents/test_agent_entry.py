"""What an agent's settings start is started as the agent would, and asks by itself."""

import sys
from pathlib import Path

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.model.entries import Launch
from assistant.engine.coding_agents.agent_entry import AgentEntry
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.questions.formats.input_reader import as_fields

pytestmark = pytest.mark.timeout(120)

PARLEY = str(Path(sys.executable).with_name("parley"))
QUESTION = {
    "title": "A test",
    "prompt": "Is anybody there?",
    "type": "single_select",
    "allow_cancel": True,
    "options": [{"label": "Yes", "description": ""}],
    "timeout_s": 1,
}


@pytest.fixture
def entry(home: Home) -> AgentEntry:
    launch = Launch(program=PARLEY, arguments=("mcp", "--home", str(home.root)))
    return AgentEntry(
        CodingAgent.CODEX, launch, home=home, environment={"HOME": str(home.root.parent)}
    )


async def test_its_questions_are_parleys_and_no_form_refuses_them(entry: AgentEntry) -> None:
    answer = await entry.call("provide_choice", QUESTION)
    result = as_fields(answer.structured)
    assert (result["action_status"], result["transport"]) == ("timeout", "web")


async def test_a_call_that_fails_says_why(entry: AgentEntry) -> None:
    answer = await entry.call("provide_choice", {"type": "single_select"})
    assert answer.is_error


async def test_a_program_that_is_gone_is_named(home: Home) -> None:
    gone = Launch(program=str(home.root / "parley"), arguments=("mcp",))
    entry = AgentEntry(CodingAgent.CODEX, gone, home=home, environment={})
    for work in (entry.tool_count(), entry.call("provide_choice", QUESTION)):
        with pytest.raises(AssistantError, match="which is not there"):
            await work


async def test_one_that_ends_in_the_middle_is_told(home: Home, tmp_path: Path) -> None:
    program = tmp_path / "parley"
    program.write_text("#!/bin/sh\necho broken >&2\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    launch = Launch(program=str(program), arguments=("mcp",))
    entry = AgentEntry(CodingAgent.CODEX, launch, home=home, environment={})
    with pytest.raises(AssistantError):
        await entry.call("provide_choice", QUESTION)

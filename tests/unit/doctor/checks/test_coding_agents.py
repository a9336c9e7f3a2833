"""What a user is told of a coding agent that is set up, or whose Parley is gone."""

import json
import sys
from pathlib import Path

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.agent_setup import AgentSetup
from assistant.coding_agents.setup.model.agent_files import ParleyCommand, UserFolders
from assistant.doctor.check_context import CheckContext
from assistant.doctor.checks.coding_agents import check_agent
from assistant.doctor.registry import CHECKS, agent_check, checks_with
from assistant.finding import CheckStatus
from tests.unit.doctor.conftest import Admit

pytestmark = pytest.mark.timeout(120)

PARLEY = Path(sys.executable).with_name("parley")


@pytest.fixture
def context(admit: Admit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CheckContext:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return admit(HOME=str(tmp_path))


def set_up(context: CheckContext, agent: CodingAgent, program: str) -> None:
    setup = AgentSetup(
        parley=ParleyCommand(program=program, options=("--home", str(context.home.root))),
        folders=UserFolders(home=Path.home()),
        home=context.home.root,
    )
    setup.write(setup.additions(agent))


@pytest.mark.parametrize("agent", [CodingAgent.OPENCODE, CodingAgent.CLINE])
def test_the_tools_that_an_agent_is_offered_are_counted(
    context: CheckContext, agent: CodingAgent
) -> None:
    set_up(context, agent, str(PARLEY))
    verdict = check_agent(context, agent)
    assert verdict.status is CheckStatus.OK, verdict
    assert verdict.text == "It can ask in Parley, with 2 tools"


def test_a_parley_that_was_moved_is_told_with_the_command_that_mends_it(
    context: CheckContext, tmp_path: Path
) -> None:
    program = str(tmp_path / "gone" / "parley")
    set_up(context, CodingAgent.CODEX, program)
    verdict = check_agent(context, CodingAgent.CODEX)
    assert verdict.status is CheckStatus.WARNING
    assert verdict.text == f"Codex would start {program}, which is not there."
    assert verdict.hint == "If Parley was moved, run: parley setup codex"


def test_a_program_of_that_name_that_is_no_server_is_told(
    context: CheckContext, tmp_path: Path
) -> None:
    program = tmp_path / "parley"
    program.write_text("#!/bin/sh\necho not me >&2\nexit 3\n", encoding="utf-8")
    program.chmod(0o755)
    set_up(context, CodingAgent.GEMINI, str(program))
    verdict = check_agent(context, CodingAgent.GEMINI)
    assert verdict.status is CheckStatus.WARNING
    assert "not me" in verdict.hint


def test_an_agent_that_is_not_set_up_is_skipped(context: CheckContext, tmp_path: Path) -> None:
    other = {"mcp": {"parley": {"command": ["pirates"]}}}
    folder = tmp_path / ".config" / "opencode"
    folder.mkdir(parents=True)
    (folder / "opencode.json").write_text(json.dumps(other), encoding="utf-8")
    assert check_agent(context, CodingAgent.OPENCODE).status is CheckStatus.SKIPPED


def test_only_agents_that_are_set_up_have_a_row() -> None:
    names = [check.name for check in checks_with([CodingAgent.CODEX])]
    assert agent_check(CodingAgent.CODEX) in names
    assert [check.name for check in checks_with(CodingAgent)] == [check.name for check in CHECKS]
    assert len(names) == len(CHECKS) - len(CodingAgent) + 1

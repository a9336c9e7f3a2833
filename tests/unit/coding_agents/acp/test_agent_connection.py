"""An agent's process and the protocol, with a real process that speaks it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from assistant.coding_agents.acp import agent_connection
from assistant.coding_agents.acp.agent_connection import (
    AgentConnection,
    AgentEars,
    AgentError,
    AgentProgram,
    find_program,
    open_agent,
)
from assistant.coding_agents.hooks.permission_request import PermissionRequest
from assistant.coding_agents.hooks.verdicts import Allowed, Denied, Verdict
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.tasks.agent_task import (
    AgentTask,
    AgentTold,
    CallTold,
    PlanTold,
    Progress,
    TextTold,
    TurnEnding,
)
from assistant.coding_agents.tasks.launch import LAUNCHES
from assistant.processes.model.environment import for_agents
from tests.helpers.coding_agents.stage import StartedProcesses, fake_program

Decide = Callable[[PermissionRequest], Verdict | None]
RULE = {"type": "option", "optionId": "always", "name": "Yes, always"}


class Heard:
    """What an agent told, and how it is answered."""

    def __init__(self, decide: Decide | None = None) -> None:
        self.told: list[AgentTold] = []
        self.asked: list[PermissionRequest] = []
        self.news = asyncio.Event()
        self._decide = decide

    @property
    def ears(self) -> AgentEars:
        return AgentEars(told=self._hear, decide=self._ask)

    @property
    def text(self) -> str:
        return "".join(one.text for one in self.told if isinstance(one, TextTold))

    def _hear(self, told: AgentTold) -> None:
        self.told.append(told)
        self.news.set()

    async def _ask(self, request: PermissionRequest) -> Verdict | None:
        self.asked.append(request)
        self.news.set()
        if self._decide is None:
            await asyncio.Event().wait()
            raise AssertionError
        return self._decide(request)


@asynccontextmanager
async def opened(
    folder: Path, heard: Heard, *arguments: str, agent: CodingAgent = CodingAgent.CLAUDE_CODE
) -> AsyncGenerator[AgentConnection]:
    async with open_agent(fake_program(*arguments, agent=agent), folder, heard.ears) as connection:
        yield connection


@pytest.fixture
def started() -> StartedProcesses:
    return StartedProcesses()


async def test_what_it_tells_is_heard_in_order_before_its_turn_ends(
    tmp_path: Path, started: StartedProcesses
) -> None:
    heard = Heard()
    async with opened(tmp_path, heard) as agent:
        assert agent.session_id
        ending = await agent.prompt("plan 1/3; edit a.py 2; say All; say  tests pass.")
        assert ending is TurnEnding.DONE
        assert [type(one) for one in heard.told] == [PlanTold, CallTold, TextTold, TextTold]
        assert heard.text == "All tests pass."
    task = AgentTask(agent=CodingAgent.CODEX, folder="/x", words="go")
    for one in heard.told:
        task = task.after(one)
    assert (task.steps_done, len(task.plan)) == (1, 3)
    assert [(one.path, one.lines) for one in task.changes] == [("a.py", "+ x = 1\n+ x = 1")]
    assert started.running() == []


async def test_it_runs_in_its_folder_in_the_mode_in_which_it_asks(tmp_path: Path) -> None:
    heard = Heard()
    async with opened(tmp_path, heard) as agent:
        await agent.prompt("mode; folder")
    assert heard.text.startswith("I am in default mode. ")
    assert heard.text.endswith(tmp_path.name)


@pytest.mark.parametrize(
    ("verdict", "chosen"),
    [
        (Allowed(), "once"),
        (Allowed(rule=RULE), "always"),
        (Denied(message="no"), "no"),
        (None, "no"),
    ],
)
async def test_a_permission_is_what_the_user_decided(
    tmp_path: Path, verdict: Verdict | None, chosen: str
) -> None:
    heard = Heard(lambda _request: verdict)
    async with opened(tmp_path, heard) as agent:
        await agent.prompt("run git push")
    (request,) = heard.asked
    assert request == PermissionRequest(
        tool="git push", input={"command": "git push"}, suggestions=[RULE], has_dialog=False
    )
    assert heard.text == f"git push: {chosen}. "


async def test_stopping_withdraws_what_it_asks(tmp_path: Path) -> None:
    heard = Heard()
    async with opened(tmp_path, heard) as agent:
        prompting = asyncio.create_task(agent.prompt("run git push; say still here"))
        while not heard.asked:
            heard.news.clear()
            await heard.news.wait()
        await agent.stop()
        assert await prompting is TurnEnding.STOPPED
        assert heard.text == "git push: withdrawn. "
        assert await agent.prompt("say again") is TurnEnding.DONE


async def test_one_that_does_not_stop_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: StartedProcesses
) -> None:
    monkeypatch.setattr(agent_connection, "STOP_S", 0.2)
    heard = Heard()
    async with opened(tmp_path, heard) as agent:
        prompting = asyncio.create_task(agent.prompt("say begun; deaf"))
        await heard.news.wait()
        await agent.stop()
        with pytest.raises(AgentError):
            await prompting
    assert started.running() == []


@pytest.mark.parametrize(
    ("steps", "reason"),
    [("crash out of memory", "Claude Code broke off: out of memory")],
)
async def test_one_that_crashes_says_why_with_its_last_line(
    tmp_path: Path, steps: str, reason: str
) -> None:
    async with opened(tmp_path, Heard()) as agent:
        with pytest.raises(AgentError) as error:
            await agent.prompt(steps)
    assert error.value.message == reason


async def test_one_that_crashes_while_it_asks_asks_no_more(
    tmp_path: Path, started: StartedProcesses
) -> None:
    heard = Heard()
    withdrawn = asyncio.Event()

    async def decide(_request: PermissionRequest) -> Verdict | None:
        heard.news.set()
        try:
            await asyncio.Event().wait()
        finally:
            withdrawn.set()
        raise AssertionError

    ears = AgentEars(told=heard.told.append, decide=decide)
    async with open_agent(fake_program(), tmp_path, ears) as agent:
        prompting = asyncio.create_task(agent.prompt("run make"))
        await heard.news.wait()
        started.kill()
        with pytest.raises(AgentError):
            await prompting
    assert withdrawn.is_set()


async def test_what_is_no_message_is_passed_over(tmp_path: Path) -> None:
    heard = Heard()
    async with opened(tmp_path, heard) as agent:
        assert await agent.prompt("garbage; say fine") is TurnEnding.DONE
    assert heard.text == "fine"


async def test_a_huge_change_is_named_and_a_large_one_shown(tmp_path: Path) -> None:
    heard = Heard()
    async with opened(tmp_path, heard) as agent:
        await agent.prompt("edit large.py 20000; edit huge.py 200000; say done")
    large, huge = (one for one in heard.told if isinstance(one, CallTold))
    assert large.changes is not None
    assert huge.changes is not None
    assert large.changes[0].lines.startswith("+ x = 1\n")
    assert huge.changes[0].lines == ""
    assert huge.progress is Progress.DONE
    assert isinstance(heard.told[-1], TextTold)


@pytest.mark.parametrize(
    ("fault", "message", "hint"),
    [
        ("signed-out", "Claude Code wants you to sign in.", "Run this in a terminal: claude"),
        ("crash", "Claude Code broke off: no such model", ""),
    ],
)
async def test_a_start_that_goes_wrong_says_why(
    tmp_path: Path, fault: str, message: str, hint: str, started: StartedProcesses
) -> None:
    with pytest.raises(AgentError) as error:
        async with opened(tmp_path, Heard(), fault):
            raise AssertionError
    assert (error.value.message, error.value.hint) == (message, hint)
    assert started.running() == []


async def test_one_that_does_not_answer_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, started: StartedProcesses
) -> None:
    monkeypatch.setattr(agent_connection, "START_S", 0.2)
    with pytest.raises(AgentError, match="did not answer in time"):
        async with opened(tmp_path, Heard(), "mute"):
            raise AssertionError
    assert started.running() == []


async def test_one_that_cannot_be_started_says_so(tmp_path: Path) -> None:
    program = AgentProgram(
        agent=CodingAgent.CODEX, command=(str(tmp_path / "none"),), environment={}
    )
    with pytest.raises(AgentError, match="cannot be started"):
        async with open_agent(program, tmp_path, Heard().ears):
            raise AssertionError


def program_file(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("agent", "place", "command"),
    [
        (CodingAgent.CLAUDE_CODE, "bin/claude-agent-acp", ("bin/claude-agent-acp",)),
        (CodingAgent.CLAUDE_CODE, "bin/claude-code-acp", ("bin/claude-code-acp",)),
        (CodingAgent.OPENCODE, ".opencode/bin/opencode", (".opencode/bin/opencode", "acp")),
        (
            CodingAgent.GEMINI,
            ".nvm/versions/node/v24.1.0/bin/gemini",
            (".nvm/versions/node/v24.1.0/bin/gemini", "--acp"),
        ),
    ],
)
def test_the_program_is_found_on_the_path_and_where_npm_puts_it(
    tmp_path: Path, agent: CodingAgent, place: str, command: tuple[str, ...]
) -> None:
    program_file(tmp_path / place)
    environment = {"PATH": str(tmp_path / "bin")}
    found = find_program(agent, environment, home=tmp_path)
    assert found.command == (str(tmp_path / command[0]), *command[1:])
    assert str((tmp_path / place).parent) in found.environment["PATH"].split(":")


@pytest.mark.parametrize("agent", list(CodingAgent))
def test_what_is_not_installed_says_how_to_install_it(tmp_path: Path, agent: CodingAgent) -> None:
    with pytest.raises(AgentError) as error:
        find_program(agent, {"PATH": str(tmp_path)}, home=tmp_path)
    assert LAUNCHES[agent].commands[0][0] in error.value.message
    assert error.value.hint == f"Install it in a terminal: {LAUNCHES[agent].install}"


@pytest.mark.parametrize(
    ("given", "seen"),
    [
        ({"ANTHROPIC_API_KEY": "k", "PATH": "/bin"}, {"ANTHROPIC_API_KEY", "PATH"}),
        ({"PARLEY_SYNC_PASSPHRASE": "s", "PARLEY_TELEGRAM_TOKEN": "t"}, set[str]()),
        ({"BASH_FUNC_ls%%": "() { :; }", "ASSISTANT_COMMAND": "x"}, set[str]()),
    ],
)
def test_an_agent_sees_what_is_the_users_and_nothing_of_parleys(
    given: Mapping[str, str], seen: set[str]
) -> None:
    assert set(for_agents(given)) == seen

"""Agents that end without a word."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Coroutine
from typing import Any

import pytest

from assistant.coding_agents.model.session_board import SessionBoard, WordsTaken
from assistant.engine.coding_agents.agent_processes import (
    LOOK_S,
    AgentProcesses,
    agent_process,
)
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.questions.model.asker import Asker
from tests.helpers.clock import ManualClock

pytestmark = pytest.mark.looptime

SHOP = Asker(agent="Claude Code", project="webshop", session="a")
API = Asker(agent="Codex", project="api", session="b")


class Machine:
    """Sessions of agents, and which of their processes run."""

    def __init__(self) -> None:
        self.running = {10, 20}
        self.sessions = AgentSessions(clock=ManualClock(), emit=lambda _event: None)
        self.tasks: list[asyncio.Task[None]] = []
        self.processes = AgentProcesses(
            sessions=self.sessions,
            spawn=self._spawn,
            agent_of=lambda starter: starter - 1 if starter else None,
            is_alive=lambda process: process in self.running,
        )

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> object:
        self.tasks.append(asyncio.create_task(work, name=name))
        return self.tasks[-1]

    async def begin(self, asker: Asker, starter: int) -> None:
        self.sessions.hear(WordsTaken(asker=asker))
        await self.processes.watch(asker, starter)

    def listed(self) -> list[str]:
        return [one.asker.session for one in self.sessions.board.sessions]


async def test_a_session_ends_with_its_agent_and_no_other() -> None:
    machine = Machine()
    await machine.begin(SHOP, 11)
    await machine.begin(API, 21)
    await machine.begin(SHOP, 11)  # at its next hook
    machine.running = {20}
    await asyncio.sleep(LOOK_S + 1)
    assert machine.listed() == ["b"]
    machine.running = set()
    await asyncio.sleep(LOOK_S)
    assert machine.sessions.board == SessionBoard()
    assert [task.done() for task in machine.tasks] == [True]
    await machine.begin(SHOP, 31)  # is looked for again, and is gone
    await asyncio.sleep(LOOK_S + 1)
    assert machine.listed() == []


async def test_a_session_that_is_resumed_by_another_process_stays() -> None:
    machine = Machine()
    await machine.begin(SHOP, 11)
    machine.running = {20}
    await machine.begin(SHOP, 21)
    await asyncio.sleep(LOOK_S + 1)
    assert machine.listed() == ["a"]


async def test_an_agent_that_is_not_known_stays_listed() -> None:
    machine = Machine()
    await machine.begin(SHOP, 0)
    await machine.begin(Asker(agent="Cline"), 11)
    machine.running = set()
    await asyncio.sleep(3 * LOOK_S)
    assert machine.listed() == ["a", ""]
    assert machine.tasks == []


async def test_a_session_that_said_it_ended_is_not_looked_for() -> None:
    machine = Machine()
    await machine.begin(SHOP, 11)
    machine.processes.forget(SHOP)
    machine.processes.forget(API)
    await asyncio.sleep(LOOK_S + 1)
    assert [task.done() for task in machine.tasks] == [True]


def test_the_agent_is_behind_the_shell_that_runs_its_hook() -> None:
    code = "import os; print(os.getppid(), flush=True); input()"
    command = f'"{sys.executable}" -c "{code}"; true'
    with subprocess.Popen(
        ["/bin/sh", "-c", command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as shell:
        assert shell.stdout is not None
        starter = int(shell.stdout.readline())
        assert starter == shell.pid
        assert agent_process(starter) == os.getpid()
        shell.communicate("\n")
    assert agent_process(os.getpid()) == os.getpid()
    assert agent_process(2**22 + 1) is None

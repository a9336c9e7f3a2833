"""What starts the fake agent in the place of a real one."""

import os
import sys
from pathlib import Path

import psutil

from assistant.coding_agents.acp.agent_connection import AgentProgram
from assistant.coding_agents.model.agents import CodingAgent

ROOT = Path(__file__).parents[3]


def fake_program(*arguments: str, agent: CodingAgent = CodingAgent.CLAUDE_CODE) -> AgentProgram:
    """Return what starts the fake agent, called as one that Parley knows."""
    return AgentProgram(
        agent=agent,
        command=(sys.executable, "-m", "tests.helpers.coding_agents.fake_agent", *arguments),
        environment={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
    )


def install_fake(folder: Path, *programs: str, fault: str = "") -> None:
    """Put programs into a folder that start the fake agent: `claude-agent-acp`, `codex-acp`."""
    folder.mkdir(parents=True, exist_ok=True)
    for program in programs:
        path = folder / program
        path.write_text(
            f"#!/bin/sh\nexport PYTHONPATH={ROOT}\n"
            f"exec {sys.executable} -m tests.helpers.coding_agents.fake_agent {fault}\n",
            encoding="utf-8",
        )
        path.chmod(0o755)


class StartedProcesses:
    """The processes below this one that came since this was made; a database may have run before."""

    def __init__(self) -> None:
        self._before = frozenset(psutil.Process().children(recursive=True))

    def running(self) -> list[psutil.Process]:
        """Return those that run."""
        below = psutil.Process().children(recursive=True)
        return [one for one in below if one not in self._before]

    def kill(self) -> None:
        """Kill them all."""
        for one in self.running():
            one.kill()

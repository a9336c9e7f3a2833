"""Notices agents that ended without a word, by their processes. Engine loop only."""

import asyncio
from collections.abc import Callable
from pathlib import PurePath
from typing import Final

from assistant.background_tasks import Spawn
from assistant.coding_agents.model.session_board import SessionEnded
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.questions.model.asker import Asker

LOOK_S: Final = 10.0
"""How often is looked whether they run."""
_SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "fish", "ksh", "ash", "env"})
"""An agent may run its hooks by one; it ends with the hook."""


class AgentProcesses:
    """Ends sessions whose agents are gone.

    Args:
        sessions: Hears of the end.
        spawn: Runs what looks.
        agent_of: Returns the process of the agent that started a process; None where that is not
            known. Blocks.
        is_alive: Whether a process runs.
    """

    def __init__(
        self,
        *,
        sessions: AgentSessions,
        spawn: Spawn,
        agent_of: "Callable[[int], int | None] | None" = None,
        is_alive: Callable[[int], bool] | None = None,
    ) -> None:
        self._sessions = sessions
        self._spawn = spawn
        self._agent_of = agent_of or agent_process
        self._is_alive = is_alive or _runs
        self._watched: dict[tuple[str, str], tuple[Asker, int]] = {}
        self._is_looking = False

    async def watch(self, asker: Asker, starter: int) -> None:
        """Look from now on whether the agent of a session runs.

        Args:
            asker: The session.
            starter: The process that started its hook.
        """
        key = (asker.agent, asker.session)
        known = self._watched.get(key)
        if not asker.session or (known is not None and self._is_alive(known[1])):
            return
        process = await asyncio.to_thread(self._agent_of, starter)
        if process is None:
            return
        self._watched[key] = (asker, process)
        if not self._is_looking:
            self._is_looking = True
            self._spawn(self._look(), "look for agents")

    def forget(self, asker: Asker) -> None:
        """Look no more for a session that has ended."""
        self._watched.pop((asker.agent, asker.session), None)

    async def _look(self) -> None:
        while self._watched:
            await asyncio.sleep(LOOK_S)
            for key, (asker, process) in tuple(self._watched.items()):
                if not self._is_alive(process):
                    del self._watched[key]
                    self._sessions.hear(SessionEnded(asker=asker))
        self._is_looking = False


def agent_process(starter: int) -> int | None:
    """Return the process that began with a hook: the first ancestor that is no shell."""
    import psutil  # not before a hook was heard

    try:
        process = psutil.Process(starter)
        while PurePath(process.name()).stem in _SHELLS:
            parent = process.parent()
            if parent is None:
                return None
            process = parent
    except psutil.Error:
        return None
    return process.pid if process.pid > 1 else None


def _runs(process: int) -> bool:
    import psutil  # as above

    try:
        return psutil.Process(process).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False

"""Brings the results of agents that Parley started into the conversation. Engine loop only."""

from collections.abc import Callable

from assistant.coding_agents.model.session_board import SessionBoard
from assistant.coding_agents.tasks.agent_task import TaskState
from assistant.protocol.coding_agents import AgentReported, AgentSessionsListed
from assistant.protocol.conversation import StateChanged
from assistant.protocol.events import EngineEvent

_RESULTS = frozenset({TaskState.DONE, TaskState.FAILED})
"""Whoever stopped a task knows what it has come to."""


class AgentReports:
    """Tells of each result once, between two turns.

    Args:
        is_busy: Whether a turn is under way, or Parley speaks.
        emit: Takes `AgentReported`.
    """

    def __init__(self, *, is_busy: Callable[[], bool], emit: Callable[[EngineEvent], None]) -> None:
        self._is_busy = is_busy
        self._emit = emit
        self._at_work: set[str] = set()
        """The sessions that are at something."""
        self._due: list[AgentReported] = []

    def on_event(self, event: EngineEvent) -> None:
        match event:
            case AgentSessionsListed(board=board):
                self._look(board)
            case StateChanged():
                pass
            case _:
                return
        while self._due and not self._is_busy():
            self._emit(self._due.pop(0))

    def _look(self, board: SessionBoard) -> None:
        for session in board.sessions:
            name, task = session.asker.session, session.task
            if task is None:
                continue
            if task.state.is_under_way:
                self._at_work.add(name)
            elif name in self._at_work:
                self._at_work.remove(name)
                if task.state in _RESULTS:
                    self._due.append(AgentReported(asker=session.asker, task=task))

"""Keeps how the sessions of coding agents stand, and tells of changes. Engine loop only."""

from collections.abc import Callable

from assistant.clock import Clock
from assistant.coding_agents.model.session_board import (
    QuestionEnded,
    QuestionOpened,
    SessionBoard,
    SessionEvent,
)
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.protocol.coding_agents import AgentSessionsListed, ListAgentSessions
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Later


class AgentSessions:
    """Hears hooks and the question desk.

    Args:
        clock: Stamps what is heard.
        emit: Takes `AgentSessionsListed` after every change.
    """

    def __init__(self, *, clock: Clock, emit: Callable[[EngineEvent], None]) -> None:
        self._clock = clock
        self._emit = emit
        self._board = SessionBoard()
        self._judged: set[str] = set()

    @property
    def board(self) -> SessionBoard:
        return self._board

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListAgentSessions, self._list)

    def numbered(self, asker: Asker) -> Asker:
        """Return an asker as the user knows the session; see `SessionBoard.numbered`."""
        return self._board.numbered(asker)

    def judge(self, questions_id: str) -> None:
        """Leave the end of a question to whoever knows what it means: they will tell of it."""
        self._judged.add(questions_id)

    def is_started(self, asker: Asker) -> bool:
        """Whether Parley started a session, and its process runs."""
        found = self._board.find(asker)
        return found is not None and found.is_running

    def hear(self, event: SessionEvent) -> None:
        """Take what happened to a session."""
        if isinstance(event, QuestionEnded):
            self._judged.discard(event.questions_id)
        board = self._board.after(event, self._clock.now())
        if board != self._board:
            self._board = board
            self._emit(AgentSessionsListed(board=board))

    def on_event(self, event: EngineEvent) -> None:
        """Hear which questions of agents are put, and which are over; one put off is not."""
        match event:
            case QuestionAsked(questions=questions) if questions.asker is not None:
                self.hear(QuestionOpened(asker=questions.asker, questions_id=questions.id))
            case QuestionClosed(questions=questions, response=response):
                if not isinstance(response, Later) and questions.id not in self._judged:
                    self.hear(QuestionEnded(questions_id=questions.id))
            case _:
                pass

    async def _list(self, _command: ListAgentSessions) -> None:
        self._emit(AgentSessionsListed(board=self._board))

"""Takes the user's words to the coding agent that they are for. Engine loop only."""

from collections.abc import Callable

from assistant.clock import Clock
from assistant.coding_agents.model.session_board import AgentSession
from assistant.coding_agents.model.told_words import (
    MoreWords,
    NotTold,
    answer_in_words,
    parse_told,
)
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.engine.coding_agents.agent_tasks import AgentTasks
from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Method, Provenance

TOLD = "coding_agent_told"
"""Code of the notice that says what was told to whom, or why nothing was."""


class AgentReplies:
    """Implements `InputHandler`.

    Args:
        sessions: Knows which of them waits.
        tasks: Has the agents that Parley started.
        desk: Has their questions.
        channel: Where words are typed.
        clock: Stamps answers.
        emit: Takes notices.
    """

    def __init__(
        self,
        *,
        sessions: AgentSessions,
        tasks: AgentTasks,
        desk: QuestionDesk,
        channel: Channel,
        clock: Clock,
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._sessions = sessions
        self._tasks = tasks
        self._desk = desk
        self._channel = channel
        self._clock = clock
        self._emit = emit

    async def try_handle(self, text: str, *, spoken: bool) -> bool:
        """Tell an agent what it is to be told, or say why not; returns whether one could be meant."""
        told = parse_told(text)
        if told is None:
            return False
        open_sets = {one.id: one.questions for one in self._desk.pending() if not one.is_held}
        found = answer_in_words(told, self._sessions.board, open_sets)
        if found is None:
            return False
        if isinstance(found, NotTold):
            self._tell(found.why)
            return True
        if isinstance(found, MoreWords):
            self._tell_more(found.session, told.words)
            return True
        channel = Channel.VOICE if spoken else self._channel
        method = Method.VOICE if spoken else Method.TYPED
        provenance = Provenance(channel=channel, method=method, at=self._clock.now())
        response = found.card.response(provenance)
        try:
            await self._desk.respond(found.card.questions.id, response, channel)
        except AnswerRefused as refused:
            self._tell(refused.message)
        else:
            said = _("{name} was told: {words}")
            self._tell(said.format(name=found.title, words=told.words))
        return True

    def _tell_more(self, session: AgentSession, words: str) -> None:
        is_busy = session.task is not None and session.task.state.is_under_way
        if not self._tasks.tell(session, words):
            said = _("{name} takes no more words now: {words}")
        elif is_busy:
            said = _("{name} is told once it is done with what it does now: {words}")
        else:
            said = _("{name} was told: {words}")
        self._tell(said.format(name=session.asker.title, words=words))

    def may_handle(self, text: str) -> bool:
        """Whether these words may be meant for an agent."""
        return bool(self._sessions.board.sessions) and parse_told(text) is not None

    def _tell(self, text: str) -> None:
        self._emit(Notice(code=TOLD, text=text, severity=Severity.INFO))

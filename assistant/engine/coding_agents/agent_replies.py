"""Takes the user's words to the coding agent that they are for. Engine loop only."""

from collections.abc import Callable
from functools import partial

from assistant.clock import Clock
from assistant.coding_agents.model.session_board import AgentSession
from assistant.coding_agents.model.told_words import (
    TOLD,
    TOLD_ALOUD,
    MoreWords,
    NotTold,
    StopTask,
    StopWords,
    answer_in_words,
    parse_stop,
    parse_told,
    stop_meant,
)
from assistant.engine.coding_agents.agent_sessions import AgentSessions
from assistant.engine.coding_agents.agent_tasks import AgentTasks
from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Method, Provenance


class AgentReplies:
    """Implements `InputHandler`.

    Args:
        sessions: Knows which of them waits.
        tasks: Has the agents that Parley started.
        desk: Has their questions.
        channel: Where words are typed.
        clock: Stamps answers.
        is_busy: Whether Parley itself does or says something that "stop it" may mean.
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
        is_busy: Callable[[], bool],
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._sessions = sessions
        self._tasks = tasks
        self._desk = desk
        self._channel = channel
        self._clock = clock
        self._is_busy = is_busy
        self._emit = emit

    async def try_handle(self, text: str, *, spoken: bool) -> bool:
        """Tell an agent what it is to be told, or say why not; returns whether one could be meant."""
        tell = partial(self._tell, spoken=spoken)
        stop = parse_stop(text)
        if stop is not None and await self._stopped(stop, tell):
            return True
        told = parse_told(text)
        if told is None:
            return False
        open_sets = {one.id: one.questions for one in self._desk.pending() if not one.is_held}
        found = answer_in_words(told, self._sessions.board, open_sets)
        if found is None:
            return False
        if isinstance(found, NotTold):
            tell(found.why)
            return True
        if isinstance(found, MoreWords):
            tell(self._tell_more(found.session, told.words))
            return True
        channel = Channel.VOICE if spoken else self._channel
        method = Method.VOICE if spoken else Method.TYPED
        provenance = Provenance(channel=channel, method=method, at=self._clock.now())
        response = found.card.response(provenance)
        try:
            await self._desk.respond(found.card.questions.id, response, channel)
        except AnswerRefused as refused:
            tell(refused.message)
        else:
            said = _("{name} was told: {words}")
            tell(said.format(name=found.title, words=told.words))
        return True

    def _tell_more(self, session: AgentSession, words: str) -> str:
        is_busy = session.task is not None and session.task.state.is_under_way
        if not self._tasks.tell(session, words):
            said = _("{name} takes no more words now: {words}")
        elif is_busy:
            said = _("{name} is told once it is done with what it does now: {words}")
        else:
            said = _("{name} was told: {words}")
        return said.format(name=session.asker.title, words=words)

    def may_handle(self, text: str) -> bool:
        """Whether these words may be meant for an agent."""
        if not self._sessions.board.sessions:
            return False
        return parse_told(text) is not None or parse_stop(text) is not None

    async def _stopped(self, stop: StopWords, tell: Callable[[str], None]) -> bool:
        """Stop the one that is meant, or say which there are; returns whether one may be meant."""
        if stop.is_vague and self._is_busy():
            return False
        match stop_meant(stop, self._sessions.board):
            case StopTask(session=session):
                await self._tasks.stop(session)
                tell(_("{name} was told to stop.").format(name=session.asker.title))
                return True
            case NotTold(why=why):
                tell(why)
                return True
            case _:
                return False

    def _tell(self, text: str, *, spoken: bool) -> None:
        code = TOLD_ALOUD if spoken else TOLD
        self._emit(Notice(code=code, text=text, severity=Severity.INFO))

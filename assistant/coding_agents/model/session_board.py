"""How the sessions of coding agents stand: a board in, an event in, a board out. Pure.

Hooks tell when a session begins, takes words, waits, is done and ends; the question desk tells what
it has open. A question of a session of which no hook told makes a session of its own, for as long
as it is open. Of a session that Parley started its task tells, and no hook.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, assert_never

from assistant.coding_agents.tasks.agent_task import AgentTask
from assistant.coding_agents.tasks.task_text import result_sentence
from assistant.foreign_text import to_plain_text
from assistant.questions.model.asker import Asker

FORGOTTEN_AFTER: Final = timedelta(hours=12)
"""A session of which nothing was heard for so long has ended without a word."""
MAX_SESSIONS: Final = 100
MAX_SENTENCE: Final = 300
"""Characters of what a session said last."""


class AgentActivity(StrEnum):
    """What a session does."""

    IDLE = "idle"
    """It has begun and was asked nothing yet."""
    WORKING = "working"
    WAITING = "waiting"
    """It waits for the user: for an answer, or at its own dialog."""
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSession:
    """A session of an agent."""

    asker: Asker
    activity: AgentActivity
    since: datetime
    """Since when it does that; aware."""
    heard_at: datetime
    """When anything was heard of it; aware."""
    last_sentence: str = ""
    """What it said last, on one line."""
    open_questions: tuple[str, ...] = ()
    """The ids of its open sets of questions, the oldest first."""
    is_hooked: bool = True
    """Whether hooks tell of it; otherwise it ends with its last question."""
    task: AgentTask | None = None
    """What Parley gave it to do; None if somebody else started it."""

    @property
    def is_running(self) -> bool:
        """Whether Parley started it, and its process runs."""
        return self.task is not None and self.task.is_open


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBegan:
    """An agent has started."""

    asker: Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsTaken:
    """The user gave it something to do."""

    asker: Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class UserNeeded:
    """It shows a dialog of its own, or waits for words in the middle of its work."""

    asker: Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkGoesOn:
    """It is in the middle of its work: what it waited for at its own dialog is over."""

    asker: Asker
    call: str = ""
    """The call of a tool that has run, as `PermissionRequest.call`; empty where it is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkDone:
    """It has done what it was asked."""

    asker: Asker
    last_sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnded:
    """The agent has ended."""

    asker: Asker


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOpened:
    """A question of its is before the user."""

    asker: Asker
    questions_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionEnded:
    """A question is over, whoever asked it."""

    questions_id: str
    is_at_own_dialog: bool = False
    """Whether the agent waits on at its own dialog, for nothing was decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskTold:
    """An agent that Parley started stands otherwise."""

    asker: Asker
    task: AgentTask


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskClosed:
    """The user is done with an agent that Parley started."""

    asker: Asker


AgentEvent = SessionBegan | WordsTaken | UserNeeded | WorkGoesOn | WorkDone | SessionEnded
"""What an agent tells of a session."""
SessionEvent = AgentEvent | QuestionOpened | QuestionEnded | TaskTold | TaskClosed
"""What happens to a session. An asker in it is as the agent says; the board finds its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionBoard:
    """All sessions, in the order in which they began."""

    sessions: tuple[AgentSession, ...] = ()

    @property
    def waiting(self) -> tuple[AgentSession, ...]:
        """Those that wait for the user, the longest first."""
        waiting = [one for one in self.sessions if one.activity is AgentActivity.WAITING]
        return tuple(sorted(waiting, key=lambda one: one.since))

    @property
    def at_own_dialogs(self) -> tuple[AgentSession, ...]:
        """Those that wait where they run: no question of theirs can be answered in Parley."""
        return tuple(one for one in self.waiting if not one.open_questions)

    @property
    def by_need(self) -> tuple[AgentSession, ...]:
        """All, those first that wait for the user."""
        rest = [one for one in self.sessions if one.activity is not AgentActivity.WAITING]
        return (*self.waiting, *rest)

    def numbered(self, asker: Asker) -> Asker:
        """Return an asker as the user knows the session.

        An asker that does not name its session is the only hooked session of the same agent in the
        same project, if there is just one.
        """
        found = self.find(asker)
        if found is not None:
            return found.asker
        number = 1
        if asker.session:
            taken = {one.asker.number for one in self._alike(asker)}
            number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        named = asker.model_copy(update={"number": number})
        return named.beside({one.asker.mark for one in self.sessions})

    def after(self, event: SessionEvent, now: datetime) -> "SessionBoard":
        """Return the board after something happened.

        Args:
            event: What.
            now: When; aware.
        """
        board = self._without_forgotten(now)
        if isinstance(event, AgentEvent) and board._is_started(event.asker):
            return board
        match event:
            case SessionBegan():
                return board._put(event.asker, now, activity=AgentActivity.IDLE)
            case WordsTaken():
                return board._put(event.asker, now, activity=AgentActivity.WORKING)
            case UserNeeded():
                return board._needed(event.asker, now)
            case WorkGoesOn():
                return board._gone_on(event.asker, now)
            case WorkDone():
                return board._put(
                    event.asker,
                    now,
                    activity=AgentActivity.DONE,
                    last_sentence=_one_line(event.last_sentence),
                )
            case SessionEnded():
                gone = board.find(event.asker)
                return board._with(one for one in board.sessions if one is not gone)
            case TaskTold():
                return board._told(event, now)
            case TaskClosed():
                return board._with(
                    one for one in board.sessions if one is not board.find(event.asker)
                )
            case QuestionOpened():
                return board._opened(event, now)
            case QuestionEnded():
                return board._closed(event, now)
            case _:
                assert_never(event)

    def _is_started(self, asker: Asker) -> bool:
        """Whether Parley started a session, so that hooks tell nothing new of it."""
        found = self.find(asker)
        return found is not None and found.task is not None

    def _told(self, event: TaskTold, now: datetime) -> "SessionBoard":
        is_under_way = event.task.state.is_under_way
        board = self._put(
            event.asker,
            now,
            activity=AgentActivity.WORKING if is_under_way else AgentActivity.DONE,
            last_sentence=_one_line(result_sentence(event.task)),
        )
        found = board.find(event.asker)
        return board._with(
            replace(one, task=event.task) if one is found else one for one in board.sessions
        )

    def _needed(self, asker: Asker, now: datetime) -> "SessionBoard":
        """A session that is done waits for nothing but more work."""
        found = self.find(asker)
        if found is not None and found.activity in {AgentActivity.DONE, AgentActivity.IDLE}:
            return self._put(asker, now)
        return self._put(asker, now, activity=AgentActivity.WAITING)

    def _gone_on(self, asker: Asker, now: datetime) -> "SessionBoard":
        """What runs on behind a session that is done changes nothing."""
        found = self.find(asker)
        is_over = found is not None and found.activity in {AgentActivity.DONE, AgentActivity.IDLE}
        return self._put(asker, now, activity=None if is_over else AgentActivity.WORKING)

    def _opened(self, event: QuestionOpened, now: datetime) -> "SessionBoard":
        found = self.find(event.asker)
        if found is None:
            begun = AgentSession(
                asker=self.numbered(event.asker),
                activity=AgentActivity.WAITING,
                since=now,
                heard_at=now,
                is_hooked=False,
            )
            return self._with([*self.sessions, begun])._opened(event, now)
        ids = tuple(dict.fromkeys((*found.open_questions, event.questions_id)))
        return self._change(found, now, activity=AgentActivity.WAITING, open_questions=ids)

    def _closed(self, event: QuestionEnded, now: datetime) -> "SessionBoard":
        asking = [one for one in self.sessions if event.questions_id in one.open_questions]
        if not asking:
            return self
        left = tuple(each for each in asking[0].open_questions if each != event.questions_id)
        if not left and not asking[0].is_hooked:
            return self._with(one for one in self.sessions if one is not asking[0])
        activity = AgentActivity.WAITING if event.is_at_own_dialog else AgentActivity.WORKING
        return self._change(asking[0], now, activity=activity, open_questions=left)

    def _put(
        self,
        asker: Asker,
        now: datetime,
        *,
        activity: AgentActivity | None = None,
        last_sentence: str | None = None,
    ) -> "SessionBoard":
        """Change a session that hooks tell of; it begins where it is not known."""
        found = self.find(asker)
        if found is None:
            found = AgentSession(
                asker=self.numbered(asker), activity=AgentActivity.IDLE, since=now, heard_at=now
            )
            return self._with([*self.sessions, found])._put(
                asker, now, activity=activity, last_sentence=last_sentence
            )
        return self._change(
            found,
            now,
            activity=activity or found.activity,
            last_sentence=found.last_sentence if last_sentence is None else last_sentence,
            is_hooked=True,
        )

    def _change(
        self,
        session: AgentSession,
        now: datetime,
        *,
        activity: AgentActivity,
        last_sentence: str | None = None,
        open_questions: tuple[str, ...] | None = None,
        is_hooked: bool | None = None,
    ) -> "SessionBoard":
        """Whatever it does, a session waits while a question of its is open."""
        asked = session.open_questions if open_questions is None else open_questions
        activity = AgentActivity.WAITING if asked else activity
        changed = replace(
            session,
            activity=activity,
            since=session.since if activity is session.activity else now,
            heard_at=now,
            last_sentence=session.last_sentence if last_sentence is None else last_sentence,
            open_questions=asked,
            is_hooked=session.is_hooked if is_hooked is None else is_hooked,
        )
        return self._with(changed if one is session else one for one in self.sessions)

    def _with(self, sessions: "Iterator[AgentSession] | list[AgentSession]") -> "SessionBoard":
        return SessionBoard(sessions=tuple(sessions)[-MAX_SESSIONS:])

    def _without_forgotten(self, now: datetime) -> "SessionBoard":
        return self._with(
            one
            for one in self.sessions
            if one.open_questions or one.is_running or now - one.heard_at < FORGOTTEN_AFTER
        )

    def _alike(self, asker: Asker) -> Iterator[AgentSession]:
        for one in self.sessions:
            if (one.asker.agent, one.asker.project) == (asker.agent, asker.project):
                yield one

    def find(self, asker: Asker) -> AgentSession | None:
        """Return the session that an asker is, as `numbered` finds it; None if it is not known."""
        if asker.session:
            by_id = [
                one
                for one in self.sessions
                if (one.asker.agent, one.asker.session) == (asker.agent, asker.session)
            ]
            return by_id[0] if by_id else None
        alike = list(self._alike(asker))
        nameless = [one for one in alike if not one.asker.session]
        if nameless:
            return nameless[0]
        return alike[0] if len(alike) == 1 else None


def _one_line(text: str) -> str:
    return " ".join(to_plain_text(text).split())[:MAX_SENTENCE]

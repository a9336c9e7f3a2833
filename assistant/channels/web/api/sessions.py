"""The sessions that programs outside know: conversations, and dialogues that programs began.

A session is a conversation, or what a program asked of its own without one. It lives for a day
after the last that happened in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from assistant.channels.web.api.model.desk_problems import question_not_found
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.channels.web.server.model.tokens import new_token
from assistant.clock import Clock
from assistant.conversation.history.model.stored_question import (
    StoredQuestion,
    merged,
    read_record,
)
from assistant.errors import RefusalReason
from assistant.locale import _
from assistant.questions.desk.model.lifecycle import put_again
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Purpose,
    QuestionRoute,
    Response,
    session_key,
)
from assistant.questions.model.round_state import AskedRound
from assistant.questions.model.set_dependencies import awaited_questions, resolve_dependencies
from assistant.questions.model.unique_ids import ids_of
from assistant.storage.conversations import ConversationRepository
from assistant.storage.model.records import ConversationRecord
from assistant.storage.questions import QuestionRepository

LIFE: Final = timedelta(hours=24)
"""After this without any activity a session is not known any more."""
PAUSE: Final = timedelta(minutes=5)
"""After this without a question, in a session where the user never speaks, rounds count anew."""
_PREFIX: Final = "api-"
"""Begins the id of a session that is no conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiSession:
    """A session as it is stored at this moment."""

    session_id: str
    key: str
    """`<workspace>:<agent>:<conversation>`; the id itself where there is no conversation."""
    questions: Sequence[StoredQuestion]
    """In the order they were asked."""
    is_conversation: bool
    chain_began: datetime | None = None
    """In a session without a conversation: when the rounds began that follow one another still."""

    def rounds(self) -> tuple[AskedRound, ...]:
        """Return what was asked, each with the answer that stands now."""
        asked = [
            question
            for question in self.questions
            if question.questions.purpose is Purpose.ASK
            and question.questions.route is not QuestionRoute.PROGRAM
        ]
        first = {question.id: question for question in asked if question.questions.amends is None}
        standing: dict[str, Response | None] = {q.id: q.response for q in first.values()}
        roots: dict[str, str] = {}
        for copy in asked:
            if copy.questions.amends is None:
                continue
            root = roots.get(copy.questions.amends, copy.questions.amends)
            roots[copy.id] = root
            old = standing.get(root)
            if old is not None:
                standing[root] = merged(first[root].questions, old, copy)
        return tuple(
            AskedRound(questions=question.questions, response=standing[question.id])
            for question in first.values()
        )

    def asked_by_programs(self, *, since: datetime | None) -> int:
        """Return how many question sets programs outside put since some moment."""
        return sum(
            question.origin.channel in {Channel.API, Channel.MCP}
            and question.questions.purpose is Purpose.ASK
            and (since is None or question.asked_at >= since)
            for question in self.questions
        )

    def named(self, question_id: str) -> Sequence[StoredQuestion]:
        """Return every set with this question, or the one with this id itself."""
        own = [stored for stored in self.questions if stored.id == question_id]
        return own or [s for s in self.questions if question_id in ids_of(s.questions)]

    def held(self, question_id: str) -> StoredQuestion:
        """Return the set with this question, or with this id itself: an open one, else the last.

        Raises:
            ApiProblem: 404 `question_not_found` if there is none.
        """
        found = self.named(question_id)
        waiting = [stored for stored in found if stored.status == "pending"]
        if not found:
            raise question_not_found(question_id)
        return (waiting or found)[-1]

    def copies(self, question: StoredQuestion) -> frozenset[str]:
        """Return the ids of a set, of what it is a copy of, and of every copy of that."""
        amended = {one.id: one.questions.amends for one in self.questions}

        def root(set_id: str) -> str:
            seen: set[str] = set()
            while set_id not in seen and (before := amended.get(set_id)) is not None:
                seen.add(set_id)
                set_id = before
            return set_id

        return frozenset(one for one in amended if root(one) == root(question.id))

    def addressed(self, question_id: str, version: int | None) -> StoredQuestion:
        """Return the one set that is meant, so that what is sent twice reaches no other.

        Args:
            question_id: A question's id, or that of a set.
            version: Which time it was put. Without it an id is enough only if it was put once.

        Raises:
            Problem: 404 `question_not_found`; 400 `already_answered` or `closed` if that version is
                over and another was put since, or if the id was put more than once and no version
                is named; 400 `ambiguous_question` if each of them is open.
        """
        found = self.named(question_id)
        if not found or (version or 0) > max(one.questions.version for one in found):
            raise question_not_found(question_id)
        meant = [one for one in found if version in {None, one.questions.version}]
        if len(meant) == 1:
            return meant[0]
        raise _put_again(question_id, meant or found, is_over=not meant)


class ApiSessions:
    """Finds sessions."""

    def __init__(
        self,
        *,
        conversations: ConversationRepository,
        questions: QuestionRepository,
        clock: Clock,
    ) -> None:
        self._conversations = conversations
        self._questions = questions
        self._clock = clock

    def begin(self) -> ApiSession:
        """Return a session that is no conversation; known once something is asked in it."""
        session_id = _PREFIX + new_token()
        return ApiSession(
            session_id=session_id, key=session_id, questions=(), is_conversation=False
        )

    async def find(self, named: str, *, held: str = "") -> ApiSession:
        """Return a session by its id or its key.

        Args:
            named: Which.
            held: The id of the one that is held now, where that is known however long nothing
                happened in it.

        Raises:
            Problem: 404 `session_not_found` if there is none, or it is over.
            StoreError: If the store cannot be read.
        """
        session_id = named.rpartition(":")[2]
        record = await self._conversations.get(session_id)
        history = await self._questions.history(session_id)
        times = [] if record is None else [record.updated_at]
        times += [one.settled_at or one.asked_at for one in history]
        key = session_id if record is None else _key(record)
        is_over = not times or max(times) + LIFE <= self._clock.now()
        is_over = is_over and not (record is not None and session_id == held)
        if is_over or named not in {session_id, key}:
            raise ApiProblem(
                404,
                "session_not_found",
                _("There is no such session, or nothing happened in it for a day."),
                {"session_id": named},
            )
        stored = [read_record(record) for record in history]
        known = _as_put([question for question in stored if question is not None])
        return ApiSession(
            session_id=session_id,
            key=key,
            questions=known,
            is_conversation=record is not None,
            chain_began=chain_began(known, self._clock.now()) if record is None else None,
        )


def chain_began(questions: Sequence[StoredQuestion], now: datetime) -> datetime | None:
    """Return when the rounds began that follow one another still; None if all of them do.

    A pause ends a chain, unless a question of it waits for its answer.
    """
    began: datetime | None = None
    last: datetime | None = None
    for question in questions:
        if last is not None and question.asked_at - last >= PAUSE:
            began = question.asked_at
        if question.status == "pending":
            return began
        last = question.settled_at or question.asked_at
    return now if last is not None and now - last >= PAUSE else began


def _as_put(stored: Sequence[StoredQuestion]) -> tuple[StoredQuestion, ...]:
    """Return what was asked without the conditions on other sets that are met by now."""
    given: dict[str, Answer] = {}
    result: list[StoredQuestion] = []
    for one in stored:
        if awaited_questions(one.questions):
            put = resolve_dependencies(one.questions, given)
            one = one if put is None else replace(one, questions=put)
        result.append(one)
        if isinstance(one.response, Answered):
            given |= {answer.question_id: answer for answer in one.response.answers}
    return tuple(result)


def _put_again(question_id: str, asked: Sequence[StoredQuestion], *, is_over: bool) -> ApiProblem:
    """Return the problem of an id that does not say which of several askings is meant."""
    statuses = {one.status for one in asked}
    if "answered" in statuses:
        code, text = RefusalReason.ALREADY_ANSWERED.value, _("This question is already answered")
    elif is_over or statuses != {"pending"}:
        code, text = RefusalReason.CLOSED.value, put_again().message
    else:
        code, text = "ambiguous_question", _("Several questions have this id; name the set.")
    last = asked[-1]
    details = {"question_id": question_id, "set_id": last.id, "version": last.questions.version}
    return ApiProblem(400, code, text, details | {"reason": code})


def _key(record: ConversationRecord) -> str:
    return session_key(
        workspace=record.workspace, agent=record.agent, conversation_id=record.conversation_id
    )

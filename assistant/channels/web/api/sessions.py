"""The sessions that programs outside know: conversations, and dialogues that programs began.

A session is a conversation, or what a program asked of its own without one. It lives for a day
after the last that happened in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
from assistant.locale import _
from assistant.questions.model.question import Channel, Purpose, QuestionRoute, Response
from assistant.questions.model.round_state import AskedRound
from assistant.storage.conversations import ConversationRepository
from assistant.storage.model.records import ConversationRecord
from assistant.storage.questions import QuestionRepository

LIFE: Final = timedelta(hours=24)
"""After this without any activity a session is not known any more."""
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

    def rounds(self) -> tuple[AskedRound, ...]:
        """Return what was asked, each with the answer that stands now."""
        asked = [
            question
            for question in self.questions
            if question.questions.purpose is Purpose.ASK
            and question.questions.door is not QuestionRoute.PROGRAM
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

    def question_ids(self) -> frozenset[str]:
        """Return the id of every question that was asked here."""
        return frozenset(
            question.id for stored in self.questions for question in stored.questions.walk()
        )

    def held(self, question_id: str) -> StoredQuestion:
        """Return the set with this question, or with this id itself: an open one, else the last.

        Raises:
            ApiProblem: 404 `question_not_found` if there is none.
        """
        found = [
            stored
            for stored in self.questions
            if stored.id == question_id
            or any(question.id == question_id for question in stored.questions.walk())
        ]
        waiting = [stored for stored in found if stored.status == "pending"]
        if not found:
            raise question_not_found(question_id)
        return (waiting or found)[-1]


class ApiSessions:
    """Finds sessions.

    Args:
        conversations: Where conversations are kept.
        questions: Where questions are kept.
        clock: Says which are over.
    """

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
        return ApiSession(
            session_id=session_id,
            key=key,
            questions=tuple(question for question in stored if question is not None),
            is_conversation=record is not None,
        )


def _key(record: ConversationRecord) -> str:
    return f"{record.workspace}:{record.agent}:{record.conversation_id}"

"""Asks the user what counts where two devices changed one thing differently. Engine loop only.

A conflict is asked again at each start until it is decided, here or on another device.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from assistant.background_tasks import Spawn
from assistant.errors import AnswerRefused, AssistantError
from assistant.questions.desk.open_question import OpenQuestion
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import (
    Answer,
    Answered,
    CancelReason,
    Origin,
    Purpose,
    Question,
    QuestionRoute,
    QuestionSet,
)
from assistant.questions.model.unique_ids import is_id_of
from assistant.sync.model.status import SyncConflict

_log = logging.getLogger(__name__)

_PREFIX: Final = "conflict:"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenConflict:
    """Something that the user is to decide."""

    conflict_id: str
    title: str
    """What it is about, in the user's language."""
    question: Question
    decide: Callable[[Answer], Awaitable[None]]
    """Has count what the answer to the question says."""


class ConflictSource(Protocol):
    """Knows what is not decided."""

    async def conflicts(self) -> Sequence[OpenConflict]:
        """In the order they appeared; raises StoreError."""
        ...


@dataclass(slots=True, kw_only=True)
class _AskedConflict:
    """A conflict that is before the user."""

    conflict: OpenConflict
    questions_id: str
    """Of its question; another than it was to have if that was used at an earlier start."""


class ConflictQuestions:
    """Puts conflicts before the user, and has what they decide done.

    Args:
        sources: Know of conflicts.
        desk: Puts questions.
        origin: Returns where the program asks.
        spawn: Runs work as a task.
        changed: Called when one was put, decided or withdrawn.
    """

    def __init__(
        self,
        *,
        sources: Iterable[ConflictSource],
        desk: QuestionDesk,
        origin: Callable[[], Origin],
        spawn: Spawn,
        changed: Callable[[], None],
    ) -> None:
        self._sources = tuple(sources)
        self._desk = desk
        self._origin = origin
        self._spawn = spawn
        self._changed = changed
        self._asked: dict[str, _AskedConflict] = {}
        """By the id of the conflict."""
        self._reviewing = asyncio.Lock()

    @property
    def open(self) -> tuple[SyncConflict, ...]:
        """The conflicts shown to the user."""
        return tuple(
            SyncConflict(questions_id=asked.questions_id, title=asked.conflict.title)
            for asked in self._asked.values()
        )

    async def review(self) -> None:
        """Ask about new conflicts, and withdraw questions of those that are gone.

        Raises:
            StoreError: If the store cannot be read or written.
        """
        async with self._reviewing:
            found = [one for source in self._sources for one in await source.conflicts()]
            known = {conflict.conflict_id: conflict for conflict in found}
            for conflict_id in self._asked.keys() - known.keys():
                gone = self._asked.pop(conflict_id)
                await self._desk.cancel(questions_id=gone.questions_id, reason=CancelReason.CLIENT)
            for conflict_id, conflict in known.items():
                if conflict_id not in self._asked:
                    asked = _AskedConflict(conflict=conflict, questions_id=_PREFIX + conflict_id)
                    self._asked[conflict_id] = asked
                    self._spawn(self._ask(asked), asked.questions_id)
        self._changed()

    async def _ask(self, asked: _AskedConflict) -> None:
        conflict = asked.conflict
        try:
            opened = await self._open(asked)
            asked.questions_id = opened.id
            self._changed()
            if self._asked.get(conflict.conflict_id) is not asked:
                await opened.withdraw()  # it was over before it was put
                return
            response = await opened.response
            if not isinstance(response, Answered):
                return  # until the next start
            await conflict.decide(response.answers[0])
        except (AnswerRefused, AssistantError) as error:
            _log.warning("A conflict stays undecided: %s", error.message)
        if self._asked.get(conflict.conflict_id) is asked:
            del self._asked[conflict.conflict_id]
        self._changed()

    async def _open(self, asked: _AskedConflict) -> OpenQuestion:
        """Put the question, or reopen that of an earlier start.

        If its words changed, as in another language, it is put again with its draft.
        """
        origin, questions_id = self._origin(), asked.questions_id
        questions, draft = _question_set(questions_id, asked.conflict), None
        for pending in self._desk.pending():
            if is_id_of(pending.id, questions_id):
                if _words_of(pending.questions) == _words_of(questions):
                    return await self._desk.resume(pending.id, origin)
                draft = pending.draft
                await self._desk.cancel(questions_id=pending.id, reason=CancelReason.CLIENT)
        return await self._desk.open(questions, origin, draft=draft)


def _words_of(questions: QuestionSet) -> list[str | None]:
    """All visible text of the questions."""
    words: list[str | None] = []
    for question in questions.questions:
        words += question.text, question.header
        for option in question.options:
            words += option.label, option.description
    return words


def _question_set(questions_id: str, conflict: OpenConflict) -> QuestionSet:
    return QuestionSet(
        id=questions_id,
        questions=(conflict.question,),
        source="Parley",
        route=QuestionRoute.PROGRAM,
        purpose=Purpose.CONFLICT,
    )

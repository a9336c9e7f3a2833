"""Asks the user what counts where two devices changed one thing differently. Engine loop only.

A conflict is asked again at each start until it is decided, here or on another device.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from assistant.background_tasks import Hold
from assistant.errors import AnswerRefused, AssistantError
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
        """Return it, in the order it appeared; raises StoreError if the store fails."""
        ...


class ConflictQuestions:
    """Puts conflicts before the user, and has what they decide done.

    Args:
        sources: Know of conflicts.
        desk: Puts questions.
        origin: Returns where the program asks.
        hold: Runs work as a task.
        changed: Told when one was put, decided or withdrawn.
    """

    def __init__(
        self,
        *,
        sources: Iterable[ConflictSource],
        desk: QuestionDesk,
        origin: Callable[[], Origin],
        hold: Hold,
        changed: Callable[[], None],
    ) -> None:
        self._sources = tuple(sources)
        self._desk = desk
        self._origin = origin
        self._hold = hold
        self._changed = changed
        self._asked: dict[str, OpenConflict] = {}
        """Conflicts before the user, by the id of the question."""
        self._reviewing = asyncio.Lock()

    @property
    def open(self) -> tuple[SyncConflict, ...]:
        """The conflicts that are before the user."""
        return tuple(
            SyncConflict(questions_id=questions_id, title=conflict.title)
            for questions_id, conflict in self._asked.items()
        )

    async def review(self) -> None:
        """Put the conflicts that are not before the user, and withdraw those that are gone.

        Raises:
            StoreError: If the store cannot be read or written.
        """
        async with self._reviewing:
            found = [one for source in self._sources for one in await source.conflicts()]
            known = {_PREFIX + conflict.conflict_id: conflict for conflict in found}
            for questions_id in self._asked.keys() - known.keys():
                del self._asked[questions_id]
                await self._desk.cancel(questions_id=questions_id, reason=CancelReason.CLIENT)
            for questions_id, conflict in known.items():
                if questions_id not in self._asked:
                    self._asked[questions_id] = conflict
                    self._hold(self._ask(questions_id, conflict), questions_id)
        self._changed()

    async def _ask(self, questions_id: str, conflict: OpenConflict) -> None:
        origin = self._origin()
        try:
            if any(pending.id == questions_id for pending in self._desk.pending()):
                opened = await self._desk.resume(questions_id, origin)
            else:
                opened = await self._desk.open(_question_set(questions_id, conflict), origin)
            response = await opened.response
            if isinstance(response, Answered):
                self._asked.pop(questions_id, None)
                await conflict.decide(response.answers[0])
        except (AnswerRefused, AssistantError) as error:
            _log.warning("A conflict stays undecided: %s", error.message)
        self._changed()


def _question_set(questions_id: str, conflict: OpenConflict) -> QuestionSet:
    return QuestionSet(
        id=questions_id,
        questions=(conflict.question,),
        source="Parley",
        door=QuestionRoute.PROGRAM,
        purpose=Purpose.CONFLICT,
    )

"""Reads the user's decisions out of the store, the last first."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from assistant.conversation.history.model.stored_question import read_record
from assistant.decision_log.decision import (
    Decision,
    DecisionConversation,
    DecisionPage,
    decision_of,
)
from assistant.decision_log.decision_query import ASSISTANT, DecisionQuery
from assistant.storage.model.records import SettledPlace, SettledQuestion
from assistant.storage.questions import QuestionRepository

_PIECE: Final = 200
"""Questions that are read at once: the store and the interpreter are free for others after each."""


class DecisionBook:
    """Implements `DecisionArchive`. A question that cannot be read is left out."""

    def __init__(self, questions: QuestionRepository) -> None:
        self._questions = questions

    async def page(
        self, query: DecisionQuery, *, limit: int, before: SettledPlace | None = None
    ) -> DecisionPage:
        """Return the last decisions that a query looks for.

        Args:
            query: Which.
            limit: At most so many.
            before: Where to begin, as an earlier page of the same query says.

        Raises:
            StoreError: If they cannot be read.
        """
        found: list[tuple[Decision, SettledPlace]] = []
        async for piece in self._found(query, before):
            found += piece
            if len(found) > limit:
                break
        decisions = await self._marked([decision for decision, _place in found[:limit]])
        is_cut = len(found) > limit
        return DecisionPage(decisions=decisions, next=found[limit - 1][1] if is_cut else None)

    async def every(self, query: DecisionQuery) -> AsyncGenerator[tuple[Decision, ...]]:
        """Yield all decisions that a query looks for, the last first, some at a time.

        Raises:
            StoreError: If they cannot be read.
        """
        async for piece in self._found(query, None):
            yield await self._marked([decision for decision, _place in piece])

    async def askers(self) -> tuple[str, ...]:
        """Return the projects and programs that a list can be narrowed to; raises StoreError."""
        named = await self._questions.askers()
        return (ASSISTANT, *sorted(named, key=str.casefold)) if named else ()

    async def _found(
        self, query: DecisionQuery, before: SettledPlace | None
    ) -> AsyncGenerator[list[tuple[Decision, SettledPlace]]]:
        place = before
        while True:
            piece = await self._questions.ended(limit=_PIECE, before=place, until=query.until)
            yield await asyncio.to_thread(_matching, piece.questions, query)
            place = piece.next
            if place is None or _is_before(piece.questions, query):
                return

    async def _marked(self, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """Say of decisions which were changed later."""
        kept = {one.conversation.id for one in decisions if one.conversation.is_kept}
        amendments = await self._questions.amendments(tuple(kept)) if kept else {}
        return tuple(_with_change(one, amendments) for one in decisions)


def _with_change(decision: Decision, amendments: Mapping[str, tuple[str, ...]]) -> Decision:
    later = amendments.get(decision.changes or decision.id, ())
    if not later or later[-1] == decision.id:
        return decision
    return replace(decision, changed_by=later[-1])


def _is_before(questions: Sequence[SettledQuestion], query: DecisionQuery) -> bool:
    """Whether the last of these ended before the time that is looked for."""
    if query.since is None or not questions:
        return False
    ended = questions[-1].record.settled_at
    return ended is not None and ended < query.since


def _matching(
    questions: Sequence[SettledQuestion], query: DecisionQuery
) -> list[tuple[Decision, SettledPlace]]:
    found: list[tuple[Decision, SettledPlace]] = []
    for one in questions:
        decision = _decision(one, query)
        if decision is not None and query.matches(decision):
            found.append((decision, one.place))
    return found


def _decision(settled: SettledQuestion, query: DecisionQuery) -> Decision | None:
    record = settled.record
    ended = record.settled_at
    if query.since is not None and ended is not None and ended < query.since:
        return None
    texts = (record.questions_json, record.response_json or "", settled.title, settled.workspace)
    if not query.may_match(texts):
        return None
    stored = read_record(record)
    if stored is None:
        return None
    return decision_of(
        stored.questions,
        stored.response,
        conversation=DecisionConversation(
            id=record.conversation_id,
            title=settled.title,
            workspace=settled.workspace,
            is_kept=settled.is_kept,
        ),
        asked_at=record.asked_at,
    )

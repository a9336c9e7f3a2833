"""Finds the turns whose question is open or was just answered: the model must still see them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from assistant.conversation.history.model.stored_question import read_record
from assistant.questions.model.pending_question import PendingQuestion
from assistant.storage.questions import QuestionRepository


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestionTurns:
    """Finds the turns in which a question waits, or was answered just now (CTX-16)."""

    pending: Callable[[], Sequence[PendingQuestion]]
    """The open questions of every conversation."""
    records: QuestionRepository

    async def of(self, conversation_id: str, answered: str | None) -> Collection[str]:
        """Turns with an open question.

        Args:
            answered: Id of the questions that the last words answer.

        Raises:
            StoreError: If the answered question cannot be read.
        """
        origins = [pending.origin for pending in self.pending()]
        turns = {o.turn_id for o in origins if o.conversation_id == conversation_id and o.turn_id}
        seen = set[str]()
        while answered is not None and answered not in seen:
            seen.add(answered)
            record = await self.records.get(answered)
            question = None if record is None else read_record(record)
            if question is None:
                break
            if question.origin.turn_id is not None:
                turns.add(question.origin.turn_id)
            answered = question.questions.amends
        return turns

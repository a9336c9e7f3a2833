"""Where questions are stored; `QuestionRepository` is it."""

from datetime import datetime
from typing import Protocol

from assistant.storage.model.records import QuestionRecord, SettledStatus


class QuestionStore(Protocol):
    """Keeps questions from before they are shown until long after they were answered."""

    async def add(self, record: QuestionRecord) -> None:
        """Store a new question; raises StoreError if it cannot be written."""
        ...

    async def save_draft(self, questions_id: str, draft_json: str) -> None:
        """Keep the selections made so far; raises StoreError if they cannot be written."""
        ...

    async def save_deadline(self, questions_id: str, deadline: datetime) -> None:
        """Keep when an open question closes; raises StoreError if it cannot be written."""
        ...

    async def settle(
        self,
        questions_id: str,
        *,
        status: SettledStatus,
        response_json: str,
        channel: str | None,
        at: datetime,
    ) -> bool:
        """End a question if it is still pending.

        Returns:
            Whether this call ended it; of several at once exactly one is told so.

        Raises:
            StoreError: If it cannot be written.
        """
        ...

    async def reopen(
        self, questions_id: str, *, questions_json: str, now: datetime, deadline: datetime
    ) -> bool:
        """Open a question again that timed out less than a day after it was asked.

        Args:
            questions_id: Which one.
            questions_json: The set under its new version.
            now: What time it is.
            deadline: When it closes by itself.

        Returns:
            Whether this call opened it.

        Raises:
            StoreError: If it cannot be written.
        """
        ...

    async def pending(self, conversation_id: str | None = None) -> tuple[QuestionRecord, ...]:
        """Return the open questions in the order they were asked."""
        ...

    async def timed_out(self, *, now: datetime) -> tuple[QuestionRecord, ...]:
        """Questions that timed out and can be reopened; raises StoreError."""
        ...

    async def get(self, questions_id: str) -> QuestionRecord | None:
        """Return a question, open or settled, or None if there is none with this id."""
        ...

    async def history(self, conversation_id: str) -> tuple[QuestionRecord, ...]:
        """Return every question of a conversation, open or not, in the order they were asked."""
        ...

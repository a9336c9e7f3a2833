"""A question store in memory."""

from dataclasses import replace
from datetime import datetime

from typing_extensions import override

from assistant.errors import StoreError
from assistant.storage.model.records import QuestionRecord, SettledStatus
from assistant.storage.questions import QUESTION_TTL, QuestionRepository


class MemoryQuestionStore(QuestionRepository):
    """Questions in memory; `is_broken` makes every write fail."""

    def __init__(self) -> None:
        self.records: dict[str, QuestionRecord] = {}
        self.is_broken = False

    @override
    async def add(self, record: QuestionRecord) -> None:
        """Store a new question."""
        self._check()
        assert record.questions_id not in self.records
        self.records[record.questions_id] = record

    @override
    async def save_draft(self, questions_id: str, draft_json: str) -> None:
        """Keep the selections made so far."""
        self._check()
        record = self.records[questions_id]
        if record.status == "pending":
            self.records[questions_id] = replace(record, draft_json=draft_json)

    @override
    async def save_deadline(self, questions_id: str, deadline: datetime) -> None:
        """Keep when an open question closes."""
        self._check()
        record = self.records[questions_id]
        if record.status == "pending":
            self.records[questions_id] = replace(record, deadline=deadline)

    @override
    async def settle(
        self,
        questions_id: str,
        *,
        status: SettledStatus,
        response_json: str,
        channel: str | None,
        at: datetime,
    ) -> bool:
        """End a question if it is still pending."""
        self._check()
        record = self.records.get(questions_id)
        if record is None or record.status != "pending":
            return False
        self.records[questions_id] = replace(
            record, status=status, response_json=response_json, channel=channel, settled_at=at
        )
        return True

    @override
    async def reopen(
        self, questions_id: str, *, questions_json: str, now: datetime, deadline: datetime
    ) -> bool:
        """Open a question again that timed out."""
        self._check()
        record = self.records.get(questions_id)
        if record is None or record.status != "timeout" or record.asked_at <= now - QUESTION_TTL:
            return False
        self.records[questions_id] = replace(
            record,
            status="pending",
            response_json=None,
            channel=None,
            settled_at=None,
            questions_json=questions_json,
            deadline=deadline,
        )
        return True

    @override
    async def pending(self, conversation_id: str | None = None) -> tuple[QuestionRecord, ...]:
        """Return the open questions in the order they were asked."""
        return tuple(
            record
            for record in self.records.values()
            if record.status == "pending" and conversation_id in {None, record.conversation_id}
        )

    @override
    async def timed_out(self, *, now: datetime) -> tuple[QuestionRecord, ...]:
        """Return the questions that timed out and can be opened again, in the order asked."""
        return tuple(
            record
            for record in self.records.values()
            if record.status == "timeout" and record.asked_at > now - QUESTION_TTL
        )

    @override
    async def get(self, questions_id: str) -> QuestionRecord | None:
        """Return a question or None."""
        return self.records.get(questions_id)

    @override
    async def history(self, conversation_id: str) -> tuple[QuestionRecord, ...]:
        """Return every question of a conversation, open or not, in the order they were asked."""
        return tuple(
            record for record in self.records.values() if record.conversation_id == conversation_id
        )

    def _check(self) -> None:
        if self.is_broken:
            raise StoreError("The disk is full.")

"""Whole conversations, out of the store and into it."""

import sqlite3
from dataclasses import dataclass
from enum import Enum

from assistant.storage import conversations, messages, questions, tool_audit
from assistant.storage.database import Database
from assistant.storage.model.records import (
    ConversationRecord,
    MessageRecord,
    QuestionRecord,
    ToolCallRecord,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeConversation:
    """Everything that is stored of one conversation."""

    conversation: ConversationRecord
    messages: tuple[MessageRecord, ...]
    """Of all branches, in their order."""
    questions: tuple[QuestionRecord, ...] = ()
    """In the order they were asked."""
    tool_calls: tuple[ToolCallRecord, ...] = ()
    """In the order they ended."""
    leaf: str | None = None
    """The end of the branch that was chosen; None if it is the latest."""


class AddOutcome(Enum):
    """What came of adding a conversation."""

    ADDED = "added"
    PRESENT = "present"
    """There is one with its id already; it is left as it is."""
    TAKEN = "taken"
    """The id of a message or question in it belongs to another conversation; nothing was added."""
    DELETED = "deleted"
    """It was deleted on all of the user's devices, and would be again; nothing was added."""


_DELETED = """
    SELECT 1 FROM state WHERE state.key = 'sync.recording' AND (
        EXISTS (SELECT 1 FROM sync_outbox WHERE kind = 'conversation' AND key = ?1)
        OR EXISTS (
            SELECT 1 FROM sync_records
            WHERE kind = 'conversation' AND key = ?1 AND digest IS NULL
        )
    )
"""
"""Of one that is not there."""


class WholeRepository:
    """Reads and adds whole conversations, each in one transaction.

    Each method raises StoreError if the database fails.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def read(self, conversation_id: str) -> WholeConversation | None:
        def work(connection: sqlite3.Connection) -> WholeConversation | None:
            record = conversations.select_one(connection, conversation_id)
            if record is None:
                return None
            return WholeConversation(
                conversation=record,
                messages=tuple(messages.select(connection, conversation_id)),
                questions=tuple(questions.select(connection, conversation_id)),
                tool_calls=tool_audit.select(connection, conversation_id),
                leaf=messages.select_chosen(connection, conversation_id),
            )

        return await self._database.read(work)

    async def add(self, whole: WholeConversation) -> AddOutcome:
        """All of it or nothing."""
        name = whole.conversation.conversation_id

        def work(connection: sqlite3.Connection) -> AddOutcome:
            if conversations.select_one(connection, name) is not None:
                return AddOutcome.PRESENT
            if connection.execute(_DELETED, (name,)).fetchone() is not None:
                return AddOutcome.DELETED
            conversations.insert(connection, whole.conversation)
            for message in whole.messages:
                messages.insert(connection, message)
            for question in whole.questions:
                questions.insert(connection, question)
            for call in whole.tool_calls:
                tool_audit.insert(connection, call)
            if whole.leaf is not None:
                messages.update_chosen(connection, name, whole.leaf)
            return AddOutcome.ADDED

        try:
            return await self._database.write(work)
        except sqlite3.IntegrityError:
            return AddOutcome.TAKEN

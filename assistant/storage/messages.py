"""The messages of every conversation: append-only chains."""

import logging
import sqlite3

from assistant.storage.chain import latest_branch
from assistant.storage.database import Database
from assistant.storage.records import MessageRecord
from assistant.storage.rows import from_text, storable, to_text

_log = logging.getLogger(__name__)

_INSERT = """
    INSERT INTO messages
        (uuid, parent_uuid, conversation_id, turn_id, role, content, status, created_at, meta)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_UPDATE = """
    ON CONFLICT (uuid) DO UPDATE SET
        content = CASE messages.status
            WHEN 'partial' THEN excluded.content ELSE messages.content END,
        status = excluded.status,
        meta = excluded.meta
    WHERE messages.status = 'partial' OR excluded.status = 'complete'
"""
_TOUCH = """
    UPDATE conversations SET updated_at = max(updated_at, ?) WHERE conversation_id = ?
"""
_SELECT = """
    SELECT uuid, parent_uuid, conversation_id, turn_id, role, content, status, created_at, meta
    FROM messages WHERE conversation_id = ? ORDER BY sequence
"""


class MessageRepository:
    """Stores messages. What a complete message says never changes."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def append(self, record: MessageRecord) -> None:
        """Store a new message; its conversation counts as just used.

        Raises:
            StoreError: If the database cannot be written.
            sqlite3.IntegrityError: If the uuid is taken or the conversation does not exist.
        """
        await self._store(record, _INSERT)

    async def checkpoint(self, record: MessageRecord) -> None:
        """Store a message, or replace what was stored of it before.

        A partial message takes the new content, status and meta. A complete one takes the new
        meta only, and nothing from a partial version that comes late.

        Raises:
            StoreError: If the database cannot be written.
            sqlite3.IntegrityError: If the conversation does not exist.
        """
        await self._store(record, _INSERT + _UPDATE)

    async def chain(self, conversation_id: str) -> tuple[MessageRecord, ...]:
        """Return the messages from the first to the latest, oldest first.

        Where the chain has a gap, what comes after the gap is returned and the gap is logged.

        Raises:
            StoreError: If the database cannot be read.
        """

        def work(connection: sqlite3.Connection) -> list[MessageRecord]:
            return [_record(row) for row in connection.execute(_SELECT, (conversation_id,))]

        branch = latest_branch(await self._database.read(work))
        if branch.missing_parent is not None:
            _log.warning(
                "Conversation %s has a gap: message %s is missing",
                conversation_id,
                branch.missing_parent,
            )
        if branch.is_circular:
            _log.warning("Conversation %s leads in a circle", conversation_id)
        return branch.messages

    async def _store(self, record: MessageRecord, statement: str) -> None:
        created_at = to_text(record.created_at)
        values = (
            record.uuid,
            record.parent_uuid,
            record.conversation_id,
            record.turn_id,
            record.role,
            storable(record.content),
            record.status,
            created_at,
            storable(record.meta),
        )

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(statement, values)
            connection.execute(_TOUCH, (created_at, record.conversation_id))

        await self._database.write(work)


def _record(row: tuple[str, ...]) -> MessageRecord:
    uuid, parent_uuid, conversation_id, turn_id, role, content, status, created_at, meta = row
    return MessageRecord(
        uuid=uuid,
        parent_uuid=parent_uuid,
        conversation_id=conversation_id,
        turn_id=turn_id,
        role="user" if role == "user" else "assistant",
        content=content,
        status="partial" if status == "partial" else "complete",
        created_at=from_text(created_at),
        meta=meta,
    )

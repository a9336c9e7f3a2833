"""What every tool call did; for the user's own eyes."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from assistant.storage.database import Database
from assistant.storage.model.records import ListedToolCall, ToolCallRecord
from assistant.storage.model.row_values import from_text, storable, to_text

_COLUMNS = (
    "tool_use_id, conversation_id, turn_id, name, permission, arguments, outcome, started_at,"
    " seconds"
)


class ToolCallRepository:
    """Stores the audit of tool calls; entries are only added."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def add(self, record: ToolCallRecord) -> None:
        """Store how a call went.

        Raises:
            StoreError: If the database cannot be written.
        """
        await self._database.write(lambda connection: insert(connection, record))

    async def newest(self, *, limit: int, before: int | None = None) -> tuple[ListedToolCall, ...]:
        """Return calls of all conversations, the one that ended last first.

        Args:
            limit: How many at most.
            before: Only those with a lower `sequence`.
        """
        return await self._database.read(
            lambda connection: select_newest(connection, limit=limit, before=before)
        )

    async def history(self, conversation_id: str) -> tuple[ToolCallRecord, ...]:
        """Return the calls of a conversation in the order they ended."""
        return await self._database.read(lambda connection: select(connection, conversation_id))


def insert(connection: sqlite3.Connection, record: ToolCallRecord) -> None:
    """Store how a call went; part of a transaction."""
    values = (
        storable(record.tool_use_id),
        record.conversation_id,
        record.turn_id,
        storable(record.name),
        record.permission,
        storable(record.arguments),
        record.outcome,
        to_text(record.started_at),
        record.seconds,
    )
    connection.execute(
        f"INSERT INTO tool_calls ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values
    )


def select(connection: sqlite3.Connection, conversation_id: str) -> tuple[ToolCallRecord, ...]:
    """Return the calls of a conversation in the order they ended."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM tool_calls WHERE conversation_id = ? ORDER BY sequence",
        (conversation_id,),
    )
    return tuple(_record(row) for row in rows)


def select_newest(
    connection: sqlite3.Connection, *, limit: int, before: int | None
) -> tuple[ListedToolCall, ...]:
    """Return calls of all conversations, the one that ended last first."""
    rows = connection.execute(
        f"SELECT {_COLUMNS}, tool_calls.sequence, coalesce(title, '') FROM tool_calls"
        " LEFT JOIN conversations USING (conversation_id)"
        " WHERE ?1 IS NULL OR tool_calls.sequence < ?1"
        " ORDER BY tool_calls.sequence DESC LIMIT ?2",
        (before, limit),
    )
    return tuple(
        ListedToolCall(sequence=row[9], title=row[10], record=_record(row)) for row in rows
    )


def _record(row: Sequence[Any]) -> ToolCallRecord:
    return ToolCallRecord(
        tool_use_id=row[0],
        conversation_id=row[1],
        turn_id=row[2],
        name=row[3],
        permission=row[4],
        arguments=row[5],
        outcome=row[6],
        started_at=from_text(row[7]),
        seconds=row[8],
    )

"""What every tool call did; for the user's own eyes."""

import sqlite3
from typing import Any, Final

from assistant.storage.database import Database
from assistant.storage.model.records import ListedToolCall, ToolCallRecord
from assistant.storage.model.row_values import RecordRows, readable

_ROWS: Final = RecordRows(ToolCallRecord, table="tool_calls")
_NEWEST: Final = f"""
    SELECT {_ROWS.columns}, tool_calls.sequence, coalesce(title, '')
    FROM tool_calls LEFT JOIN conversations USING (conversation_id)
    WHERE ?1 IS NULL OR tool_calls.sequence < ?1 ORDER BY tool_calls.sequence DESC LIMIT ?2
"""


class ToolCallRepository:
    """Stores the audit of tool calls; entries are only added.

    Each method raises StoreError if the database fails.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def add(self, record: ToolCallRecord) -> None:
        await self._database.write(lambda connection: insert(connection, record))

    async def newest(self, *, limit: int, before: int | None = None) -> tuple[ListedToolCall, ...]:
        """Calls of all conversations before the `sequence` number `before`, the latest first."""
        return await self._database.select(_NEWEST, (before, limit), read=_listed)

    async def history(self, conversation_id: str) -> tuple[ToolCallRecord, ...]:
        """In the order they ended."""
        return await self._database.read(lambda connection: select(connection, conversation_id))


def insert(connection: sqlite3.Connection, record: ToolCallRecord) -> None:
    """Part of a transaction."""
    connection.execute(_ROWS.insert, _ROWS.values(record))


def select(connection: sqlite3.Connection, conversation_id: str) -> tuple[ToolCallRecord, ...]:
    """In the order they ended."""
    rows = connection.execute(
        f"SELECT {_ROWS.columns} FROM tool_calls WHERE conversation_id = ? ORDER BY sequence",
        (conversation_id,),
    )
    return tuple(readable(rows, _ROWS.record))


def _listed(row: tuple[Any, ...]) -> ListedToolCall:
    *_record, sequence, title = row
    return ListedToolCall(sequence=sequence, title=title, record=_ROWS.record(row))

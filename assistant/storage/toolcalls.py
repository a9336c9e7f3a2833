"""What every tool call did; for the person's own eyes."""

import sqlite3

from assistant.storage.database import Database
from assistant.storage.records import ToolCallRecord
from assistant.storage.rows import from_text, storable, to_text

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

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                f"INSERT INTO tool_calls ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values
            )

        await self._database.write(work)

    async def history(self, conversation_id: str) -> tuple[ToolCallRecord, ...]:
        """Return the calls of a conversation in the order they ended."""

        def work(connection: sqlite3.Connection) -> tuple[ToolCallRecord, ...]:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM tool_calls WHERE conversation_id = ? ORDER BY sequence",
                (conversation_id,),
            )
            return tuple(
                ToolCallRecord(
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
                for row in rows
            )

        return await self._database.read(work)

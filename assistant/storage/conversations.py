"""The conversations themselves: what they are called and whom they are with."""

import sqlite3
from datetime import datetime

from assistant.storage.database import Database
from assistant.storage.records import ConversationRecord
from assistant.storage.rows import from_text, storable, to_text

_COLUMNS = "conversation_id, title, workspace, agent, profile, model, created_at, updated_at"
_NEWEST_FIRST = f"SELECT {_COLUMNS} FROM conversations ORDER BY updated_at DESC, sequence DESC"


class ConversationRepository:
    """Stores conversations."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def create(self, record: ConversationRecord) -> None:
        """Store a new conversation.

        Raises:
            StoreError: If the database cannot be written.
            sqlite3.IntegrityError: If the id is taken.
        """
        values = (
            record.conversation_id,
            storable(record.title),
            record.workspace,
            record.agent,
            record.profile,
            record.model,
            to_text(record.created_at),
            to_text(record.updated_at),
        )

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                f"INSERT INTO conversations ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values
            )

        await self._database.write(work)

    async def get(self, conversation_id: str) -> ConversationRecord | None:
        """Return one conversation, or None if there is none with this id."""

        def work(connection: sqlite3.Connection) -> ConversationRecord | None:
            row = connection.execute(
                f"SELECT {_COLUMNS} FROM conversations WHERE conversation_id = ?",
                (conversation_id,),
            ).fetchone()
            return None if row is None else _record(row)

        return await self._database.read(work)

    async def latest(self) -> ConversationRecord | None:
        """Return the conversation used last, or None if there is none."""
        newest = await self.recent(limit=1)
        return newest[0] if newest else None

    async def recent(self, *, limit: int | None = None) -> tuple[ConversationRecord, ...]:
        """Return the conversations, the one used last first; all of them without a limit."""

        def work(connection: sqlite3.Connection) -> tuple[ConversationRecord, ...]:
            rows = connection.execute(f"{_NEWEST_FIRST} LIMIT ?", (-1 if limit is None else limit,))
            return tuple(_record(row) for row in rows)

        return await self._database.read(work)

    async def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation another title; nothing happens if it does not exist."""
        await self._set("title", storable(title), conversation_id)

    async def touch(self, conversation_id: str, at: datetime) -> None:
        """Make a conversation the one used last; nothing happens if it does not exist."""
        await self._set("updated_at", to_text(at), conversation_id)

    async def delete(self, conversation_id: str) -> None:
        """Delete a conversation with its messages, questions and tool calls, for good.

        Its words are gone from the file too, not only out of sight.

        Raises:
            StoreError: If the database cannot be written.
        """

        def work(connection: sqlite3.Connection) -> None:
            for table in ("tool_calls", "questions", "messages", "conversations"):
                connection.execute(
                    f"DELETE FROM {table} WHERE conversation_id = ?", (conversation_id,)
                )

        await self._database.write(work)
        await self._database.empty_log()

    async def _set(self, column: str, value: str, conversation_id: str) -> None:
        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                f"UPDATE conversations SET {column} = ? WHERE conversation_id = ?",
                (value, conversation_id),
            )

        await self._database.write(work)


def _record(row: tuple[str, ...]) -> ConversationRecord:
    conversation_id, title, workspace, agent, profile, model, created_at, updated_at = row
    return ConversationRecord(
        conversation_id=conversation_id,
        title=title,
        workspace=workspace,
        agent=agent,
        profile=profile,
        model=model,
        created_at=from_text(created_at),
        updated_at=from_text(updated_at),
    )

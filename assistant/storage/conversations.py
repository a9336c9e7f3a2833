"""The conversations themselves: what they are called and whom they are with."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from assistant.foreign_text import storable
from assistant.storage.database import Database
from assistant.storage.message_search import empty, forget
from assistant.storage.model.records import ConversationRecord
from assistant.storage.model.row_values import RecordRows, from_text, readable, to_text

_ROWS: Final = RecordRows(ConversationRecord, table="conversations")
_ORDER: Final = "ORDER BY updated_at DESC, created_at DESC, conversation_id DESC"
_NEWEST_FIRST: Final = f"SELECT {_ROWS.columns} FROM conversations {_ORDER} LIMIT ?"
_LATEST_HERE: Final = f"""
    SELECT {_ROWS.columns} FROM conversations WHERE channel = '' {_ORDER} LIMIT 1
"""
_USED: Final = f"""
    SELECT {_ROWS.columns} FROM conversations WHERE EXISTS
        (SELECT 1 FROM messages WHERE conversation_id = conversations.conversation_id)
"""
_THIS: Final = "AND conversation_id = ?"
_OWN_STATE: Final = "substr(key, -length({0}) - 1) = ':' || {0}"
_RENAME: Final = """
    title = ?, title_at = max(title_at + 1, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))
"""
_HELD: Final = f"""
    SELECT {", ".join(f"c.{name}" for name in _ROWS.names)}, min(m.created_at), count(*)
    FROM messages AS m JOIN conversations AS c ON c.conversation_id = m.conversation_id
    WHERE m.created_at >= ? AND m.created_at < ?
    GROUP BY c.conversation_id ORDER BY max(m.created_at) DESC, c.conversation_id DESC LIMIT ?
"""
_FIRST_WORDS: Final = """
    SELECT sequence, conversation_id, content FROM (
        SELECT sequence, conversation_id, (
            SELECT content FROM messages
            WHERE conversation_id = conversations.conversation_id AND role = 'user'
            ORDER BY stamp, uuid LIMIT 1
        ) AS content
        FROM conversations WHERE title = '' AND sequence > ?
    ) WHERE content IS NOT NULL ORDER BY sequence LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class FirstWords:
    """How a conversation without a title began."""

    sequence: int
    conversation_id: str
    content: str
    """JSON array of content blocks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedConversation:
    """A conversation in which something was said in some time."""

    conversation: ConversationRecord
    began_at: datetime
    """When something was first said in that time; aware, in UTC."""
    n_messages: int
    """Said in that time."""


class ConversationRepository:
    """Stores conversations. Each method raises StoreError if the database fails."""

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def create(self, record: ConversationRecord) -> None:
        """Raises sqlite3.IntegrityError if the id is taken."""
        await self._database.write(lambda connection: insert(connection, record))

    async def get(self, conversation_id: str) -> ConversationRecord | None:
        return await self._database.read(lambda connection: select_one(connection, conversation_id))

    async def latest(self) -> ConversationRecord | None:
        """The conversation used last on this machine's surfaces."""
        newest = await self._database.select(_LATEST_HERE, read=_ROWS.record)
        return newest[0] if newest else None

    async def recent(self, *, limit: int | None = None) -> tuple[ConversationRecord, ...]:
        """The latest used first; all of them without a limit."""
        return await self._database.select(
            _NEWEST_FIRST, (-1 if limit is None else limit,), read=_ROWS.record
        )

    async def used(self, conversation_id: str | None = None) -> tuple[ConversationRecord, ...]:
        """Conversations that are not empty, the latest used first.

        All of them, or this one alone if it is among them.
        """
        condition, values = ("", ()) if conversation_id is None else (_THIS, (conversation_id,))
        return await self._database.select(
            f"{_USED} {condition} {_ORDER}", values, read=_ROWS.record
        )

    async def held(
        self, *, since: datetime, until: datetime, limit: int
    ) -> tuple[DatedConversation, ...]:
        """Conversations with messages from `since` until before `until`, aware; latest first."""
        return await self._database.select(
            _HELD, (to_text(since), to_text(until), limit), read=_dated
        )

    async def first_words(self, *, after: int = 0, limit: int = 100) -> tuple[FirstWords, ...]:
        """Untitled conversations behind the sequence number `after`, with the user's first message."""
        return await self._database.select(
            _FIRST_WORDS, (after, limit), read=lambda row: FirstWords(*row)
        )

    async def entitle(self, titles: Mapping[str, str]) -> None:
        """Title untitled conversations, by id."""
        await self._database.execute(
            "UPDATE conversations SET title = ? WHERE conversation_id = ? AND title = ''",
            *((storable(title), name) for name, title in titles.items()),
        )

    async def rename(self, conversation_id: str, title: str) -> None:
        """Does nothing if it does not exist."""
        await self._set(_RENAME, storable(title), conversation_id)

    async def set_model(self, conversation_id: str, profile: str, model: str) -> None:
        """Does nothing if it does not exist."""
        await self._set("profile = ?, model = ?", profile, storable(model), conversation_id)

    async def delete(self, conversation_id: str) -> None:
        """Delete a conversation with its messages, questions and tool calls, for good.

        Its words are gone from the file too, not only out of sight; from the search index once
        `SearchRepository.tidy` has nothing more to do.
        """
        await self._database.write(lambda connection: remove(connection, conversation_id))
        await self._database.empty_log()

    async def delete_all(self, *, but: str = "") -> None:
        """Delete every conversation with its messages, questions and tool calls, for good.

        Nothing of them is left in the file, which keeps its size until `Database.compact`.

        Args:
            but: Id of one that stays: a new one, in which nothing was said.
        """

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM state WHERE EXISTS (SELECT 1 FROM conversations"
                f" WHERE {_OWN_STATE.format('conversation_id')})"
            )
            empty(connection)
            for table in ("tool_calls", "questions", "messages", "conversations"):
                connection.execute(f"DELETE FROM {table} WHERE conversation_id != ?", (but,))

        await self._database.write(work)
        await self._database.empty_log()

    async def _set(self, columns: str, *values: str) -> None:
        """Update a conversation; the last of `values` is its id."""
        await self._database.execute(
            f"UPDATE conversations SET {columns} WHERE conversation_id = ?", values
        )


def insert(connection: sqlite3.Connection, record: ConversationRecord) -> None:
    """Part of a transaction."""
    connection.execute(_ROWS.insert, _ROWS.values(record))


def remove(connection: sqlite3.Connection, conversation_id: str) -> None:
    """Delete a conversation and all that belongs to it; part of a transaction."""
    forget(connection, "conversation_id = ?", (conversation_id,))
    for table in ("tool_calls", "questions", "messages", "conversations"):
        connection.execute(f"DELETE FROM {table} WHERE conversation_id = ?", (conversation_id,))
    connection.execute(f"DELETE FROM state WHERE {_OWN_STATE.format('?1')}", (conversation_id,))


def select_one(connection: sqlite3.Connection, conversation_id: str) -> ConversationRecord | None:
    row = connection.execute(
        f"SELECT {_ROWS.columns} FROM conversations WHERE conversation_id = ?", (conversation_id,)
    ).fetchone()
    return None if row is None else next(readable((row,), _ROWS.record), None)


def _dated(row: tuple[Any, ...]) -> DatedConversation:
    *_record, began_at, n_messages = row
    return DatedConversation(
        conversation=_ROWS.record(row), began_at=from_text(began_at), n_messages=n_messages
    )

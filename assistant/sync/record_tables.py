"""How records stand in the tables of the store, by their kind.

A body has the columns of its row and nothing else, so what must not travel stays out of it by not
being named here. Every function is part of a transaction.
"""

import sqlite3
from collections.abc import Mapping
from typing import Final, Protocol, cast

from typing_extensions import override

from assistant.storage.conversations import remove
from assistant.storage.message_search import forget
from assistant.storage.model.row_values import from_text
from assistant.sync.model.bodies import from_json, to_json
from assistant.sync.model.records import Body, RecordKey, RecordKind

MAX_STAMP: Final = 2**53
"""No clock shows it; a greater one would leave no room for the stamps of later messages."""


_MOMENTS: Final = frozenset(
    {
        "asked_at",
        "created_at",
        "deadline",
        "handled_at",
        "linked_at",
        "received_at",
        "settled_at",
        "updated_at",
    }
)
"""Columns that say when something was."""


class RecordTable(Protocol):
    """Where the records of a kind are kept."""

    all_keys: str
    """Selects place and key of at most `?2` rows behind the place `?1`, in the order of places."""

    def read(self, connection: sqlite3.Connection, key: str) -> Body | None: ...

    def write(self, connection: sqlite3.Connection, key: str, body: Body) -> None:
        """Insert or replace a record.

        Raises:
            KeyError: If the body lacks a field.
            TypeError: If a moment is no text.
            ValueError: Or is none.
            sqlite3.Error: If another field has a wrong type or value.
        """
        ...

    def delete(self, connection: sqlite3.Connection, key: str) -> None:
        """Delete a record if it exists."""
        ...


class _Rows:
    """Records of which each is a row."""

    def __init__(
        self, table: str, key_column: str, columns: tuple[str, ...], *, place: str, of: str = ""
    ) -> None:
        """Take the names.

        Args:
            columns: The other columns that travel.
            place: Its column with the row's number.
            of: What to select the keys from, if not all rows travel.
        """
        self._columns = columns
        self._moments = [name for name in columns if name in _MOMENTS]
        names = (key_column, *columns)
        self._select = f"SELECT {', '.join(columns)} FROM {table} WHERE {key_column} = ?"
        self._put = f"""
            INSERT INTO {table} ({", ".join(names)}) VALUES ({", ".join("?" * len(names))})
            ON CONFLICT ({key_column}) DO UPDATE SET
            {", ".join(f"{name} = excluded.{name}" for name in columns)}
        """
        self._delete = f"DELETE FROM {table} WHERE {key_column} = ?"
        self.all_keys = (
            f"SELECT {place}, {key_column} FROM {of or table}"
            f" WHERE {place} > ?1 ORDER BY {place} LIMIT ?2"
        )

    def read(self, connection: sqlite3.Connection, key: str) -> Body | None:
        row = connection.execute(self._select, (key,)).fetchone()
        return None if row is None else dict(zip(self._columns, row, strict=True))

    def write(self, connection: sqlite3.Connection, key: str, body: Body) -> None:
        for name in self._moments:
            if body[name] is not None:
                from_text(cast("str", body[name]))  # readers of the row rely on it
        connection.execute(self._put, (key, *(body[name] for name in self._columns)))

    def delete(self, connection: sqlite3.Connection, key: str) -> None:
        connection.execute(self._delete, (key,))


class _Conversations(_Rows):
    @override
    def delete(self, connection: sqlite3.Connection, key: str) -> None:
        remove(connection, key)


class _Messages(_Rows):
    @override
    def write(self, connection: sqlite3.Connection, key: str, body: Body) -> None:
        forget(connection, "uuid = ? AND content IS NOT ?", (key, str(body["content"])))
        stamp = body["stamp"]
        if isinstance(stamp, int):
            body = {**body, "stamp": max(0, min(stamp, MAX_STAMP))}
        super().write(connection, key, body)
        connection.execute(
            "UPDATE conversations SET updated_at = max(updated_at, ?) WHERE conversation_id = ?",
            (body["created_at"], body["conversation_id"]),
        )

    @override
    def delete(self, connection: sqlite3.Connection, key: str) -> None:
        forget(connection, "uuid = ?", (key,))
        super().delete(connection, key)


class _Accounts(_Rows):
    """Who is linked. One that is not is a record that says so: a user can be linked again."""

    @override
    def read(self, connection: sqlite3.Connection, key: str) -> Body | None:
        row = super().read(connection, key)
        return {"is_linked": row is not None, **(row or {})}

    @override
    def write(self, connection: sqlite3.Connection, key: str, body: Body) -> None:
        if not body["is_linked"]:
            self.delete(connection, key)
            return
        connection.execute(
            "DELETE FROM telegram_accounts WHERE chat_id = ? AND user_id <> ?",
            (body["chat_id"], key),
        )
        super().write(connection, key, body)


class _Values:
    """Settings, documents and updates of these."""

    def __init__(self, kind: RecordKind) -> None:
        self._kind = kind
        self.all_keys = (
            f"SELECT rowid, key FROM sync_values WHERE kind = '{kind}' AND rowid > ?1"
            " ORDER BY rowid LIMIT ?2"
        )

    def read(self, connection: sqlite3.Connection, key: str) -> Body | None:
        row = connection.execute(
            "SELECT body FROM sync_values WHERE kind = ? AND key = ?", (self._kind, key)
        ).fetchone()
        return None if row is None else from_json(row[0])

    def write(self, connection: sqlite3.Connection, key: str, body: Body) -> None:
        connection.execute(
            "INSERT INTO sync_values (kind, key, body) VALUES (?, ?, ?)"
            " ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body",
            (self._kind, key, to_json(body)),
        )

    def delete(self, connection: sqlite3.Connection, key: str) -> None:
        connection.execute("DELETE FROM sync_values WHERE kind = ? AND key = ?", (self._kind, key))


TABLES: Final[Mapping[RecordKind, RecordTable]] = {
    RecordKind.CONVERSATION: _Conversations(
        "conversations",
        "conversation_id",
        (
            "title",
            "title_at",
            "workspace",
            "agent",
            "profile",
            "model",
            "created_at",
            "updated_at",
            "channel",
            "leaf",
            "leaf_at",
        ),
        place="sequence",
    ),
    RecordKind.MESSAGE: _Messages(
        "messages",
        "uuid",
        (
            "parent_uuid",
            "conversation_id",
            "turn_id",
            "role",
            "content",
            "status",
            "created_at",
            "meta",
            "stamp",
        ),
        place="sequence",
    ),
    RecordKind.QUESTION: _Rows(
        "questions",
        "questions_id",
        (
            "conversation_id",
            "tool_use_id",
            "questions_json",
            "origin_json",
            "draft_json",
            "status",
            "response_json",
            "asked_at",
            "deadline",
            "settled_at",
            "channel",
        ),
        place="sequence",
        of="sync_questions",
    ),
    RecordKind.SETTING: _Values(RecordKind.SETTING),
    RecordKind.DOCUMENT: _Values(RecordKind.DOCUMENT),
    RecordKind.DOCUMENT_UPDATE: _Values(RecordKind.DOCUMENT_UPDATE),
    RecordKind.REMOTE_ACCOUNT: _Accounts(
        "telegram_accounts",
        "user_id",
        ("chat_id", "name", "workspace", "agent", "conversation_id", "linked_at"),
        place="user_id",
    ),
    RecordKind.REMOTE_REQUEST: _Rows(
        "telegram_updates",
        "update_id",
        ("chat_id", "content", "received_at", "handled_at"),
        place="update_id",
    ),
}


def read(connection: sqlite3.Connection, key: RecordKey) -> Body | None:
    """None if it is not on this device."""
    return TABLES[key.kind].read(connection, key.key)


def write(connection: sqlite3.Connection, key: RecordKey, body: Body | None) -> None:
    """Insert or replace a record; None deletes it."""
    if body is None:
        TABLES[key.kind].delete(connection, key.key)
    else:
        TABLES[key.kind].write(connection, key.key, body)

"""Takes records of the server into the tables, within one transaction."""

import logging
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from assistant.sync import record_tables
from assistant.sync.model.applied import Applied, Conflict
from assistant.sync.model.bodies import digest, from_json, refuse_halves, to_json
from assistant.sync.model.merge import merge
from assistant.sync.model.records import Body, LocalRecord, RecordKey, RecordKind, ServerRecord

_log = logging.getLogger(__name__)

NOTE: Final = "INSERT INTO sync_changed (kind, key) VALUES (?, ?)"
"""Puts a record into the outbox."""
_SET_KNOWN: Final = """
    INSERT INTO sync_records (kind, key, version, digest, base, device_id)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, key) DO UPDATE SET version = excluded.version,
    digest = excluded.digest, base = excluded.base, device_id = excluded.device_id
"""
_LEFT_OUT: Final = "UPDATE sync_records SET device_id = '' WHERE kind = ? AND key = ?"
_MERGED_BY_FIELD: Final = frozenset(
    {
        RecordKind.CONVERSATION,
        RecordKind.QUESTION,
        RecordKind.SETTING,
        RecordKind.REMOTE_ACCOUNT,
    }
)
_VALUES: Final = frozenset({RecordKind.SETTING, RecordKind.DOCUMENT, RecordKind.DOCUMENT_UPDATE})
_UNREADABLE = (
    KeyError,
    TypeError,
    ValueError,
    OverflowError,
    RecursionError,
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,  # a value that no column takes
)


@dataclass(frozen=True, slots=True)
class KnownVersion:
    """What the server is known to have of a record."""

    version: int
    digest: str | None
    """None of what was deleted."""
    base: Body | None
    """None of what was deleted, and of what is not merged field by field."""

    @property
    def is_deleted(self) -> bool:
        """Deleted, as opposed to never heard of."""
        return self.version > 0 and self.digest is None


_UNKNOWN: Final = KnownVersion(0, None, None)


@dataclass(slots=True)
class Reconciliation:
    """Stores what the server has, and notes what changed here. One transaction long.

    Args:
        connection: In a transaction, while nothing is recorded into the outbox.
        device_id: This device's.
    """

    connection: sqlite3.Connection
    device_id: str
    _conversations: set[str] = field(default_factory=set[str])
    _deleted: set[str] = field(default_factory=set[str])
    _opened: set[str] = field(default_factory=set[str])
    _drafted: set[str] = field(default_factory=set[str])
    _settled: set[str] = field(default_factory=set[str])
    _values: set[RecordKey] = field(default_factory=set[RecordKey])
    _remote: set[RecordKey] = field(default_factory=set[RecordKey])
    _conflicts: list[Conflict] = field(default_factory=list[Conflict])
    _went_back: bool = False

    def result(self) -> Applied:
        return Applied(
            conversations=frozenset(self._conversations - self._deleted),
            deleted_conversations=frozenset(self._deleted),
            opened_questions=frozenset(self._opened),
            drafted_questions=frozenset(self._drafted),
            settled_questions=frozenset(self._settled),
            values=frozenset(self._values),
            remote=frozenset(self._remote),
            conflicts=tuple(self._conflicts),
            server_went_back=self._went_back,
        )

    def accept(self, sent: LocalRecord, version: int) -> None:
        """The server stored what was sent."""
        if version <= known_version(self.connection, sent.key).version:
            return  # it came back, and perhaps another's on top of it
        self._know(sent.key, version, sent.body, self.device_id)
        self.connection.execute("DELETE FROM sync_outbox WHERE sequence = ?", (sent.sequence,))

    def take(self, record: ServerRecord, *, sent: LocalRecord | None = None) -> None:
        """Store a record, merged with what waits here; one that cannot be read is left out.

        Args:
            record: What the server has. Nothing changes if it is not new.
            sent: What was refused, if that is why it came. Then it is taken even if it is older
                than what is known: the server went back to a copy of its data. So is a deletion
                that is known: what was deleted was made again here, and would be refused for ever.
        """
        known = known_version(self.connection, record.key)
        went_back = sent is not None and record.version < sent.base_version
        is_made_anew = sent is not None and record.body is None
        if record.version <= known.version and not (went_back or is_made_anew):
            return
        self._went_back = self._went_back or went_back
        text = self._know(record.key, record.version, record.body, record.device_id)
        with self._left_out_if_unreadable(record.key):
            if record.body is not None and not record.body:
                raise ValueError("A record has no fields.")
            refuse_halves(text, record.body)
            self._take(record, known)

    @contextmanager
    def _left_out_if_unreadable(self, key: RecordKey) -> Generator[None]:
        """Roll back and skip a record that cannot be read.

        The server's version then counts as written by no device.
        """
        self.connection.execute("SAVEPOINT record")
        try:
            yield
        except _UNREADABLE as error:
            self.connection.execute("ROLLBACK TO record")
            self.connection.execute(_LEFT_OUT, (key.kind, key.key))
            fault = type(error).__name__
            _log.warning("A %s of another device cannot be read: %s", key.kind, fault)
        self.connection.execute("RELEASE record")

    def _take(self, record: ServerRecord, known: KnownVersion) -> None:
        key, theirs = record.key, record.body
        if theirs is None:
            self._drop_held(key)
        elif key.kind in {RecordKind.MESSAGE, RecordKind.QUESTION}:
            conversation_id = str(theirs["conversation_id"])
            if not self._is_there(conversation_id):
                self._take_early(key, conversation_id, theirs)
                return
        ours = record_tables.read(self.connection, key)
        if not self._waits(key):
            merged = theirs if ours is None or theirs is None else _later_use(key, ours, theirs)
        elif record.device_id == self.device_id and theirs is not None:
            return  # what waits here was made after it
        else:
            outcome = merge(key, known.base, ours, theirs)
            merged = outcome.body
            if outcome.conflict is not None:
                self._add_conflict(outcome.conflict)
            if merged == theirs:
                self._settle(key)
        if merged != ours:
            self._write(key, ours, merged)

    def _write(self, key: RecordKey, ours: Body | None, merged: Body | None) -> None:
        if key.kind is RecordKind.CONVERSATION and merged is None:
            self._remove_conversation(key)
            return
        record_tables.write(self.connection, key, merged)
        self._note(key, ours, merged)
        if key.kind is RecordKind.CONVERSATION and ours is None:
            self._take_held(key.key)

    def _note(self, key: RecordKey, ours: Body | None, merged: Body | None) -> None:
        match key.kind:
            case RecordKind.CONVERSATION:
                self._conversations.add(key.key)
            case RecordKind.MESSAGE:
                body = merged or ours or {}
                self._conversations.add(str(body["conversation_id"]))
            case RecordKind.QUESTION:
                self._note_question(key.key, ours, merged)
            case RecordKind.REMOTE_ACCOUNT | RecordKind.REMOTE_REQUEST:
                self._remote.add(key)
            case _:
                self._values.add(key)

    def _note_question(self, key: str, ours: Body | None, merged: Body | None) -> None:
        was_open, is_open = (
            body is not None and body["status"] == "pending" for body in (ours, merged)
        )
        self._opened.discard(key)
        self._drafted.discard(key)
        self._settled.discard(key)
        changed = self._settled if not is_open else self._drafted if was_open else self._opened
        changed.add(key)

    # Conversations, and what belongs to them.

    def _is_there(self, conversation_id: str) -> bool:
        return self._has("FROM conversations WHERE conversation_id = ?", conversation_id)

    def _take_early(self, key: RecordKey, conversation_id: str, theirs: Body) -> None:
        """Hold what belongs to an unknown conversation; delete it everywhere if that was deleted."""
        conversation = RecordKey(RecordKind.CONVERSATION, conversation_id)
        if self._waits(conversation) or known_version(self.connection, conversation).is_deleted:
            self.connection.execute(NOTE, (key.kind, key.key))
            return
        self.connection.execute(
            "INSERT OR REPLACE INTO sync_held (kind, key, conversation_id, body)"
            " VALUES (?, ?, ?, ?)",
            (key.kind, key.key, conversation_id, to_json(theirs)),
        )

    def _take_held(self, conversation_id: str) -> None:
        for kind, key, body in self.connection.execute(
            "DELETE FROM sync_held WHERE conversation_id = ? RETURNING kind, key, body",
            (conversation_id,),
        ).fetchall():
            held = RecordKey(RecordKind(kind), key)
            with self._left_out_if_unreadable(held):
                self._write(held, None, from_json(body))

    def _drop_held(self, deleted: RecordKey) -> None:
        """Drop what was held for a deleted record; a conversation takes its content along."""
        if deleted.kind is RecordKind.CONVERSATION:
            self.connection.execute(
                "INSERT INTO sync_changed SELECT kind, key FROM sync_held"
                " WHERE conversation_id = ?",
                (deleted.key,),
            )
        self.connection.execute(
            "DELETE FROM sync_held WHERE conversation_id = ?1 AND ?2 = 'conversation'"
            " OR kind = ?2 AND key = ?1",
            (deleted.key, deleted.kind),
        )

    def _remove_conversation(self, conversation: RecordKey) -> None:
        """Delete a conversation and its content here; also mark the server's part for deletion."""
        for kind, table, column in (
            (RecordKind.MESSAGE, "messages", "uuid"),
            (RecordKind.QUESTION, "questions", "questions_id"),
        ):
            for (name,) in self.connection.execute(
                f"SELECT {column} FROM {table} WHERE conversation_id = ?", (conversation.key,)
            ).fetchall():
                key = RecordKey(kind, name)
                if known_version(self.connection, key).digest is None:
                    self._settle(key)
                else:
                    self.connection.execute(NOTE, (key.kind, key.key))
                if kind is RecordKind.QUESTION:
                    self._note_question(name, None, None)
        record_tables.write(self.connection, conversation, None)
        self._deleted.add(conversation.key)

    # What is kept of the server, and what waits for it.

    def _know(self, key: RecordKey, version: int, body: Body | None, device_id: str) -> str:
        """Note what the server has; return the body as text, empty if there is none."""
        text = None if body is None else to_json(body)
        base = text if key.kind in _MERGED_BY_FIELD else None
        self.connection.execute(
            _SET_KNOWN, (key.kind, key.key, version, text and digest(text), base, device_id)
        )
        return text or ""

    def _waits(self, key: RecordKey) -> bool:
        return self._has("FROM sync_outbox WHERE kind = ? AND key = ?", key.kind, key.key)

    def _settle(self, key: RecordKey) -> None:
        self.connection.execute(
            "DELETE FROM sync_outbox WHERE kind = ? AND key = ?", (key.kind, key.key)
        )

    def _has(self, source: str, *values: str) -> bool:
        return self.connection.execute(f"SELECT 1 {source}", values).fetchone() is not None

    def _add_conflict(self, conflict: Conflict) -> None:
        key = conflict.key
        added = self.connection.execute(
            "INSERT OR IGNORE INTO sync_conflicts (conflict_id, kind, key, field, ours, theirs)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                conflict.conflict_id,
                key.kind,
                key.key,
                conflict.field,
                conflict.ours,
                conflict.theirs,
            ),
        )
        if added.rowcount:
            self._conflicts.append(conflict)


def known_version(connection: sqlite3.Connection, key: RecordKey) -> KnownVersion:
    row = connection.execute(
        "SELECT version, digest, base FROM sync_records WHERE kind = ? AND key = ?",
        (key.kind, key.key),
    ).fetchone()
    if row is None:
        return _UNKNOWN
    version, known_digest, base = row
    return KnownVersion(version, known_digest, None if base is None else from_json(base))


def _later_use(key: RecordKey, ours: Body, theirs: Body) -> Body:
    """Keep the later time of use: it follows from messages too."""
    if key.kind is not RecordKind.CONVERSATION:
        return theirs
    return {**theirs, "updated_at": max(str(ours["updated_at"]), str(theirs["updated_at"]))}

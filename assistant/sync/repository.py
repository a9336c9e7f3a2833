"""What this device keeps for synchronising: what waits, what the server has, what has no table.

Stands on the database of the store, and above the merge rules: it is built as
`SyncRepository(database=store.database)`.
"""

import asyncio
import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from assistant.storage.database import Database
from assistant.storage.key_value import SET_STATE
from assistant.sync import record_tables
from assistant.sync.model.applied import Applied, Conflict, SyncCounts
from assistant.sync.model.bodies import digest, fingerprint, from_json, to_json
from assistant.sync.model.records import (
    Body,
    LocalRecord,
    PushResult,
    RecordKey,
    RecordKind,
    ServerRecord,
)
from assistant.sync.reconciliation import NOTE, Reconciliation, known_version

_DEVICE: Final = "sync.device_id"
_SERVER: Final = "sync.server"
_CURSOR: Final = "sync.cursor"
_RECORDING: Final = "sync.recording"
"""The triggers of migration 0005 look for it."""
_FILLED: Final = "sync.filled"
"""The outbox has got all there was when synchronising was enabled."""

REST_S: Final = 2.0
"""How long a reply that may still be streaming has not changed when it is sent as it is."""
_LATER_S: Final = 0.1
"""After that it is surely so old."""
_PIECE: Final = 2_000
"""Records that go into the outbox in one transaction."""
_MANY: Final = 250
"""Records of one transaction that are part of very many."""
_LARGE: Final = (32_768, 8_000)
_USUAL: Final = (2_000, 1_000)
"""Kibibytes that are kept in memory, and pages of the log that are written into the file at once:
while very many records come, and SQLite's own."""
_LAST_CHARACTER: Final = "\U0010ffff"
"""Stands in no key."""
_MAX_PIECE: Final = 4_000_000
"""Characters of bodies after which a piece of the outbox ends."""
_NOW: Final = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
_IN_ORDER: Final = f"""
    SELECT kind, key, sequence, {_NOW} - changed_at FROM sync_outbox
    ORDER BY kind <> 'conversation', sequence
"""
_NEWER: Final = """
    SELECT kind, key, sequence FROM sync_outbox WHERE sequence > ? ORDER BY sequence DESC
"""
_FILL: Final = f"INSERT OR IGNORE INTO sync_outbox (kind, key, changed_at) VALUES (?, ?, {_NOW})"
_KNOWN: Final = """
    SELECT key FROM sync_records WHERE kind = ?1 AND digest IS NOT NULL AND key > ?2
    AND NOT EXISTS (SELECT 1 FROM sync_held WHERE kind = ?1 AND key = sync_records.key)
    ORDER BY key LIMIT ?3
"""
_VERSIONS: Final = """
    SELECT key, version, digest FROM sync_records WHERE kind = ? AND key > ? AND device_id <> ''
    ORDER BY key LIMIT ?
"""
"""Those without a device could not be read, see `reconciliation.py`."""


class SyncRepository:
    """Keeps the outbox and takes in what other devices changed.

    What is written to conversations, messages, questions, and accounts and updates of Telegram is
    put into the outbox by the database itself, in the same transaction, while synchronising is
    enabled. Each method raises StoreError if the database fails.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def device_id(self) -> str:
        """Made on first use and kept."""

        def work(connection: sqlite3.Connection) -> str:
            connection.execute(
                "INSERT OR IGNORE INTO state (key, value) VALUES (?, ?)",
                (_DEVICE, str(uuid.uuid4())),
            )
            return _state(connection, _DEVICE) or ""

        return await self._database.write(work)

    async def is_enabled(self) -> bool:
        return await self._database.read(lambda c: _state(c, _RECORDING) is not None)

    async def enable(self, server: str) -> None:
        """Fill the outbox with changes from now on, and with all the server may not have.

        Idempotent for the same server; call it at each start.

        Args:
            server: Names the server, and the user there; without a password. If it is another than
                before, what the one before had is forgotten.
        """

        def begin(connection: sqlite3.Connection) -> bool:
            if _state(connection, _SERVER) != server:
                for table in ("sync_records", "sync_outbox", "sync_held", "sync_conflicts"):
                    connection.execute(f"DELETE FROM {table}")
                connection.execute("DELETE FROM state WHERE key IN (?, ?)", (_CURSOR, _FILLED))
                _put_state(connection, _SERVER, server)
            _put_state(connection, _RECORDING, "1")
            return _state(connection, _FILLED) is None

        if not await self._database.write(begin):
            return
        for kind in record_tables.TABLES:
            await self._fill(kind)
            await self._fill_deleted(kind)
        await self._database.execute(SET_STATE, (_FILLED, "1"))

    async def disable(self) -> None:
        """Stop recording changes and empty the outbox; idempotent."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM state WHERE key IN (?, ?)", (_RECORDING, _FILLED))
            connection.execute("DELETE FROM sync_outbox")

        await self._database.write(work)

    async def forget_server(self) -> None:
        """Forget what the server has; the next `enable` sends everything."""
        await self._database.execute(
            "DELETE FROM state WHERE key = ?", (_SERVER,), (_CURSOR,), (_FILLED,)
        )

    async def forget_device(self) -> None:
        """Take a new identity; the next `enable` sends everything."""
        await self._database.execute(
            "DELETE FROM state WHERE key = ?", (_DEVICE,), (_SERVER,), (_CURSOR,), (_FILLED,)
        )

    def listen(self, changed: Callable[[], None], *, rest_s: float = REST_S) -> Callable[[], None]:
        """Call `changed` on the loop when the outbox gains a record; the result unsubscribes.

        Args:
            rest_s: A reply that still streams counts once it has not changed for so many seconds, as
                `pending` leaves it out until then.
        """
        marks, loop = _OutboxMarks(), asyncio.get_running_loop()
        resting: asyncio.TimerHandle | None = None

        def grew() -> None:
            nonlocal resting
            if resting is not None:
                resting.cancel()
            resting = loop.call_later(rest_s + _LATER_S, changed)

        ends = (
            self._database.watch(marks.whole, changed),
            self._database.watch(marks.streaming, grew),
        )

        def end() -> None:
            for one in ends:
                one()
            if resting is not None:
                resting.cancel()

        return end

    # Out.

    async def pending(self, limit: int = 500, *, rest_s: float = REST_S) -> tuple[LocalRecord, ...]:
        """What the server lacks: conversations first, then in order of change.

        Args:
            limit: At most so many; fewer if they are long.
            rest_s: A reply that is still streaming is left out until it has not changed for so many
                seconds.
        """

        def work(connection: sqlite3.Connection) -> tuple[LocalRecord, ...]:
            found: list[LocalRecord] = []
            same: list[tuple[int]] = []
            size = 0
            for kind, name, sequence, age_ms in connection.execute(_IN_ORDER):
                key = RecordKey(RecordKind(kind), name)
                body = record_tables.read(connection, key)
                if _is_streaming(key, body) and 0 <= age_ms < rest_s * 1000:
                    continue
                known = known_version(connection, key)
                text = None if body is None else to_json(body)
                if known.version and known.digest == (text and digest(text)):
                    same.append((sequence,))
                    continue
                found.append(
                    LocalRecord(key=key, body=body, base_version=known.version, sequence=sequence)
                )
                size += len(text or "")
                if len(found) == limit or size > _MAX_PIECE:
                    break
            connection.executemany("DELETE FROM sync_outbox WHERE sequence = ?", same).close()
            return tuple(found)

        return await self._database.write(work)

    async def pushed(self, sent: Sequence[LocalRecord], result: PushResult) -> Applied:
        """Apply the server's verdict on records that `pending` gave.

        Accepted records leave the outbox, unless they changed meanwhile. Refused ones are merged
        with the server's version and stay in the outbox if the result differs from it.
        """

        def work(reconciliation: Reconciliation) -> None:
            for record in sent:
                if record.key in result.accepted:
                    reconciliation.accept(record, result.accepted[record.key])
            by_key = {record.key: record for record in sent}
            for refused in result.refused:
                reconciliation.take(refused, sent=by_key.get(refused.key))

        return await self._reconcile(work, count=len(sent))

    # In.

    async def cursor(self) -> int:
        """Place of the last applied change; 0 before the first."""
        return int(await self._database.read(lambda c: _state(c, _CURSOR)) or 0)

    async def apply(self, records: Sequence[ServerRecord], *, cursor: int) -> Applied:
        """Merge what other devices changed with what waits here, and store the new cursor.

        One transaction; idempotent.

        Args:
            records: In the order of their changes.
            cursor: The place of the last change that the server gave.
        """

        def work(reconciliation: Reconciliation) -> None:
            for record in records:
                reconciliation.take(record)
            _put_state(reconciliation.connection, _CURSOR, str(cursor))

        return await self._reconcile(work, count=len(records))

    async def known_rows(self, server: str) -> frozenset[bytes]:
        """Fingerprints of all that a server has and this device has stored itself.

        Args:
            server: As `enable` was given it; nothing is known of another.
        """
        known: set[bytes] = set()

        def work(connection: sqlite3.Connection, kind: RecordKind, after: str) -> str | None:
            if _state(connection, _SERVER) != server:
                return None
            rows = connection.execute(_VERSIONS, (kind, after, _PIECE)).fetchall()
            for name, version, known_digest in rows:
                known.add(fingerprint(RecordKey(kind, name), version, known_digest))
            return rows[-1][0] if rows else None

        for kind in record_tables.TABLES:
            after: str | None = ""
            while after is not None:
                after = await self._database.read(partial(work, kind=kind, after=after))
        return frozenset(known)

    async def writer(self, key: RecordKey) -> str | None:
        """The device whose version the server has; None while a change of this device waits."""
        found = await self._database.select(
            "SELECT device_id FROM sync_records AS known WHERE kind = ?1 AND key = ?2 AND NOT EXISTS"
            " (SELECT 1 FROM sync_outbox WHERE kind = ?1 AND key = ?2)",
            (key.kind, key.key),
            read=lambda row: str(row[0]),
        )
        return found[0] if found else None

    async def is_waiting(self, key: RecordKey) -> bool:
        """Whether the server may not have the present value."""
        found = await self._database.select(
            "SELECT 1 FROM sync_outbox WHERE kind = ? AND key = ?",
            (key.kind, key.key),
            read=lambda row: bool(row),
        )
        return bool(found)

    # What has no table of its own: settings, documents, and updates of these.

    async def put_values(self, values: Mapping[RecordKey, Body | None]) -> None:
        """Store values, or delete them with None, in one transaction.

        Changes enter the outbox.
        """
        await self._database.write(lambda connection: _put_values(connection, values))

    async def replace_value(self, key: RecordKey, old: Body | None, new: Body) -> bool:
        """Compare and set: store only if the record still is `old`; None stands for absent."""

        def work(connection: sqlite3.Connection) -> bool:
            if record_tables.read(connection, key) != old:
                return False
            _put_values(connection, {key: new})
            return True

        return await self._database.write(work)

    async def value(self, key: RecordKey) -> Body | None:
        return await self._database.read(lambda c: record_tables.read(c, key))

    async def values(self, kind: RecordKind, *, prefix: str = "") -> Mapping[str, Body]:
        """Values by key, in key order; only keys that begin with `prefix`."""
        rows = await self._database.select(
            "SELECT key, body FROM sync_values WHERE kind = ? AND key >= ? AND key < ? ORDER BY key",
            (kind, prefix, prefix + _LAST_CHARACTER),
            read=lambda row: (str(row[0]), from_json(row[1])),
        )
        return dict(rows)

    # For the user.

    async def counts(self) -> SyncCounts:
        (counts,) = await self._database.select(
            "SELECT (SELECT count(*) FROM sync_outbox), (SELECT count(*) FROM sync_held),"
            " (SELECT count(*) FROM sync_conflicts)",
            read=lambda row: SyncCounts(waiting=row[0], held=row[1], conflicts=row[2]),
        )
        return counts

    async def conflicts(self) -> tuple[Conflict, ...]:
        return await self._database.select(
            "SELECT kind, key, conflict_id, field, ours, theirs FROM sync_conflicts"
            " ORDER BY sequence",
            read=_conflict,
        )

    async def settle_conflict(self, conflict_id: str) -> bool:
        """The user chose; returns whether this call settled it."""

        def work(connection: sqlite3.Connection) -> bool:
            settled = connection.execute(
                "DELETE FROM sync_conflicts WHERE conflict_id = ?", (conflict_id,)
            )
            return settled.rowcount > 0

        return await self._database.write(work)

    # Within.

    async def _reconcile(self, work: Callable[[Reconciliation], None], *, count: int) -> Applied:
        device_id = await self.device_id()

        def transaction(connection: sqlite3.Connection) -> Applied:
            was_recording = connection.execute(
                "DELETE FROM state WHERE key = ?", (_RECORDING,)
            ).rowcount
            reconciliation = Reconciliation(connection, device_id)
            work(reconciliation)
            if was_recording:
                _put_state(connection, _RECORDING, "1")
            return reconciliation.result()

        await self._database.read(lambda connection: _expect(connection, count))
        applied = await self._database.write(transaction)
        if applied.deleted_conversations:
            await self._database.empty_log()
        return applied

    async def _fill(self, kind: RecordKind) -> None:
        """Put all records of a kind into the outbox."""
        statement = record_tables.TABLES[kind].all_keys

        def work(connection: sqlite3.Connection, after: int) -> int | None:
            rows = connection.execute(statement, (after, _PIECE)).fetchall()
            connection.executemany(_FILL, [(kind, str(key)) for _place, key in rows]).close()
            return rows[-1][0] if rows else None

        after: int | None = -1
        while after is not None:
            after = await self._database.write(partial(work, after=after))

    async def _fill_deleted(self, kind: RecordKind) -> None:
        """Put records of a kind into the outbox that the server has and this device deleted."""

        def work(connection: sqlite3.Connection, after: str) -> str | None:
            names = [row[0] for row in connection.execute(_KNOWN, (kind, after, _PIECE))]
            for name in names:
                if record_tables.read(connection, RecordKey(kind, name)) is None:
                    connection.execute(_FILL, (kind, name))
            return names[-1] if names else None

        after: str | None = ""
        while after is not None:
            after = await self._database.write(partial(work, after=after))


def _put_values(connection: sqlite3.Connection, values: Mapping[RecordKey, Body | None]) -> None:
    is_recording = _state(connection, _RECORDING) is not None
    for key, body in values.items():
        if record_tables.read(connection, key) == body:
            continue
        record_tables.write(connection, key, body)
        if is_recording:
            connection.execute(NOTE, (key.kind, key.key))


def _expect(connection: sqlite3.Connection, count: int) -> None:
    """Tune a connection for many writes, or few: keys are random, so many change every page."""
    cache_kib, log_pages = _LARGE if count >= _MANY else _USUAL
    connection.execute(f"PRAGMA cache_size = {-cache_kib}").close()
    connection.execute(f"PRAGMA wal_autocheckpoint = {log_pages}").close()


class _OutboxMarks:
    """What grows whenever something comes into the outbox. Store thread."""

    def __init__(self) -> None:
        self._whole = 0
        self._streaming = 0

    def whole(self, connection: sqlite3.Connection) -> int:
        """Newest change of a record that does not stream."""
        for kind, key, sequence in connection.execute(_NEWER, (self._whole,)):
            if not _is_growing(connection, RecordKey(RecordKind(kind), key)):
                self._whole = sequence
                break
        return self._whole

    def streaming(self, connection: sqlite3.Connection) -> int:
        """Newest change if it belongs to a streaming reply, else the one before."""
        newest = connection.execute(_NEWER, (self._streaming,)).fetchone()
        if newest is not None and _is_growing(
            connection, RecordKey(RecordKind(newest[0]), newest[1])
        ):
            self._streaming = newest[2]
        return self._streaming


def _is_growing(connection: sqlite3.Connection, key: RecordKey) -> bool:
    return key.kind is RecordKind.MESSAGE and _is_streaming(
        key, record_tables.read(connection, key)
    )


def _is_streaming(key: RecordKey, body: Body | None) -> bool:
    """Whether more of a message may come; False for one that was cut off."""
    if key.kind is not RecordKind.MESSAGE or body is None or body["status"] != "partial":
        return False
    return not from_json(str(body["meta"])).get("ended")


def _conflict(row: tuple[str, ...]) -> Conflict:
    kind, key, conflict_id, field, ours, theirs = row
    return Conflict(
        conflict_id=conflict_id,
        key=RecordKey(RecordKind(kind), key),
        field=field,
        ours=ours,
        theirs=theirs,
    )


def _state(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def _put_state(connection: sqlite3.Connection, key: str, value: str) -> None:
    connection.execute(SET_STATE, (key, value))

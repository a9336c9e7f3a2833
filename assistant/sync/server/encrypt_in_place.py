"""Encrypts a database that holds readable records, in one transaction.

Until it is committed every device finds the database as it was, whatever breaks; from then on none
finds anything readable in its tables. What is sealed is taken for the user's ever after, so it happens
only if this device knows every record that the server shows. Records keep their versions, so what a device knows of the
server stays right, and what waits on it is taken once it has the passphrase; they get new places
among the changes, so that every device meets them once more and asks for the passphrase.

Loads psycopg, so it is imported on first use.
"""

import asyncio
from collections.abc import Sequence, Set
from datetime import datetime
from typing import Any, Final

from psycopg import AsyncConnection

from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.wrapped_key import PassphraseCost, create
from assistant.sync.errors import UnknownRecordsError
from assistant.sync.model.bodies import digest, fingerprint, to_json
from assistant.sync.model.records import LocalRecord, RecordKey, RecordKind
from assistant.sync.model.server_address import ServerAddress
from assistant.sync.server.database_connection import check_server, connect
from assistant.sync.server.encrypted_server import blind_device_name, blind_effect, seal
from assistant.sync.server.record_body import decoded, encoded
from assistant.sync.server.schema import migrate
from assistant.sync.server.server_errors import explained
from assistant.sync.server.stored_key import OpenedKey, key_record

_PAGE: Final = 500
_BEGIN: Final = """
SET LOCAL statement_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0;
"""
"""It takes as long as it takes; a device that is gone is noticed by its connection."""
_LOCKED: Final = "SELECT newest FROM parley.counter FOR UPDATE"
_IS_ENCRYPTED: Final = "SELECT EXISTS (SELECT FROM parley.records WHERE kind = 'data_key')"
_CREATE: Final = "CREATE TABLE parley.sealed_records (LIKE parley.records)"
_READ: Final = """
SELECT kind, key, version, change, device_id, body, written_at FROM parley.records
WHERE change > %s ORDER BY change LIMIT %s
"""
_WRITE: Final = """
INSERT INTO parley.sealed_records (kind, key, version, change, device_id, body, written_at)
VALUES (%s, %s, %s, %s, %s, %s, %s)
"""
_MOVE: Final = """
TRUNCATE parley.records;
INSERT INTO parley.records SELECT * FROM parley.sealed_records;
DROP TABLE parley.sealed_records;
"""
_END: Final = """
UPDATE parley.counter SET newest = %s, generation = generation + 1
"""
_NAMES: Final = {
    "devices": ("device_id", "number", "name", "platform", "added_at", "seen_at", "is_removed"),
    "effects": ("effect", "device_id", "lease", "token", "begun_at"),
    "claims": ("name", "device_id", "claimed_at"),
}
"""Tables in which names can be read, with their columns."""
_Row = tuple[str, str, int, int, str, bytes | None, datetime]
"""Kind, key, version, change, device, body, and when it was written."""


async def encrypt_in_place(
    address: ServerAddress,
    passphrase: str,
    *,
    password: str | None,
    device_id: str,
    known: Set[bytes],
    cost: PassphraseCost | None = None,
) -> OpenedKey | None:
    """Encrypt all records of a database; other devices wait meanwhile.

    Args:
        address: Of the database.
        passphrase: Opens it from then on.
        password: Of the database's user.
        device_id: Who does it, a registered device.
        known: The fingerprints of what that device has stored itself.
        cost: What a guess at the passphrase costs.

    Returns:
        The key, with its recovery code; None if another device encrypted it just before.

    Raises:
        EncryptionError: If the passphrase is too short.
        UnknownRecordsError: If the database holds a record that is not among the known ones.
        SyncError: If the database fails. It is as it was, unless the connection broke in the last
            moment: then it may be encrypted, and the passphrase opens it.
    """
    made, cipher, code = await asyncio.to_thread(create, passphrase, cost=cost)
    connection = await connect(address, password=password)
    try:
        check_server(connection)
        with explained(address):
            await migrate(connection)
            await connection.execute("SELECT parley.listen()")
            async with connection.transaction():
                if not await _encrypt(connection, cipher, key_record(made), device_id, known):
                    return None
    finally:
        await connection.close()
    return OpenedKey(cipher=cipher, recovery_code=code, stored=made, version=1)


async def _encrypt(
    connection: "AsyncConnection[Any]",
    cipher: ContentCipher,
    key: LocalRecord,
    device_id: str,
    known: Set[bytes],
) -> bool:
    await connection.execute(_BEGIN)
    ((newest,),) = await _rows(connection, _LOCKED)
    await connection.execute("SELECT parley.check_device(%s)", [device_id])
    ((is_encrypted,),) = await _rows(connection, _IS_ENCRYPTED)
    if is_encrypted:
        return False
    await connection.execute(_CREATE)
    place, moved, unknown = 0, newest, 0
    while page := await _rows(connection, _READ, place, _PAGE):
        place = page[-1][3]
        unknown += await asyncio.to_thread(_count_unknown, page, known)
        if unknown:
            continue  # only counted from here on: nothing will be encrypted
        rows = await asyncio.to_thread(_sealed_rows, cipher, page, moved)
        moved += len(rows)
        await connection.cursor().executemany(_WRITE, rows)
    if unknown:
        raise UnknownRecordsError.of(unknown)
    assert key.body is not None
    ((now,),) = await _rows(connection, "SELECT parley.now()")
    moved += 1
    await connection.execute(
        _WRITE, [key.key.kind, key.key.key, 1, moved, device_id, encoded(key.body), now]
    )
    for table, columns in _NAMES.items():
        await _blind(connection, cipher, table, columns)
    await connection.execute(_MOVE)
    await connection.execute(_END, [moved])
    await connection.execute("SELECT pg_notify('parley', %s)", [device_id])
    return True


def _count_unknown(page: Sequence[_Row], known: Set[bytes]) -> int:
    return sum(
        fingerprint(
            RecordKey(RecordKind(kind), key),
            version,
            None if body is None else digest(to_json(decoded(body))),
        )
        not in known
        for kind, key, version, _change, _device_id, body, _written_at in page
    )


def _sealed_rows(
    cipher: ContentCipher, page: Sequence[_Row], moved: int
) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for kind, key, version, _change, device_id, body, written_at in page:
        record = seal(
            cipher,
            LocalRecord(
                key=RecordKey(RecordKind(kind), key),
                body=None if body is None else decoded(body),
                base_version=version - 1,
                sequence=0,
            ),
        )
        moved += 1
        sealed = None if record.body is None else encoded(record.body)
        rows.append((kind, record.key.key, version, moved, device_id, sealed, written_at))
    return rows


async def _blind(
    connection: "AsyncConnection[Any]", cipher: ContentCipher, table: str, columns: Sequence[str]
) -> None:
    """Rewrite a table, so that nothing readable remains in what an update would leave behind."""
    await connection.execute(f"LOCK TABLE parley.{table}".encode())
    named = ", ".join(columns)
    place = columns.index("name") if "name" in columns else columns.index("effect")
    change = blind_device_name if table == "devices" else blind_effect
    rows = [
        (*row[:place], change(cipher, row[place]), *row[place + 1 :])
        for row in await _rows(connection, f"SELECT {named} FROM parley.{table}")
    ]
    await connection.execute(f"TRUNCATE parley.{table}".encode())
    values = ", ".join(["%s"] * len(columns))
    await connection.cursor().executemany(
        f"INSERT INTO parley.{table} ({named}) OVERRIDING SYSTEM VALUE VALUES ({values})".encode(),
        rows,
    )


async def _rows(
    connection: "AsyncConnection[Any]", statement: str, *values: object
) -> list[tuple[Any, ...]]:
    return await (await connection.execute(statement.encode(), values)).fetchall()

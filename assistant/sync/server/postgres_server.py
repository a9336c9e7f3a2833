"""The user's PostgreSQL as a server of records. Engine loop only.

psycopg is loaded with the first call, on a thread.
"""

import asyncio
import importlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from assistant.locale import _
from assistant.sync.errors import SyncUnavailableError
from assistant.sync.model.records import (
    Device,
    Lease,
    LocalRecord,
    PushResult,
    RecordKey,
    RecordKind,
    ServerRecord,
)
from assistant.sync.model.server_address import ServerAddress
from assistant.sync.server.record_body import decoded, encoded

if TYPE_CHECKING:
    from assistant.sync.server.database_connection import DatabaseConnection

SPARE_PLACES: Final = 5
"""Connections that are left to those who come and go: devices that are one too many, administrators."""
PLACES_LEFT: Final = """
SELECT least(
    current_setting('max_connections')::int
        - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0)
        - (SELECT sum(numbackends) FROM pg_stat_database)::int,
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
        - numbackends,
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user) - numbackends
) FROM pg_stat_database WHERE datname = current_database()
"""
"""How many connections the server still takes from everybody; those of administrators excepted."""
_ONE: Final = """
SELECT version, change, device_id, body, written_at FROM parley.records
WHERE kind = %s AND key = %s
"""
_CONNECTION: Final = "assistant.sync.server.database_connection"


class PostgresServer:
    """Implements `RecordServer`. It connects with the first call, and again after it broke.

    Calls wait for each other, but none waits for `wait_for_change`.

    Args:
        address: Of the database.
        password: Of the database's user; None if it needs none.
        device_id: Who calls.
    """

    def __init__(self, address: ServerAddress, *, password: str | None, device_id: str) -> None:
        self._address = address
        self._password = password
        self._device_id = device_id
        self._turn = asyncio.Lock()
        self._connection: DatabaseConnection | None = None
        self._generation: int | None = None
        self._is_closed = False

    async def register(self, device: Device) -> None:
        """The times are the server's."""
        await self._call("register", device.name, device.platform)

    async def devices(self) -> Sequence[Device]:
        return tuple(
            Device(
                device_id=device_id,
                name=name,
                platform=platform,
                added_at=added_at.astimezone(UTC),
                seen_at=seen_at.astimezone(UTC),
                is_removed=is_removed,
            )
            for device_id, _number, name, platform, added_at, seen_at, is_removed in (
                await self._call("list_devices")
            )
        )

    async def remove_device(self, device_id: str) -> None:
        await self._call("remove_device", device_id)

    async def push(self, records: Sequence[LocalRecord]) -> PushResult:
        rows = await self._call(
            "push",
            [record.key.kind.value for record in records],
            [record.key.key for record in records],
            [record.base_version for record in records],
            [None if record.body is None else encoded(record.body) for record in records],
            types=("text[]", "text[]", "bigint[]", "bytea[]"),
        )
        accepted: dict[RecordKey, int] = {}
        refused: list[ServerRecord] = []
        for record, (is_accepted, version, *rest) in zip(records, rows, strict=True):
            if is_accepted:
                accepted[record.key] = version
            else:
                refused.append(_record(record.key, version, *rest))
        return PushResult(accepted=accepted, refused=tuple(refused))

    async def changes(self, *, after: int, limit: int) -> Sequence[ServerRecord]:
        """Skips the query where a notification already held the changes."""
        connection = self._connection
        if connection is not None and connection.is_usable:
            if announced := connection.announced.after(after, limit):
                return announced
        rows = await self._call("changes", after, limit, types=("bigint", "integer"))
        return tuple(
            _record(RecordKey(RecordKind(kind), key), version, change, device_id, body, written_at)
            for kind, key, version, change, device_id, body, written_at in rows
        )

    async def record(self, key: RecordKey) -> ServerRecord | None:
        for row in await self._run(_ONE, (key.kind.value, key.key)):
            return _record(key, *row)
        return None

    async def wait_for_change(self) -> None:
        async with self._turn:
            connection = await self._connected()
        await connection.changed.wait()
        if not connection.is_usable:
            raise connection.broken()
        connection.changed.clear()

    async def has_place(self) -> bool:
        ((left,),) = await self._run(PLACES_LEFT)
        return left >= SPARE_PLACES

    async def rest(self) -> None:
        async with self._turn:
            connection, self._connection = self._connection, None
            if connection is not None:
                await connection.aclose()

    async def now(self) -> datetime:
        ((now,),) = await self._run("SELECT parley.now()")
        return now.astimezone(UTC)

    async def acquire(self, name: str, *, seconds: float) -> Lease | None:
        return _lease(await self._call("acquire", name, timedelta(seconds=seconds)))

    async def renew(self, lease: Lease, *, seconds: float) -> Lease | None:
        life = timedelta(seconds=seconds)
        return _lease(await self._call("renew", lease.name, lease.token, life))

    async def release(self, lease: Lease) -> None:
        await self._call("release", lease.name, lease.token)

    async def holder(self, name: str) -> Lease | None:
        return _lease(await self._call("holder", name))

    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        ((may,),) = await self._call("begin_effect", lease.name, lease.token, effect)
        return may

    async def claim(self, name: str) -> bool:
        ((is_first,),) = await self._call("claim", name)
        return is_first

    async def aclose(self) -> None:
        self._is_closed = True
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.aclose()

    async def _call(
        self, function: str, *values: object, types: Sequence[str] = ()
    ) -> list[tuple[Any, ...]]:
        """Call a stored function on behalf of this device."""
        casts = [f"%s::{type_name}" for type_name in types] or ["%s"] * len(values)
        arguments = ", ".join(["%s", *casts])
        return await self._run(
            f"SELECT * FROM parley.{function}({arguments})", (self._device_id, *values)
        )

    async def _run(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        async with self._turn:
            return await (await self._connected()).run(statement, values)

    async def _connected(self) -> "DatabaseConnection":
        """The working connection, or a new one.

        Raises:
            SyncError: If there cannot be one.
        """
        if self._is_closed:
            raise SyncUnavailableError(_("The connection with the server is closed."))
        if self._connection is None or not self._connection.is_usable:
            before, self._connection = self._connection, None
            if before is not None:
                await before.aclose()
            module = await asyncio.to_thread(importlib.import_module, _CONNECTION)
            connection: DatabaseConnection = await module.DatabaseConnection.open(
                self._address, password=self._password, device_id=self._device_id
            )
            if self._is_closed:
                await connection.aclose()
                raise connection.broken()
            self._connection = connection
            if self._generation is None:
                self._generation = connection.generation
        if self._connection.generation != self._generation:  # what it sends was made for the other
            from assistant.sync.server.server_errors import encrypted_meanwhile

            raise encrypted_meanwhile(self._address)
        return self._connection


def _record(
    key: RecordKey,
    version: int,
    change: int,
    device_id: str,
    body: bytes | None,
    written_at: datetime,
) -> ServerRecord:
    return ServerRecord(
        key=key,
        body=None if body is None else decoded(body),
        version=version,
        change=change,
        device_id=device_id,
        written_at=written_at.astimezone(UTC),
    )


def _lease(rows: Sequence[tuple[str, str, int, datetime]]) -> Lease | None:
    for name, device_id, token, expires_at in rows:
        return Lease(
            name=name, device_id=device_id, token=token, expires_at=expires_at.astimezone(UTC)
        )
    return None

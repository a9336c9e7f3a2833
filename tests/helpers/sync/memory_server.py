"""A server of records in memory, with the faults a test wants of it.

It serves one event loop. Usage::

    database = MemoryDatabase(clock)
    laptop, tower = database.connect("laptop"), database.connect("tower")
    database.stop()             # nobody reaches it; `start` ends that
    database.stop("laptop")     # that device alone is cut off from it
    database.cut()              # connections break; the next call makes a new one
    database.break_after_work() # the next call does its work, and its answer is lost
    database.hold()             # calls wait until `let_go`
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from assistant.clock import Clock
from assistant.sync.errors import DeviceRemovedError, SyncError, SyncUnavailableError
from assistant.sync.model.records import (
    Body,
    Device,
    Lease,
    LocalRecord,
    PushResult,
    RecordKey,
    ServerRecord,
)
from tests.helpers.clock import ManualClock

T = TypeVar("T")

EVERYBODY: Final = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A record as it is stored."""

    key: RecordKey
    body: str | None
    version: int
    change: int
    device_id: str
    written_at: datetime

    def record(self) -> ServerRecord:
        body: Body | None = None if self.body is None else json.loads(self.body)
        return ServerRecord(
            key=self.key,
            body=body,
            version=self.version,
            change=self.change,
            device_id=self.device_id,
            written_at=self.written_at,
        )


@dataclass(slots=True)
class MemoryDatabase:
    """What the devices have in common.

    Args:
        clock: The server's.
    """

    clock: Clock = field(default_factory=ManualClock)
    rows: dict[RecordKey, Row] = field(default_factory=dict[RecordKey, Row])
    known: dict[str, Device] = field(default_factory=dict[str, Device])
    leases: dict[str, Lease] = field(default_factory=dict[str, Lease])
    """The newest of each name, held or expired."""
    effects: dict[str, str] = field(default_factory=dict[str, str])
    """Who began each."""
    claims: dict[str, str] = field(default_factory=dict[str, str])
    """Who was the first to ask."""
    newest_change: int = 0
    places: int = 1000
    """For connections that stay."""
    connections: list["MemoryServer"] = field(default_factory=list["MemoryServer"])
    _stopped: set[str | None] = field(default_factory=set[str | None])
    _answers_to_lose: int = 0
    _gate: asyncio.Event | None = None

    def connect(self, device_id: str) -> "MemoryServer":
        """Return a device's connection; like every one, it is made with the first call."""
        server = MemoryServer(self, device_id)
        self.connections.append(server)
        return server

    # Faults.

    def stop(self, device_id: str | None = EVERYBODY) -> None:
        """Have nobody reach the server, or one device alone not."""
        self._stopped.add(device_id)
        self.cut(device_id)

    def start(self, device_id: str | None = EVERYBODY) -> None:
        """Undo `stop`."""
        self._stopped.discard(device_id)

    def cut(self, device_id: str | None = EVERYBODY) -> None:
        """Break the connections there are, or those of one device."""
        for connection in self.connections:
            if device_id in {EVERYBODY, connection.device_id}:
                connection.break_off()

    def break_after_work(self, times: int = 1) -> None:
        """Have the next calls do their work, and break before they answer."""
        self._answers_to_lose += times

    def confuse(self, device_id: str) -> None:
        """Have a device's next call, or the wait it is in, raise what no server raises."""
        for connection in self.connections:
            if connection.device_id == device_id:
                connection.confuse()

    def hold(self) -> None:
        """Have calls wait."""
        self._gate = asyncio.Event()

    def let_go(self) -> None:
        """Let the calls go on that wait."""
        if self._gate is not None:
            self._gate.set()
            self._gate = None

    # For connections.

    def is_reachable(self, device_id: str) -> bool:
        """Whether a device may connect now."""
        return not self._stopped & {EVERYBODY, device_id}

    async def wait_at_gate(self) -> None:
        """Wait while calls are held."""
        if self._gate is not None:
            await self._gate.wait()

    def loses_answer(self) -> bool:
        """Whether the answer that is due is lost."""
        if not self._answers_to_lose:
            return False
        self._answers_to_lose -= 1
        return True

    def tell(self, *, writer: str) -> None:
        """Tell the other devices that something changed."""
        for connection in self.connections:
            if connection.device_id != writer:
                connection.tell()


class MemoryServer:
    """Implements `RecordServer` over a `MemoryDatabase`."""

    def __init__(self, database: MemoryDatabase, device_id: str) -> None:
        self.device_id = device_id
        self._database = database
        self._is_connected = False
        self._is_closed = False
        self._is_confused = False
        self.stays = False
        self._told = asyncio.Event()

    async def register(self, device: Device) -> None:
        """See `RecordServer`."""

        def work() -> None:
            now, known = self._database.clock.now(), self._database.known
            before = known.get(self.device_id)
            if before is not None and before.is_removed:
                raise _removed()
            known[self.device_id] = replace(
                device,
                device_id=self.device_id,
                added_at=now if before is None else before.added_at,
                seen_at=now,
                is_removed=False,
            )

        await self._call(work, is_registered=False)

    async def devices(self) -> Sequence[Device]:
        """See `RecordServer`."""
        return await self._call(lambda: tuple(self._database.known.values()))

    async def remove_device(self, device_id: str) -> None:
        """See `RecordServer`."""

        def work() -> None:
            device = self._database.known.get(device_id)
            if device is None:
                return
            self._database.known[device_id] = replace(device, is_removed=True)
            for lease in self._database.leases.values():
                if lease.device_id == device_id:
                    self._end(lease)
            self._database.tell(writer=self.device_id)

        await self._call(work)

    async def push(self, records: Sequence[LocalRecord]) -> PushResult:
        """See `RecordServer`."""

        def work() -> PushResult:
            before = self._database.newest_change
            accepted: dict[RecordKey, int] = {}
            refused: list[ServerRecord] = []
            for record, body in zip(records, bodies, strict=True):
                row = self._store(record, body)
                if row.body == body:
                    accepted[record.key] = row.version
                else:
                    refused.append(row.record())
            if self._database.newest_change > before:
                self._database.tell(writer=self.device_id)
            return PushResult(accepted=accepted, refused=tuple(refused))

        bodies = [
            None if record.body is None else json.dumps(record.body, sort_keys=True)
            for record in records
        ]
        return await self._call(work)

    async def changes(self, *, after: int, limit: int) -> Sequence[ServerRecord]:
        """See `RecordServer`."""

        def work() -> Sequence[ServerRecord]:
            rows = sorted(self._database.rows.values(), key=lambda row: row.change)
            return tuple(row.record() for row in rows if row.change > after)[:limit]

        return await self._call(work)

    async def record(self, key: RecordKey) -> ServerRecord | None:
        """See `RecordServer`."""

        def work() -> ServerRecord | None:
            row = self._database.rows.get(key)
            return None if row is None else row.record()

        return await self._call(work, is_registered=False)

    async def wait_for_change(self) -> None:
        """See `RecordServer`."""
        self._connect()
        await self._told.wait()
        self._raise_fault()
        if not self._is_connected:
            raise _unavailable()
        self._told.clear()

    async def has_place(self) -> bool:
        """See `RecordServer`."""

        def work() -> bool:
            staying = [one for one in self._database.connections if one.stays and one is not self]
            return len(staying) < self._database.places

        self.stays = await self._call(work, is_registered=False)
        return self.stays

    async def rest(self) -> None:
        """See `RecordServer`."""
        self.break_off()

    async def now(self) -> datetime:
        """See `RecordServer`."""
        return await self._call(self._database.clock.now, is_registered=False)

    async def acquire(self, name: str, *, seconds: float) -> Lease | None:
        """See `RecordServer`."""

        def work() -> Lease | None:
            lease = self._database.leases.get(name)
            if lease is not None and self._is_held(lease):
                if lease.device_id != self.device_id:
                    return None
                token = lease.token
            else:
                token = 1 if lease is None else lease.token + 1
            return self._hold(name, token, seconds)

        return await self._call(work)

    async def renew(self, lease: Lease, *, seconds: float) -> Lease | None:
        """See `RecordServer`."""

        def work() -> Lease | None:
            return self._hold(lease.name, lease.token, seconds) if self._owns(lease) else None

        return await self._call(work)

    async def release(self, lease: Lease) -> None:
        """See `RecordServer`."""

        def work() -> None:
            if self._owns(lease):
                self._end(lease)

        await self._call(work)

    async def holder(self, name: str) -> Lease | None:
        """See `RecordServer`."""

        def work() -> Lease | None:
            lease = self._database.leases.get(name)
            return lease if lease is not None and self._is_held(lease) else None

        return await self._call(work)

    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        """See `RecordServer`."""

        def work() -> bool:
            if not self._owns(lease):
                return False
            return self._database.effects.setdefault(effect, self.device_id) == self.device_id

        return await self._call(work)

    async def claim(self, name: str) -> bool:
        """See `RecordServer`."""

        def work() -> bool:
            return self._database.claims.setdefault(name, self.device_id) == self.device_id

        return await self._call(work)

    async def aclose(self) -> None:
        """See `RecordServer`."""
        self._is_closed = True
        self.break_off()
        if self in self._database.connections:
            self._database.connections.remove(self)

    # For the database.

    def tell(self) -> None:
        """Say that another device changed something, if this one is there to hear it."""
        if self._is_connected:
            self._told.set()

    def break_off(self) -> None:
        """Lose the connection."""
        self._is_connected = self.stays = False
        self._told.set()

    def confuse(self) -> None:
        """See `MemoryDatabase.confuse`."""
        self._is_confused = True
        self._told.set()

    # Within.

    def _raise_fault(self) -> None:
        is_confused, self._is_confused = self._is_confused, False
        if is_confused:
            raise LookupError("a fault of the program")

    async def _call(self, work: Callable[[], T], *, is_registered: bool = True) -> T:
        self._connect()
        await self._database.wait_at_gate()
        self._raise_fault()
        if not self._is_connected:
            raise _unavailable()
        if is_registered:
            device = self._database.known.get(self.device_id)
            if device is None:
                raise SyncError("The server does not know this device yet.")
            if device.is_removed:
                raise _removed()
        result = work()
        if self._database.loses_answer():
            self.break_off()
            raise _unavailable()
        return result

    def _connect(self) -> None:
        if self._is_closed or not self._database.is_reachable(self.device_id):
            raise _unavailable()
        if not self._is_connected:
            self._is_connected = True
            self._told.set()

    def _store(self, record: LocalRecord, body: str | None) -> Row:
        """Return what is stored under a record's key after it was sent."""
        rows = self._database.rows
        row = rows.get(record.key)
        if row is not None:
            is_deleted = row.body is None
            if is_deleted or row.body == body or row.version != record.base_version:
                return row
        self._database.newest_change += 1
        row = rows[record.key] = Row(
            key=record.key,
            body=body,
            version=record.base_version + 1,
            change=self._database.newest_change,
            device_id=self.device_id,
            written_at=self._database.clock.now(),
        )
        return row

    def _is_held(self, lease: Lease) -> bool:
        return lease.expires_at > self._database.clock.now()

    def _owns(self, lease: Lease) -> bool:
        newest = self._database.leases.get(lease.name)
        return (
            newest is not None
            and newest.token == lease.token
            and newest.device_id == self.device_id
            and self._is_held(newest)
        )

    def _hold(self, name: str, token: int, seconds: float) -> Lease:
        lease = self._database.leases[name] = Lease(
            name=name,
            device_id=self.device_id,
            token=token,
            expires_at=self._database.clock.now() + timedelta(seconds=seconds),
        )
        return lease

    def _end(self, lease: Lease) -> None:
        now = self._database.clock.now()
        self._database.leases[lease.name] = replace(lease, expires_at=now)


def _unavailable() -> SyncUnavailableError:
    return SyncUnavailableError("The server cannot be reached.")


def _removed() -> DeviceRemovedError:
    return DeviceRemovedError("This device was removed.")

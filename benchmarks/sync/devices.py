"""Devices for the bench: whole ones with store and files, and light ones that only exchange."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from typing_extensions import override

from assistant.clock import Clock
from assistant.errors import StoreError
from assistant.home import Home
from assistant.storage.database import Database
from assistant.storage.key_value import StateRepository
from assistant.storage.store import Store
from assistant.sync.documents.document_files import DocumentFiles
from assistant.sync.documents.document_sync import DocumentSync
from assistant.sync.model.applied import Applied
from assistant.sync.model.records import (
    LocalRecord,
    PushResult,
    RecordKey,
    RecordKind,
    ServerRecord,
)
from assistant.sync.model.server_address import read_server_address
from assistant.sync.model.sync_progress import SyncProgress
from assistant.sync.record_server import RecordServer
from assistant.sync.repository import SyncRepository
from assistant.sync.server.postgres_server import PostgresServer
from assistant.sync.synchroniser import Synchroniser
from benchmarks.sync.databases import BenchDatabase

_LIMIT_S: Final = 3600.0
"""Longer than anything takes that is measured."""
_DOCUMENTS: Final = frozenset({RecordKind.DOCUMENT, RecordKind.DOCUMENT_UPDATE})


class ExchangingDevice:
    """Synchronises records with a database and tells when it is done."""

    def __init__(
        self,
        name: str,
        records: SyncRepository,
        database: BenchDatabase,
        clock: Clock,
    ) -> None:
        self._database = database
        self._done = asyncio.Event()
        self._synchronised_at: datetime | None = None
        self.exchanges = 0
        self.problem = ""
        self.synchroniser = Synchroniser(
            address=database.url,
            connect=self._connect,
            local=records,
            name=name,
            platform="bench",
            arrived=self._arrived,
            report=self._report,
            clock=clock,
        )

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so, looked at after each exchange and each arrival.

        Raises:
            StoreError: If it does not become so.
        """
        try:
            async with asyncio.timeout(_LIMIT_S):
                while not is_so():
                    self._done.clear()
                    await self._done.wait()
        except TimeoutError as error:
            raise StoreError(f"The devices do not synchronise: {self.problem}") from error

    async def aclose(self) -> None:
        await self.synchroniser.aclose()

    async def _connect(self, device_id: str) -> RecordServer:
        address = read_server_address(self._database.url)
        return PostgresServer(address, password=self._database.password, device_id=device_id)

    async def _arrived(self, _applied: Applied) -> None:
        self._done.set()

    def _report(self, progress: SyncProgress) -> None:
        if progress.problem is not None:
            self.problem = progress.problem.detail
        if progress.synchronised_at != self._synchronised_at:
            self._synchronised_at = progress.synchronised_at
            self.exchanges += 1
        self._done.set()


class WholeDevice(ExchangingDevice):
    """Has a store and files, as a device of a user. Build it with `open`."""

    def __init__(self, store: Store, home: Home, database: BenchDatabase, clock: Clock) -> None:
        self.store = store
        self.records = SyncRepository(database=store.database)
        self.documents = DocumentSync(
            records=self.records,
            memo=StateRepository(database=store.database),
            files=DocumentFiles(home=home),
        )
        super().__init__(home.root.name, self.records, database, clock)
        self._awaited = ""
        self._came = asyncio.Event()

    @classmethod
    async def open(cls, root: Path, database: BenchDatabase, clock: Clock) -> "WholeDevice":
        """Open the store of a device, which may have a past."""
        home = Home(root=root, models=root / "models")
        store = Store(database=await Database.open(home.database))
        return cls(store, home, database, clock)

    async def begin(self) -> None:
        """Take in the files there are, and synchronise."""
        await self.records.enable(self._database.url)
        await self.documents.look()
        self.synchroniser.begin()

    async def until_changed(self, conversation: str) -> None:
        """Wait until something of a conversation arrives; called before it can."""
        self._awaited = conversation
        self._came.clear()
        await self._came.wait()

    @override
    async def aclose(self) -> None:
        await super().aclose()
        await self.store.aclose()

    @override
    async def _arrived(self, applied: Applied) -> None:
        if self._awaited in applied.conversations:
            self._came.set()
        await self.documents.take([key for key in applied.values if key.kind in _DOCUMENTS])
        await super()._arrived(applied)


class MemoryRecords(SyncRepository):
    """Records in memory, for the many devices that share this one process.

    Args:
        device_id: Of the device.
        came: Told of each record that came.
    """

    def __init__(self, device_id: str, came: Callable[[str], None]) -> None:
        self._device_id = device_id
        self._came = came
        self._waiting: list[LocalRecord] = []
        self._cursor = 0
        self._changed: Callable[[], None] = lambda: None
        self._sequence = 0

    def put(self, key: str, text: str) -> None:
        self._sequence += 1
        self._waiting.append(
            LocalRecord(
                key=RecordKey(RecordKind.MESSAGE, key),
                body={"text": text},
                base_version=0,
                sequence=self._sequence,
            )
        )
        self._changed()

    @override
    async def device_id(self) -> str:
        return self._device_id

    @override
    async def enable(self, server: str) -> None:
        pass

    @override
    async def pending(self, limit: int = 500, *, rest_s: float = 0.0) -> tuple[LocalRecord, ...]:
        return tuple(self._waiting[:limit])

    @override
    async def pushed(self, sent: Sequence[LocalRecord], result: PushResult) -> Applied:
        done = {record.sequence for record in sent}
        self._waiting = [record for record in self._waiting if record.sequence not in done]
        return Applied()

    @override
    async def cursor(self) -> int:
        return self._cursor

    @override
    async def apply(self, records: Sequence[ServerRecord], *, cursor: int) -> Applied:
        self._cursor = cursor
        for record in records:
            if record.device_id != self._device_id:
                self._came(record.key.key)
        return Applied()

    @override
    def listen(self, changed: Callable[[], None], *, rest_s: float = 0.0) -> Callable[[], None]:
        self._changed = changed
        return lambda: None

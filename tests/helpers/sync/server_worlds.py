"""Servers of records to hold against one contract: each with a clock that the test moves."""

from datetime import UTC, datetime
from typing import Final, Protocol

from assistant.encryption.content_cipher import ContentCipher
from assistant.sync.model.records import Device, LocalRecord, RecordKey, RecordKind
from assistant.sync.model.server_address import read_server_address
from assistant.sync.record_server import RecordServer
from assistant.sync.server.encrypted_server import EncryptedServer
from assistant.sync.server.postgres_server import PostgresServer
from assistant.sync.server.selector_thread import ThreadedServer
from tests.helpers.clock import ManualClock
from tests.helpers.postgres import PostgresProcess
from tests.helpers.sync.memory_server import MemoryDatabase

_UNSET = datetime(2000, 1, 1, tzinfo=UTC)


class ServerWorld(Protocol):
    """A server and the devices that are connected to it."""

    async def connect(self, device_id: str) -> RecordServer:
        """Return a new connection of a device that is registered."""
        ...

    async def connect_unregistered(self, device_id: str) -> RecordServer:
        """Return a new connection of a device."""
        ...

    async def advance(self, seconds: float) -> None:
        """Move the server's clock."""
        ...

    async def cut(self) -> None:
        """Break every connection."""
        ...

    async def stop(self) -> None:
        """Have nobody reach the server."""
        ...

    async def start(self) -> None:
        """Undo `stop`."""
        ...


class MemoryWorld:
    """Implements `ServerWorld` in memory."""

    def __init__(self) -> None:
        self._clock = ManualClock()
        self.database = MemoryDatabase(self._clock)

    async def connect(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""
        server = await self.connect_unregistered(device_id)
        await server.register(device(device_id))
        return server

    async def connect_unregistered(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""
        return self.database.connect(device_id)

    async def advance(self, seconds: float) -> None:
        """See `ServerWorld`."""
        self._clock.advance(seconds)

    async def cut(self) -> None:
        """See `ServerWorld`."""
        self.database.cut()

    async def stop(self) -> None:
        """See `ServerWorld`."""
        self.database.stop()

    async def start(self) -> None:
        """See `ServerWorld`."""
        self.database.start()


_MOVED_CLOCK: Final = """
CREATE TABLE parley.test_clock (moved interval NOT NULL);
INSERT INTO parley.test_clock VALUES ('0');
GRANT SELECT ON parley.test_clock TO PUBLIC;
CREATE OR REPLACE FUNCTION parley.now() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.clock_timestamp() + moved FROM parley.test_clock';
"""


class PostgresWorld:
    """Implements `ServerWorld` with a database of a real server.

    Args:
        process: The server.
        on_threads: Each connection has a thread of its own, as on Windows.
    """

    def __init__(self, process: PostgresProcess, *, on_threads: bool = False) -> None:
        self.process = process
        self._on_threads = on_threads
        self.database = process.new_database()
        self._servers: list[RecordServer] = []
        self._has_clock = False

    async def connect(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""
        server = await self.connect_unregistered(device_id)
        await server.register(device(device_id))
        return server

    async def connect_unregistered(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""

        def make() -> RecordServer:
            return PostgresServer(
                read_server_address(self.database.url),
                password=self.database.password,
                device_id=device_id,
            )

        server = ThreadedServer(make) if self._on_threads else make()
        self._servers.append(server)
        return server

    async def advance(self, seconds: float) -> None:
        """See `ServerWorld`."""
        name = self.database.name
        if not self._has_clock:
            self.process.run(_MOVED_CLOCK, database=name)
            self._has_clock = True
        self.process.run(
            "UPDATE parley.test_clock SET moved = moved + make_interval(secs => %s)",
            [seconds],
            database=name,
        )

    async def cut(self) -> None:
        """See `ServerWorld`."""
        self.process.cut(self.database)

    async def stop(self) -> None:
        """See `ServerWorld`."""
        self.process.stop()

    async def start(self) -> None:
        """See `ServerWorld`."""
        self.process.start()

    async def aclose(self) -> None:
        """Close the connections, and have the server run for the next test."""
        for server in self._servers:
            await server.aclose()
        self.process.start()


class EncryptedWorld:
    """Implements `ServerWorld` over another, with contents that the server cannot read."""

    def __init__(self, inner: ServerWorld) -> None:
        self._inner = inner
        self.cipher = ContentCipher(bytes(range(32)))

    async def connect(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""
        server = await self.connect_unregistered(device_id)
        await server.register(device(device_id))
        return server

    async def connect_unregistered(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""
        inner = await self._inner.connect_unregistered(device_id)
        return EncryptedServer(inner, self.cipher)

    async def advance(self, seconds: float) -> None:
        """See `ServerWorld`."""
        await self._inner.advance(seconds)

    async def cut(self) -> None:
        """See `ServerWorld`."""
        await self._inner.cut()

    async def stop(self) -> None:
        """See `ServerWorld`."""
        await self._inner.stop()

    async def start(self) -> None:
        """See `ServerWorld`."""
        await self._inner.start()


def device(device_id: str, name: str = "") -> Device:
    """Return a device as it registers itself; the server sets the times."""
    return Device(
        device_id=device_id,
        name=name or device_id.title(),
        platform="linux",
        added_at=_UNSET,
        seen_at=_UNSET,
    )


def message(key: str, text: str | None, *, base: int = 0, sequence: int = 1) -> LocalRecord:
    """Return a message to send; no text: it was deleted."""
    return LocalRecord(
        key=RecordKey(RecordKind.MESSAGE, key),
        body=None if text is None else {"text": text},
        base_version=base,
        sequence=sequence,
    )

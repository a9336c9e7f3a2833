"""Servers of records to hold against one contract: each with a clock that the test moves."""

from datetime import UTC, datetime
from typing import Protocol

from typing_extensions import override

from assistant.encryption.content_cipher import ContentCipher
from assistant.sync.model.records import Device, LocalRecord, RecordKey, RecordKind
from assistant.sync.record_server import RecordServer
from assistant.sync.server.encrypted_server import EncryptedServer
from tests.helpers.clock import ManualClock
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


class EncryptedWorld(MemoryWorld):
    """Implements `ServerWorld` in memory, with contents that the server cannot read."""

    def __init__(self) -> None:
        super().__init__()
        self.cipher = ContentCipher(bytes(range(32)))

    @override
    async def connect_unregistered(self, device_id: str) -> RecordServer:
        """See `ServerWorld`."""
        return EncryptedServer(await super().connect_unregistered(device_id), self.cipher)


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

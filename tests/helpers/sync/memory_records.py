"""The records of a device in memory: an outbox, and what came."""

from collections.abc import Callable, Sequence

from typing_extensions import override

from assistant.sync.model.applied import Applied
from assistant.sync.model.records import (
    Body,
    LocalRecord,
    PushResult,
    RecordKey,
    RecordKind,
    ServerRecord,
)
from assistant.sync.repository import SyncRepository


class MemoryRecords(SyncRepository):
    """The records of a device, in memory; the server's version wins every conflict."""

    def __init__(self, device_id: str) -> None:
        self.name = device_id
        self.bodies: dict[str, Body | None] = {}
        self.versions: dict[str, int] = {}
        self.outbox: dict[str, int] = {}
        self.place = 0
        self.enabled: list[str] = []
        self._sequence = 0
        self._listeners: list[Callable[[], None]] = []

    def write(self, key: str, text: str) -> None:
        """Change a record."""
        self._sequence += 1
        self.bodies[key] = {"text": text}
        self.outbox[key] = self._sequence
        for listener in tuple(self._listeners):
            listener()

    def says(self, key: str) -> object:
        """Return what a record says."""
        return (self.bodies.get(key) or {}).get("text")

    @override
    async def device_id(self) -> str:
        return self.name

    @override
    async def enable(self, server: str) -> None:
        self.enabled.append(server)

    @override
    async def pending(self, limit: int = 500, *, rest_s: float = 0.0) -> tuple[LocalRecord, ...]:
        return tuple(
            LocalRecord(
                key=_key(key),
                body=self.bodies[key],
                base_version=self.versions.get(key, 0),
                sequence=sequence,
            )
            for key, sequence in list(self.outbox.items())[:limit]
        )

    @override
    async def pushed(self, sent: Sequence[LocalRecord], result: PushResult) -> Applied:
        for record in sent:
            key = record.key.key
            if record.key in result.accepted:
                self.versions[key] = result.accepted[record.key]
                if self.outbox.get(key) == record.sequence:
                    del self.outbox[key]
        return self._take(result.refused)

    @override
    async def cursor(self) -> int:
        return self.place

    @override
    async def apply(self, records: Sequence[ServerRecord], *, cursor: int) -> Applied:
        self.place = cursor
        return self._take(records)

    @override
    def listen(self, changed: Callable[[], None], *, rest_s: float = 0.0) -> Callable[[], None]:
        self._listeners.append(changed)
        return lambda: self._listeners.remove(changed)

    def _take(self, records: Sequence[ServerRecord]) -> Applied:
        came: set[RecordKey] = set()
        for record in records:
            key = record.key.key
            if record.version > self.versions.get(key, 0):
                self.versions[key] = record.version
                self.bodies[key] = record.body
                self.outbox.pop(key, None)
                came.add(record.key)
        return Applied(values=frozenset(came))


def _key(key: str) -> RecordKey:
    return RecordKey(RecordKind.SETTING, key)

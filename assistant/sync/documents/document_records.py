"""What documents need of the store of this device; `SyncRepository` is it."""

from collections.abc import Mapping
from typing import Protocol

from assistant.sync.model.records import Body, RecordKey, RecordKind


class DocumentRecords(Protocol):
    """The records of documents on this device. Each method raises StoreError if the store fails."""

    async def device_id(self) -> str: ...

    async def put_values(self, values: Mapping[RecordKey, Body | None]) -> None:
        """Store or delete values in one transaction, and have them sent."""
        ...

    async def replace_value(self, key: RecordKey, old: Body | None, new: Body) -> bool:
        """Compare and set: store only if the record still is `old`; None stands for absent."""
        ...

    async def value(self, key: RecordKey) -> Body | None: ...

    async def values(self, kind: RecordKind, *, prefix: str = "") -> Mapping[str, Body]: ...

    async def is_waiting(self, key: RecordKey) -> bool:
        """Whether the server may not have the present value yet."""
        ...

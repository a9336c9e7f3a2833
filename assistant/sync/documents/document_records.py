"""What documents need of the store of this device; `SyncRepository` is it."""

from collections.abc import Mapping
from typing import Protocol

from assistant.sync.model.records import Body, RecordKey, RecordKind


class DocumentRecords(Protocol):
    """The records of documents on this device. Each method raises StoreError if the store fails."""

    async def device_id(self) -> str:
        """Return the id of this device."""
        ...

    async def put_values(self, values: Mapping[RecordKey, Body | None]) -> None:
        """Store or delete values in one transaction, and have them sent."""
        ...

    async def replace_value(self, key: RecordKey, old: Body | None, new: Body) -> bool:
        """Store a value if it is as it was, else nothing, and have it sent; None: there was none."""
        ...

    async def value(self, key: RecordKey) -> Body | None:
        """Return a value, or None."""
        ...

    async def values(self, kind: RecordKind, *, prefix: str = "") -> Mapping[str, Body]:
        """Return the values of a kind whose keys begin so, by key."""
        ...

    async def is_waiting(self, key: RecordKey) -> bool:
        """Return whether the server may not have a value as it is here."""
        ...

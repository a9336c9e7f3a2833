"""What synchronising needs of the store of this device; `SyncRepository` is it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from assistant.sync.model.applied import Applied
from assistant.sync.model.records import LocalRecord, PushResult, ServerRecord


class LocalRecords(Protocol):
    """The records of this device. Each method raises StoreError if the store fails."""

    async def device_id(self) -> str:
        """Return the id of this device; made the first time, and kept."""
        ...

    async def enable(self, server: str) -> None:
        """Note every change from now on, and all that this server may not have."""
        ...

    async def pending(self, limit: int = 500) -> Sequence[LocalRecord]:
        """Return what waits to be sent, each record as it is now."""
        ...

    async def pushed(self, sent: Sequence[LocalRecord], result: PushResult) -> Applied:
        """Take in what the server said to records that `pending` gave."""
        ...

    async def cursor(self) -> int:
        """Return the place among the server's changes up to which all are applied here."""
        ...

    async def apply(self, records: Sequence[ServerRecord], *, cursor: int) -> Applied:
        """Merge what other devices changed with what waits here, and note the new cursor."""
        ...

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Have this called on the loop after something came to wait; returns what ends it."""
        ...

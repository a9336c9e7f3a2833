"""What synchronising needs of the store of this device; `SyncRepository` is it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from assistant.sync.model.applied import Applied
from assistant.sync.model.records import LocalRecord, PushResult, ServerRecord


class LocalRecords(Protocol):
    """The records of this device. Each method raises StoreError if the store fails."""

    async def device_id(self) -> str:
        """Made on first use and kept."""
        ...

    async def enable(self, server: str) -> None:
        """Note every change from now on, and all that this server may not have."""
        ...

    async def pending(self, limit: int = 500) -> Sequence[LocalRecord]:
        """What waits to be sent, in its present state."""
        ...

    async def pushed(self, sent: Sequence[LocalRecord], result: PushResult) -> Applied:
        """Apply the server's verdict on records that `pending` gave."""
        ...

    async def cursor(self) -> int:
        """Place in the server's changes up to which all are applied here."""
        ...

    async def apply(self, records: Sequence[ServerRecord], *, cursor: int) -> Applied:
        """Merge what other devices changed with what waits here, and note the new cursor."""
        ...

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` on the loop when something waits; the result unsubscribes."""
        ...

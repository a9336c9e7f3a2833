"""What synchronising needs of a server: records in the order of their changes, devices, leases."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from assistant.sync.model.records import (
    Device,
    Lease,
    LocalRecord,
    PushResult,
    RecordKey,
    ServerRecord,
)


class RecordServer(Protocol):
    """A connection to the server of the user's devices.

    Each method raises SyncUnavailableError if the server cannot be reached or the connection
    breaks, and DeviceRemovedError if the user took this device away. What was asked for when a
    connection breaks may have been done or not; asking again does no harm.
    """

    async def register(self, device: Device) -> None:
        """Register this device, or update its name and when it was seen."""
        ...

    async def devices(self) -> Sequence[Device]:
        """In the order they were added, removed ones included."""
        ...

    async def remove_device(self, device_id: str) -> None:
        """Have the server refuse a device from now on; its leases end."""
        ...

    async def push(self, records: Sequence[LocalRecord]) -> PushResult:
        """Store records, each if the server still has the version it was made to.

        Sending a record again that was stored already changes nothing and is accepted. A record
        that was deleted stays deleted.
        """
        ...

    async def changes(self, *, after: int, limit: int) -> Sequence[ServerRecord]:
        """Return records whose newest change came after a place, in the order of the changes."""
        ...

    async def record(self, key: RecordKey) -> ServerRecord | None:
        """The server's version; a device that is not registered may ask."""
        ...

    async def wait_for_change(self) -> None:
        """Wait until another device may have changed something; a new connection counts."""
        ...

    async def has_place(self) -> bool:
        """Whether this connection may stay open while others still find room."""
        ...

    async def rest(self) -> None:
        """Release the connection; the next call opens a new one."""
        ...

    async def now(self) -> datetime:
        """The server's clock; aware, in UTC."""
        ...

    async def acquire(self, name: str, *, seconds: float) -> Lease | None:
        """Become the holder of a lease, or stay it; None while another device holds it."""
        ...

    async def renew(self, lease: Lease, *, seconds: float) -> Lease | None:
        """Extend a lease under its token; None if it has another holder or expired."""
        ...

    async def release(self, lease: Lease) -> None:
        """End a lease, if it is still held under this token."""
        ...

    async def holder(self, name: str) -> Lease | None: ...

    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        """Note that something is done under a lease, before it is done.

        Args:
            effect: Names what is done; the same on every device.

        Returns:
            Whether it may be done: the token is the newest of the lease, it has not expired, and no
            other device began the effect. The device that began it may ask again, after a broken
            connection or a crash: what it did of it, it knows itself.
        """
        ...

    async def claim(self, name: str) -> bool:
        """Note that this device does something that one device alone may do, without a lease.

        Args:
            name: Names what is done; the same on every device.

        Returns:
            Whether this device does it: it was the first to ask, now or earlier.
        """
        ...

    async def aclose(self) -> None:
        """Close the connection; idempotent."""
        ...

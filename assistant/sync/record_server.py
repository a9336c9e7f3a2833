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
        """Make this device known, or note that it was seen and what it is called."""
        ...

    async def devices(self) -> Sequence[Device]:
        """Return the user's devices, removed ones too, in the order they were added."""
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
        """Return a record as the server has it now; a device that is not registered may ask."""
        ...

    async def wait_for_change(self) -> None:
        """Return when another device may have changed something; at once after a new connection."""
        ...

    async def has_place(self) -> bool:
        """Return whether this connection may stay open, and others still find a place."""
        ...

    async def rest(self) -> None:
        """Give the connection back; the next call opens another one."""
        ...

    async def now(self) -> datetime:
        """Return the server's clock; aware, in UTC."""
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

    async def holder(self, name: str) -> Lease | None:
        """Return who holds a lease, or None."""
        ...

    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        """Note that something is done under a lease, before it is done.

        Args:
            lease: Under which.
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

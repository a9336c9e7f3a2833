"""What surfaces and channels know of synchronising."""

from typing import Protocol

from assistant.sync.record_server import RecordServer


class RemoteChannel(Protocol):
    """A channel that one of the user's devices answers."""

    def remote_changed(self) -> None:
        """Accounts or requests came from another device; returns at once."""
        ...

    def sync_changed(self) -> None:
        """The server was reached, replaced, or is gone; returns at once."""
        ...


class DeviceSync(Protocol):
    """Synchronises with the user's other devices, if that is set up."""

    @property
    def is_on(self) -> bool:
        """Whether it is set up; then the server decides which device acts."""
        ...

    @property
    def has_others(self) -> bool | None:
        """None if the server never said."""
        ...

    @property
    def led_last(self) -> bool:
        """Whether no other device was named as the leader since this one led."""
        ...

    @property
    def server(self) -> RecordServer:
        """The present connection; do not close it.

        Raises:
            SyncUnavailableError: If there is none.
        """
        ...

    def follow(self, channel: RemoteChannel) -> None:
        """Notify this channel from now on."""
        ...

    def leader_changed(self, device_id: str) -> None:
        """Note which device answers remote channels; empty if none is known."""
        ...

    def begin(self) -> None:
        """Synchronise if it is set up, once everything else is loaded; returns at once."""
        ...

    def suspend(self) -> None:
        """Stop making arrivals live: the program ends."""
        ...

    async def aclose(self) -> None:
        """Send what waits, if the server answers, and stop for good."""
        ...

"""What surfaces and channels know of synchronising."""

from typing import Protocol

from assistant.sync.record_server import RecordServer


class RemoteChannel(Protocol):
    """A channel that one of the user's devices answers."""

    def remote_changed(self) -> None:
        """Take in that accounts or requests came from another device; returns at once."""
        ...

    def sync_changed(self) -> None:
        """Take in that the server was reached, or is another one or none; returns at once."""
        ...


class DeviceSync(Protocol):
    """Synchronises with the user's other devices, if that is set up."""

    @property
    def is_on(self) -> bool:
        """Whether it is set up: what one device alone may do is decided with the server then."""
        ...

    @property
    def has_others(self) -> bool | None:
        """Whether the user has other devices, as the server said last; None if it never did."""
        ...

    @property
    def led_last(self) -> bool:
        """Whether no other device was named as the leader since this one led."""
        ...

    @property
    def server(self) -> RecordServer:
        """The connection there is now, not to be closed.

        Raises:
            SyncUnavailableError: If there is none.
        """
        ...

    def follow(self, channel: RemoteChannel) -> None:
        """Tell a channel of what comes for it, from now on."""
        ...

    def leader_changed(self, device_id: str) -> None:
        """Take in which device answers remote channels; empty if none is known."""
        ...

    def begin(self) -> None:
        """Synchronise if it is set up; everything else is loaded. Returns at once."""
        ...

    def suspend(self) -> None:
        """Make nothing live any more of what arrives: the program ends."""
        ...

    async def aclose(self) -> None:
        """Send what waits, if the server is there, and stop for good."""
        ...

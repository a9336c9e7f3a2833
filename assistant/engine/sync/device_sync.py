"""What surfaces and channels know of synchronising."""

from typing import Protocol

from assistant.sync.leader_election import SharedServer


class RemoteChannel(Protocol):
    """A channel that one of the user's devices answers."""

    def remote_changed(self) -> None:
        """Accounts or requests came from another device; returns at once."""
        ...

    def sync_changed(self) -> None:
        """The server was reached, replaced, or is gone; returns at once."""
        ...


class DeviceSync(SharedServer, Protocol):
    """Synchronises with the user's other devices, if that is set up."""

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

"""What surfaces and channels know of synchronising."""

from typing import Protocol

from assistant.sync.record_server import RecordServer


class DeviceSync(Protocol):
    """Synchronises with the user's other devices, if that is set up."""

    @property
    def is_on(self) -> bool:
        """Whether it is set up: what one device alone may do needs the server's word then."""
        ...

    @property
    def server(self) -> RecordServer:
        """The connection there is now, not to be closed.

        Raises:
            SyncUnavailableError: If there is none.
        """
        ...

    def begin(self) -> None:
        """Synchronise if it is set up; everything else is loaded. Returns at once."""
        ...

    async def aclose(self) -> None:
        """Stop for good."""
        ...

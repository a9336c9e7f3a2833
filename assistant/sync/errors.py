"""What can go wrong with the server of the user's devices."""

from assistant.errors import AssistantError


class SyncError(AssistantError):
    """Synchronising does not work as it is set up."""


class SyncUnavailableError(SyncError):
    """The server cannot be reached now; everything waits until it can."""


class DeviceRemovedError(SyncError):
    """The user took this device away; it must not synchronise any more."""

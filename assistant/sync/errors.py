"""What can go wrong with the server of the user's devices."""

from assistant.errors import AssistantError
from assistant.sync.model.faults import SyncFault


class SyncError(AssistantError):
    """Synchronising does not work as it is set up; `fault` says what the user is told."""

    fault = SyncFault.FAILED

    def __init__(self, message: str, *, hint: str = "", fault: SyncFault | None = None) -> None:
        super().__init__(message, hint=hint)
        if fault is not None:
            self.fault = fault


class SyncUnavailableError(SyncError):
    """The server cannot be reached now; everything waits until it can."""

    fault = SyncFault.UNREACHABLE


class DeviceRemovedError(SyncError):
    """The user took this device away; it must not synchronise any more."""

    fault = SyncFault.REMOVED

"""What can go wrong with the server of the user's devices."""

from assistant.errors import AssistantError
from assistant.locale import _, ngettext
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


class UnknownRecordsError(SyncError):
    """The server shows records that this device does not know: they are not made the user's."""

    @classmethod
    def of(cls, count: int) -> "UnknownRecordsError":
        return cls(
            ngettext(
                "The database holds {count} record that this device does not know, so it was not"
                " encrypted.",
                "The database holds {count} records that this device does not know, so it was not"
                " encrypted.",
                count,
            ).format(count=count),
            hint=_(
                "What is encrypted counts as yours. Synchronise this device first; if they stay"
                " unknown, somebody else wrote them: use an empty database."
            ),
        )

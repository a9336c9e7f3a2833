"""What went wrong with the server, in words that help: each error of psycopg becomes one of ours."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg import errors

from assistant.failure_reason import failure_reason, system_words
from assistant.locale import _
from assistant.sync.errors import DeviceRemovedError, SyncError, SyncUnavailableError
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.server_address import ServerAddress

_REMOVED: Final = "PY001"
_UNREGISTERED: Final = "PY002"
_OTHER_GENERATION: Final = "PY003"
"""Codes that our functions in the database raise."""
_TEMPORARY: Final = (
    errors.AdminShutdown,
    errors.CannotConnectNow,
    errors.CrashShutdown,
    errors.DatabaseDropped,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.QueryCanceled,
    errors.SerializationFailure,
)


@contextmanager
def explained(address: ServerAddress) -> Generator[None]:
    """Turn psycopg's errors into ours.

    Raises:
        DeviceRemovedError: If the server refuses this device.
        SyncUnavailableError: If the server cannot be reached, or the connection broke.
        SyncError: If it does not work as it is set up.
    """
    try:
        yield
    except psycopg.Error as error:
        raise explain(error, address) from error
    except OSError as error:  # looking up a name, or a watched socket
        raise unavailable(address, failure_reason(error)) from error


def unavailable(
    address: ServerAddress, reason: str, *, fault: SyncFault = SyncFault.UNREACHABLE
) -> SyncUnavailableError:
    """The error for a server that cannot be used at the moment."""
    return SyncUnavailableError(
        _("The server of your devices, {place}, cannot be reached: {reason}").format(
            place=address.place, reason=reason
        ),
        hint=_("Parley keeps trying; everything is kept until it succeeds."),
        fault=fault,
    )


def encrypted_meanwhile(address: ServerAddress) -> SyncUnavailableError:
    """The error for a connection from before the database was encrypted."""
    return unavailable(address, _("Another device has just encrypted what is in it."))


def explain(error: psycopg.Error, address: ServerAddress) -> SyncError:
    if error.sqlstate == _REMOVED:
        return DeviceRemovedError(
            _("This device was removed from your devices."),
            hint=_("It can join again in Settings, Devices."),
        )
    if error.sqlstate == _UNREGISTERED:
        return SyncError(_("The server does not know this device."))
    if error.sqlstate == _OTHER_GENERATION:
        return encrypted_meanwhile(address)
    if isinstance(error, _TEMPORARY):
        return unavailable(address, _reason(error))
    if isinstance(error, errors.InsufficientPrivilege):
        return _without_rights(_reason(error))
    if isinstance(error, errors.DiskFull | errors.ReadOnlySqlTransaction):
        return SyncUnavailableError(
            _("The server of your devices takes no changes: {reason}").format(
                reason=_reason(error)
            ),
            hint=_("Make room on its disk. Everything is kept here until then."),
            fault=SyncFault.SERVER_FULL,
        )
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return _explain_connecting(error, address)
    return SyncError(
        _("The server of your devices answered with an error: {reason}").format(
            reason=_reason(error)
        )
    )


def _explain_connecting(error: psycopg.Error, address: ServerAddress) -> SyncError:
    """Explain an error while connecting, or one that ended the connection.

    libpq gives no error codes there, and the server may speak any language.
    """
    reason = _reason(error)
    match reason:
        case _ if isinstance(error, errors.ConnectionTimeout):
            return unavailable(address, _("It does not answer."))
        case _ if getattr(error.pgconn, "needs_password", False):
            return SyncError(
                _("The server of your devices wants a password."),
                hint=_("Enter it in the settings, or set PARLEY_SYNC_PASSWORD."),
                fault=SyncFault.REFUSED,
            )
        case _ if "failed to resolve host" in reason:
            return unavailable(address, _("the name is not known"))
        case _ if "certificate" in reason:
            return SyncError(
                _("The certificate of the server cannot be trusted: {reason}").format(
                    reason=reason
                ),
                hint=_(
                    "Name the file of its certificate authority with sslrootcert in the address."
                ),
                fault=SyncFault.INSECURE,
            )
        case _ if "server does not support SSL" in reason:
            return SyncError(
                _("The server {place} does not encrypt, so it is not used.").format(
                    place=address.place
                ),
                hint=_("Turn on TLS there: ssl = on in postgresql.conf, with a certificate."),
                fault=SyncFault.INSECURE,
            )
        case _ if "too many" in reason or "remaining connection slots" in reason:
            return unavailable(
                address,
                _("It has no connection left for this device."),
                fault=SyncFault.CROWDED,
            )
        case _ if "does not exist" in reason and "database" in reason:
            return SyncError(
                _("The server {place} has no database {name}.").format(
                    place=address.place, name=address.database or address.user
                ),
                hint=_("Create it as the manual says, or change the address."),
                fault=SyncFault.NO_DATABASE,
            )
        case _ if "pg_hba.conf" in reason:
            return SyncError(
                _("The server {place} lets nobody in from here: {reason}").format(
                    place=address.place, reason=reason
                ),
                hint=_("Allow this user and database in its pg_hba.conf."),
                fault=SyncFault.REFUSED,
            )
        case _ if "permission denied" in reason:
            return _without_rights(reason)
        case _ if "server closed the connection" in reason:
            return unavailable(address, reason)
        case _ if getattr(error.pgconn, "used_password", False):
            return SyncError(
                _("The server {place} refuses the user or the password: {reason}").format(
                    place=address.place, reason=reason
                ),
                hint=_("Enter the password once more in the settings."),
                fault=SyncFault.REFUSED,
            )
        case _:
            return unavailable(address, system_words(reason))


def _without_rights(reason: str) -> SyncError:
    return SyncError(
        _("The user of the database may not do what Parley needs: {reason}").format(reason=reason),
        hint=_("Create the database as the manual says, or give that user its rights."),
        fault=SyncFault.NO_RIGHTS,
    )


def _reason(error: psycopg.Error) -> str:
    """The server's or libpq's message on one line, without repetition."""
    said = error.diag.message_primary or str(error)
    first = said.strip().partition("\n")[0]
    _before, failed, after = first.rpartition(" failed: ")
    return after.removeprefix("FATAL:").strip() if failed else first

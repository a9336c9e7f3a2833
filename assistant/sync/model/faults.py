"""What can be wrong with synchronising, as far as the user can do something else about it. Pure."""

from enum import StrEnum


class SyncFault(StrEnum):
    """Why nothing goes to the other devices, or comes from them."""

    UNREACHABLE = "unreachable"
    """There is no network, no such host, or nobody answers there."""
    REFUSED = "refused"
    """The server does not take the role or its password."""
    NO_DATABASE = "no_database"
    """The server has no database of that name."""
    INSECURE = "insecure"
    """What is sent could be read on its way: no TLS, or a certificate nobody vouches for."""
    NO_RIGHTS = "no_rights"
    """The role may not do there what is needed."""
    TOO_NEW = "too_new"
    """A newer Parley has changed the database; this one does not understand it."""
    REMOVED = "removed"
    """The user took this device away, at another one."""
    PASSPHRASE_MISSING = "passphrase_missing"
    """The records are encrypted, and this device does not have the passphrase."""
    PASSPHRASE_WRONG = "passphrase_wrong"
    """The records are encrypted with another passphrase."""
    ENCRYPTION_GONE = "encryption_gone"
    """The database was encrypted, and says now that it is not."""
    FOREIGN_RECORDS = "foreign_records"
    """The database holds what the user's passphrase did not encrypt."""
    DISK_FULL = "disk_full"
    """The disk of this computer is full."""
    SERVER_FULL = "server_full"
    """The server's disk is full, or it takes no changes."""
    CROWDED = "crowded"
    """The server has no connection left for this device."""
    FAILED = "failed"
    """Something else; the error says what."""

    @property
    def is_passing(self) -> bool:
        """Whether it may pass without the user, so that quick retries make sense."""
        return self in {
            SyncFault.UNREACHABLE,
            SyncFault.SERVER_FULL,
            SyncFault.DISK_FULL,
            SyncFault.CROWDED,
        }

"""The user's devices that are kept alike: commands and events."""

from dataclasses import dataclass, field

from assistant.sync.model.status import SyncProblem, SyncStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSync:
    """Ask for `SyncListed`, with the devices as the server lists them now if it can be reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncNow:
    """Try at once, and do not wait until the next attempt is due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrySync:
    """Ask for `SyncTried`: whether a database could be used. Nothing is changed, here or there."""

    url: str
    """Without the password."""
    password: str | None = field(default=None, repr=False)
    """None: the one that is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveDevice:
    """Have the server refuse a device from now on."""

    device_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RejoinDevices:
    """Have this device, which was removed, be a device again: under a new id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncryptRecords:
    """Encrypt the database, with what it holds; `RecoveryCodeMade` follows.

    The address must be set; whether synchronising is on does not matter.
    """

    passphrase: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRecords:
    """Open a database that another device encrypted; it is refused if none did."""

    secret: str = field(repr=False)
    """The passphrase, or the recovery code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePassphrase:
    """Use another passphrase; nothing on the server is encrypted again."""

    secret: str = field(repr=False)
    """The passphrase so far, or the recovery code."""
    passphrase: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeRecoveryCode:
    """Ask for `RecoveryCodeMade`; the code before opens no more."""

    secret: str = field(repr=False)
    """The passphrase, or the recovery code so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncListed:
    """How synchronising stands; told whenever it stands otherwise."""

    status: SyncStatus = SyncStatus()
    refusal: str = ""
    """Why the last command was not carried out; for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncTried:
    """Whether a database can be used."""

    url: str
    """As it was tried."""
    problem: SyncProblem | None = None
    """None: it can."""
    devices: int = 0
    """How many use it already."""
    is_encrypted: bool = False
    """Whether a passphrase is needed that one of them has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassphraseTried:
    """What became of `EncryptRecords`, `OpenRecords`, `ChangePassphrase` or `MakeRecoveryCode`."""

    refusal: str = ""
    """Why it was not done, for the user; empty if it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryCodeMade:
    """A code that opens the records without the passphrase; told once, to be printed."""

    code: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsArrived:
    """Settings of the user's that another device changed stand in the file now."""

    names: tuple[str, ...]
    """Each as `section.key`."""


SyncCommand = (
    ListSync
    | SyncNow
    | TrySync
    | RemoveDevice
    | RejoinDevices
    | EncryptRecords
    | OpenRecords
    | ChangePassphrase
    | MakeRecoveryCode
)
SyncEvent = SyncListed | SyncTried | PassphraseTried | RecoveryCodeMade | SettingsArrived

"""How synchronising stands, as it is told to the user. Pure."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from assistant.sync.model.faults import SyncFault
from assistant.sync.model.left_out import LeftOutFile
from assistant.sync.model.records import Device

CLOCK_TOLERANCE_S: Final = 30.0
"""How far a clock may be off before the user is told: changes are put in order by it."""


def is_clock_off(off_s: float) -> bool:
    """Whether the offset is large enough to warn the user."""
    return abs(off_s) > CLOCK_TOLERANCE_S


class SyncState(StrEnum):
    """What the synchroniser is doing."""

    OFF = "off"
    """No address is set, or the user turned it off."""
    CONNECTING = "connecting"
    """For the first time since the program started; after that `problem` says what is wrong."""
    SYNCHRONISING = "synchronising"
    UP_TO_DATE = "up_to_date"
    """Connected; what comes and what goes is passed on at once."""
    STOPPED = "stopped"
    """`problem` says why; it is tried again by itself if the fault may pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncProblem:
    """Why nothing comes and goes."""

    fault: SyncFault
    since: datetime
    """When it began; aware."""
    detail: str = ""
    """What the server or the system said, for the user; empty where the fault says it all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncConflict:
    """Something that two devices changed differently; a question about it is open."""

    questions_id: str
    title: str
    """What it is about, such as the name of a file or a conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncStatus:
    """How synchronising stands."""

    state: SyncState = SyncState.OFF
    address: str = ""
    """Of the database, without the password; empty if none is set."""
    device_id: str = ""
    """Of this device."""
    devices: tuple[Device, ...] = ()
    """As the server listed them last; those that were removed are left out."""
    leader_id: str = ""
    """The device that answers remote channels now; empty if none does."""
    waiting: int = 0
    """Changes of this device that the server does not have yet."""
    last_sync: datetime | None = None
    """When this device was last known to have all that the server has, and it all of ours."""
    conflicts: tuple[SyncConflict, ...] = ()
    problem: SyncProblem | None = None
    clock_off_s: float = 0.0
    """How far this computer's clock is ahead of the server's; negative if it is behind."""
    is_polling: bool = False
    """Whether the server has no place for a connection that stays, so that it is asked now and then."""
    is_encrypted: bool = False
    """Whether the records on the server are encrypted with a passphrase."""
    left_out: tuple[LeftOutFile, ...] = ()
    """Files of this device that do not travel."""
    file_troubles: tuple[str, ...] = ()
    """What else keeps files from travelling, for the user."""
    server_went_back: bool = False
    """Whether the database turned out to be an older copy, put back since the program began."""

    @property
    def is_clock_off(self) -> bool:
        """Whether to warn the user of this computer's clock."""
        return is_clock_off(self.clock_off_s)

"""How synchronising stands, as it is told. Pure."""

from dataclasses import dataclass
from datetime import datetime

from assistant.sync.model.status import SyncProblem
from assistant.sync.model.synchroniser_policy import SyncPhase


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncProgress:
    """How synchronising stands."""

    phase: SyncPhase = SyncPhase.DISCONNECTED
    device_id: str = ""
    """This device; empty until the store was asked."""
    synchronised_at: datetime | None = None
    """When nothing was left to get or to send, last; by this device's clock, aware."""
    problem: SyncProblem | None = None
    """Why it does not go on now."""
    is_polling: bool = False
    """Whether the server has no place for a connection that stays, so that it is asked now and then."""
    clock_offset_s: float = 0.0
    """How far this device's clock is ahead of the server's."""

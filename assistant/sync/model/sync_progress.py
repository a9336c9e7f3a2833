"""How synchronising stands, as it is told."""

from dataclasses import dataclass
from datetime import datetime

from assistant.sync.model.synchroniser_policy import SyncPhase


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncProgress:
    """How synchronising stands."""

    phase: SyncPhase = SyncPhase.DISCONNECTED
    device_id: str = ""
    """This device; empty until the store was asked."""
    synchronised_at: datetime | None = None
    """When nothing was left to get or to send, last; by this device's clock, aware."""
    problem: str = ""
    """Why it does not go on now, in the user's language; empty while it does."""
    hint: str = ""
    """What the user can do about it."""
    clock_offset_s: float | None = None
    """How far the server's clock is ahead of this device's; None before the first connection."""

"""When this device may do what one device alone may do, and when it asks the server next. Pure.

Times are seconds of a clock of this device that nobody sets. A lease counts from before it was asked
for, so this device stops before the server lets another one begin, however the clocks are set.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from assistant.sync.model.records import Lease

LEASE_S: Final = 30.0
"""How long a device that is gone keeps the others from taking over."""
RENEW_S: Final = LEASE_S / 3
MARGIN_S: Final = 5.0
"""So long before the lease ends nothing new is begun: what was sent last must have arrived."""
ASK_S: Final = 10.0
"""How often a device that does not lead asks whether it may."""
RETRY_S: Final = 5.0
PATIENCE: Final = 3
"""Answers in a row that do not come before it is told that nobody knows who leads."""


class LeaderRole(StrEnum):
    """What a device is."""

    ALONE = "alone"
    """There are no other devices: it does everything."""
    LEADING = "leading"
    FOLLOWING = "following"
    """Another device leads, or soon one will."""
    WAITING = "waiting"
    """The server does not say who leads, so this device does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leadership:
    """Who leads, as far as this device knows."""

    role: LeaderRole = LeaderRole.FOLLOWING
    lease: Lease | None = None
    """While it leads."""
    until: float = 0.0
    """While it leads: until when it may act."""
    ask_at: float = 0.0
    """When it asks the server next."""
    leader_id: str = ""
    """Of the device that leads; empty if none is known, or there is but this one."""
    unanswered: int = 0
    """How often in a row the server could not be asked."""


ALONE: Final = Leadership(role=LeaderRole.ALONE)


def may_act(state: Leadership, now: float) -> bool:
    """Whether this device may do something now that one device alone may do."""
    match state.role:
        case LeaderRole.ALONE:
            return True
        case LeaderRole.LEADING:
            return now < state.until
        case LeaderRole.FOLLOWING | LeaderRole.WAITING:
            return False


def shared(state: Leadership) -> Leadership:
    """Return the state once there are other devices: who was alone may not act any more."""
    return Leadership() if state.role is LeaderRole.ALONE else state


def granted(lease: Lease, *, asked_at: float) -> Leadership:
    """Return the state of the device that got a lease, or kept it."""
    return Leadership(
        role=LeaderRole.LEADING,
        lease=lease,
        until=asked_at + LEASE_S - MARGIN_S,
        ask_at=asked_at + RENEW_S,
        leader_id=lease.device_id,
    )


def refused(holder: Lease | None, *, now: float) -> Leadership:
    """Return the state of a device that the server refused a lease, or that gave its own back."""
    return Leadership(ask_at=now + ASK_S, leader_id="" if holder is None else holder.device_id)


def unanswered(state: Leadership, *, now: float) -> Leadership:
    """Return the state after the server could not be asked: what was granted holds until its end."""
    failures = state.unanswered + 1
    if may_act(state, now):
        return replace(state, ask_at=min(now + RETRY_S, state.until), unanswered=failures)
    role = LeaderRole.FOLLOWING if failures < PATIENCE else LeaderRole.WAITING
    return Leadership(role=role, ask_at=now + RETRY_S, unanswered=failures)

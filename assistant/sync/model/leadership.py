"""When this device may do what one device alone may do, and when it asks the server next. Pure.

Times are seconds of a clock of this device that nobody sets. A lease counts from before it was
asked for, so a device that learns of another leader stops before that one begins, however the
clocks are set.

Nobody is left without an answer because the server is away: a device alone does not depend on it, and
the device that led last goes on until the server names another one. Where the server answers some
devices and not others, two may act at once.
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
GRACE_S: Final = 20.0
"""How long who led before the server was away has to be heard again before another device takes over:
it may have asked just before, waited for the answer and then for its next try."""
PATIENCE: Final = 3
"""Answers in a row that do not come before a device that does not lead makes up its mind without."""


class LeaderRole(StrEnum):
    """What a device is."""

    ALONE = "alone"
    """No other device is known: it does everything, whatever the server says or does not say."""
    LEADING = "leading"
    """Under the lease, or as the last that led while the server does not answer."""
    FOLLOWING = "following"
    """Another device leads, or soon one will."""
    WAITING = "waiting"
    """The server does not say who leads, and another device may: this one does not."""
    REMOVED = "removed"
    """The user took this device away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leadership:
    """Who leads, as far as this device knows."""

    role: LeaderRole = LeaderRole.FOLLOWING
    lease: Lease | None = None
    """The last that was granted, while it leads or is alone."""
    until: float = 0.0
    """Until when the lease holds by itself."""
    ask_at: float = 0.0
    """When it asks the server next."""
    leader_id: str = ""
    """Of the device that leads; empty if none is known, or there is but this one."""
    unanswered: int = 0
    """How often in a row the server could not be asked."""


ALONE: Final = Leadership(role=LeaderRole.ALONE)


def may_act(state: Leadership, now: float) -> bool:
    """Whether this device may do now what only one device may do."""
    match state.role:
        case LeaderRole.ALONE:
            return True
        case LeaderRole.LEADING:
            return now < state.until or state.unanswered > 0
        case LeaderRole.FOLLOWING | LeaderRole.WAITING | LeaderRole.REMOVED:
            return False


def is_noted(state: Leadership) -> bool:
    """Whether the server must hear of an effect before it happens."""
    return state.role is LeaderRole.LEADING and state.lease is not None and not state.unanswered


def shared(state: Leadership) -> Leadership:
    """Other devices became known: a device that was alone acts under its lease, if any."""
    if state.role is not LeaderRole.ALONE:
        return state
    return Leadership() if state.lease is None else replace(state, role=LeaderRole.LEADING)


def alone(state: Leadership) -> Leadership:
    """No other device is known, unless the server named one or removed this one."""
    is_free = state.role is not LeaderRole.REMOVED and (state.lease or not state.leader_id)
    return replace(state, role=LeaderRole.ALONE) if is_free else state


def granted(lease: Lease, *, asked_at: float) -> Leadership:
    """The server granted or renewed a lease."""
    return Leadership(
        role=LeaderRole.LEADING,
        lease=lease,
        until=asked_at + LEASE_S - MARGIN_S,
        ask_at=asked_at + RENEW_S,
        leader_id=lease.device_id,
    )


def refused(holder: Lease | None, *, now: float) -> Leadership:
    """The server refused a lease, or this device released its own."""
    return Leadership(ask_at=now + ASK_S, leader_id="" if holder is None else holder.device_id)


def answered_again(holder: Lease | None, *, now: float) -> Leadership:
    """The server says again who leads, perhaps nobody, after it did not for long."""
    return replace(refused(holder, now=now), ask_at=now + (ASK_S if holder else GRACE_S))


def removed(*, now: float) -> Leadership:
    """The user removed this device."""
    return Leadership(role=LeaderRole.REMOVED, ask_at=now + ASK_S)


def unanswered(state: Leadership, *, now: float, goes_on: bool = False) -> Leadership:
    """The server did not answer.

    Args:
        goes_on: Whether a device that does not lead is to once it has waited `PATIENCE` answers: it
            led before the program ended, or no other device is known.
    """
    failures, ask_at = state.unanswered + 1, now + RETRY_S
    if state.role in {LeaderRole.ALONE, LeaderRole.LEADING, LeaderRole.REMOVED}:
        return replace(state, ask_at=ask_at, unanswered=failures)
    role = LeaderRole.FOLLOWING
    if failures >= PATIENCE:
        role = LeaderRole.LEADING if goes_on else LeaderRole.WAITING
    return Leadership(role=role, ask_at=ask_at, unanswered=failures)

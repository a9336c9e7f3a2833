"""When to connect, exchange records and wait: states, events, and the one action that follows."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

FIRST_WAIT_S: Final = 2.0
LONGEST_WAIT_S: Final = 60.0
"""How long it rests after failures: twice as long after each, and a random part of it less."""
REFUSED_WAIT_S: Final = 300.0
"""How long it rests after the server refused it; what is wrong may be put right over there."""
LOCAL_DELAY_S: Final = 0.05
"""What the user changes comes in bursts: a burst is sent as one."""
SERVER_DELAY_S: Final = 0.2
"""So are the changes of others, and a hundred devices do not ask in the same moment."""
LONGEST_TURNED_AWAY_S: Final = 8.0
"""The same where the server has no connection left: another device gives one back any moment."""
LONGEST_QUIET_S: Final = 60.0
"""After this the server is asked although it told of no change."""
POLL_S: Final = 1.0
LONGEST_POLL_S: Final = 4.0
"""How often a server is asked, about, that has no place for a connection that stays: ever more seldom
while nothing comes or goes."""


class SyncPhase(StrEnum):
    """Where synchronising stands."""

    DISCONNECTED = "disconnected"
    CONNECTING = "connecting"
    CATCHING_UP = "catching_up"
    """Connected; not everything has been exchanged since."""
    SYNCHRONISED = "synchronised"
    """Connected; every change goes as it comes."""
    WAITING = "waiting"
    """The server could not be reached; it is tried again later."""
    REFUSED = "refused"
    """The server will not have this device as it is set up."""
    REMOVED = "removed"
    """The user took this device away; nothing is tried any more."""

    @property
    def is_connected(self) -> bool:
        return self in {SyncPhase.CATCHING_UP, SyncPhase.SYNCHRONISED}


class SyncTrigger(StrEnum):
    """What happened."""

    BEGUN = "begun"
    CONNECTED = "connected"
    EXCHANGED = "exchanged"
    """Nothing was left to get or to send."""
    CROWDED = "crowded"
    """As exchanged, and the server has no place for a connection that stays."""
    CROWDED_QUIET = "crowded_quiet"
    """The same, and there was nothing to get or to send."""
    LOCAL_CHANGE = "local_change"
    SERVER_CHANGE = "server_change"
    QUIET = "quiet"
    """For a while nothing was heard."""
    RESTED = "rested"
    """A wait is over."""
    FAILED = "failed"
    TURNED_AWAY = "turned_away"
    """The server has no connection left for this device."""
    REFUSED = "refused"
    REMOVED = "removed"
    WANTED = "wanted"
    """The user asks to synchronise now."""


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a connection and make this device known; it tells connected, or how it failed."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Get and send until nothing is left; it tells exchanged, or how it failed."""


@dataclass(frozen=True, slots=True)
class AwaitChange:
    """Wait until something changes here or there; it tells which, or quiet."""

    seconds: float
    rests: bool = False
    """Whether the connection is given back first, so that nothing is heard of there."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Let time pass; it tells rested, or wanted if the user does not want to wait."""

    seconds: float
    closes: bool = False
    """Whether the connection is closed first."""


@dataclass(frozen=True, slots=True)
class StopSynchroniser:
    """Close the connection and end."""


SyncAction = Connect | Exchange | AwaitChange | Rest | StopSynchroniser


@dataclass(frozen=True, slots=True)
class SynchroniserState:
    """Where it stands."""

    phase: SyncPhase = SyncPhase.DISCONNECTED
    failures: int = 0
    """In a row."""
    polls: int = 0
    """In a row that brought nothing, of a server that is crowded."""


def next_step(
    state: SynchroniserState, trigger: SyncTrigger, *, chance: float
) -> tuple[SynchroniserState, SyncAction]:
    """Decide one step.

    Args:
        chance: From 0 to below 1, new for each step, so that devices do not act at one moment.
    """
    if state.phase is SyncPhase.REMOVED:
        return state, StopSynchroniser()
    match trigger:
        case SyncTrigger.REMOVED:
            return SynchroniserState(phase=SyncPhase.REMOVED), StopSynchroniser()
        case SyncTrigger.FAILED | SyncTrigger.TURNED_AWAY | SyncTrigger.REFUSED:
            return _failed(state, trigger, chance)
        case SyncTrigger.CONNECTED:
            return replace(state, phase=SyncPhase.CATCHING_UP), Exchange()
        case SyncTrigger.EXCHANGED:
            state = SynchroniserState(phase=SyncPhase.SYNCHRONISED)
            return state, AwaitChange(LONGEST_QUIET_S * (1 - chance / 4))
        case SyncTrigger.CROWDED | SyncTrigger.CROWDED_QUIET:
            polls = state.polls + 1 if trigger is SyncTrigger.CROWDED_QUIET else 0
            longest = min(POLL_S * 1.5 ** min(polls, 16), LONGEST_POLL_S)
            state = SynchroniserState(phase=SyncPhase.SYNCHRONISED, polls=polls)
            return state, AwaitChange(longest * (0.5 + chance), rests=True)
        case SyncTrigger.LOCAL_CHANGE if state.phase.is_connected:
            return state, Rest(LOCAL_DELAY_S)
        case SyncTrigger.SERVER_CHANGE if state.phase.is_connected:
            return state, Rest(SERVER_DELAY_S * (0.5 + chance))
        case (
            SyncTrigger.BEGUN
            | SyncTrigger.RESTED
            | SyncTrigger.WANTED
            | SyncTrigger.QUIET
            | SyncTrigger.LOCAL_CHANGE
            | SyncTrigger.SERVER_CHANGE
        ):
            if state.phase.is_connected:
                return state, Exchange()
            return replace(state, phase=SyncPhase.CONNECTING), Connect()
        case _:
            assert_never(trigger)


def _failed(
    state: SynchroniserState, trigger: SyncTrigger, chance: float
) -> tuple[SynchroniserState, SyncAction]:
    longest, phase = FIRST_WAIT_S * 2.0 ** min(state.failures, 16), SyncPhase.WAITING
    if trigger is SyncTrigger.REFUSED:
        longest, phase = REFUSED_WAIT_S, SyncPhase.REFUSED
    elif trigger is SyncTrigger.TURNED_AWAY:
        longest = min(longest, LONGEST_TURNED_AWAY_S)
    else:
        longest = min(longest, LONGEST_WAIT_S)
    state = SynchroniserState(phase=phase, failures=state.failures + 1)
    return state, Rest(longest * (0.25 + 0.75 * chance), closes=True)

"""What the synchroniser does next, for every state and whatever happens."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sync.model.synchroniser_policy import (
    LONGEST_POLL_S,
    LONGEST_QUIET_S,
    LONGEST_WAIT_S,
    POLL_S,
    AwaitChange,
    Connect,
    Exchange,
    Rest,
    StopSynchroniser,
    SynchroniserState,
    SyncPhase,
    SyncTrigger,
    next_step,
)

CONNECTED = (SyncPhase.CATCHING_UP, SyncPhase.SYNCHRONISED)
APART = (SyncPhase.DISCONNECTED, SyncPhase.CONNECTING, SyncPhase.WAITING, SyncPhase.REFUSED)
WAKING = (
    SyncTrigger.BEGUN,
    SyncTrigger.RESTED,
    SyncTrigger.WANTED,
    SyncTrigger.QUIET,
    SyncTrigger.LOCAL_CHANGE,
    SyncTrigger.SERVER_CHANGE,
)


@pytest.mark.parametrize(("phase", "trigger"), list(product(SyncPhase, SyncTrigger)))
def test_every_state_has_an_answer_to_everything(phase: SyncPhase, trigger: SyncTrigger) -> None:
    after, action = next_step(SynchroniserState(phase=phase), trigger, chance=0.5)
    if SyncPhase.REMOVED in {phase, after.phase}:
        assert (after.phase, action) == (SyncPhase.REMOVED, StopSynchroniser())
        return
    match action:
        case Connect():
            assert after.phase is SyncPhase.CONNECTING
            assert phase in APART
        case Exchange():
            assert after.phase in CONNECTED
        case AwaitChange():
            assert after.phase is SyncPhase.SYNCHRONISED
            assert after.failures == 0
        case Rest(closes=True):
            assert trigger in {
                SyncTrigger.FAILED,
                SyncTrigger.TURNED_AWAY,
                SyncTrigger.REFUSED,
            }
            assert after.phase in {SyncPhase.WAITING, SyncPhase.REFUSED}
            assert after.failures == 1
        case Rest():
            assert after.phase in CONNECTED
        case StopSynchroniser():
            pytest.fail("Only a device that was removed stops.")


@pytest.mark.parametrize(("phase", "trigger"), list(product(APART, WAKING)))
def test_without_a_connection_whatever_wakes_it_leads_to_one(
    phase: SyncPhase, trigger: SyncTrigger
) -> None:
    assert next_step(SynchroniserState(phase=phase), trigger, chance=0.0)[1] == Connect()


@pytest.mark.parametrize("phase", CONNECTED)
def test_changes_are_gathered_before_they_are_exchanged(phase: SyncPhase) -> None:
    state = SynchroniserState(phase=phase)
    _, mine = next_step(state, SyncTrigger.LOCAL_CHANGE, chance=0.9)
    _, theirs = next_step(state, SyncTrigger.SERVER_CHANGE, chance=0.9)
    assert isinstance(mine, Rest)
    assert isinstance(theirs, Rest)
    assert mine.seconds < theirs.seconds < 0.5
    assert next_step(state, SyncTrigger.RESTED, chance=0.9)[1] == Exchange()


@given(st.integers(0, 1000), st.floats(0, 1, exclude_max=True))
def test_waits_grow_differ_between_devices_and_have_an_end(failures: int, chance: float) -> None:
    state = SynchroniserState(phase=SyncPhase.CONNECTING, failures=failures)
    after, action = next_step(state, SyncTrigger.FAILED, chance=chance)
    _, longer = next_step(after, SyncTrigger.FAILED, chance=chance)
    assert isinstance(action, Rest)
    assert isinstance(longer, Rest)
    assert 0.25 <= action.seconds <= longer.seconds <= LONGEST_WAIT_S


@given(st.floats(0, 1, exclude_max=True))
def test_a_hundred_devices_come_back_at_different_times(chance: float) -> None:
    _, first = next_step(SynchroniserState(), SyncTrigger.FAILED, chance=chance)
    _, other = next_step(SynchroniserState(), SyncTrigger.FAILED, chance=(chance + 0.5) % 1)
    assert isinstance(first, Rest)
    assert isinstance(other, Rest)
    assert abs(first.seconds - other.seconds) > 0.5


@given(st.floats(0, 1, exclude_max=True))
def test_a_silent_server_is_asked_within_a_minute(chance: float) -> None:
    state = SynchroniserState(phase=SyncPhase.CATCHING_UP, failures=3)
    after, action = next_step(state, SyncTrigger.EXCHANGED, chance=chance)
    assert isinstance(action, AwaitChange)
    assert 0 < action.seconds <= LONGEST_QUIET_S
    assert next_step(after, SyncTrigger.QUIET, chance=chance)[1] == Exchange()


@given(st.integers(1, 50), st.floats(0, 1, exclude_max=True))
def test_a_crowded_server_is_asked_ever_more_seldom_until_something_comes(
    polls: int, chance: float
) -> None:
    state, before = SynchroniserState(phase=SyncPhase.SYNCHRONISED), 0.0
    for _poll in range(polls):
        state, action = next_step(state, SyncTrigger.CROWDED_QUIET, chance=chance)
        assert isinstance(action, AwaitChange)
        assert action.rests
        assert before <= action.seconds < 1.5 * LONGEST_POLL_S
        before = action.seconds
        assert next_step(state, SyncTrigger.QUIET, chance=chance) == (state, Exchange())
    _, again = next_step(state, SyncTrigger.CROWDED, chance=chance)
    assert isinstance(again, AwaitChange)
    assert again.seconds < 1.5 * POLL_S


@given(st.lists(st.sampled_from(SyncTrigger), max_size=30))
def test_it_never_ends_but_by_removal(triggers: list[SyncTrigger]) -> None:
    state = SynchroniserState()
    for trigger in triggers:
        state, action = next_step(state, trigger, chance=0.3)
        is_removed = state.phase is SyncPhase.REMOVED
        assert isinstance(action, StopSynchroniser) == is_removed
    assert (state.phase is SyncPhase.REMOVED) == (SyncTrigger.REMOVED in triggers)

"""When a device may act for all of them, by its own clock."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.sync.model.leadership import (
    ALONE,
    ASK_S,
    LEASE_S,
    MARGIN_S,
    PATIENCE,
    RENEW_S,
    LeaderRole,
    Leadership,
    alone,
    granted,
    is_noted,
    may_act,
    refused,
    removed,
    shared,
    unanswered,
)
from assistant.sync.model.records import Lease

LEASE = Lease(
    name="telegram",
    device_id="laptop",
    token=3,
    expires_at=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=400),
)


def test_a_device_without_others_always_may() -> None:
    assert may_act(ALONE, 1e9)
    assert not may_act(shared(ALONE), 0.0)


@pytest.mark.requirement("SYNC-10")
def test_a_lease_counts_from_before_it_was_asked_for_whatever_the_clocks_say() -> None:
    state = granted(LEASE, asked_at=100.0)
    assert state.leader_id == "laptop"
    assert state.ask_at == 100.0 + RENEW_S
    assert may_act(state, 100.0 + LEASE_S - MARGIN_S - 0.1)
    assert not may_act(state, 100.0 + LEASE_S - MARGIN_S)
    assert shared(state) == state


@pytest.mark.requirement("SYNC-05", "G-10")
@given(st.lists(st.floats(0.0, 600.0), min_size=1, max_size=20))
def test_who_leads_goes_on_while_no_answer_comes(pauses: list[float]) -> None:
    state = granted(LEASE, asked_at=0.0)
    now = state.ask_at
    for pause_s in pauses:
        state = unanswered(state, now=now)
        assert state.ask_at > now
        now += pause_s
        assert may_act(state, now)
        assert not is_noted(state)
    assert (state.lease, state.leader_id) == (LEASE, "laptop")


@pytest.mark.requirement("SYNC-10")
def test_who_stood_still_asks_before_it_acts() -> None:
    """The server may have named another one meanwhile, and has not been found away."""
    assert not may_act(granted(LEASE, asked_at=0.0), LEASE_S)


@pytest.mark.parametrize("goes_on", [True, False])
def test_who_does_not_lead_makes_up_its_mind_after_some_tries(goes_on: bool) -> None:
    state = Leadership()
    roles: list[LeaderRole] = []
    for _try in range(PATIENCE):
        state = unanswered(state, now=state.ask_at, goes_on=goes_on)
        roles.append(state.role)
    last = LeaderRole.LEADING if goes_on else LeaderRole.WAITING
    assert roles == [LeaderRole.FOLLOWING] * (PATIENCE - 1) + [last]
    assert may_act(state, 1e9) is goes_on
    assert refused(LEASE, now=0.0).role is LeaderRole.FOLLOWING


def test_a_device_alone_is_so_unless_the_server_says_otherwise() -> None:
    held = granted(LEASE, asked_at=0.0)
    for state in (Leadership(), held, unanswered(held, now=1.0), refused(None, now=0.0), ALONE):
        assert may_act(alone(state), 1e9)
        assert not is_noted(alone(state))
        assert may_act(unanswered(alone(state), now=2.0), 1e9)
    for state in (refused(LEASE, now=0.0), removed(now=0.0)):
        assert not may_act(alone(state), 0.0)
        assert not may_act(unanswered(alone(state), now=2.0), 0.0)
    assert shared(alone(held)) == held


def test_who_is_refused_knows_who_leads_and_asks_again() -> None:
    state = refused(LEASE, now=50.0)
    assert not may_act(state, 50.0)
    assert (state.leader_id, state.ask_at) == ("laptop", 50.0 + ASK_S)
    assert refused(None, now=50.0).leader_id == ""


@pytest.mark.requirement("TG-16", "SYNC-06")
@given(st.lists(st.tuples(st.floats(0.0, 60.0), st.booleans(), st.floats(0.0, 20.0)), max_size=30))
def test_two_devices_never_act_at_once_while_the_server_answers(
    steps: list[tuple[float, bool, float]],
) -> None:
    """A server that lets another one lead once a lease expired finds the first one stopped."""
    now, expires_at = 0.0, -1.0
    state = Leadership()
    for pause_s, is_answered, delay_s in steps:
        now += pause_s
        asked_at = now
        arrived_at = asked_at + delay_s / 2
        if is_answered:
            expires_at = arrived_at + LEASE_S  # the server grants or renews it when it hears
        now += delay_s
        state = granted(LEASE, asked_at=asked_at) if is_answered else unanswered(state, now=now)
        for moment in (now, now + 10, now + 40):
            is_away = state.unanswered > 0
            assert is_away or not may_act(state, moment) or moment < expires_at

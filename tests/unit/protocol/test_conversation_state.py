"""The whole product of states and signals."""

import itertools

import pytest

from assistant.errors import ProtocolError
from assistant.protocol.conversation_state import (
    TABLE,
    Interaction,
    Phase,
    Session,
    Signal,
    State,
    accepts,
    apply,
)

STATES = [State(phase, session) for phase, session in itertools.product(Phase, Session)]


def reachable() -> set[State]:
    """Every state that signals can lead to from the start."""
    found = {State()}
    pending = [State()]
    while pending:
        state = pending.pop()
        for signal in Signal:
            if accepts(state, signal) and (new := apply(state, signal)) not in found:
                found.add(new)
                pending.append(new)
    return found


@pytest.mark.parametrize("state", STATES, ids=str)
@pytest.mark.parametrize("signal", Signal, ids=lambda signal: signal.value)
def test_every_pair_either_changes_by_the_table_or_raises(state: State, signal: Signal) -> None:
    if accepts(state, signal):
        new = apply(state, signal)
        assert new.phase in {
            TABLE[state.phase][signal].phase,
            TABLE[state.phase][signal].in_session,
        }
    else:
        with pytest.raises(ProtocolError, match=signal.value):
            apply(state, signal)


def test_every_signal_is_accepted_somewhere() -> None:
    assert {signal for signal in Signal if any(accepts(s, signal) for s in STATES)} == set(Signal)


def test_every_phase_can_be_reached_and_left_for_idle() -> None:
    assert {state.phase for state in reachable()} == set(Phase)
    for state in reachable():
        seen, pending = {state}, [state]
        while pending:
            current = pending.pop()
            for signal in Signal:
                if accepts(current, signal) and (new := apply(current, signal)) not in seen:
                    seen.add(new)
                    pending.append(new)
        assert State() in seen, f"{state} never gets back to idle"


def test_nobody_listens_without_a_session() -> None:
    assert all(
        state.session is not Session.INACTIVE
        for state in reachable()
        if state.phase is Phase.LISTENING
    )


def test_a_session_only_ends_from_listening_or_speaking() -> None:
    assert {
        state.phase
        for state in reachable()
        for signal in Signal
        if state.session is Session.ENDING
        and accepts(state, signal)
        and apply(state, signal).session is Session.INACTIVE
    } <= {Phase.LISTENING, Phase.SPEAKING}


@pytest.mark.parametrize(
    ("start", "script", "end"),
    [
        pytest.param(
            State(),
            [Signal.TEXT_SUBMITTED, Signal.REPLY_FINISHED],
            State(),
            id="typed turn",
        ),
        pytest.param(
            State(),
            [Signal.WAKE, Signal.UTTERANCE, Signal.FIRST_AUDIO, Signal.PLAYED_OUT],
            State(Phase.LISTENING, Session.ACTIVE),
            id="spoken turn listens again",
        ),
        pytest.param(
            State(),
            [Signal.WAKE, Signal.FALSE_WAKE],
            State(),
            id="false wake ends silently",
        ),
        pytest.param(
            State(Phase.LISTENING, Session.ACTIVE),
            [Signal.SILENCE, Signal.PLAYED_OUT, Signal.UNRECOGNISED, Signal.SESSION_ENDED],
            State(),
            id="silence ends the session",
        ),
        pytest.param(
            State(Phase.LISTENING, Session.ENDING),
            [Signal.UTTERANCE],
            State(Phase.STREAMING, Session.ACTIVE),
            id="a request while ending revives the session",
        ),
        pytest.param(
            State(Phase.STREAMING, Session.ACTIVE),
            [
                Signal.FIRST_AUDIO,
                Signal.TOOLS_REQUESTED,
                Signal.PLAYED_OUT_TOOLS_OPEN,
                Signal.QUESTION_SHOWN,
                Signal.QUESTION_SPOKEN,
                Signal.PLAYED_OUT,
                Signal.QUESTION_CLOSED,
                Signal.TOOLS_FINISHED,
            ],
            State(Phase.STREAMING, Session.ACTIVE),
            id="question asked and answered by voice",
        ),
        pytest.param(
            State(Phase.LISTENING, Session.ACTIVE),
            [Signal.QUESTION_LEFT, Signal.QUESTION_CLOSED],
            State(Phase.TOOL_CALLING, Session.ACTIVE),
            id="question left on the screen and clicked",
        ),
        pytest.param(
            State(Phase.SPEAKING, Session.ENDING),
            [Signal.TEXT_SUBMITTED],
            State(Phase.STREAMING, Session.ACTIVE),
            id="typed words over the question to end revive the session",
        ),
        pytest.param(
            State(Phase.SPEAKING, Session.INACTIVE),
            [Signal.TEXT_SUBMITTED],
            State(Phase.STREAMING, Session.INACTIVE),
            id="typed words over a typed turn open no session",
        ),
        pytest.param(
            State(Phase.SPEAKING, Session.ACTIVE),
            [Signal.BARGE_IN],
            State(Phase.LISTENING, Session.ACTIVE),
            id="barge-in",
        ),
        pytest.param(
            State(Phase.STREAMING, Session.ACTIVE),
            [Signal.TURN_STOPPED],
            State(Phase.LISTENING, Session.ACTIVE),
            id="cancel inside a session listens on",
        ),
    ],
)
def test_paths_of_the_conversation(start: State, script: list[Signal], end: State) -> None:
    state = start
    for signal in script:
        state = apply(state, signal)
    assert state == end


def test_the_four_processing_phases_are_one_interaction() -> None:
    assert {phase for phase in Phase if phase.interaction is Interaction.PROCESSING} == {
        Phase.STREAMING,
        Phase.TOOL_CALLING,
        Phase.AWAITING_ANSWER,
        Phase.AWAITING_CONFIRM,
    }

"""The whole product of states and signals."""

import itertools

import pytest

from assistant.errors import ProtocolError
from assistant.protocol.conversation_state import (
    TABLE,
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    Interaction,
    VoiceSessionState,
    accepts,
    next_state,
)

STATES = [
    DialogueState(phase, session)
    for phase, session in itertools.product(ConversationPhase, VoiceSessionState)
]


def reachable() -> set[DialogueState]:
    """Every state that signals can lead to from the start."""
    found = {DialogueState()}
    pending = [DialogueState()]
    while pending:
        state = pending.pop()
        for signal in ConversationSignal:
            if accepts(state, signal) and (new := next_state(state, signal)) not in found:
                found.add(new)
                pending.append(new)
    return found


@pytest.mark.requirement("SM-15")
@pytest.mark.parametrize("state", STATES, ids=str)
@pytest.mark.parametrize("signal", ConversationSignal, ids=lambda signal: signal.value)
def test_every_pair_either_changes_by_the_table_or_raises(
    state: DialogueState, signal: ConversationSignal
) -> None:
    if accepts(state, signal):
        new = next_state(state, signal)
        assert new.phase in {
            TABLE[state.phase][signal].phase,
            TABLE[state.phase][signal].in_session,
        }
    else:
        with pytest.raises(ProtocolError, match=signal.value):
            next_state(state, signal)


@pytest.mark.requirement("SM-16")
def test_every_signal_is_accepted_somewhere() -> None:
    assert {
        signal for signal in ConversationSignal if any(accepts(s, signal) for s in STATES)
    } == set(ConversationSignal)


@pytest.mark.requirement("SM-01", "SM-02", "SM-03")
def test_every_phase_can_be_reached_and_left_for_idle() -> None:
    assert {state.phase for state in reachable()} == set(ConversationPhase)
    for state in reachable():
        seen, pending = {state}, [state]
        while pending:
            current = pending.pop()
            for signal in ConversationSignal:
                if accepts(current, signal) and (new := next_state(current, signal)) not in seen:
                    seen.add(new)
                    pending.append(new)
        assert DialogueState() in seen, f"{state} never gets back to idle"


@pytest.mark.requirement("SM-01", "SM-02", "SM-03")
def test_nobody_listens_without_a_session() -> None:
    assert all(
        state.session is not VoiceSessionState.INACTIVE
        for state in reachable()
        if state.phase is ConversationPhase.LISTENING
    )


def test_a_session_only_ends_from_listening_or_speaking() -> None:
    assert {
        state.phase
        for state in reachable()
        for signal in ConversationSignal
        if state.session is VoiceSessionState.ENDING
        and accepts(state, signal)
        and next_state(state, signal).session is VoiceSessionState.INACTIVE
    } <= {ConversationPhase.LISTENING, ConversationPhase.SPEAKING}


@pytest.mark.requirement(
    "SM-04", "SM-05", "SM-06", "SM-07", "SM-08", "SM-09", "SM-11", "SM-12", "SM-13"
)
@pytest.mark.parametrize(
    ("start", "script", "end"),
    [
        pytest.param(
            DialogueState(),
            [ConversationSignal.TEXT_SUBMITTED, ConversationSignal.REPLY_FINISHED],
            DialogueState(),
            id="typed turn",
        ),
        pytest.param(
            DialogueState(),
            [
                ConversationSignal.WAKE,
                ConversationSignal.UTTERANCE,
                ConversationSignal.FIRST_AUDIO,
                ConversationSignal.PLAYED_OUT,
            ],
            DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
            id="spoken turn listens again",
        ),
        pytest.param(
            DialogueState(),
            [ConversationSignal.WAKE, ConversationSignal.FALSE_WAKE],
            DialogueState(),
            id="false wake ends silently",
        ),
        pytest.param(
            DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
            [
                ConversationSignal.SILENCE,
                ConversationSignal.PLAYED_OUT,
                ConversationSignal.UNRECOGNISED,
                ConversationSignal.SESSION_ENDED,
            ],
            DialogueState(),
            id="silence ends the session",
        ),
        pytest.param(
            DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ENDING),
            [ConversationSignal.UTTERANCE],
            DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE),
            id="a request while ending revives the session",
        ),
        pytest.param(
            DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE),
            [
                ConversationSignal.FIRST_AUDIO,
                ConversationSignal.TOOLS_REQUESTED,
                ConversationSignal.PLAYED_OUT_TOOLS_OPEN,
                ConversationSignal.QUESTION_SHOWN,
                ConversationSignal.QUESTION_SPOKEN,
                ConversationSignal.PLAYED_OUT,
                ConversationSignal.QUESTION_CLOSED,
                ConversationSignal.TOOLS_FINISHED,
            ],
            DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE),
            id="question asked and answered by voice",
        ),
        pytest.param(
            DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
            [ConversationSignal.QUESTION_LEFT, ConversationSignal.QUESTION_CLOSED],
            DialogueState(ConversationPhase.TOOL_CALLING, VoiceSessionState.ACTIVE),
            id="question left on the screen and clicked",
        ),
        pytest.param(
            DialogueState(ConversationPhase.SPEAKING, VoiceSessionState.ENDING),
            [ConversationSignal.TEXT_SUBMITTED],
            DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE),
            id="typed words over the question to end revive the session",
        ),
        pytest.param(
            DialogueState(ConversationPhase.SPEAKING, VoiceSessionState.INACTIVE),
            [ConversationSignal.TEXT_SUBMITTED],
            DialogueState(ConversationPhase.STREAMING, VoiceSessionState.INACTIVE),
            id="typed words over a typed turn open no session",
        ),
        pytest.param(
            DialogueState(ConversationPhase.SPEAKING, VoiceSessionState.ACTIVE),
            [ConversationSignal.BARGE_IN],
            DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
            id="barge-in",
        ),
        pytest.param(
            DialogueState(ConversationPhase.STREAMING, VoiceSessionState.ACTIVE),
            [ConversationSignal.TURN_STOPPED],
            DialogueState(ConversationPhase.LISTENING, VoiceSessionState.ACTIVE),
            id="cancel inside a session listens on",
        ),
    ],
)
def test_paths_of_the_conversation(
    start: DialogueState, script: list[ConversationSignal], end: DialogueState
) -> None:
    state = start
    for signal in script:
        state = next_state(state, signal)
    assert state == end


@pytest.mark.requirement("SM-01", "SM-02", "SM-03")
def test_the_four_processing_phases_are_one_interaction() -> None:
    assert {
        phase for phase in ConversationPhase if phase.interaction is Interaction.PROCESSING
    } == {
        ConversationPhase.STREAMING,
        ConversationPhase.TOOL_CALLING,
        ConversationPhase.AWAITING_ANSWER,
        ConversationPhase.AWAITING_CONFIRM,
    }

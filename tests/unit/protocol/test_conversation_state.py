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


def test_a_session_only_ends_where_nothing_is_being_made() -> None:
    assert {
        state.phase
        for state in reachable()
        for signal in ConversationSignal
        if state.session is VoiceSessionState.ENDING
        and accepts(state, signal)
        and next_state(state, signal).session is VoiceSessionState.INACTIVE
    } <= {
        ConversationPhase.LISTENING,
        ConversationPhase.SPEAKING,
        ConversationPhase.AWAITING_ANSWER,
        ConversationPhase.AWAITING_CONFIRM,
    }


PATHS = {
    "typed turn": ("idle inactive", "text_submitted reply_finished", "idle inactive"),
    "spoken turn listens again": (
        "idle inactive",
        "wake utterance first_audio played_out",
        "listening active",
    ),
    "false wake ends silently": ("idle inactive", "wake false_wake", "idle inactive"),
    "silence ends the session": (
        "listening active",
        "silence played_out unrecognised session_ended",
        "idle inactive",
    ),
    "a request while ending revives the session": (
        "listening ending",
        "utterance",
        "streaming active",
    ),
    "question asked and answered by voice": (
        "streaming active",
        "first_audio tools_requested played_out_tools_open question_shown question_spoken"
        " played_out question_closed tools_finished",
        "streaming active",
    ),
    "question left on the screen and clicked": (
        "listening active",
        "question_left question_closed",
        "tool_calling active",
    ),
    "typed words over the question to end revive the session": (
        "speaking ending",
        "text_submitted",
        "streaming active",
    ),
    "typed words over a typed turn open no session": (
        "speaking inactive",
        "text_submitted",
        "streaming inactive",
    ),
    "barge-in": ("speaking active", "barge_in", "listening active"),
    "cancel inside a session listens on": ("streaming active", "turn_stopped", "listening active"),
}
"""Where a conversation stands, what happens, and where it stands then."""


def stands(words: str) -> DialogueState:
    """Return a state that is named by its phase and session."""
    phase, session = words.split()
    return DialogueState(ConversationPhase(phase), VoiceSessionState(session))


@pytest.mark.requirement(
    "SM-04", "SM-05", "SM-06", "SM-07", "SM-08", "SM-09", "SM-11", "SM-12", "SM-13"
)
@pytest.mark.parametrize(("start", "script", "end"), PATHS.values(), ids=PATHS)
def test_paths_of_the_conversation(start: str, script: str, end: str) -> None:
    state = stands(start)
    for signal in script.split():
        state = next_state(state, ConversationSignal(signal))
    assert state == stands(end)


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

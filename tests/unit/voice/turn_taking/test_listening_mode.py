"""What is listened for in each state."""

import pytest

from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.protocols import ListeningMode
from assistant.voice.turn_taking.listening_mode import listening_mode_for


@pytest.mark.parametrize("phase", list(ConversationPhase))
@pytest.mark.parametrize("session", list(VoiceSessionState))
@pytest.mark.parametrize("barge_in", [True, False])
def test_what_is_listened_for_follows_from_the_state(
    phase: ConversationPhase, session: VoiceSessionState, barge_in: bool
) -> None:
    expected = ListeningMode.WAKE
    if phase is ConversationPhase.LISTENING:
        expected = ListeningMode.TURN
    elif phase is ConversationPhase.SPEAKING:
        is_talk = barge_in and session is not VoiceSessionState.INACTIVE
        expected = ListeningMode.BARGE_IN if is_talk else ListeningMode.WAKE_OVER_VOICE
    assert listening_mode_for(DialogueState(phase, session), barge_in=barge_in) is expected

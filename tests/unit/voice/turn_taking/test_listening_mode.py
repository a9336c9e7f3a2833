"""What is listened for in each state."""

import pytest

from assistant.protocol.conversation_state import Phase, Session, State
from assistant.voice.protocols import Hearing
from assistant.voice.turn_taking.listening_mode import hearing_for


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("session", list(Session))
@pytest.mark.parametrize("barge_in", [True, False])
def test_what_is_listened_for_follows_from_the_state(
    phase: Phase, session: Session, barge_in: bool
) -> None:
    expected = Hearing.WAKE
    if phase is Phase.LISTENING:
        expected = Hearing.TURN
    elif phase is Phase.SPEAKING:
        is_talk = barge_in and session is not Session.INACTIVE
        expected = Hearing.BARGE_IN if is_talk else Hearing.WAKE_OVER_VOICE
    assert hearing_for(State(phase, session), barge_in=barge_in) is expected

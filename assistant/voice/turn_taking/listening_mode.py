"""What to listen for in each state. Pure."""

from assistant.protocol.conversation_state import Phase, Session, State
from assistant.voice.protocols import Hearing


def hearing_for(state: State, *, barge_in: bool) -> Hearing:
    """Return what the listener listens for.

    While a reply is being made only the wake word is listened for, and it is ignored: the person
    is not heard twice, and the audio since then is not lost.

    Args:
        state: Where the conversation stands.
        barge_in: Whether speech alone interrupts the voice in a voice session; the wake word
            always does.
    """
    match state.phase:
        case Phase.LISTENING:
            return Hearing.TURN
        case Phase.SPEAKING:
            is_talk = barge_in and state.session is not Session.INACTIVE
            return Hearing.BARGE_IN if is_talk else Hearing.WAKE_OVER_VOICE
        case _:
            return Hearing.WAKE

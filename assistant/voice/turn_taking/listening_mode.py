"""What to listen for in each state. Pure."""

from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.protocols import ListeningMode


def listening_mode_for(state: DialogueState, *, barge_in: bool) -> ListeningMode:
    """Return what the listener listens for.

    While a reply is being made only the wake word is listened for, and it is ignored: the user
    is not heard twice, and the audio since then is not lost.

    Args:
        state: Where the conversation stands.
        barge_in: Whether speech alone interrupts the voice in a voice session; the wake word
            always does.
    """
    match state.phase:
        case ConversationPhase.LISTENING:
            return ListeningMode.TURN
        case ConversationPhase.SPEAKING:
            is_talk = barge_in and state.session is not VoiceSessionState.INACTIVE
            return ListeningMode.BARGE_IN if is_talk else ListeningMode.WAKE_OVER_VOICE
        case _:
            return ListeningMode.WAKE

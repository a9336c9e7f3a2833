"""What to listen for in each state. Pure."""

from assistant.protocol.conversation_state import (
    ConversationPhase,
    DialogueState,
    VoiceSessionState,
)
from assistant.voice.protocols import ListeningMode


def listening_mode_for(
    state: DialogueState, *, barge_in: bool, is_reply_made: bool = False
) -> ListeningMode:
    """What the listener listens for.

    Args:
        state: Where the conversation stands.
        barge_in: Whether speech alone interrupts the voice in a voice session; the wake word always
            does.
        is_reply_made: Whether a reply to spoken words is being made: then the user may go on, or
            stop it, as they may over the voice.
    """
    match state.phase:
        case ConversationPhase.LISTENING:
            return ListeningMode.TURN
        case ConversationPhase.SPEAKING:
            is_talk = barge_in and state.session is not VoiceSessionState.INACTIVE
            return ListeningMode.BARGE_IN if is_talk else ListeningMode.WAKE_OVER_VOICE
        case _ if is_reply_made and barge_in:
            return ListeningMode.BARGE_IN
        case _:
            return ListeningMode.WAKE

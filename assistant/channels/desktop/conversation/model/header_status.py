"""What goes on, at a glance, and how it is put into words. Pure, but for the interface's language."""

from dataclasses import dataclass
from enum import Enum

from assistant.locale import _
from assistant.protocol.conversation_state import VoiceSessionState


class AssistantActivity(Enum):
    """What the header says is going on."""

    IDLE = "idle"
    LISTENING = "listening"
    THINKING = "thinking"
    USING_TOOL = "using_tool"
    WAITING = "waiting"
    """A question waits for the user and nothing else goes on."""
    SPEAKING = "speaking"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderStatus:
    """All that the header shows at a glance."""

    activity: AssistantActivity = AssistantActivity.IDLE
    session: VoiceSessionState = VoiceSessionState.INACTIVE
    is_waiting: bool = False
    """Whether a question is before the user, whatever else goes on."""
    is_muted: bool = False
    is_trying_again: bool = False
    """Whether the connection broke and nothing of the next try has come yet."""
    can_stop: bool = False


def status_text(status: HeaderStatus) -> str:
    """Return the state in a word or two."""
    idle = _("Microphone off") if status.is_muted else _("Ready")
    waiting = _("Waiting for your choice")
    thinking = _("Trying again") if status.is_trying_again else _("Thinking")
    return {
        AssistantActivity.IDLE: waiting if status.is_waiting else idle,
        AssistantActivity.LISTENING: _("Listening"),
        AssistantActivity.THINKING: thinking,
        AssistantActivity.USING_TOOL: _("Working"),
        AssistantActivity.WAITING: waiting,
        AssistantActivity.SPEAKING: _("Speaking"),
    }[status.activity]


def session_text(status: HeaderStatus) -> str:
    """Return the voice session in a few words; empty while there is none."""
    return {
        VoiceSessionState.INACTIVE: "",
        VoiceSessionState.ACTIVE: _("Voice session"),
        VoiceSessionState.ENDING: _("Voice session ending"),
    }[status.session]

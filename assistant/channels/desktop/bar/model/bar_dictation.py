"""What the bar shows of a dictation. Pure, but for the interface's language."""

from typing import Final

from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.locale import _
from assistant.protocol.dictation import DictationChanged, DictationStage

UNDER_WAY: Final = frozenset(
    {DictationStage.RECORDING, DictationStage.UNDERSTANDING, DictationStage.TYPING}
)


def dictation_status(shown: DictationChanged) -> HeaderStatus | None:
    """Return what the picture of the state shows; None where it is the conversation's."""
    match shown.stage:
        case DictationStage.RECORDING:
            return HeaderStatus(activity=AssistantActivity.LISTENING, can_stop=True)
        case DictationStage.UNDERSTANDING | DictationStage.TYPING:
            return HeaderStatus(activity=AssistantActivity.THINKING, can_stop=True)
        case DictationStage.OFFERED | DictationStage.IDLE:
            return None


def dictation_title(shown: DictationChanged) -> str:
    """Return how it stands in a word or two; empty where the conversation's state is shown."""
    return {
        DictationStage.IDLE: _("Not dictated") if shown.problem else "",
        DictationStage.RECORDING: _("Dictating"),
        DictationStage.UNDERSTANDING: _("Recognising"),
        DictationStage.TYPING: _("Typing"),
        DictationStage.OFFERED: _("Not typed"),
    }[shown.stage]


def dictation_caption(shown: DictationChanged, *, is_held: bool) -> str:
    """Return what is said of it in a sentence or two."""
    match shown.stage:
        case DictationStage.RECORDING if not is_held:
            return _("Press the shortcut again to have it typed.")
        case DictationStage.RECORDING:
            return _("Let go of the key to have it typed; Esc cancels.")
        case DictationStage.IDLE | DictationStage.OFFERED:
            return "\n".join(filter(None, (shown.problem, shown.hint)))
        case DictationStage.UNDERSTANDING | DictationStage.TYPING:
            return ""

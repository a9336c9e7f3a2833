"""Words the window puts together from values. Pure, but for the interface's language."""

from assistant.channels.desktop.conversation.model.view_protocols import (
    AssistantActivity,
    HeaderStatus,
)
from assistant.locale import _
from assistant.protocol.conversation_state import VoiceSessionState
from assistant.questions.model.question import Draft, QuestionKind, QuestionSet

CHIP_LIMIT = 12
"""Characters of a header shown whole."""


def elided(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, the last an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def header_of(questions: QuestionSet, index: int = 0) -> str:
    """Return the header of a question, or a stand-in for one that has none."""
    return questions.questions[index].header or questions.title or f"Q{index + 1}"


def status_text(status: HeaderStatus) -> str:
    """Return the state in a word or two."""
    match status.activity:
        case AssistantActivity.IDLE if status.is_waiting:
            return _("Waiting for your choice")
        case AssistantActivity.IDLE:
            return _("Microphone off") if status.is_muted else _("Ready")
        case AssistantActivity.LISTENING:
            return _("Listening")
        case AssistantActivity.THINKING:
            return _("Thinking")
        case AssistantActivity.USING_TOOL:
            return _("Working")
        case AssistantActivity.WAITING:
            return _("Waiting for your choice")
        case AssistantActivity.SPEAKING:
            return _("Speaking")


def session_text(status: HeaderStatus) -> str:
    """Return the voice session in a few words; empty while there is none."""
    match status.session:
        case VoiceSessionState.INACTIVE:
            return ""
        case VoiceSessionState.ACTIVE:
            return _("Voice session")
        case VoiceSessionState.ENDING:
            return _("Voice session ending")


def seconds_text(seconds: float) -> str:
    """Return a duration as shown: `0.6 s`."""
    return _("{seconds} s").format(seconds=f"{max(0.0, seconds):.1f}")


def question_texts(questions: QuestionSet, draft: Draft | None = None) -> str:
    """Return a question set as plain lines: what is shown where nothing better can be."""
    lines = [part for part in (questions.title, questions.description) if part]
    for number, question in enumerate(questions.questions, start=1):
        lines.append(
            f"{number}. {question.text}" if len(questions.questions) > 1 else question.text
        )
        chosen = draft.answers.get(question.id) if draft else None
        for index, option in enumerate(question.options, start=1):
            mark = "●" if chosen and option.id in chosen.option_ids else "○"
            description = f" - {option.description}" if option.description else ""
            lines.append(f"   {mark} {index}. {option.label}{description}")
        if question.kind is QuestionKind.BOOLEAN:
            lines.append(f"   {_('Yes')} / {_('No')}")
    return "\n".join(lines)

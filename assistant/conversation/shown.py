"""How a stored message is shown. Pure."""

from dataclasses import replace

from assistant.conversation.choices import visible_text
from assistant.conversation.events import HistoryMessage
from assistant.conversation.history import Entry
from assistant.llm.messages import ToolResultBlock, ToolUseBlock


def as_shown(entry: Entry) -> HistoryMessage | None:
    """Return a message as the person sees it, or None for one that is not shown."""
    content = entry.message.content
    if any(isinstance(block, ToolResultBlock) for block in content):
        return None
    text = entry.message.text
    shown = HistoryMessage(
        message_id=entry.uuid,
        role=entry.role,
        text=visible_text(text) if entry.role == "assistant" else text,
        tools=tuple(block.name for block in content if isinstance(block, ToolUseBlock)),
        partial=entry.partial,
        answers=entry.answers,
    )
    is_empty = not text.strip() and not shown.tools
    return replace(shown, partial=True) if is_empty else shown

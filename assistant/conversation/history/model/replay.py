"""Converts a stored history to messages that the Messages API accepts. Pure.

A stored history may contain partial replies, tool calls without results and interrupted speech. The
API requires alternating roles that start with the user, each `tool_use` answered in the next
message, and results before text. `replay` meets these rules and keeps all text.
"""

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.embedded_choice import hidden_choice, unreadable_choice
from assistant.llm.messages_api.messages import (
    Block,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.tools.call_batch import NO_RESULT

INTERRUPTED = "[The person interrupted here and heard none of what followed.]"
SAW_CHOICE = "[They saw this choice all the same:]\n"
NOT_ASKED = (
    "[The question in your last message could not be read, so the user was not asked: {fault}. "
    "Write it once more as one valid JSON object in a ```json block, or call the question tool.]"
)
CUT_OFF = "[The reply was cut off here.]"


def replay(
    entries: Sequence[HistoryEntry],
    *,
    current_turn: str | None = None,
    zone: tzinfo | None = None,
) -> tuple[Message, ...]:
    """Turn history into messages to send.

    Args:
        entries: The history, oldest first.
        current_turn: Thinking is replayed unchanged inside this turn and left out elsewhere.
        zone: If given, each user message begins with its local time in this zone, and with
            whether it was spoken.

    Returns:
        Messages that alternate, begin with the user, and leave no tool call unanswered.
    """
    turned: list[tuple[str, list[Block]]] = []
    for entry in entries:
        turned.append((entry.role, _content(entry, current_turn=current_turn, zone=zone)))
        if entry.role == "assistant" and not entry.partial:
            turned.append(("user", _told_of_unreadable(entry.message.text)))
    merged = _merge(turned)
    while merged and not _can_begin(merged[0]):
        merged.pop(0)
    return tuple(_answer_calls(merged))


def _can_begin(message: Message) -> bool:
    return message.role == "user" and not all(
        isinstance(block, ToolResultBlock) for block in message.content
    )


def _content(entry: HistoryEntry, *, current_turn: str | None, zone: tzinfo | None) -> list[Block]:
    if entry.role == "user":
        return _user_content(entry, zone)
    found: list[Block] = []
    for block in entry.message.content:
        match block:
            case ThinkingBlock() | RedactedThinkingBlock():
                if entry.turn_id == current_turn and not entry.partial:
                    found.append(block)
            case TextBlock():
                if block.text.strip():
                    found.append(block)
            case ToolUseBlock():
                if not entry.partial:
                    found.append(block)
            case _:
                found.append(block)
    if entry.heard is not None:
        calls = [block for block in found if isinstance(block, ToolUseBlock)]
        heard = [TextBlock(text=entry.heard)] if entry.heard.strip() else []
        choice = "" if entry.partial else hidden_choice(entry.message.text)
        seen = [TextBlock(text=SAW_CHOICE + choice)] if choice else []
        return [*heard, TextBlock(text=INTERRUPTED), *seen, *calls]
    if entry.partial and found:
        found.append(TextBlock(text=CUT_OFF))
    return found


def _told_of_unreadable(reply: str) -> list[Block]:
    """What the model reads about a choice that could not be asked."""
    unreadable = unreadable_choice(reply)
    return [TextBlock(text=NOT_ASKED.format(fault=unreadable.fault))] if unreadable else []


def _user_content(entry: HistoryEntry, zone: tzinfo | None) -> list[Block]:
    results = [block for block in entry.message.content if isinstance(block, ToolResultBlock)]
    rest = [block for block in entry.message.content if not isinstance(block, ToolResultBlock)]
    if zone is not None and not results and rest:
        rest.insert(0, TextBlock(text=_stamp(entry, zone)))
    return [*results, *rest]


def _stamp(entry: HistoryEntry, zone: tzinfo) -> str:
    """When words came and whether they were spoken; constant, so that the cache holds."""
    manner = ", spoken" if entry.spoken else ""
    return f"<sent>{entry.created_at.astimezone(zone):%Y-%m-%d %H:%M}{manner}</sent>"


def _merge(pairs: Iterable[tuple[str, list[Block]]]) -> list[Message]:
    merged: list[Message] = []
    for role, content in pairs:
        if not content:
            continue
        if merged and merged[-1].role == role:
            content = [*merged.pop().content, *content]
        merged.append(Message.model_validate({"role": role, "content": tuple(content)}))
    return merged


def _answer_calls(messages: Sequence[Message]) -> list[Message]:
    """Give every call its result in the next message; drop results without a call."""
    answered: list[Message] = []
    open_calls: list[str] = []
    for message in messages:
        if message.role == "assistant":
            answered.append(message)
            open_calls = [b.id for b in message.content if isinstance(b, ToolUseBlock)]
            continue
        given = {b.tool_use_id: b for b in message.content if isinstance(b, ToolResultBlock)}
        results = [
            given.get(call, ToolResultBlock(tool_use_id=call, content=NO_RESULT, is_error=True))
            for call in open_calls
        ]
        rest = [b for b in message.content if not isinstance(b, ToolResultBlock)]
        open_calls = []
        if results or rest:
            answered.append(Message(role="user", content=(*results, *rest)))
    if open_calls:
        results = [
            ToolResultBlock(tool_use_id=call, content=NO_RESULT, is_error=True)
            for call in open_calls
        ]
        answered.append(Message(role="user", content=tuple(results)))
    return list(joined(answered))


def joined(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Merge neighbours of one role, so that user and assistant alternate."""
    return tuple(_merge((message.role, list(message.content)) for message in messages))

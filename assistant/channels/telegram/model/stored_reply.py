"""What the history says of a turn whose reply was not shown whole before a crash."""

from collections.abc import Sequence

from assistant.conversation.history.message_history import BETWEEN_SEGMENTS, HistoryEntry
from assistant.conversation.history.model.embedded_choice import visible_text


def has_turn(entries: Sequence[HistoryEntry], turn_id: str) -> bool:
    """Whether the words that begin a turn are stored."""
    return any(entry.turn_id == turn_id for entry in entries)


def is_over(entries: Sequence[HistoryEntry], turn_id: str) -> bool:
    """Whether nothing comes of a turn any more: its reply is whole, or it was stopped or failed."""
    of_turn = [entry for entry in entries if entry.turn_id == turn_id]
    if not of_turn or entries[-1].turn_id != turn_id:
        return True
    last = of_turn[-1]
    is_whole = last.role == "assistant" and not last.partial and last.stop_reason != "tool_use"
    return is_whole or last.ended


def words_of(entries: Sequence[HistoryEntry], turn_id: str) -> str:
    """Return the words of a turn's reply as they were shown."""
    texts = [
        visible_text(entry.message.text)
        for entry in entries
        if entry.turn_id == turn_id and entry.role == "assistant"
    ]
    return BETWEEN_SEGMENTS.join(text for text in texts if text.strip())

"""Splits a history into groups: a user message and everything that follows from it. Pure.

A group is kept or dropped as a whole, so tool calls keep their results, and what is kept begins
with a user message. Groups are built lazily from the newest backwards: a long history costs no more
than the part that is sent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.replay import joined, replay
from assistant.llm.messages_api.documents import with_documents_as_text
from assistant.llm.messages_api.messages import (
    Block,
    DocumentBlock,
    ImageBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)

IMAGE_CHARACTERS: Final = 6_400
"""What a picture counts for, however many bytes it has: the Messages API reduces it to about 1,600
tokens, at four characters each."""
PDF_CHARACTERS: Final = 40_000
"""What a PDF counts for at most, with its text: were it more than half of a request, the question
after the next would be asked without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayOptions:
    """How a history is read for one request."""

    turn_id: str
    """The turn under way, whose thinking is replayed."""
    zone: tzinfo | None = None
    """If given, the user's messages begin with their local time in it."""
    tools: bool = True
    """Whether the model knows tools; if not, it is shown words alone of turns that are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageGroup:
    """Words of the user's and all that followed, as it is sent."""

    first: int
    """Index of its first entry in the history."""
    messages: tuple[Message, ...]
    """Not empty; begins with the user."""
    weight: int
    """Messages it counts as; a call and its result are one (G-26)."""
    size: int
    """Characters it costs."""


def newest_spans(entries: Sequence[HistoryEntry]) -> Iterator[tuple[int, int]]:
    """Yield begin and end index of each group, newest first."""
    end = len(entries)
    while end > 0:
        first, _ = span_of(entries, end - 1)
        yield first, end
        end = first


def span_of(entries: Sequence[HistoryEntry], index: int) -> tuple[int, int]:
    first, end = index, index + 1
    while first > 0 and not begins_group(entries, first):
        first -= 1
    while end < len(entries) and not begins_group(entries, end):
        end += 1
    return first, end


def begins_group(entries: Sequence[HistoryEntry], index: int) -> bool:
    """Whether an entry is the user's words, with no call open before it."""
    if not is_user_message(entries[index]):
        return False
    before = entries[index - 1] if index else None
    return before is None or before.partial or not _calls(before)


def is_user_message(entry: HistoryEntry) -> bool:
    """Whether an entry is the user's words rather than tool results."""
    if entry.role != "user" or not entry.message.content:
        return False
    return not any(isinstance(block, ToolResultBlock) for block in entry.message.content)


def size_of(message: Message) -> int:
    """Characters of the message's JSON; every picture counts the same, a PDF by its pages."""
    if not any(isinstance(block, ImageBlock | DocumentBlock) for block in message.content):
        return len(message.model_dump_json())
    light = message.model_copy(update={"content": tuple(map(_without_data, message.content))})
    return len(light.model_dump_json()) + sum(map(_size_of_data, message.content))


def _without_data(block: Block) -> Block:
    match block:
        case ImageBlock():
            return block.model_copy(update={"source": {**block.source, "data": ""}})
        case DocumentBlock():
            return block.model_copy(update={"data": ""})
        case _:
            return block


def _size_of_data(block: Block) -> int:
    match block:
        case ImageBlock():
            return IMAGE_CHARACTERS
        case DocumentBlock() if block.data:
            return max(0, min(block.pages * IMAGE_CHARACTERS, PDF_CHARACTERS) - len(block.text))
        case _:
            return 0


def read_group(
    entries: Sequence[HistoryEntry], first: int, end: int, reading: ReplayOptions
) -> MessageGroup | None:
    """None if nothing of the group is sent."""
    messages = replay(entries[first:end], current_turn=reading.turn_id, zone=reading.zone)
    is_under_way = any(entry.turn_id == reading.turn_id for entry in entries[first:end])
    if not reading.tools and not is_under_way:  # rules may use tools where the model cannot
        messages = _words_alone(messages)
    if not messages:
        return None
    return MessageGroup(
        first=first,
        messages=messages,
        weight=sum(1 for message in messages if not _is_only_results(message)),
        size=sum(map(size_of, messages)),
    )


def _words_alone(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Keep the text alone, for a model without tools; joins neighbours of one role."""
    words = (
        message.model_copy(
            update={"content": tuple(b for b in message.content if isinstance(b, TextBlock))}
        )
        for message in map(with_documents_as_text, messages)
    )
    return joined(words)


def _is_only_results(message: Message) -> bool:
    blocks = message.content  # pictures beside results are part of them
    return any(isinstance(block, ToolResultBlock) for block in blocks) and all(
        isinstance(block, ToolResultBlock | ImageBlock) for block in blocks
    )


def _calls(entry: HistoryEntry) -> bool:
    return any(isinstance(block, ToolUseBlock) for block in entry.message.content)

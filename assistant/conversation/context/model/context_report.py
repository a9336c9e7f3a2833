"""Describes the context that was sent to the model, for the user to read. Pure."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from assistant.conversation.context.model.layers import size_of_tools
from assistant.conversation.context.model.request_layout import ComposedRequest
from assistant.conversation.history.message_history import HistoryEntry
from assistant.llm.messages_api.documents import document_text
from assistant.llm.messages_api.messages import (
    Block,
    DocumentBlock,
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import Profile, ToolSpec
from assistant.llm.messages_api.request_body import keeps_prompts
from assistant.locale import _
from assistant.protocol.sent_context import ContextSent, Layer, SentPart


@dataclass(frozen=True, slots=True, kw_only=True)
class OmittedMessages:
    """How much of a history is before the window; counted on from one request to the next."""

    messages: int = 0
    characters: int = 0
    last: str | None = None
    """Id of the last message that was counted."""

    def upto(self, entries: Sequence[HistoryEntry], begins: int) -> "OmittedMessages":
        """The count for a window that begins with the entry at index `begins`."""
        counted = self.messages
        goes_on = counted == 0 or (counted <= begins and entries[counted - 1].uuid == self.last)
        since, characters = (counted, self.characters) if goes_on else (0, 0)
        characters += sum(_characters(entry.message) for entry in entries[since:begins])
        last = entries[begins - 1].uuid if begins else None
        return OmittedMessages(messages=begins, characters=characters, last=last)


def context_report(
    composed: ComposedRequest,
    *,
    turn_id: str,
    profile: Profile,
    left_out: OmittedMessages,
    is_reduced: bool,
) -> ContextSent:
    """Report what was sent, layer by layer, in order.

    Args:
        composed: The request and how it came about.
        left_out: What is before its window.
        is_reduced: Whether the service refused the first request as too long.
    """
    is_kept = keeps_prompts(profile)
    system = composed.system
    last = list(system)[-1] if system else None
    parts = [
        SentPart(
            layer=layer,
            text=text,
            characters=len(text),
            full_characters=max(len(text), len(composed.full[layer])),
            compressed=layer in composed.compressed,
            is_cached=is_kept and layer is last,
        )
        for layer, text in system.items()
    ]
    if composed.summary:
        size = len(composed.summary)
        parts.append(
            SentPart(
                layer=Layer.SUMMARY,
                text=composed.summary,
                characters=size,
                full_characters=size,
            )
        )
    window = composed.window
    waiting = [group for group in window.groups if group.first < window.begins]
    missing = max(0, left_out.characters - sum(group.size for group in waiting))
    parts.append(
        SentPart(
            layer=Layer.MESSAGES,
            text=readable(window.messages),
            characters=window.size,
            full_characters=window.size + missing,
            is_cached=is_kept,
        )
    )
    if composed.request.tools:
        parts.append(_tools(composed.request.tools))
    return ContextSent(
        turn_id=turn_id,
        parts=tuple(parts),
        limit=composed.limit,
        messages=len(composed.request.messages),
        left_out=max(0, left_out.messages - sum(len(group.messages) for group in waiting)),
        reduced=is_reduced,
    )


def readable(messages: Sequence[Message]) -> str:
    return "\n\n".join(
        f"{_('You') if message.role == 'user' else _('Assistant')}:\n" + "\n".join(_lines(message))
        for message in messages
    )


def _lines(message: Message) -> Iterator[str]:
    for block in message.content:
        line = _line(block)
        if line:
            yield line


def _line(block: Block) -> str:
    match block:
        case TextBlock():
            return block.text
        case ToolUseBlock():
            return f"→ {block.name} {json.dumps(block.input, ensure_ascii=False)}"
        case ToolResultBlock():
            return f"← {block.content}"
        case ImageBlock():
            return _("[a picture]")
        case DocumentBlock():
            return document_text(block)
        case ThinkingBlock():
            return f"({block.thinking})" if block.thinking else ""
        case RedactedThinkingBlock():
            return ""
        case _:
            assert_never(block)


def _tools(tools: Sequence[ToolSpec]) -> SentPart:
    size = size_of_tools(tools)
    return SentPart(
        layer=Layer.TOOLS,
        text="\n\n".join(f"{tool.name}\n{tool.description}".strip() for tool in tools),
        characters=size,
        full_characters=size,
    )


def _characters(message: Message) -> int:
    total = 0
    for block in message.content:
        match block:
            case TextBlock():
                total += len(block.text)
            case ToolResultBlock():
                total += len(block.content)
            case ToolUseBlock():
                total += len(block.name) + len(str(block.input))
            case _:
                pass  # what is not words is not sent again either
    return total

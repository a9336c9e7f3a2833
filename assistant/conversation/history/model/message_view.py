"""Converts stored messages to displayed ones. Pure.

A stored message keeps what the model wrote. A displayed message has what the user sees, in order,
with each tool call next to its result from a later message. A reopened conversation looks as it did
live.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any, Final

from assistant.call_ending import CallEnding, ending_of
from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.embedded_choice import unreadable_choice, visible_text
from assistant.llm.messages_api.messages import (
    Block,
    DocumentBlock,
    ImageBlock,
    Message,
    RedactedThinkingBlock,
    Role,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import CUT_SHORT
from assistant.protocol.messages import (
    DocumentPart,
    HistoryMessage,
    ImagePart,
    MessagePart,
    TextPart,
    ThinkingPart,
    ToolPart,
    UnreadableChoicePart,
)
from assistant.tools.call_batch import NO_RESULT

_COMPLETE: Final = CUT_SHORT | {"end_turn", "stop_sequence", "pause_turn"}
"""Reasons with which a model ends its turn; after `tool_use` it goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    """What came of one call."""

    block: ToolResultBlock
    images: tuple[ImagePart, ...]
    message_id: str
    ending: CallEnding | None


def to_message_views(
    entries: Sequence[HistoryEntry], *, siblings: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[HistoryMessage, ...]:
    """Return the messages of a branch as the user sees them.

    Args:
        entries: The branch, oldest first.
        siblings: The messages that stand at the same place on other branches, by the id of the
            one on this branch.
    """
    results = _results(entries)
    at_one_place = siblings or {}
    shown: list[HistoryMessage] = []
    rounds = 0
    began: dict[str, HistoryEntry] = {}
    worded: set[str] = set()  # turns that have said something
    for index, entry in enumerate(entries):
        role, content = entry.message.role, entry.message.content
        if any(isinstance(block, ToolResultBlock) for block in content):
            continue
        is_own = role == "user" and entry.answers is None
        if role == "user":
            began.setdefault(entry.turn_id, entry)
        rounds += is_own
        text, parts = _parts(role, content, results)
        if role == "assistant" and entry.message.text.strip():
            worded.add(entry.turn_id)
        is_last = index + 1 == len(entries) or entries[index + 1].turn_id != entry.turn_id
        ends_turn = (
            role == "assistant" and is_last and not entry.partial and entry.stop_reason in _COMPLETE
        )
        shown.append(
            HistoryMessage(
                message_id=entry.uuid,
                role=role,
                text=text,
                parts=parts,
                partial=entry.partial or (entry.turn_id not in worded and _is_empty(entry, parts)),
                model=entry.model,
                stop_reason=entry.stop_reason,
                said_at=entry.created_at,
                took_s=_took_s(began.get(entry.turn_id), entry) if ends_turn else None,
                ended_at=entry.finished_at if ends_turn else None,
                ends_turn=ends_turn,
                spoken=entry.spoken,
                round=rounds if is_own else None,
                answers=entry.answers,
                siblings=at_one_place.get(entry.uuid, ()),
            )
        )
    return tuple(shown)


def _is_empty(entry: HistoryEntry, parts: Sequence[MessagePart]) -> bool:
    """Whether a reply is reasoning alone, without a reason for its end.

    An older Parley stored such replies.
    """
    if entry.role == "user" or entry.stop_reason in CUT_SHORT:
        return False
    return all(isinstance(part, ThinkingPart) for part in parts)


def _took_s(began: HistoryEntry | None, last: HistoryEntry) -> float | None:
    if began is None or last.finished_at is None:
        return None
    return max(0.0, (last.finished_at - began.created_at).total_seconds())


def _results(entries: Sequence[HistoryEntry]) -> dict[str, _Result]:
    """By call id."""
    found: dict[str, _Result] = {}
    for entry in entries:
        last: str | None = None
        for block in entry.message.content:
            if isinstance(block, ToolResultBlock):
                last = block.tool_use_id
                found[last] = _Result(
                    block=block,
                    images=(),
                    message_id=entry.uuid,
                    ending=_ending(block, entry.results.get(last, {})),
                )
            elif isinstance(block, ImageBlock) and last is not None:
                # A picture after a result is part of it.
                before = found[last]
                found[last] = replace(before, images=(*before.images, *image_parts(block)))
    return found


def _ending(block: ToolResultBlock, data: Mapping[str, Any]) -> CallEnding | None:
    """Why a call came to nothing; after a crash its data do not say so."""
    return CallEnding.CANCELLED if block.content == NO_RESULT else ending_of(data)


def _parts(
    role: Role, content: Sequence[Block], results: Mapping[str, _Result]
) -> tuple[str, tuple[MessagePart, ...]]:
    """Text of a message, and all its parts."""
    if len(content) == 1 and isinstance(content[0], TextBlock):  # nearly all there are
        words = content[0].text
        return (words, _text_part(words)) if role == "user" else _reply_words(words)
    texts: list[str] = []
    parts: list[MessagePart] = []
    for is_text, group in groupby(content, lambda b: isinstance(b, TextBlock)):
        if is_text:
            words = "".join(block.text for block in group if isinstance(block, TextBlock))
            words, found = (words, _text_part(words)) if role == "user" else _reply_words(words)
            texts.append(words)
            parts += found
        else:
            for block in group:
                parts += _part(block, results)
    return "".join(texts), tuple(parts)


def _text_part(words: str) -> tuple[MessagePart, ...]:
    return (TextPart(text=words),) if words.strip() else ()


def _reply_words(words: str) -> tuple[str, tuple[MessagePart, ...]]:
    """Visible text of a reply, and a malformed choice as a folded part."""
    shown = visible_text(words)
    unreadable = unreadable_choice(words)
    folded = (UnreadableChoicePart(text=unreadable.text),) if unreadable else ()
    return shown, (*_text_part(shown), *folded)


def _part(block: Block, results: Mapping[str, _Result]) -> Iterator[MessagePart]:
    match block:
        case ThinkingBlock():
            if block.thinking.strip():
                yield ThinkingPart(text=block.thinking)
        case ToolUseBlock():
            result = results.get(block.id)
            yield ToolPart(
                tool_use_id=block.id,
                name=block.name,
                arguments=json.dumps(block.input, ensure_ascii=False),
                result=None if result is None else result.block.content,
                is_error=result is not None and result.block.is_error,
                ending=None if result is None else result.ending,
                images=() if result is None else result.images,
                result_id="" if result is None else result.message_id,
            )
        case ImageBlock():
            yield from image_parts(block)
        case DocumentBlock():
            yield document_part(block)
        case TextBlock() | ToolResultBlock() | RedactedThinkingBlock():
            pass  # words are joined before; results stand at their calls; the rest is not for people


def image_parts(block: ImageBlock) -> Iterator[ImagePart]:
    """Empty for a picture that would have to be fetched."""
    source = block.source
    if source.get("type") == "base64" and source.get("data"):
        yield ImagePart(
            media_type=source.get("media_type", ""), data=source["data"], name=block.name
        )


def document_part(block: DocumentBlock) -> DocumentPart:
    return DocumentPart(
        name=block.name,
        media_type=block.media_type,
        text=block.text,
        data=block.data,
        pages=block.pages,
        characters=block.characters,
    )


def attachment_block(attachment: ImagePart | DocumentPart) -> ImageBlock | DocumentBlock:
    """Return a file of the user's as it is stored."""
    match attachment:
        case ImagePart():
            source = {
                "type": "base64",
                "media_type": attachment.media_type,
                "data": attachment.data,
            }
            return ImageBlock(source=source, name=attachment.name)
        case DocumentPart():
            return DocumentBlock.model_validate(asdict(attachment))


def attachments_of(message: Message) -> tuple[ImagePart | DocumentPart, ...]:
    """Return the files of a message of the user's."""
    found: list[ImagePart | DocumentPart] = []
    for block in message.content:
        match block:
            case ImageBlock():
                found += image_parts(block)
            case DocumentBlock():
                found.append(document_part(block))
            case _:
                pass
    return tuple(found)

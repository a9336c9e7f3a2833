"""Exports a stored conversation as JSON Lines, one record per message. Pure.

Each line is `{type, message: {role, content}, uuid, parentUuid}`, in stored order, so that a
message follows its parent. A message with tool results also has `toolUseResult`. Parley's own data
is under `parley`; the first record of a conversation also holds the data of the whole conversation
there.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from pydantic import TypeAdapter

from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.model.records import (
    ConversationRecord,
    MessageRecord,
    QuestionRecord,
    ToolCallRecord,
)

EXPORT_VERSION: Final = 1
"""Of what stands under `parley`; higher numbers are refused."""
OWN: Final = "parley"
"""The key of what only Parley knows."""

conversations = TypeAdapter(ConversationRecord)
questions = TypeAdapter(QuestionRecord)
tool_calls = TypeAdapter(ToolCallRecord)


def export_lines(whole: WholeConversation) -> Iterator[str]:
    """Without line breaks."""
    first: dict[str, Any] = {
        "version": EXPORT_VERSION,
        "about": conversations.dump_python(whole.conversation, mode="json"),
    }
    if whole.questions:
        first["questions"] = [questions.dump_python(q, mode="json") for q in whole.questions]
    if whole.tool_calls:
        first["tool_calls"] = [tool_calls.dump_python(c, mode="json") for c in whole.tool_calls]
    if whole.leaf is not None:
        first["leaf"] = whole.leaf
    for message in whole.messages:
        yield json.dumps(_record(message, first), ensure_ascii=False)
        first = {}


def _record(message: MessageRecord, first: Mapping[str, Any]) -> dict[str, Any]:
    content = _content(message.content)
    value = _json(message.meta)
    meta = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    record: dict[str, Any] = {
        "type": message.role,
        "message": {"role": message.role, "content": content},
        "uuid": message.uuid,
        "parentUuid": message.parent_uuid,
    }
    result = _tool_use_result(content, meta)
    if result is not None:
        record["toolUseResult"] = result
    own: dict[str, Any] = {
        "conversation": message.conversation_id,
        "turn": message.turn_id,
        "at": message.created_at.isoformat(),
    }
    if message.status == "partial":
        own["partial"] = True
    if meta:
        own["meta"] = meta
    record[OWN] = {**own, **first}
    return record


def _tool_use_result(content: list[Any], meta: Mapping[str, Any]) -> Any:
    """Structured tool results: of one call as is, of several by id."""
    results: Mapping[str, Any] = meta.get("results") or {}
    found: dict[str, Any] = {}
    for block in content:
        if not isinstance(block, dict):
            continue
        block = cast("dict[str, Any]", block)
        if block.get("type") != "tool_result":
            continue
        name = str(block.get("tool_use_id"))
        data = cast("dict[str, Any]", results.get(name) or {})
        plain = {"content": block.get("content"), "isError": bool(block.get("is_error"))}
        found[name] = data.get("toolUseResult", data) or plain
    if not found:
        return None
    return next(iter(found.values())) if len(found) == 1 else found


def _content(text: str) -> list[Any]:
    """Blocks of a message; malformed content becomes text."""
    value = _json(text)
    if isinstance(value, list):
        return cast("list[Any]", value)
    return [{"type": "text", "text": text}]


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None

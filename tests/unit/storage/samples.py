"""Records to store in tests."""

from datetime import UTC, datetime, timedelta
from typing import Literal

from assistant.storage.model.records import (
    ConversationRecord,
    MessageRecord,
    QuestionRecord,
    ToolCallRecord,
)

START = datetime(2026, 2, 19, 10, 0, 0, 123_000, tzinfo=UTC)


def conversation(
    conversation_id: str = "c1", *, title: str = "", at: datetime = START
) -> ConversationRecord:
    return ConversationRecord(
        conversation_id=conversation_id,
        title=title,
        workspace="default",
        agent="default",
        profile="anthropic",
        model="some-model",
        created_at=at,
        updated_at=at,
    )


def message(
    uuid: str,
    parent_uuid: str | None = None,
    *,
    conversation_id: str = "c1",
    turn_id: str = "t1",
    role: Literal["user", "assistant"] = "user",
    content: str = '[{"type":"text","text":"hello"}]',
    partial: bool = False,
    meta: str = "{}",
    at: datetime = START,
) -> MessageRecord:
    return MessageRecord(
        uuid=uuid,
        parent_uuid=parent_uuid,
        conversation_id=conversation_id,
        turn_id=turn_id,
        role=role,
        content=content,
        status="partial" if partial else "complete",
        created_at=at,
        meta=meta,
    )


def question(
    questions_id: str = "q1",
    *,
    conversation_id: str = "c1",
    asked_at: datetime = START,
    deadline: datetime | None = None,
) -> QuestionRecord:
    return QuestionRecord(
        questions_id=questions_id,
        conversation_id=conversation_id,
        tool_use_id="toolu_1",
        questions_json='{"id":"q1"}',
        origin_json='{"channel":"desktop"}',
        draft_json='{"answers":{}}',
        status="pending",
        response_json=None,
        asked_at=asked_at,
        deadline=deadline,
        settled_at=None,
        channel=None,
    )


def tool_call(tool_use_id: str = "toolu_1", *, conversation_id: str = "c1") -> ToolCallRecord:
    return ToolCallRecord(
        tool_use_id=tool_use_id,
        conversation_id=conversation_id,
        turn_id="t1",
        name="current_time",
        permission="safe",
        arguments='{"place":"Seoul"}',
        outcome="ok",
        started_at=START + timedelta(seconds=1),
        seconds=0.25,
    )

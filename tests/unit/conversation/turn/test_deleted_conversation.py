"""Another device deletes a conversation while its turn is under way here: that is no fault."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from assistant.engine.sync.conversation_updates import ConversationUpdates
from assistant.home import Home
from assistant.protocol.conversation import Say
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnFailed
from assistant.sync.model.records import RecordKey, RecordKind, ServerRecord
from assistant.sync.repository import SyncRepository
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, uses_tool
from tests.helpers.questions.builders import QUESTION


async def delete_elsewhere(running: RunningCore) -> ConversationUpdates:
    """Have the deletion of the current conversation arrive; return who makes it live."""
    core = running.core
    records = SyncRepository(database=core.store.database)
    await records.enable("server")
    key = RecordKey(RecordKind.CONVERSATION, core.conversations.current.conversation_id)
    deleted = ServerRecord(
        key=key, body=None, version=9, change=1, device_id="tower", written_at=datetime.now(UTC)
    )
    applied = await records.apply([deleted], cursor=1)
    assert set(applied.deleted_conversations) == {key.key}
    return ConversationUpdates(
        store=core.store,
        conversations=core.conversations,
        answers=core.answers,
        library=core.library,
        desk=core.desk,
        spawn=core.spawn,
        emit=core.emit,
    )


@asynccontextmanager
async def checked(
    home: Home, caplog: pytest.LogCaptureFixture, *reply: Step
) -> AsyncGenerator[RunningCore]:
    """Open a core whose turn is deleted elsewhere, and check what is told and stored of it."""
    async with opened(home, ScriptedModel([list(reply)])) as running:
        conversation_id = running.core.conversations.current.conversation_id
        yield running
        assert [(end.cancelled, end.reason) for end in running.of(TurnFailed)] == [(True, "")]
        told = {notice.code for notice in running.of(Notice)} - {"question_waiting"}
        assert told == {"deleted_elsewhere"}
        assert running.core.conversations.current.conversation_id != conversation_id
        store = running.core.store
        assert await store.messages.chain(conversation_id) == ()
        assert await store.conversations.get(conversation_id) is None
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_while_a_tool_runs(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    calls = uses_tool("ask_user_question", QUESTION)
    async with checked(home, caplog, *calls) as running:
        conversation_id = running.core.conversations.current.conversation_id
        await running.do(Say(text="Help me"))
        await running.until_asked()
        updates = await delete_elsewhere(running)
        await updates.take([], [conversation_id])
        await running.settle()


async def test_before_it_is_known_that_a_tool_has_ended(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    calls = uses_tool("ask_user_question", QUESTION)
    async with checked(home, caplog, *calls) as running:
        conversation_id = running.core.conversations.current.conversation_id
        await running.do(Say(text="Help me"))
        asked = await running.until_asked()
        updates = await delete_elsewhere(running)
        await running.core.desk.cancel(questions_id=asked.questions.id)
        await running.until(TurnFailed)
        await updates.take([], [conversation_id])


@pytest.mark.parametrize("is_closed_first", [True, False])
async def test_while_a_reply_streams(
    home: Home, caplog: pytest.LogCaptureFixture, *, is_closed_first: bool
) -> None:
    gate = asyncio.Event()
    words = says("One. Two.")
    async with checked(home, caplog, *words[:-1], Wait(gate=gate), words[-1]) as running:
        conversation_id = running.core.conversations.current.conversation_id
        await running.do(Say(text="Count"))
        await running.settle()
        updates = await delete_elsewhere(running)
        if is_closed_first:
            await updates.take([], [conversation_id])
        gate.set()
        await running.until(TurnFailed)
        if not is_closed_first:
            await updates.take([], [conversation_id])

"""Opening a long conversation: what grows with it is done beside the engine's loop."""

import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from assistant.conversation.history import message_history, message_view_cache
from assistant.conversation.history.message_history import History
from assistant.conversation.history.message_view_cache import MessageViewCache
from assistant.conversation.history.model import question_reconciliation
from assistant.conversation.history.model.question_reconciliation import QuestionReconciliation
from assistant.llm.messages_api.messages import TextBlock
from assistant.storage import messages
from assistant.storage.model.records import MessageRecord
from assistant.storage.store import open_store
from tests.helpers.clock import ManualClock
from tests.unit.conversation.conftest import entry
from tests.unit.storage.samples import START, conversation, message


def noted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[str]:
    """Return the names of the threads on which a function of a module is called."""
    threads: list[str] = []
    function: Callable[..., Any] = getattr(module, name)

    def call(*arguments: Any, **named: Any) -> Any:
        threads.append(threading.current_thread().name)
        return function(*arguments, **named)

    monkeypatch.setattr(module, name, call)
    return threads


def records(count: int) -> Sequence[MessageRecord]:
    return [
        message(
            f"m{n}",
            f"m{n - 1}" if n else None,
            conversation_id="c",
            turn_id=f"t{n // 2}",
            role="assistant" if n % 2 else "user",
            at=START + timedelta(minutes=n),
        )
        for n in range(count)
    ]


async def test_reading_and_laying_out_leave_the_loop_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = (await open_store(tmp_path / "parley.db", now=START)).store
    try:
        await store.conversations.create(conversation("c"))
        for record in records(6):
            await store.messages.append(record)
        followed = noted(monkeypatch, messages, "branch_to")
        read = noted(monkeypatch, message_history, "to_history_entry")
        shown = noted(monkeypatch, message_view_cache, "to_message_views")
        past = History(conversation_id="c", store=store.messages, clock=ManualClock())
        await past.load()
        out = MessageViewCache(history=past)
        await out.prepare()
        assert [message.message_id for message in out.take()] == [f"m{n}" for n in range(6)]
    finally:
        await store.aclose()
    here = threading.current_thread().name
    assert (len(followed), len(read), len(shown)) == (1, 6, 1)
    assert here not in {*followed, *read, *shown}


def test_what_was_asked_is_counted_from_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the conversation is, only what followed the last words of the user's is read."""
    entries = tuple(
        entry("assistant" if n % 2 else "user", TextBlock(text="words"), uuid=f"m{n}")
        for n in range(1000)
    )
    looked_at: list[object] = []

    class Counted:
        """A stand-in for the class that is looked for in each message."""

    def is_result(block: object, kind: type) -> bool:
        looked_at.append(block)
        return isinstance(block, kind)

    monkeypatch.setattr(question_reconciliation, "ToolResultBlock", Counted)
    monkeypatch.setattr(question_reconciliation, "isinstance", is_result, raising=False)
    assert QuestionReconciliation(questions=(), entries=entries, style="list").rounds_used() == 0
    assert len(looked_at) == 2

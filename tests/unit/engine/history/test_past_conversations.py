"""Past conversations as tools see them, out of a real store."""

import json
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest

from assistant.engine.history.past_conversations import StoredConversations, latest_user_messages
from assistant.engine.history.search_indexer import SearchIndexer
from assistant.storage.model.records import MessageRecord
from assistant.storage.store import Store
from assistant.tools.history.past_conversations import PastConversation
from tests.helpers.clock import ManualClock
from tests.unit.storage import samples

AT = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
async def store(store: Store) -> Store:
    await store.conversations.create(samples.conversation(title="The flat", at=AT))
    return store


async def say(
    store: Store,
    uuid: str,
    parent: str | None,
    role: Literal["user", "assistant"],
    text: str,
    *,
    minutes: int = 0,
) -> None:
    await store.messages.append(
        samples.message(
            uuid,
            parent,
            turn_id=f"t-{parent}",
            role=role,
            content=json.dumps([{"type": "text", "text": text}]),
            at=AT + timedelta(minutes=minutes),
            meta=json.dumps({"stop_reason": "end_turn"}) if role == "assistant" else "{}",
        )
    )


async def conversation(store: Store) -> None:
    """Two rounds, the second of them on two branches."""
    await say(store, "p1", None, "user", "shall we take the flat")
    await say(store, "a1", "p1", "assistant", "it is expensive", minutes=1)
    await say(store, "p2", "a1", "user", "we leave it", minutes=2)
    await say(store, "a2", "p2", "assistant", "fine", minutes=3)
    await say(store, "p3", "a1", "user", "we take it", minutes=4)
    await say(store, "a3", "p3", "assistant", "congratulations", minutes=5)


def told(held: PastConversation | None) -> list[tuple[int, list[str]]]:
    assert held is not None
    return [(one.number, [line.text for line in one.lines]) for one in held.rounds]


async def test_a_conversation_is_read_in_rounds(store: Store) -> None:
    await conversation(store)
    past = StoredConversations(store=store, clock=ManualClock(AT))

    held = await past.read("c1")

    assert told(held) == [
        (1, ["shall we take the flat", "it is expensive"]),
        (2, ["we take it", "congratulations"]),
    ]
    assert held is not None
    assert held.title == "The flat"
    assert held.rounds[0].lines[0].said_at == AT
    assert [line.is_person for line in held.rounds[0].lines] == [True, False]


async def test_a_message_that_was_left_is_read_on_its_own_branch(store: Store) -> None:
    await conversation(store)
    past = StoredConversations(store=store, clock=ManualClock(AT))

    assert told(await past.read("c1", message_id="p2"))[1] == (2, ["we leave it", "fine"])
    assert told(await past.read("c1", message_id="a3"))[1] == (2, ["we take it", "congratulations"])
    # Reading chooses no branch.
    assert [record.uuid for record in await store.messages.chain("c1")] == ["p1", "a1", "p3", "a3"]
    assert await past.read("c1", message_id="zzz") is None
    assert await past.read("zzz") is None


async def test_what_was_said_is_found_on_every_branch_and_in_some_days(store: Store) -> None:
    await conversation(store)
    await SearchIndexer(store=store).begin()
    past = StoredConversations(store=store, clock=ManualClock(AT))

    found = await past.search("leave it", since=None, until=None, limit=5)
    none = await past.search("leave it", since=AT + timedelta(days=1), until=None, limit=5)
    held = await past.held(since=AT, until=AT + timedelta(days=1), limit=5)

    (said,) = found.said
    assert (said.message_id, said.title, said.is_person) == ("p2", "The flat", True)
    assert none.said == ()
    assert [(one.conversation_id, one.n_messages, one.began_at) for one in held] == [("c1", 6, AT)]


async def test_what_was_said_latest_is_at_hand_whatever_it_was_said_in(store: Store) -> None:
    def said(uuid: str, content: object, **meta: str) -> MessageRecord:
        return samples.message(
            uuid,
            turn_id=uuid,
            role="assistant" if uuid == "reply" else "user",
            content=content if isinstance(content, str) else json.dumps(content),
            at=AT,
            meta=json.dumps(meta),
        )

    result = {"type": "tool_result", "tool_use_id": "t", "content": "42", "is_error": False}
    for record in (
        said("first", [{"type": "text", "text": "First."}]),
        said("reply", [{"type": "text", "text": "A reply."}]),
        said("result", [result]),
        said("answer", [{"type": "text", "text": "An answer."}], answers="q1"),
        said("long", [{"type": "text", "text": "long " * 1000}]),
        said("broken", "{"),
        said("second", [{"type": "text", "text": "Second."}]),
    ):
        await store.messages.append(record)

    assert await latest_user_messages(store) == ("First.", "Second.")

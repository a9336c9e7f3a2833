import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.storage.store import Store
from tests.unit.storage.samples import START, conversation, message, question, tool_call

MINUTE = timedelta(minutes=1)


async def test_a_conversation_comes_back_as_it_was_stored(store: Store) -> None:
    record = conversation("c2", title="여행 계획 ✈")

    await store.conversations.create(record)

    assert await store.conversations.get("c2") == record


async def test_an_unknown_conversation_is_none(store: Store) -> None:
    assert await store.conversations.get("nothing") is None


async def test_an_id_is_given_once(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await store.conversations.create(conversation("c1", title="another"))


async def test_the_conversation_used_last_comes_first(store: Store) -> None:
    await store.conversations.create(conversation("c2", at=START + 2 * MINUTE))
    await store.conversations.create(conversation("c3", at=START + MINUTE))
    await store.conversations.touch("c1", START + 3 * MINUTE)

    found = await store.conversations.recent()

    assert [record.conversation_id for record in found] == ["c1", "c2", "c3"]
    assert await store.conversations.latest() == found[0]
    assert await store.conversations.recent(limit=2) == found[:2]


async def test_of_two_at_the_same_moment_the_later_one_is_newer(store: Store) -> None:
    await store.conversations.create(conversation("c2"))

    latest = await store.conversations.latest()

    assert latest is not None
    assert latest.conversation_id == "c2"


async def test_without_conversations_there_is_no_latest(store: Store) -> None:
    await store.conversations.delete("c1")

    assert await store.conversations.latest() is None
    assert await store.conversations.recent() == ()


async def test_a_conversation_gets_another_title(store: Store) -> None:
    await store.conversations.rename("c1", "Groceries")

    record = await store.conversations.get("c1")
    assert record is not None
    assert record.title == "Groceries"


async def test_deleting_takes_all_that_belongs_to_a_conversation(store: Store) -> None:
    await store.conversations.create(conversation("c2"))
    for conversation_id in ("c1", "c2"):
        await store.messages.append(
            message(f"m-{conversation_id}", conversation_id=conversation_id)
        )
        await store.questions.add(question(f"q-{conversation_id}", conversation_id=conversation_id))
        await store.tool_calls.add(tool_call(conversation_id=conversation_id))

    await store.conversations.delete("c1")

    assert await store.conversations.get("c1") is None
    assert await store.messages.chain("c1") == ()
    assert await store.questions.history("c1") == ()
    assert await store.tool_calls.history("c1") == ()
    assert len(await store.messages.chain("c2")) == 1
    assert len(await store.questions.history("c2")) == 1
    assert len(await store.tool_calls.history("c2")) == 1


async def test_deleted_words_are_gone_from_the_files(store: Store, path: Path) -> None:
    secret = "the cake is in the attic"
    await store.messages.append(message("m1", content=f'["{secret}"]'))
    assert any(secret.encode() in file.read_bytes() for file in path.parent.iterdir())

    await store.conversations.delete("c1")

    assert not any(secret.encode() in file.read_bytes() for file in path.parent.iterdir())

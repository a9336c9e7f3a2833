import sqlite3
from dataclasses import replace
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

    found = await store.conversations.recent()

    assert [record.conversation_id for record in found] == ["c2", "c3", "c1"]
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


async def test_only_conversations_in_which_something_was_said_are_used(store: Store) -> None:
    await store.conversations.create(conversation("c2", at=START + timedelta(days=1)))
    assert await store.conversations.used() == ()
    for n, name in enumerate(("c1", "c2")):
        await store.messages.append(message(f"m{n}", conversation_id=name))
    await store.messages.append(message("m3", at=START + timedelta(days=2)))

    assert [r.conversation_id for r in await store.conversations.used()] == ["c1", "c2"]
    (one,) = await store.conversations.used("c2")
    assert one.conversation_id == "c2"
    assert await store.conversations.used("gone") == ()


async def test_the_list_is_read_in_the_order_of_use_without_sorting(store: Store) -> None:
    def plan(connection: sqlite3.Connection) -> str:
        rows = connection.execute(
            "EXPLAIN QUERY PLAN SELECT * FROM conversations"
            " ORDER BY updated_at DESC, created_at DESC, conversation_id DESC LIMIT 1"
        )
        return " ".join(row[3] for row in rows)

    assert "conversations_by_use" in await store.database.read(plan)


async def test_first_words_are_those_of_the_person_in_conversations_without_a_title(
    store: Store,
) -> None:
    await store.messages.append(replace(message("m0"), role="assistant"))
    await store.messages.append(message("m1", "m0", content="first"))
    await store.messages.append(message("m2", "m1", content="second"))
    await store.conversations.create(conversation("c2", title="Named"))
    await store.messages.append(message("m3", conversation_id="c2"))
    await store.conversations.create(conversation("c3"))

    (one,) = await store.conversations.first_words()

    assert (one.conversation_id, one.content) == ("c1", "first")
    assert await store.conversations.first_words(after=one.sequence) == ()


async def test_a_title_is_given_only_where_there_is_none(store: Store) -> None:
    await store.conversations.create(conversation("c2", title="Named"))

    await store.conversations.entitle({"c1": "One \ud83d", "c2": "Two", "gone": "Three"})

    titles = {r.conversation_id: r.title for r in await store.conversations.recent()}
    assert titles == {"c1": "One \N{REPLACEMENT CHARACTER}", "c2": "Named"}


async def test_what_the_state_keeps_of_a_conversation_is_deleted_with_it(store: Store) -> None:
    for key in ("summary:c1", "model:c1", "summary:xc1", "c1", "c1:more", "search.version"):
        await store.state.put(key, "x")

    await store.conversations.delete("c1")

    kept = [
        key
        for key in ("summary:c1", "model:c1", "summary:xc1", "c1", "c1:more", "search.version")
        if await store.state.get(key) is not None
    ]
    assert kept == ["summary:xc1", "c1", "c1:more", "search.version"]


async def test_everything_is_deleted_but_one(store: Store) -> None:
    await store.conversations.create(conversation("c2"))
    await store.messages.append(message("m1"))
    await store.questions.add(question("q1"))
    await store.questions.add(question("q2", conversation_id="of no conversation"))
    await store.tool_calls.add(tool_call())
    await store.state.put("summary:c1", "x")
    await store.state.put("other", "x")

    await store.conversations.delete_all(but="c2")

    assert [r.conversation_id for r in await store.conversations.recent()] == ["c2"]
    assert await store.questions.pending() == ()
    assert await store.tool_calls.history("c1") == ()
    assert await store.state.get("summary:c1") is None
    assert await store.state.get("other") == "x"


@pytest.mark.parametrize("step", ["messages", "conversations"])
async def test_a_deletion_that_fails_leaves_everything(store: Store, step: str) -> None:
    await store.messages.append(message("m1"))
    await store.questions.add(question())
    await store.database.write(
        lambda c: c.execute(
            f"CREATE TRIGGER fails BEFORE DELETE ON {step} BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    )

    with pytest.raises(sqlite3.IntegrityError):
        await store.conversations.delete("c1")
    with pytest.raises(sqlite3.IntegrityError):
        await store.conversations.delete_all()

    assert len(await store.messages.chain("c1")) == 1
    assert len(await store.questions.history("c1")) == 1


async def test_the_conversations_of_some_days_are_those_in_which_something_was_said_then(
    store: Store,
) -> None:
    await store.conversations.create(conversation("c2", title="Tea"))
    await store.conversations.create(conversation("c3"))
    for n, (name, day) in enumerate([("c1", 0), ("c2", 1), ("c2", 2), ("c1", 3), ("c2", 9)]):
        at = START + timedelta(days=day)
        await store.messages.append(message(f"m{n}", conversation_id=name, at=at))

    held = await store.conversations.held(
        since=START + timedelta(days=1), until=START + timedelta(days=4), limit=10
    )

    assert [(one.conversation.conversation_id, one.n_messages) for one in held] == [
        ("c1", 1),
        ("c2", 2),
    ]
    assert held[1].conversation.title == "Tea"
    assert abs(held[1].began_at - (START + timedelta(days=1))) < timedelta(milliseconds=1)
    one = await store.conversations.held(since=START, until=START + timedelta(days=99), limit=1)
    assert [h.conversation.conversation_id for h in one] == ["c2"]

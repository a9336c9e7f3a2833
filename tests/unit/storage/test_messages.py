import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from assistant.errors import DeletedConversationError
from assistant.storage.database import Database
from assistant.storage.model.records import MessageRecord
from assistant.storage.model.row_values import to_milliseconds
from assistant.storage.store import Store
from tests.unit.storage.samples import START, conversation, message


def uuids(records: Sequence[MessageRecord]) -> list[str]:
    return [record.uuid for record in records]


async def test_a_message_comes_back_as_it_was_stored(store: Store) -> None:
    record = message("m1", meta='{"spoken":true}', partial=True)

    await store.messages.append(record)

    assert await store.messages.chain("c1") == (record,)


@pytest.mark.requirement("MSG-15")
async def test_messages_survive_closing_and_opening(store: Store, path: Path) -> None:
    await store.messages.append(message("m1"))
    await store.messages.append(message("m2", "m1"))
    await store.aclose()

    again = Store(database=await Database.open(path))

    assert uuids(await again.messages.chain("c1")) == ["m1", "m2"]
    await again.aclose()


async def test_every_kind_of_text_survives(store: Store) -> None:
    content = '[{"type":"text","text":"한국어 中文 👩‍👩‍👧 \\u0000 \x00 e\u0301 \u202e"}]'

    await store.messages.append(message("m1", content=content))

    (stored,) = await store.messages.chain("c1")
    assert stored.content == content


async def test_half_a_surrogate_does_not_lose_the_message(store: Store) -> None:
    await store.messages.append(message("m1", content='["\ud83d"]'))

    (stored,) = await store.messages.chain("c1")
    assert stored.content == '["\N{REPLACEMENT CHARACTER}"]'


@pytest.mark.requirement("MSG-18")
async def test_a_streaming_reply_is_replaced_by_each_checkpoint(store: Store) -> None:
    await store.messages.checkpoint(message("m1", content='["a"]', partial=True))
    await store.messages.checkpoint(message("m1", content='["a b"]', partial=True))

    (stored,) = await store.messages.chain("c1")
    assert stored.content == '["a b"]'
    assert stored.status == "partial"


async def test_the_last_checkpoint_makes_a_reply_complete(store: Store) -> None:
    await store.messages.checkpoint(message("m1", content='["a"]', partial=True))
    final = message("m1", content='["a b c"]', meta='{"stop_reason":"end_turn"}')

    await store.messages.checkpoint(final)

    assert await store.messages.chain("c1") == (final,)


@pytest.mark.requirement("MSG-18")
async def test_a_late_checkpoint_does_not_touch_a_complete_message(store: Store) -> None:
    final = message("m1", content='["whole"]', meta='{"model":"m"}')
    await store.messages.append(final)

    await store.messages.checkpoint(message("m1", content='["who"]', partial=True))

    assert await store.messages.chain("c1") == (final,)


async def test_what_was_heard_is_noted_on_a_complete_message_without_changing_it(
    store: Store,
) -> None:
    final = message("m1", content='["whole"]')
    await store.messages.append(final)

    await store.messages.checkpoint(
        replace(final, content='["something else"]', meta='{"heard":"who"}')
    )

    assert await store.messages.chain("c1") == (replace(final, meta='{"heard":"who"}'),)


async def test_a_message_cannot_be_appended_twice(store: Store) -> None:
    await store.messages.append(message("m1"))

    with pytest.raises(sqlite3.IntegrityError):
        await store.messages.append(message("m1", content='["other"]'))

    (stored,) = await store.messages.chain("c1")
    assert stored == message("m1")


async def test_a_message_needs_its_conversation(store: Store) -> None:
    with pytest.raises(DeletedConversationError):
        await store.messages.append(message("m1", conversation_id="nobody"))
    with pytest.raises(DeletedConversationError):
        await store.messages.checkpoint(message("m1", conversation_id="nobody"))

    assert await store.messages.chain("nobody") == ()


async def test_a_message_makes_its_conversation_the_one_used_last(store: Store) -> None:
    await store.conversations.create(conversation("c2", at=START + timedelta(minutes=1)))

    await store.messages.append(message("m1", at=START + timedelta(minutes=2)))

    latest = await store.conversations.latest()
    assert latest is not None
    assert latest.conversation_id == "c1"
    assert latest.updated_at == START + timedelta(minutes=2)


async def test_a_new_branch_is_followed_and_the_old_one_left_out(store: Store) -> None:
    for uuid, parent in (("m1", None), ("m2", "m1"), ("m3", "m2"), ("m4", "m1")):
        await store.messages.append(message(uuid, parent))

    assert uuids(await store.messages.chain("c1")) == ["m1", "m4"]


async def test_a_gap_is_logged_and_the_rest_returned(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await store.messages.append(message("m2", "lost"))
    await store.messages.append(message("m3", "m2"))

    with caplog.at_level(logging.WARNING, "assistant.storage"):
        found = await store.messages.chain("c1")

    assert uuids(found) == ["m2", "m3"]
    assert "lost" in caplog.text


async def test_a_message_comes_after_all_that_were_known_whatever_the_clock_says(
    store: Store,
) -> None:
    for uuid, hours in (("ahead", 100_000), ("behind", -1), ("now", 0)):
        await store.messages.append(message(uuid, at=START + timedelta(hours=hours)))

    assert await store.messages.forks("c1") == {(None, "user"): ("ahead", "behind", "now")}
    assert uuids(await store.messages.chain("c1")) == ["now"]


async def test_a_clock_that_was_ahead_changes_no_other_conversation(store: Store) -> None:
    await store.conversations.create(conversation("c2"))
    await store.messages.append(message("m1", at=START + timedelta(days=9_000)))

    await store.messages.append(message("n1", conversation_id="c2"))

    stamps = await store.database.select(
        "SELECT stamp FROM messages ORDER BY uuid", read=lambda row: int(row[0])
    )
    assert stamps[1] == to_milliseconds(START)


async def test_conversations_do_not_mix(store: Store) -> None:
    await store.conversations.create(conversation("c2"))
    await store.messages.append(message("m1"))
    await store.messages.append(message("n1", conversation_id="c2"))

    assert uuids(await store.messages.chain("c2")) == ["n1"]


async def test_two_tasks_can_write_at_once(store: Store) -> None:
    await store.conversations.create(conversation("c2"))

    async def write(conversation_id: str) -> None:
        parent = None
        for number in range(40):
            uuid = f"{conversation_id}-{number}"
            await store.messages.append(message(uuid, parent, conversation_id=conversation_id))
            parent = uuid

    async with asyncio.TaskGroup() as group:
        group.create_task(write("c1"))
        group.create_task(write("c2"))

    for conversation_id in ("c1", "c2"):
        found = await store.messages.chain(conversation_id)
        assert uuids(found) == [f"{conversation_id}-{number}" for number in range(40)]


async def test_a_chain_of_ten_thousand_messages_loads_whole(store: Store) -> None:
    rows = [
        (f"m{n}", f"m{n - 1}" if n else None, '[{"type":"text","text":"' + "word " * 40 + '"}]')
        for n in range(10_000)
    ]
    await store.database.write(
        lambda connection: connection.executemany(
            "INSERT INTO messages (uuid, parent_uuid, conversation_id, role, content, status,"
            " created_at, meta) VALUES (?, ?, 'c1', 'user', ?, 'complete',"
            " '2026-02-19T10:00:00.000Z', '{}')",
            rows,
        )
    )

    found = await store.messages.chain("c1")

    assert uuids(found) == [f"m{number}" for number in range(10_000)]


async def branched(store: Store) -> None:
    """Store `m1` with two branches: `m2`, `m3` and, later, `m4`, `m5`."""
    for uuid, parent in [("m1", None), ("m2", "m1"), ("m3", "m2"), ("m4", "m1"), ("m5", "m4")]:
        await store.messages.append(message(uuid, parent))


async def test_the_branch_that_was_chosen_is_the_present_one_until_something_is_added(
    store: Store, path: Path
) -> None:
    await branched(store)
    assert uuids(await store.messages.chain("c1")) == ["m1", "m4", "m5"]

    assert await store.messages.choose("c1", "m2")
    assert uuids(await store.messages.chain("c1")) == ["m1", "m2", "m3"]
    await store.messages.checkpoint(message("m5", "m4", meta='{"heard":""}'))
    assert uuids(await store.messages.chain("c1")) == ["m1", "m2", "m3"]
    await store.aclose()
    again = Store(database=await Database.open(path))
    assert uuids(await again.messages.chain("c1")) == ["m1", "m2", "m3"]
    await again.messages.append(message("m6", "m3"))
    assert uuids(await again.messages.chain("c1")) == ["m1", "m2", "m3", "m6"]
    await again.messages.append(message("m7", "m1"))
    assert uuids(await again.messages.chain("c1")) == ["m1", "m7"]
    await again.aclose()


async def test_a_message_that_is_not_there_chooses_nothing(store: Store) -> None:
    await branched(store)

    assert not await store.messages.choose("c1", "gone")
    assert not await store.messages.choose("gone", "m2")
    assert uuids(await store.messages.chain("c1")) == ["m1", "m4", "m5"]


async def test_a_branch_can_end_before_its_last_message(store: Store) -> None:
    await branched(store)

    await store.messages.end_at("c1", "m2")

    assert uuids(await store.messages.chain("c1")) == ["m1", "m2"]


async def test_forks_are_told_in_the_order_of_storing(store: Store) -> None:
    await branched(store)
    await store.messages.append(message("m6"))
    await store.conversations.create(conversation("c2"))
    await store.messages.append(message("m7", conversation_id="c2"))

    assert await store.messages.forks("c1") == {
        (None, "user"): ("m1", "m6"),
        ("m1", "user"): ("m2", "m4"),
    }
    assert await store.messages.forks("c2") == {}


async def test_the_latest_messages_of_the_person_come_oldest_first(store: Store) -> None:
    for n in range(4):
        await store.messages.append(message(f"m{n}"))
    await store.messages.append(replace(message("reply"), role="assistant"))

    assert uuids(await store.messages.said(limit=2, longest=100)) == ["m2", "m3"]
    assert await store.messages.said(limit=2, longest=5) == ()

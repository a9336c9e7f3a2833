from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from assistant.storage.store import Store
from assistant.storage.telegram import (
    TelegramAccount,
    TelegramKeyboardRecord,
    TelegramReplyRecord,
    TelegramUpdateRecord,
)
from tests.unit.storage.samples import START, conversation

NOW = datetime(2026, 2, 20, 8, 0, 0, 250_000, tzinfo=UTC)
ADA = TelegramAccount(
    user_id=5_000_000_101,
    chat_id=5_000_000_101,
    name="Ada 👩",
    workspace="default",
    agent="default",
    conversation_id=None,
    linked_at=NOW,
)
BOB = replace(ADA, user_id=2, chat_id=2, name="Bob", linked_at=NOW + timedelta(seconds=1))


def update(update_id: int, *, chat_id: int = ADA.chat_id) -> TelegramUpdateRecord:
    return TelegramUpdateRecord(
        update_id=update_id, chat_id=chat_id, content='{"message":1}', received_at=NOW
    )


KEYBOARD = TelegramKeyboardRecord(
    token="k1",
    chat_id=ADA.chat_id,
    message_id=9,
    questions_id="q1",
    version=2,
    part=0,
    sent_at=NOW,
)


async def test_accounts_are_linked_once_each_and_unlinked(store: Store) -> None:
    telegram = store.telegram
    await telegram.link(ADA)
    await telegram.link(BOB)
    await telegram.link(replace(ADA, workspace="work"))
    assert await telegram.accounts() == (replace(ADA, workspace="work"), BOB)
    await telegram.set_conversation(BOB.user_id, "c1")
    await telegram.unlink(ADA.user_id)
    await telegram.unlink(ADA.user_id)
    assert await telegram.accounts() == (replace(BOB, conversation_id="c1"),)


async def test_unlinking_forgets_what_came_from_the_chat(store: Store) -> None:
    telegram = store.telegram
    await telegram.link(ADA)
    await telegram.link(BOB)
    await telegram.receive([update(1), update(2, chat_id=BOB.chat_id)], offset=3)
    await telegram.add_keyboard(KEYBOARD)
    await telegram.unlink(ADA.user_id)
    assert [one.update_id for one in await telegram.waiting()] == [2]
    assert await telegram.keyboards() == ()


@pytest.mark.requirement("TG-18")
async def test_an_update_is_stored_once_and_with_the_offset(store: Store) -> None:
    telegram = store.telegram
    assert await telegram.offset() == 0
    await telegram.receive([update(5), update(4)], offset=6)
    assert await telegram.receive([update(4), update(6)], offset=7) == {6}
    assert await telegram.offset() == 7
    waiting = await telegram.waiting()
    assert [one.update_id for one in waiting] == [4, 5, 6]
    assert await telegram.next_waiting(ADA.chat_id, until=9) == waiting[0]
    assert await telegram.next_waiting(ADA.chat_id, until=3) is None
    assert await telegram.next_waiting(BOB.chat_id, until=9) is None


@pytest.mark.requirement("TG-18")
async def test_a_handled_update_is_known_but_what_it_said_is_gone(store: Store) -> None:
    telegram = store.telegram
    await telegram.receive([update(1)], offset=2)
    await telegram.handled([1], at=NOW)
    await telegram.receive([update(1)], offset=2)
    assert await telegram.waiting() == ()
    contents = await store.database.select(
        "SELECT content FROM telegram_updates", read=lambda row: row[0]
    )
    assert contents == ("",)
    await telegram.forget_handled(before=NOW + timedelta(seconds=1))
    await telegram.receive([update(1)], offset=2)
    assert len(await telegram.waiting()) == 1


async def test_a_chat_has_one_last_reply(store: Store) -> None:
    reply = TelegramReplyRecord(chat_id=ADA.chat_id, turn_id="t1", message_ids=(7, 8))
    assert await store.telegram.reply(ADA.chat_id) is None
    await store.telegram.set_reply(reply)
    assert await store.telegram.reply(ADA.chat_id) == reply
    later = replace(reply, turn_id="t2", message_ids=(), is_delivered=True)
    await store.telegram.set_reply(later)
    assert await store.telegram.reply(ADA.chat_id) == later


async def test_keyboards_are_kept_until_they_are_removed(store: Store) -> None:
    other = replace(KEYBOARD, token="k2", part=1)
    for keyboard in (KEYBOARD, other):
        await store.telegram.add_keyboard(keyboard)
    await store.telegram.remove_keyboards("k1", "unknown")
    assert await store.telegram.keyboards() == (other,)


async def test_a_conversation_of_a_remote_channel_is_not_the_latest_here(store: Store) -> None:
    here = conversation("c8", at=START + timedelta(hours=1))
    away = replace(conversation("c9", at=START + timedelta(days=1)), channel="telegram")
    for record in (here, away):
        await store.conversations.create(record)
    assert await store.conversations.latest() == here
    assert await store.conversations.get("c9") == away

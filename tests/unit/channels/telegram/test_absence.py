"""What waited while Parley was away, what comes twice or late, and what Telegram does meanwhile."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from assistant.clock import SystemClock
from assistant.home import Home
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TextDelta
from assistant.questions.model.question import Channel
from tests.conftest import STRESS
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says
from tests.helpers.telegram.program import echo, echo_reply
from tests.helpers.telegram.running_channel import hasty, link, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser


@pytest.mark.timeout(120)
@pytest.mark.requirement("TG-08", "G-08")
async def test_of_what_waited_the_newest_ten_are_answered(home: Home) -> None:
    words = [f"message {n}" for n in range(13)]
    # Telegram tells the time in whole seconds: what was written in this one would not be late.
    with TelegramServer(now=lambda: SystemClock().now() - timedelta(seconds=1)) as telegram:
        telegram.rate.chat_burst = telegram.rate.total_burst = 1_000_000
        ada = telegram.user("Ada")
        async with opened(home) as running:
            await link(running, ada)
        ada.send_all(words)
        model = ReactiveModel(echo_reply)
        async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
            await bot.until(
                lambda: ada.chat.texts == [echo(text) for text in words[3:]], patience_s=100
            )
            await bot.handled()


@pytest.mark.requirement("TG-08", "G-08")
async def test_what_is_too_old_is_not_answered(home: Home) -> None:
    clock = ManualClock()
    with TelegramServer(now=clock.now) as telegram:
        ada = telegram.user("Ada")
        ada.send("old")
        clock.advance(timedelta(hours=1, seconds=1).total_seconds())
        ada.send("new")
        model = ReactiveModel(echo_reply)
        async with polling(home, telegram, ada, model=model, clock=clock, pause=hasty) as bot:
            await bot.until(lambda: ada.chat.texts == [echo("new")])
            await bot.handled()


@pytest.mark.requirement("TG-18")
async def test_updates_that_come_again_and_in_another_order_are_taken_once_and_in_order(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.disorder.repeats, telegram.disorder.is_reversed = 2, True
    words = [f"message {n}" for n in range(4)]
    async with polling(home, telegram, ada, model=ReactiveModel(echo_reply), pause=hasty) as bot:
        await bot.until(lambda: telegram.is_polled)
        ada.send_all(words)
        await bot.until(lambda: ada.chat.texts == [echo(text) for text in words])
        await bot.handled()
        await bot.until(lambda: telegram.is_polled)
        assert len(ada.chat.texts) == 4


@pytest.mark.requirement("TG-10")
async def test_a_reply_that_the_end_of_the_program_cut_is_made_again_in_its_message(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    first, *rest = says("One two.", chunks=["One ", "two."])
    cut = ScriptedModel(script=[[first, Wait(gate=asyncio.Event()), *rest]])
    async with polling(home, telegram, ada, model=cut) as bot:
        ada.send("count")
        await bot.until(lambda: ada.chat.texts == ["One ▌"])
    again = ScriptedModel(script=[says("One two three.")])
    async with polling(home, telegram, ada, model=again) as bot:
        await bot.until(lambda: ada.chat.texts == ["One two three."])
        await bot.handled()
        assert len(telegram.called("sendMessage")) == 1


@pytest.mark.requirement("TG-16")
async def test_a_second_poller_is_told_of_and_waited_for(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request")
    async with polling(home, telegram, ada, model=ReactiveModel(echo_reply), pause=hasty) as bot:
        notice = await bot.running.until_notice("telegram_state")
        assert "Another program" in notice.text
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts == [echo("hello")])
        told = [one for one in bot.running.of(Notice) if one.code == "telegram_state"]
        assert told[-1].resolved


async def test_what_breaks_on_the_way_is_tried_again(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.fail("getUpdates", 502, times=3)
    telegram.drop("getUpdates")
    telegram.fail("sendMessage", 500)
    telegram.fail("sendMessage", 429, retry_after=3)
    telegram.drop("editMessageText", has_effect=True)
    telegram.fail("editMessageText", 429, retry_after=1)
    async with polling(home, telegram, ada, model=ReactiveModel(echo_reply), pause=hasty) as bot:
        ada.send("hello")
        await bot.until(lambda: ada.chat.texts == [echo("hello")])
        await bot.handled()
        told = [one for one in bot.running.of(Notice) if one.code == "telegram_state"]
        assert [one.resolved for one in told] == [False, True]


async def test_who_cannot_be_reached_at_the_start_is_told_of_at_the_first_failure(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.drop("getUpdates")
    async with polling(home, telegram, ada, pause=hasty) as bot:
        notice = await bot.running.until_notice("telegram_state")
        assert "cannot be reached" in notice.text


async def test_a_poll_that_is_dropped_is_begun_again(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada, model=ReactiveModel(echo_reply), pause=hasty) as bot:
        for text in ("one", "two"):
            await bot.until(lambda: telegram.is_polled)
            telegram.drop_poll()
            ada.send(text)
            await bot.until(lambda text=text: echo(text) in ada.chat.texts)


async def test_a_token_that_is_not_valid_ends_the_polling(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    telegram.fail("getUpdates", 401, "Unauthorized")
    async with polling(home, telegram, ada) as bot:
        notice = await bot.running.until_notice("telegram_state")
        assert "token" in notice.text
        await asyncio.wait([bot.channel.polling])


async def test_a_user_who_blocked_the_bot_holds_up_nobody(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    bob = telegram.user("Bob")
    model = ReactiveModel(echo_reply)
    async with polling(home, telegram, ada, bob, model=model, pause=hasty) as bot:
        ada.send("hello")
        ada.chat.is_blocked = True
        bob.send("hello")
        await bot.until(lambda: bob.chat.texts == [echo("hello")])
        await bot.handled()
        assert ada.chat.texts == []
        assert bot.running.of(TextDelta) == []


@pytest.mark.requirement("TG-11")
@pytest.mark.timeout(1800 if STRESS else 120)
async def test_a_burst_of_many_chats_is_answered_in_order(
    home: Home, telegram: TelegramServer
) -> None:
    telegram.rate.chat_burst = telegram.rate.total_burst = 1_000_000
    users = [telegram.user(f"User {n}") for n in range(50 if STRESS else 5)]
    words = [f"message {n}" for n in range(20)]
    async with polling(home, telegram, *users, model=ReactiveModel(echo_reply), pause=hasty) as bot:
        await bot.until(lambda: telegram.is_polled)
        for text in words:
            for user in users:
                user.send(text)
        answers = [echo(text) for text in words]
        await bot.until(lambda: all(user.chat.texts == answers for user in users), patience_s=1000)
        await bot.handled()
        registry = bot.running.core.conversations.registry
        async with asyncio.timeout(60):
            while len(registry.open_conversations) > 1:  # the window's stays
                await bot.running.settle()


@pytest.mark.requirement("SYNC-04", "TG-10")
async def test_what_was_begun_in_another_conversation_is_not_run_again(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    """The chat went on elsewhere, as another device has it, before the message counted as handled."""
    async with polling(home, telegram, ada, model=ReactiveModel(echo_reply)) as bot:
        with telegram.world.lock:
            update_id = ada.send("do it")
            content = json.dumps(telegram.world.updates[-1])
        await bot.until(lambda: ada.chat.texts == [echo("do it")])
        await bot.handled()
        store = bot.running.core.store
        await store.telegram.set_conversation(ada.user_id, None)
        await store.database.execute(
            "UPDATE telegram_updates SET handled_at = NULL, content = ? WHERE update_id = ?",
            (content, update_id),
        )
    model = ReactiveModel(echo_reply)
    async with polling(home, telegram, ada, model=model) as bot:
        await bot.handled()
        ada.send("and now")
        await bot.until(lambda: ada.chat.texts == [echo("do it"), echo("and now")])
        assert len(model.requests) == 1


@pytest.mark.requirement("TG-10")
@pytest.mark.parametrize("goes_on", [True, False])
async def test_a_reply_of_an_earlier_conversation_is_shown_whole(
    home: Home, telegram: TelegramServer, ada: TelegramUser, *, goes_on: bool
) -> None:
    async with polling(home, telegram, ada, model=ReactiveModel(echo_reply)) as bot:
        ada.send("do it")
        await bot.until(lambda: ada.chat.texts == [echo("do it")])
        await bot.handled()
        store = bot.running.core.store
        conversation_factory = bot.running.core.conversation_factory
        newer = (
            await conversation_factory.create_remote(
                Channel.TELEGRAM, workspace="default", agent="default"
            )
            if goes_on
            else None
        )
        await store.telegram.set_conversation(ada.user_id, newer)
        reply = await store.telegram.reply(ada.chat.chat_id)
        assert reply is not None
        await store.telegram.set_reply(replace(reply, is_delivered=False, message_ids=()))
    async with polling(home, telegram, ada) as bot:
        await bot.until(lambda: ada.chat.texts == [echo("do it"), echo("do it")])


@pytest.mark.requirement("SYNC-04")
async def test_a_message_that_was_begun_and_never_answered_is_told_of(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    first, *rest = says("One two.", chunks=["One ", "two."])
    hanging = ScriptedModel(script=[[first, Wait(gate=asyncio.Event()), *rest]])
    async with polling(home, telegram, ada, model=hanging) as bot:
        ada.send("do it")
        await bot.until(lambda: ada.chat.texts == ["One ▌"])
    async with opened(home) as running:
        await running.core.store.telegram.set_conversation(ada.user_id, None)
    async with polling(home, telegram, ada) as bot:
        told = "Another of your devices began with this."
        await bot.until(lambda: [text for text in ada.chat.texts if told in text])
        assert ada.chat.texts[0].startswith("One\n")
        await bot.handled()

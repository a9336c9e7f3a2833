"""What is sent to a chat arrives, however long nobody could be reached."""

import pytest

from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.bot_api.errors import TelegramBroken, TelegramGivenUp
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.outbox import MAX_SERVICE_ERRORS, ChatOutbox
from tests.helpers.loop_clock import LoopClock
from tests.helpers.telegram.loop_transport import LoopTransport
from tests.helpers.telegram.server import TOKEN, FakeBotApi

LONG = 1_100
"""Failures in a row, of which twice as long after each would be no number any more."""


@pytest.mark.looptime
@pytest.mark.requirement("TG-16")
async def test_a_message_arrives_after_a_day_in_which_another_device_answered() -> None:
    clock, asked = LoopClock(), 0

    def may_call() -> bool:
        nonlocal asked
        asked += 1
        return asked > LONG

    telegram = FakeBotApi(now=clock.now)
    api = BotApi(
        TOKEN, url="http://telegram.test", transport=LoopTransport(telegram), may_call=may_call
    )
    ada = telegram.user("Ada")
    await ChatOutbox(api=api, clock=clock).send(ada.chat.chat_id, plain("Here I am."))
    assert ada.chat.texts == ["Here I am."]
    await api.aclose()


@pytest.mark.looptime
async def test_a_file_is_waited_for_while_nobody_can_be_reached() -> None:
    clock = LoopClock()
    telegram = FakeBotApi(now=clock.now)
    api = BotApi(TOKEN, url="http://telegram.test", transport=LoopTransport(telegram))
    outbox = ChatOutbox(api=api, clock=clock)
    telegram.user("Ada").send_document(b"words", name="a.txt")
    file_id = telegram.world.updates[-1]["message"]["document"]["file_id"]
    for _ in range(20):
        telegram.fail("getFile", 502, times=MAX_SERVICE_ERRORS - 1)
        telegram.drop("getFile")
    assert await outbox.download(file_id) == b"words"
    telegram.fail("getFile", 502, times=MAX_SERVICE_ERRORS)
    with pytest.raises(TelegramBroken):
        await outbox.download(file_id)
    assert await outbox.download(file_id) == b"words"
    await api.aclose()


@pytest.mark.looptime
async def test_a_message_for_which_the_service_alone_has_errors_is_given_up() -> None:
    clock = LoopClock()
    telegram = FakeBotApi(now=clock.now)
    api = BotApi(TOKEN, url="http://telegram.test", transport=LoopTransport(telegram))
    outbox, ada = ChatOutbox(api=api, clock=clock), telegram.user("Ada")
    telegram.fail("sendMessage", 502, times=MAX_SERVICE_ERRORS)
    began = clock.monotonic()
    with pytest.raises(TelegramGivenUp):
        await outbox.send(ada.chat.chat_id, plain("Lost."))
    assert 30 <= clock.monotonic() - began <= 60
    await outbox.send(ada.chat.chat_id, plain("Sent."))
    telegram.fail("editMessageText", 500, times=MAX_SERVICE_ERRORS)
    with pytest.raises(TelegramGivenUp):
        await outbox.edit(ada.chat.chat_id, ada.chat.from_bot[-1].message_id, plain("Changed."))
    assert ada.chat.texts == ["Sent."]
    await api.aclose()


@pytest.mark.looptime
async def test_a_message_waits_for_the_end_of_an_outage() -> None:
    clock = LoopClock()
    telegram = FakeBotApi(now=clock.now)
    api = BotApi(TOKEN, url="http://telegram.test", transport=LoopTransport(telegram))
    ada = telegram.user("Ada")
    telegram.fail("*", 502, times=LONG)
    await ChatOutbox(api=api, clock=clock).send(ada.chat.chat_id, plain("Here I am."))
    assert ada.chat.texts == ["Here I am."]
    await api.aclose()

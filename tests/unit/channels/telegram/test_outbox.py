"""What is sent to a chat arrives, however long nobody could be reached."""

import pytest

from assistant.channels.telegram.bot_api.client import BotApi
from assistant.channels.telegram.model.formatted_text import plain
from assistant.channels.telegram.outbox import ChatOutbox
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

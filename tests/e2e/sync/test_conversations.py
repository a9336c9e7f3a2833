"""Conversations on several devices at once, over a real database."""

import pytest

from assistant.protocol.history import OpenConversation
from assistant.protocol.messages import HistoryLoaded
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.sync.devices import UserDevices, until_alike, until_listed, until_said


@pytest.mark.requirement("SYNC-03")
async def test_what_is_said_on_one_device_is_read_on_the_other(devices: UserDevices) -> None:
    laptop_model = ScriptedModel([says("Hello."), says("Fine.")])
    async with devices.on("laptop", laptop_model) as laptop, devices.on("tower") as tower:
        await until_alike(laptop, tower)
        await laptop.turn("Hi")
        (listed,) = await until_listed(tower, 1)
        await tower.do(OpenConversation(conversation_id=listed.conversation_id))
        await until_said(tower, "Hi", "Hello.")
        loaded = len(tower.of(HistoryLoaded))
        await laptop.turn("How are you?")
        await until_said(tower, "Hi", "Hello.", "How are you?", "Fine.")
        assert {event.shown for event in tower.of(HistoryLoaded)[loaded:]} <= {2, 3}

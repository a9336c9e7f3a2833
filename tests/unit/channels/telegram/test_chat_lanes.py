"""A chat to which nothing may be sent for a while holds back no other."""

import asyncio

import pytest

from assistant.channels.telegram.chat_lanes import ChatLanes
from assistant.errors import StoreError
from assistant.home import Home
from assistant.storage.telegram import TelegramUpdateRecord
from tests.helpers.clock import ManualClock
from tests.helpers.llm.scripted_model import ScriptedModel, says, uses_tool
from tests.helpers.telegram.running_channel import hasty, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser

FOR_LONG_S = 3_600
DRINKS = {
    "question": "Which drink?",
    "header": "Drink",
    "multiSelect": False,
    "options": [{"label": "Tea", "description": "hot"}, {"label": "Cola", "description": "cold"}],
}


def record(update_id: int, chat_id: int) -> TelegramUpdateRecord:
    now = ManualClock().now()
    return TelegramUpdateRecord(update_id=update_id, chat_id=chat_id, content="", received_at=now)


@pytest.mark.requirement("TG-16")
@pytest.mark.parametrize("words", ["/stop", "/unlink", "9"])
async def test_others_are_answered_while_one_chat_takes_nothing(
    home: Home, telegram: TelegramServer, ada: TelegramUser, words: str
) -> None:
    """Ada's words are seen to as they come, and what she is told in return has to wait."""
    bob, over = telegram.user("Bob"), asyncio.Event()

    async def pause(seconds: float) -> None:
        await (over.wait() if seconds > FOR_LONG_S / 2 else hasty(seconds))

    asked = uses_tool("ask_user_question", {"questions": [DRINKS]})
    model = ScriptedModel(script=[asked, says("Hello Bob."), says("Done.")])
    async with polling(home, telegram, ada, bob, model=model, pause=pause) as bot:
        await bot.until(lambda: telegram.is_polled)
        if words == "9":
            ada.send("go")
            await bot.until(lambda: any(message.buttons for message in ada.chat.from_bot))
        else:
            model.script.pop(0)
        told = len(ada.chat.texts)
        telegram.fail("sendMessage", 429, retry_after=FOR_LONG_S)
        ada.send(words)
        await bot.until(lambda: not telegram.is_to_fail("sendMessage"))
        bob.send("hello")
        await bot.until(lambda: bob.chat.texts == ["Hello Bob."])
        assert len(ada.chat.texts) == told
        over.set()
        await bot.until(lambda: len(ada.chat.texts) > told)


async def test_stop_without_a_reply_keeps_its_place_before_what_comes_after_it(
    home: Home, telegram: TelegramServer, ada: TelegramUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: list[int] = []
    put = ChatLanes.put

    def noted(lanes: ChatLanes, one: TelegramUpdateRecord) -> None:
        came.append(one.update_id)
        put(lanes, one)

    monkeypatch.setattr(ChatLanes, "put", noted)
    async with polling(home, telegram, ada, model=ScriptedModel(script=[says("Hello.")])) as bot:
        await bot.until(lambda: telegram.is_polled)
        ada.send_all(["/stop", "hello"])
        await bot.until(lambda: set(ada.chat.texts) == {"Nothing is under way.", "Hello."})
    assert came == sorted(came)


async def test_what_came_of_a_chat_is_seen_to_in_its_order_and_once() -> None:
    seen: list[int] = []
    gate, marks = asyncio.Event(), {2: asyncio.Event(), 4: asyncio.Event()}

    async def handle(one: TelegramUpdateRecord) -> None:
        if one.update_id == 1:
            await gate.wait()
        seen.append(one.update_id)
        if len(seen) in marks:
            marks[len(seen)].set()

    lanes = ChatLanes(handle)
    for update_id, chat_id in ((1, 7), (2, 7), (2, 7), (3, 8), (1, 7)):
        lanes.put(record(update_id, chat_id))
    lanes.put(record(4, 8))
    await marks[2].wait()
    assert seen == [3, 4]
    gate.set()
    await marks[4].wait()
    assert seen == [3, 4, 1, 2]
    await lanes.aclose()


@pytest.mark.parametrize("error", [StoreError("full"), ValueError("a bug")])
async def test_what_fails_keeps_nothing_from_its_turn(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    done = asyncio.Event()

    async def handle(one: TelegramUpdateRecord) -> None:
        if one.update_id == 1:
            raise error
        done.set()

    lanes = ChatLanes(handle)
    lanes.put(record(1, 7))
    lanes.put(record(2, 7))
    await done.wait()
    await lanes.aclose()
    assert type(error).__name__ in caplog.text

"""What Telegram's service has only errors for is given up, told, and keeps nothing from its turn."""

import asyncio

from assistant.channels.telegram.model.reply_text import PLACEHOLDER
from assistant.home import Home
from assistant.protocol.notices import Notice
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.telegram.running_channel import RunningChannel, polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser

FOR_EVER = 1_000_000
TOLD = (
    "Telegram has only errors for what was to be sent here.\n\n"
    "Replies can be read in Parley, in the conversation of this chat."
)


async def hasty(_seconds: float) -> None:
    """Wait for nothing."""
    await asyncio.sleep(0)


def told_at_desk(bot: RunningChannel) -> list[str]:
    """Return what the window was told that was not sent."""
    return [each.text for each in bot.running.of(Notice) if each.code == "telegram_not_sent"]


async def test_a_reply_that_cannot_be_sent_is_told_once_and_the_next_is_made(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = ScriptedModel(script=[says("Lost."), says("Lost, too.")])
    texts = [PLACEHOLDER.text, TOLD, PLACEHOLDER.text, TOLD]
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        telegram.fail("editMessageText", 502, times=FOR_EVER)
        ada.send("one")
        ada.send("two")
        await bot.until(lambda: ada.chat.texts == texts)
        await bot.handled()
        assert told_at_desk(bot) == []
    async with polling(home, telegram, ada, model=ScriptedModel(script=[]), pause=hasty) as bot:
        ada.send("/help")
        await bot.until(lambda: len(ada.chat.texts) > len(texts))
        assert ada.chat.texts[: len(texts)] == texts, "what was given up is not begun again"
        await bot.handled()


async def test_where_a_chat_takes_nothing_it_is_told_at_the_desk(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    model = ScriptedModel(script=[says("Lost."), says("Lost, too.")])
    async with polling(home, telegram, ada, model=model, pause=hasty) as bot:
        telegram.fail("sendMessage", 500, times=FOR_EVER)
        for words in ("/help", "one", "two"):
            ada.send(words)
        await bot.until(lambda: len(told_at_desk(bot)) == 3)
        await bot.handled()
        assert "to Ada" in told_at_desk(bot)[0]
        assert ada.chat.texts == []
        assert len(model.requests) == 2

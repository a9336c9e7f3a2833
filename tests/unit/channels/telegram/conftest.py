from collections.abc import AsyncIterator, Iterator

import pytest

from assistant.channels.telegram.bot_api.client import BotApi
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.helpers.telegram.users import TelegramUser


@pytest.fixture
def telegram() -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        yield server


@pytest.fixture
def ada(telegram: TelegramServer) -> TelegramUser:
    return telegram.user("Ada")


@pytest.fixture
async def api(telegram: TelegramServer) -> AsyncIterator[BotApi]:
    bot = BotApi(TOKEN, url=telegram.url)
    yield bot
    await bot.aclose()

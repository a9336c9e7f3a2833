"""A token is kept if Telegram knows it, or if nobody can be asked."""

import pytest

from assistant.channels.telegram.bot_api.token_check import check_token
from assistant.errors import ConfigError
from tests.helpers.telegram.server import TOKEN, TelegramServer


async def test_a_token_that_telegram_knows_gives_the_name_of_the_bot(
    telegram: TelegramServer,
) -> None:
    assert await check_token(TOKEN, telegram.url) == telegram.world.bot["username"]


@pytest.mark.parametrize("token", ["1:wrong", "wrong", f"{TOKEN} and more", "1/2?x=3#4"])
async def test_one_that_it_does_not_know_is_refused(telegram: TelegramServer, token: str) -> None:
    with pytest.raises(ConfigError, match="not kept") as caught:
        await check_token(token, telegram.url)
    assert token not in str(caught.value)


async def test_one_that_cannot_be_checked_is_kept(telegram: TelegramServer) -> None:
    telegram.fail("getMe", 502)
    assert await check_token(TOKEN, telegram.url) is None
    assert await check_token(TOKEN, "http://127.0.0.1:1") is None


async def test_none_goes_over_an_open_connection() -> None:
    with pytest.raises(ConfigError, match="on the way"):
        await check_token(TOKEN, "http://telegram.example")

"""Asks Telegram whether it knows a token, before it is kept. Any loop."""

import asyncio
from typing import Final

from assistant.channels.telegram.bot_api.client import BotApi, refuse_open_connection
from assistant.channels.telegram.bot_api.errors import TelegramError, TelegramUnauthorized
from assistant.errors import ConfigError
from assistant.locale import _

ANSWER_S: Final = 5.0
"""How long the one who enters a token waits at most."""


async def bot_name(token: str, url: str) -> str:
    """Return how the bot of a token is called, without the @; waits as long as the client does.

    Raises:
        ConfigError: If the token would be readable on its way.
        TelegramError: If it is not valid, or nobody can be asked.
    """
    refuse_open_connection(url)
    api = BotApi(token, url=url)
    try:
        return (await api.get_me()).username
    finally:
        await api.aclose()


async def check_token(token: str, url: str) -> str | None:
    """Return how the bot of a token is called; None if nobody can be asked now, so that it may be kept.

    Raises:
        ConfigError: If Telegram does not know the token, or it would be readable on its way.
    """
    try:
        async with asyncio.timeout(ANSWER_S):
            return await bot_name(token, url)
    except TelegramUnauthorized:
        raise ConfigError(
            _("Telegram does not know this token, so it is not kept."),
            hint=_("It looks like 123456:ABC-DEF… Copy all of what @BotFather gave you."),
        ) from None
    except (TelegramError, TimeoutError):
        return None

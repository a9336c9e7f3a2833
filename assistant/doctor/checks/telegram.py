"""Telegram: whether its service knows the bot, and whether anybody is linked."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Final

from assistant.doctor.check_context import CheckContext
from assistant.doctor.finding import CheckVerdict, ok, warning
from assistant.errors import AssistantError
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.locale import _

ANSWER_S: Final = 10.0


def checks(context: CheckContext) -> Mapping[str, Callable[[], CheckVerdict]]:
    return {"telegram": lambda: check_telegram(context)}


def check_telegram(context: CheckContext) -> CheckVerdict:
    """Whether the bot can be used. Leaves waiting messages where they are."""
    if not context.settings.telegram.enabled:
        return ok(_("Telegram is turned off"))
    keys = KeyStore(keys_file=context.home.keys_file, environment=context.environment)
    token = asyncio.run(keys.get(TELEGRAM))
    if token is None:
        return ok(_("There is no bot"))
    try:
        name = asyncio.run(_bot_name(token.secret, context.settings.telegram.api_url))
    except AssistantError as error:
        return warning(error.message, hint=_("See Settings, Telegram."))
    except TimeoutError:
        return warning(_("Telegram did not answer in time."))
    linked = _linked(context)
    if not linked:
        return warning(
            _("The bot @{name} answers; no account is linked.").format(name=name),
            hint=_("Link one in Settings, Telegram."),
        )
    return ok(
        _("The bot @{name} answers; linked accounts: {count}").format(name=name, count=linked)
    )


async def _bot_name(token: str, url: str) -> str:
    from assistant.channels.telegram.bot_api.token_check import bot_name  # loads the HTTP client

    async with asyncio.timeout(ANSWER_S):
        return await bot_name(token, url)


def _linked(context: CheckContext) -> int:
    """0 if that cannot be read."""
    if not context.home.database.is_file():
        return 0
    try:
        address = f"{context.home.database.as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            (count,) = connection.execute("SELECT count(*) FROM telegram_accounts").fetchone()
            return int(count)
    except sqlite3.Error:  # a database of an older program has no accounts
        return 0

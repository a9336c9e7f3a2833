"""Telegram, as a user without a bot, with one that answers, and with a wrong token is told."""

import asyncio
from datetime import UTC, datetime

import pytest

from assistant.doctor.checks.telegram import check_telegram
from assistant.finding import CheckStatus
from assistant.home import Home
from assistant.storage.store import open_store
from assistant.storage.telegram import TelegramAccount
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.unit.doctor.conftest import Admit

pytestmark = pytest.mark.timeout(60)
NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def link(home: Home) -> None:
    opened = await open_store(home.database, now=NOW)
    await opened.store.telegram.link(
        TelegramAccount(
            user_id=5,
            chat_id=5,
            name="Ada",
            workspace="default",
            agent="default",
            conversation_id=None,
            linked_at=NOW,
        )
    )
    await opened.store.aclose()


def test_without_a_bot_nothing_is_asked(admit: Admit) -> None:
    assert check_telegram(admit(PARLEY_TELEGRAM__ENABLED="false")).status is CheckStatus.OK


async def test_a_bot_that_answers_is_named(admit: Admit) -> None:
    with TelegramServer() as server:
        context = admit(PARLEY_TELEGRAM_TOKEN=TOKEN, PARLEY_TELEGRAM__API_URL=server.url)
        lonely = await asyncio.to_thread(check_telegram, context)
        assert lonely.status is CheckStatus.WARNING
        assert "no account is linked" in lonely.text
        await link(context.home)
        verdict = await asyncio.to_thread(check_telegram, context)
    assert verdict.status is CheckStatus.OK
    assert verdict.text.endswith("linked accounts: 1")


def test_a_wrong_token_is_told(admit: Admit) -> None:
    with TelegramServer() as server:
        verdict = check_telegram(
            admit(PARLEY_TELEGRAM_TOKEN="1:wrong", PARLEY_TELEGRAM__API_URL=server.url)
        )
    assert verdict.status is CheckStatus.WARNING
    assert "token" in verdict.text

"""Killed at any moment between a message over Telegram and its answer: none is lost, none comes twice."""

import os
import random
import sys
import time
from pathlib import Path

import pytest

from assistant.channels.telegram.model.reply_text import PLACEHOLDER
from assistant.clock import SystemClock
from assistant.home import Home
from assistant.storage.database import Database
from assistant.storage.store import Store
from assistant.storage.telegram import TelegramAccount
from tests.conftest import STRESS
from tests.helpers.process.life import Life
from tests.helpers.telegram.program import echo
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser

KILLS = 100 if STRESS else 10
ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.e2e


async def linked(home: Home, user: TelegramUser) -> None:
    store = Store(database=await Database.open(home.database))
    await store.telegram.link(
        TelegramAccount(
            user_id=user.user_id,
            chat_id=user.user_id,
            name="Ada",
            workspace="default",
            agent="default",
            conversation_id=None,
            linked_at=SystemClock().now(),
        )
    )
    await store.aclose()


async def said(home: Home) -> list[str]:
    """Return the words of the user's that are stored, in their order."""
    store = Store(database=await Database.open(home.database))
    (account,) = await store.telegram.accounts()
    chain = await store.messages.chain(account.conversation_id or "")
    await store.aclose()
    return [record.content for record in chain if record.role == "user"]


def run(home: Home, telegram: TelegramServer, tmp_path: Path) -> Life:
    return Life(
        [sys.executable, "-m", "tests.helpers.telegram.program", str(home.root), telegram.url],
        environment=os.environ,
        folder=ROOT,
        errors=tmp_path / "errors.txt",
    )


@pytest.mark.timeout(3600 if STRESS else 300)
@pytest.mark.requirement("TG-10", "TG-18")
async def test_no_message_is_lost_or_answered_twice(home: Home, tmp_path: Path) -> None:
    chance = random.Random(17)
    with TelegramServer() as telegram:
        telegram.rate.chat_burst = telegram.rate.total_burst = 1_000_000
        ada = telegram.user("Ada")
        await linked(home, ada)
        words: list[str] = []
        for kill in range(KILLS):
            with run(home, telegram, tmp_path) as life:
                n_calls = len(telegram.calls)
                n_wanted = n_calls + chance.randint(1, 10)
                new = [f"message {len(words) + n}" for n in range(1 + (chance.random() < 0.1))]
                words += new
                ada.send_all(new)
                life.wait_until(
                    lambda wanted=n_wanted: len(telegram.calls) >= wanted, f"moment {kill}"
                )
                time.sleep(chance.random() * 0.05)  # noqa: ASYNC251  # the moment is any
                life.kill()
        with run(home, telegram, tmp_path) as life:
            life.wait_until(lambda: echo(words[-1]) in ada.chat.texts, "the last answer")
        answers = [text for text in ada.chat.texts if text != PLACEHOLDER.text]
        assert answers == [echo(text) for text in words]
    stored = await said(home)
    assert [sum(f'{text}"' in content for content in stored) for text in words] == [1] * len(words)

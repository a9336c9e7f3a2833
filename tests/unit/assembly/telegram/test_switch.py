"""When the Telegram channel opens, and that nothing of it is there before."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import pytest

from assistant.assembly.telegram.switch import TelegramSwitch
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.protocol.settings import TelegramChanged
from assistant.settings import save
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.telegram.running_channel import link
from tests.helpers.telegram.server import TOKEN, TelegramServer


@pytest.fixture
def telegram(home: Home) -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        save(home, "telegram", "api_url", server.url)
        yield server


def switch(running: RunningCore, keys: KeyStore, *, is_linking: bool = False) -> TelegramSwitch:
    made = TelegramSwitch(
        core=running.core, loading=LoadQueue(), keys=keys, is_linking=lambda: is_linking
    )
    made.register_commands(running.core.commands)
    return made


def keys_of(home: Home) -> KeyStore:
    return KeyStore(keys_file=home.keys_file, environment={})


async def test_it_answers_once_there_are_a_token_and_an_account(
    home: Home, telegram: TelegramServer
) -> None:
    ada, keys = telegram.user("Ada"), keys_of(home)
    model = ScriptedModel(script=[says("Hi."), says("Hi again.")])
    async with opened(home, model) as running:
        channel = switch(running, keys)
        channel.begin()
        ada.send("hello")
        await keys.set(TOKEN, TELEGRAM)
        await running.core.commands.dispatch(TelegramChanged())  # nobody is linked
        await running.settle()
        assert telegram.n_polls == 0
        await link(running, ada)
        await running.core.commands.dispatch(TelegramChanged())
        await telegram.reached(lambda: ada.chat.texts == ["Hi."])
        assert channel.is_open
        await running.core.commands.dispatch(TelegramChanged())  # begins anew, loses nothing
        ada.send("hello")
        await telegram.reached(lambda: ada.chat.texts[1:] == ["Hi again."])
        save(home, "telegram", "enabled", False)
        await running.core.commands.dispatch(TelegramChanged())
        assert not channel.is_open
        await telegram.reached(lambda: not telegram.is_polled)
        await channel.aclose()


async def test_without_a_token_nobody_is_asked(home: Home, telegram: TelegramServer) -> None:
    async with opened(home) as running:
        await link(running, telegram.user("Ada"))
        channel = switch(running, keys_of(home))
        channel.begin()
        await running.settle()
        assert telegram.n_polls == 0
        await channel.aclose()


async def test_it_polls_while_a_code_is_shown(home: Home, telegram: TelegramServer) -> None:
    keys = keys_of(home)
    await keys.set(TOKEN, TELEGRAM)
    async with opened(home) as running:
        channel = switch(running, keys, is_linking=True)
        channel.begin()
        await telegram.reached(lambda: telegram.is_polled)
        async with asyncio.timeout(10):
            await channel.aclose()
        await telegram.reached(lambda: not telegram.is_polled)


def test_nothing_of_it_is_imported_before_it_is_opened() -> None:
    program = (
        "import sys, assistant.assembly.telegram.switch\n"
        "print([m for m in sys.modules if m.startswith('assistant.channels.telegram')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


async def test_a_token_is_sent_over_no_open_connection(home: Home) -> None:
    save(home, "telegram", "api_url", "http://telegram.example")
    keys = keys_of(home)
    await keys.set(TOKEN, TELEGRAM)
    async with opened(home) as running:
        channel = switch(running, keys, is_linking=True)
        channel.begin()
        notice = await running.until_notice("telegram_state")
        assert "https" in notice.hint
        await channel.aclose()

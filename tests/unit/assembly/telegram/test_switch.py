"""When the Telegram channel opens, and that nothing of it is there before."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assistant.assembly.telegram.channel import LazySpeech
from assistant.assembly.telegram.switch import TelegramSwitch
from assistant.engine.startup_loader import LoadQueue
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.protocol.models import FetchModelFiles
from assistant.protocol.settings import TelegramChanged
from assistant.protocol.telegram import (
    ListTelegram,
    ShowLinkCode,
    TelegramListed,
    TelegramState,
)
from assistant.settings import save
from assistant.voice.audio.ogg_opus import encode_voice_message
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.telegram.running_channel import link
from tests.helpers.telegram.server import TOKEN, TelegramServer


@pytest.fixture
def telegram(home: Home) -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        save(home, "telegram", "api_url", server.url)
        yield server


def switch(running: RunningCore, keys: KeyStore) -> TelegramSwitch:
    made = TelegramSwitch(core=running.core, loading=LoadQueue(), keys=keys)
    made.register_commands(running.core.commands)
    return made


def keys_of(home: Home) -> KeyStore:
    return KeyStore(keys_file=home.keys_file, environment={})


async def test_it_answers_once_there_is_a_token(home: Home, telegram: TelegramServer) -> None:
    """It did not ask for messages before an account was linked, so nobody could be told how to."""
    ada, keys = telegram.user("Ada"), keys_of(home)
    model = ScriptedModel(script=[says("Hi."), says("Hi again.")])
    async with opened(home, model) as running:
        channel = switch(running, keys)
        channel.begin()
        await running.settle()
        assert telegram.n_polls == 0
        await keys.set(TOKEN, TELEGRAM)
        await running.core.commands.dispatch(TelegramChanged())
        telegram.user("Eve").send("hello")
        await telegram.reached(lambda: telegram.called("sendMessage"))
        await link(running, ada)
        await running.core.commands.dispatch(TelegramChanged())
        ada.send("hello")
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


async def test_an_account_is_linked_by_the_code_that_is_shown(
    home: Home, telegram: TelegramServer
) -> None:
    ada, mallory, keys = telegram.user("Ada"), telegram.user("Mallory"), keys_of(home)
    await keys.set(TOKEN, TELEGRAM)
    model = ScriptedModel(script=[says("Hi.")])
    async with opened(home, model) as running:
        channel = switch(running, keys)
        channel.begin()
        await running.do(ShowLinkCode())
        await running.until_true(lambda: bool(listed(running).bot_name))
        link = listed(running).link
        assert link is not None
        mallory.send("/start")
        mallory.send("/link WXYZ2345")
        ada.send(f"/start {link.code}")
        await telegram.reached(lambda: ada.chat.texts)
        assert ada.chat.texts[0].startswith("This account is linked to Parley now.")
        await telegram.reached(lambda: len(mallory.chat.texts) == 2)
        assert mallory.chat.texts[0].startswith("Please connect a workspace first.")
        assert mallory.chat.texts[1].startswith("This is not the code that Parley shows.")
        ada.send("hello")
        await telegram.reached(lambda: ada.chat.texts[1:] == ["Hi."])
        assert [account.name for account in listed(running).accounts] == ["Ada"]
        ada.send("/unlink")
        await running.until_true(lambda: listed(running).accounts == ())
        await channel.aclose()


async def test_two_who_ask_at_once_are_served_by_the_same_links(
    home: Home, telegram: TelegramServer
) -> None:
    """As the settings do that are opened while the program starts."""
    async with opened(home) as running:
        channel = switch(running, keys_of(home))
        ask = running.core.commands.dispatch
        await asyncio.gather(ask(ListTelegram()), ask(ShowLinkCode()), ask(ListTelegram()))
        assert [bool(event.link) for event in running.of(TelegramListed)].count(True) >= 1
        await ask(ListTelegram())
        assert listed(running).link is not None, "whoever shows the code knows it still"
        await channel.aclose()


async def test_voice_messages_that_come_together_load_the_models_once(home: Home) -> None:
    async with opened(home) as running:

        async def fetch(_name: str) -> None:
            pass

        speech = LazySpeech(running.core.plan, fetch=fetch, shared=lambda: None)
        one, other = await asyncio.gather(speech._loaded(), speech._loaded())
        assert one is other
        await speech.aclose()


async def test_how_the_bot_stands_is_told_and_since_when(
    home: Home, telegram: TelegramServer
) -> None:
    keys = keys_of(home)
    async with opened(home) as running:
        channel = switch(running, keys)
        channel.begin()

        async def until(state: TelegramState) -> None:
            await running.until_true(lambda: listed(running).state is state)
            assert listed(running).since is not None

        async def entered(token: str) -> None:
            await keys.set(token, TELEGRAM)
            await running.core.commands.dispatch(TelegramChanged())

        await running.do(ListTelegram())
        await until(TelegramState.NO_TOKEN)
        await entered("1:wrong")
        await until(TelegramState.UNAUTHORIZED)
        await entered(TOKEN)
        await until(TelegramState.WORKING)
        await running.until_true(lambda: bool(listed(running).bot_name))
        await telegram.reached(lambda: telegram.is_polled)
        telegram.fail("getUpdates", 429, retry_after=86_400)
        await until(TelegramState.UNREACHABLE)
        await running.core.commands.dispatch(TelegramChanged())
        await until(TelegramState.WORKING)
        await telegram.reached(lambda: telegram.is_polled)
        telegram.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request")
        await until(TelegramState.CONFLICT)
        telegram.drop("getUpdates")
        await running.core.commands.dispatch(TelegramChanged())
        await until(TelegramState.UNREACHABLE)
        save(home, "telegram", "enabled", False)
        await running.core.commands.dispatch(TelegramChanged())
        await until(TelegramState.OFF)
        await channel.aclose()


def listed(running: RunningCore) -> TelegramListed:
    """Return how things were told to stand last."""
    return (running.of(TelegramListed) or [TelegramListed()])[-1]


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
        channel = switch(running, keys)
        channel.begin()
        await running.do(ShowLinkCode())
        notice = await running.until_notice("telegram_state")
        assert "https" in notice.hint
        await running.until_true(lambda: listed(running).state is TelegramState.INSECURE)
        await channel.aclose()


async def test_a_voice_message_has_the_recogniser_fetched_where_the_voice_is_off(
    home: Home, telegram: TelegramServer, tmp_path: Path
) -> None:
    ada, keys, wanted = telegram.user("Ada"), keys_of(home), list[str]()
    await keys.set(TOKEN, TELEGRAM)

    async def fetch(command: FetchModelFiles) -> None:
        wanted.append(command.name)

    async with opened(Home(root=home.root, models=tmp_path / "models")) as running:
        running.core.commands.register(FetchModelFiles, fetch)
        await link(running, ada)
        channel = switch(running, keys)
        channel.begin()
        ada.send_voice(encode_voice_message(np.zeros(16_000, np.float32), sample_rate_hz=16_000))
        await telegram.reached(lambda: ada.chat.texts)
        assert ada.chat.texts[0].startswith("The speech model is being fetched")
        assert ada.chat.texts[0].endswith("Send this again in a few minutes.")
        assert wanted == [running.core.plan.settings.voice.stt_model]
        await channel.aclose()

"""`parley telegram`: the token, and linking an account beside a running Parley."""

import asyncio
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner, Result

from assistant.cli import build
from assistant.cli.commands import telegram as commands
from assistant.errors import ConfigError, UnreachableError
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, KeyStore
from assistant.settings import save
from tests.helpers.telegram.server import TOKEN, TelegramServer
from tests.unit.cli.commands.test_serve import serving


@pytest.fixture
def telegram(home: Home) -> Iterator[TelegramServer]:
    with TelegramServer() as server:
        save(home, "telegram", "api_url", server.url)
        yield server


def run(home: Home, *arguments: str, typed: str = "") -> Result:
    words = ["telegram", *arguments, "--home", str(home.root)]
    return CliRunner().invoke(build("telegram"), words, input=typed)


def kept(home: Home) -> str | None:
    key = asyncio.run(KeyStore(keys_file=home.keys_file).get(TELEGRAM))
    return None if key is None else key.secret


def test_a_token_is_kept_once_telegram_knows_it(home: Home, telegram: TelegramServer) -> None:
    refused = run(home, "token", typed="1:wrong\n")
    assert isinstance(refused.exception, ConfigError)
    assert kept(home) is None
    done = run(home, "token", typed=f"{TOKEN}\n")
    assert done.exit_code == 0
    assert f"@{telegram.world.bot['username']}" in done.output
    assert kept(home) == TOKEN
    save(home, "telegram", "api_url", "http://127.0.0.1:1")  # nobody answers there
    later = run(home, "token", typed="2:another\n")
    assert later.exit_code == 0
    assert kept(home) == "2:another"


def test_without_a_running_parley_it_says_how_to_start_one(home: Home) -> None:
    for arguments in ((), ("link",), ("unlink", "Ada")):
        done = run(home, *arguments)
        assert isinstance(done.exception, UnreachableError)
        assert "parley serve" in done.exception.hint


async def test_an_account_is_linked_and_unlinked_beside_a_parley_without_a_window(
    home: Home, telegram: TelegramServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "LOOK_S", 0.0)
    await KeyStore(keys_file=home.keys_file).set(TOKEN, TELEGRAM)
    ada = telegram.user("Ada")
    async with serving(home):
        await telegram.reached(lambda: telegram.is_polled)
        linking = asyncio.create_task(asyncio.to_thread(run, home, "link"))
        code = await _shown_code(home)
        ada.send(f"/link {code}")
        linked = await linking
        assert linked.exit_code == 0, linked.output
        assert "Ada is linked to Parley now." in linked.output
        stands = await asyncio.to_thread(run, home)
        assert "Connected as @" in stands.output
        assert "Ada" in stands.output
        nobody = await asyncio.to_thread(run, home, "unlink", "Eve")
        assert isinstance(nobody.exception, ConfigError)
        assert (await asyncio.to_thread(run, home, "unlink", "Ada")).exit_code == 0
        assert "No account is linked." in (await asyncio.to_thread(run, home)).output


async def _shown_code(home: Home) -> str:
    """Wait until the running program shows a code, and return it."""
    while True:
        listed = await commands._status(home)
        if listed.link is not None:
            return listed.link.code

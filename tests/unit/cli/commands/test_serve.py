"""`parley serve`: reached over Telegram and the API, ended by a signal."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from assistant.channels.web.client.running_program import reach_program
from assistant.cli import build
from assistant.cli.commands.serve import serve
from assistant.clock import SystemClock
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError
from assistant.home import Home
from assistant.llm.api_keys import TELEGRAM, VARIABLES
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from tests.helpers.llm.scripted_model import ScriptedModel
from tests.helpers.patience import PATIENCE_S
from tests.helpers.telegram.server import TOKEN, TelegramServer


def plan_of(home: Home) -> LaunchOptions:
    loaded = load(home, {})
    return LaunchOptions(
        home=home,
        settings=loaded.settings,
        problems=loaded.problems,
        clock=SystemClock(),
        channel=Channel.API,
        client=ScriptedModel(),
    )


@asynccontextmanager
async def serving(home: Home) -> AsyncGenerator["asyncio.Task[None]"]:
    """Run it until the context is left."""
    running = asyncio.create_task(serve(plan_of(home), has_voice=False))
    try:
        yield running
    finally:
        if not running.done():
            os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(PATIENCE_S):
            await running


async def test_it_is_reached_over_telegram_and_the_api_until_it_is_told_to_end(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLES[TELEGRAM], TOKEN)
    with TelegramServer() as telegram:
        save(home, "telegram", "api_url", telegram.url)
        eve = telegram.user("Eve")
        async with serving(home) as running:
            await telegram.reached(lambda: telegram.is_polled)
            eve.send("hello")
            await telegram.reached(lambda: eve.chat.texts and telegram.called("setMyCommands"))
            async with asyncio.timeout(PATIENCE_S), reach_program(home.api_file) as program:
                assert program is not None
            with pytest.raises(HomeBusyError) as busy:
                home.claim()
            assert busy.value.holder == Channel.API.value
            os.kill(os.getpid(), signal.SIGTERM)
            async with asyncio.timeout(PATIENCE_S):
                await running
        assert not home.api_file.exists()
    told = capsys.readouterr().out
    assert "Telegram: Connected as @" in told
    assert told.rstrip().endswith("Parley has ended.")
    home.claim().release()  # it let go


async def test_what_is_wrong_with_telegram_is_told_once(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLES[TELEGRAM], "1:wrong")
    with TelegramServer() as telegram:
        save(home, "telegram", "api_url", telegram.url)
        told = ""
        async with serving(home), asyncio.timeout(PATIENCE_S):
            while "does not know the token" not in told:
                await asyncio.sleep(0)
                told += capsys.readouterr().out
    assert told.count("does not know the token") == 1


def test_the_unit_runs_this_program_with_the_folders_that_were_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PARLEY_MODELS", str(tmp_path / "models"))
    unit = tmp_path / "systemd" / "user" / "parley.service"
    run = CliRunner().invoke
    done = run(build("serve"), ["serve", "--install", "--voice", "--home", str(tmp_path / "a b")])
    assert done.exit_code == 0, done.output
    text = unit.read_text("utf-8")
    for word in ("serve", "--voice", str(tmp_path / "a b"), str(tmp_path / "models")):
        assert f'"{word}"' in text
    both = run(build("serve"), ["serve", "--install", "--uninstall"])
    assert both.exit_code == 2
    assert run(build("serve"), ["serve", "--uninstall"]).exit_code == 0
    assert not unit.exists()

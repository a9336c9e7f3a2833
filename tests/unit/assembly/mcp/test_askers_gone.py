"""A question does not outlive the program that asked it, however that ends."""

import asyncio
import json
import os
import random
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.home import Home
from tests.conftest import STRESS
from tests.helpers.mcp.clients import CHOICE
from tests.helpers.mcp.stdio_process import started
from tests.helpers.patience import PATIENCE_S
from tests.helpers.questions.presenters import FakePresenter
from tests.helpers.web.api_program import ApiProgram, calling, closed
from tests.unit.coding_agents.hooks.test_dialects import payload

KILLS: Final = 100 if STRESS else 10
SEED: Final = 36
QUESTION: Final = '{"question": "Tea or coffee?", "options": ["Tea", "Coffee"]}'

Asks = Callable[[Path, Path], AbstractAsyncContextManager[asyncio.subprocess.Process]]

pytestmark = pytest.mark.timeout(1800 if STRESS else 120)


@asynccontextmanager
async def by_ask(home: Path, folder: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Ask by `parley ask --running`."""
    file = folder / "question.json"
    file.write_text(QUESTION, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "assistant.entry", "ask", str(file), "--running"),
        f"--home={home}",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": os.getcwd()},
    )
    yield process
    async with asyncio.timeout(PATIENCE_S):
        await process.wait()


@asynccontextmanager
async def by_mcp(home: Path, folder: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Ask by `parley mcp`."""
    async with started(home, folder=folder) as client:
        await client.begin()
        client.call(CHOICE)
        yield client.process


@asynccontextmanager
async def by_http(home: Path, folder: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Ask by a program of somebody's own, with the call that waits."""
    code = (
        "import json, sys, httpx2; a = json.load(open(sys.argv[1])); "
        "httpx2.post(a['url'] + '/api/task/ask', timeout=None, trust_env=False, "
        "headers={'Authorization': 'Bearer ' + a['token']}, json=json.loads(sys.argv[2]))"
    )
    body = json.dumps({"question_text": "Which port?", "type": "text"})
    file = home / "run" / "api.json"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, str(file), body),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    yield process
    async with asyncio.timeout(PATIENCE_S):
        await process.wait()


@asynccontextmanager
async def by_hook(home: Path, folder: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Ask by the hook of a coding agent."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "assistant.entry", "hook", "claude-code", f"--home={home}"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None
    told = payload(CodingAgent.CLAUDE_CODE, "PermissionRequest", "Bash")
    process.stdin.write(json.dumps(told).encode())
    process.stdin.close()
    yield process
    async with asyncio.timeout(PATIENCE_S):
        await process.wait()


async def ended(program: ApiProgram, *, times: int) -> None:
    """Wait until questions were closed so often, and see that none is open."""
    async with asyncio.timeout(PATIENCE_S):
        await closed(program, times)
    assert not program.running.core.desk.pending()
    assert not await program.running.core.store.questions.pending()


@pytest.mark.requirement("MCP-15")
@pytest.mark.parametrize("asks", [by_ask, by_mcp, by_http, by_hook])
async def test_no_kill_of_an_asker_leaves_a_question_open(
    home: Home, tmp_path: Path, asks: Asks
) -> None:
    chance = random.Random(SEED)
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        for number in range(KILLS):
            async with asks(home.root, tmp_path) as process:
                await presenter.presenting()
                for _turn in range(chance.randrange(50)):
                    await asyncio.sleep(0)
                process.send_signal(signal.SIGKILL)
                await ended(program, times=number + 1)
        assert presenter.withdrawn == KILLS


@pytest.mark.requirement("MCP-15")
@pytest.mark.parametrize("asks", [by_ask, by_mcp, by_http, by_hook])
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
async def test_an_asker_that_is_told_to_end_takes_its_question_with_it(
    home: Home, tmp_path: Path, asks: Asks, told: signal.Signals
) -> None:
    presenter = FakePresenter()
    async with calling(home) as program:
        program.running.core.desk.register(presenter)
        async with asks(home.root, tmp_path) as process:
            await presenter.presenting()
            process.send_signal(told)
            await ended(program, times=1)


async def test_a_question_does_not_outlive_the_program_that_shows_it(
    home: Home, tmp_path: Path
) -> None:
    presenter = FakePresenter()
    async with AsyncExitStack() as stack:
        async with calling(home) as program:
            program.running.core.desk.register(presenter)
            process = await stack.enter_async_context(by_ask(home.root, tmp_path))
            await presenter.presenting()
    assert process.returncode == 1
    async with calling(home) as program:
        assert not program.running.core.desk.pending()
        assert not await program.running.core.store.questions.pending()

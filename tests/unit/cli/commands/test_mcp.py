"""`parley mcp` as a process, spoken to line by line, and over HTTP in a terminal."""

import asyncio
import concurrent.futures
import contextlib
import inspect
import json
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest

from assistant.cli.commands import mcp
from assistant.errors import ConfigError
from tests.helpers.mcp.clients import CHOICE
from tests.helpers.mcp.stdio_process import DISPLAYS, ENDS_WITHIN_S, MODERN, leave, started
from tests.helpers.terminal.keyboard import CTRL_C
from tests.helpers.terminal.pseudo_terminal import console
from tests.unit.channels.web.pages.test_presenter import is_closed

pytestmark = pytest.mark.timeout(90)

CONTEXT: Any = SimpleNamespace(obj=None)
"""Of a command for which nothing was begun."""


@pytest.mark.requirement("MCP-02", "MCP-13", "Q-TERM-16")
async def test_a_client_of_the_older_era(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        for rubbish in ("rubbish", "{}", "[1, 2]", '{"jsonrpc": "2.0", "id": true}'):
            program.write(rubbish)
        await program.begin()
        tools = await program.answer(program.send("tools/list"))
        names = [tool["name"] for tool in tools["result"]["tools"]]
        assert names == ["provide_choice", "ask_user_question"]

        answer = await program.answer(program.call({"title": 7}))
        assert answer["result"]["isError"] is True
        assert "prompt" in answer["result"]["content"][0]["text"]
        assert not program.pages

        number = program.call(CHOICE, progressToken="wait")
        (url,) = await program.urls()
        await choose(url, 1)
        record = (await program.answer(number))["result"]["structuredContent"]
        assert record["selection"]["labels"] == ["SQLite"]
        assert record["url"] == url
        told = [each["params"] for each in program.messages if "method" in each]
        assert {each["progressToken"] for each in told} == {"wait"}
        assert any(url in each["message"] for each in told)
        assert await leave(program) == 0


@pytest.mark.requirement("MCP-13")
async def test_a_client_of_the_modern_era(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        found = await program.answer(program.send("server/discover", _meta=MODERN))
        assert "2026-07-28" in found["result"]["supportedVersions"]
        answer = await program.answer(program.call(CHOICE | {"timeout_s": 1}, **MODERN))
        record = answer["result"]["structuredContent"]
        assert (record["action_status"], record["transport"]) == ("timeout", "web")
        assert [record["url"]] == program.pages

        # Told to end, it takes the question away that is open.
        program.call(CHOICE, **MODERN)
        _over, url = await program.urls(2)
        program.process.send_signal(signal.SIGTERM)
        assert await program.ended() == 0
        assert await is_closed(url)


@pytest.mark.requirement("MCP-15", "MCP-16")
async def test_a_cancelled_call_takes_its_page_away_and_a_client_that_leaves_all(
    tmp_path: Path,
) -> None:
    async with started(tmp_path) as program:
        await program.begin()
        kept, cancelled = program.call(CHOICE), program.call(CHOICE)
        first, second = await program.urls(2)
        assert first != second
        program.notify("notifications/cancelled", requestId=cancelled)
        async with asyncio.timeout(ENDS_WITHIN_S):
            while not (await is_closed(first) or await is_closed(second)):
                pass  # each look goes through the loop
        assert not (await is_closed(first) and await is_closed(second))
        assert await leave(program) == 0
        assert cancelled not in [each.get("id") for each in program.messages]
        assert kept != cancelled
    assert await is_closed(first)
    assert await is_closed(second)


@pytest.mark.requirement("MCP-03")
def test_in_a_terminal_over_http(tmp_path: Path) -> None:
    arguments = ("mcp", "--http", f"--home={tmp_path}")
    with console(arguments, environment=dict.fromkeys(DISPLAYS, "")) as terminal:
        terminal.until_shown("Authorization: Bearer")
        said = terminal.text().split()
        server = Over(next(word for word in said if word.startswith("http://")), said[-1])
        assert server.post("server/discover", token="wrong").status_code == 401
        assert server.post("server/discover").status_code == 200

        with concurrent.futures.ThreadPoolExecutor() as threads:
            here = threads.submit(server.choice, CHOICE)
            terminal.until_shown("SQLite")
            # The terminal is taken: a second question has a page, told of above the first one.
            there = threads.submit(server.choice, CHOICE | {"timeout_s": 1})
            terminal.until_shown("/choice/")
            terminal.until_shown("left")
            assert terminal.lines()[-1].lstrip().startswith("⏱")
            assert there.result()["transport"] == "web"
            terminal.answer("SQLite", "2")
            record = here.result()
            assert (record["transport"], record["selection"]["indices"]) == ("terminal", [1])
            terminal.until_gone("enter select")
            assert "╭" not in terminal.text()

            # Leaving the question instead of answering ends the server, and asks nobody else.
            left = threads.submit(server.call, CHOICE | {"allow_cancel": False})
            terminal.answer("enter select", CTRL_C)
            assert terminal.ended() == 0
            assert terminal.is_sane()
            assert terminal.text().count("/choice/") == 1
            assert "Traceback" not in terminal.text()
            with contextlib.suppress(httpx2.HTTPError):  # it may have gone before it was told
                assert left.result()["isError"] is True


@pytest.mark.requirement("MCP-13")
@pytest.mark.parametrize("is_terminal", [True, False])
def test_whoever_starts_it_by_hand_is_told_what_it_is(
    is_terminal: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:

    def gone(*, has_permissions: bool) -> None:
        """Return a client that has left."""

    monkeypatch.setattr(mcp, "begin_client", gone)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: is_terminal, raising=False)
    mcp.command(CONTEXT, home=tmp_path)
    said = capsys.readouterr()
    assert ("parley mcp --http" in said.err) == is_terminal
    assert not said.out


@pytest.mark.requirement("Q-LIFE-25")
def test_a_question_waits_five_minutes_if_its_call_does_not_say() -> None:
    assert inspect.signature(mcp.command).parameters["timeout"].default == 300


@pytest.mark.parametrize("options", [{"port": 8642}, {"token": False}])
def test_what_is_for_http_is_not_ignored_without_it(
    options: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match="for HTTP"):
        mcp.command(CONTEXT, home=tmp_path, **options)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=f"Port {port} cannot be had"):
            mcp.command(CONTEXT, http=True, port=port, home=tmp_path)


class Over:
    """A client of the modern era over HTTP, for threads."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url
        self._token = token

    def post(self, method: str, *, token: str | None = None, **params: Any) -> httpx2.Response:
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": method,
            "Authorization": f"Bearer {self._token if token is None else token}",
        }
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": method}
        message["params"] = {"_meta": MODERN, **params}
        with httpx2.Client(trust_env=False, timeout=ENDS_WITHIN_S) as http:
            return http.post(self._url, json=message, headers=headers)

    def call(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the result of `provide_choice`."""
        answer = self.post("tools/call", name="provide_choice", arguments=arguments)
        lines = [line.removeprefix("data:") for line in answer.text.splitlines()]
        sent = [json.loads(line) for line in lines if line.strip().startswith("{")]
        return sent[-1]["result"]

    def choice(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the record of `provide_choice`."""
        return self.call(arguments)["structuredContent"]


async def choose(url: str, place: int) -> None:
    """Choose an option on a page."""
    async with httpx2.AsyncClient(trust_env=False) as http:
        assert (await http.get(url)).status_code == 200
        card = (await http.get(f"{url}/view")).json()["card"]
        option = card["options"][place]["id"]
        action = {"do": "choose", "question": card["question"], "option": option}
        taken = await http.post(f"{url}/act", json=action | {"is_final": True})
        assert taken.status_code == 200

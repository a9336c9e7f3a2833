"""`parley mcp` as a process, spoken to line by line."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.helpers.mcp_callers import CHOICE
from tests.unit.channels.web.test_page_presenter import is_closed

pytestmark = pytest.mark.timeout(90)

ENDS_WITHIN_S = 20
MODERN: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "lines", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Process:
    """The program, and all that it wrote."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.messages: list[dict[str, Any]] = []
        """Every line of standard output, each of which has to be JSON-RPC."""
        self.said: list[str] = []
        """Every line of standard error."""
        self._news = asyncio.Event()
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = (
            asyncio.create_task(self._hear(process.stdout, self._message)),
            asyncio.create_task(self._hear(process.stderr, self.said.append)),
        )
        self._next = 0

    async def _hear(self, stream: asyncio.StreamReader, take: Any) -> None:
        while line := await stream.readline():
            take(line.decode().rstrip("\n"))
            self._news.set()

    def _message(self, line: str) -> None:
        message: dict[str, Any] = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        self.messages.append(message)

    def write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")

    def notify(self, method: str, **params: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def send(self, method: str, **params: Any) -> int:
        """Send a request; returns its id."""
        self._next += 1
        message = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}
        self.write(json.dumps(message))
        return self._next

    def call(self, arguments: dict[str, Any], **meta: Any) -> int:
        params: dict[str, Any] = {"name": "provide_choice", "arguments": arguments, "_meta": meta}
        return self.send("tools/call", **params)

    async def until(self, found: Any) -> Any:
        """Wait until something is found in what it wrote."""
        async with asyncio.timeout(ENDS_WITHIN_S):
            while True:
                result = found()
                if result:
                    return result
                for reader in self._readers:
                    if reader.done():
                        reader.result()
                self._news.clear()
                await self._news.wait()

    async def answer(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a request."""
        found: dict[str, Any] = await self.until(
            lambda: next((each for each in self.messages if each.get("id") == number), None)
        )
        return found

    async def urls(self, count: int = 1) -> list[str]:
        """Wait until it has told of so many pages."""

        def told() -> list[str]:
            urls = [line.rpartition(" ")[2] for line in self.said if "/choice/" in line]
            return urls if len(urls) >= count else []

        return await self.until(told)

    async def begin(self) -> None:
        """Shake hands, as clients do until 2025."""
        number = self.send(
            "initialize",
            protocolVersion="2025-11-25",
            capabilities={},
            clientInfo={"name": "lines", "version": "1"},
        )
        answer = await self.answer(number)
        assert answer["result"]["serverInfo"]["name"] == "parley"
        self.notify("notifications/initialized")

    async def ended(self) -> int:
        """Wait for the end; returns the exit status."""
        async with asyncio.timeout(ENDS_WITHIN_S):
            status = await self.process.wait()
            await asyncio.gather(*self._readers)
        return status


@contextlib.asynccontextmanager
async def started(home: Path, *options: str) -> AsyncGenerator[Process]:
    environment = {key: value for key, value in os.environ.items() if key not in DISPLAYS}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "assistant.cli",
        "mcp",
        f"--home={home}",
        *options,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    program = Process(process)
    try:
        yield program
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await program.ended()
        assert process.stdin is not None
        process.stdin.close()


DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}


async def leave(program: Process) -> int:
    """Close the program's input, as a client does that leaves."""
    assert program.process.stdin is not None
    program.process.stdin.close()
    return await program.ended()


async def test_a_client_comes_and_goes(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        await program.begin()
        tools = await program.answer(program.send("tools/list"))
        names = [tool["name"] for tool in tools["result"]["tools"]]
        assert names == ["provide_choice", "ask_user_question"]
        assert await leave(program) == 0
        assert not program.said


async def test_a_client_of_the_modern_era(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        found = await program.answer(program.send("server/discover", _meta=MODERN))
        assert "2026-07-28" in found["result"]["supportedVersions"]
        number = program.call(CHOICE | {"timeout_s": 1}, **MODERN)
        answer = await program.answer(number)
        record = answer["result"]["structuredContent"]
        assert (record["action_status"], record["transport"]) == ("timeout", "web")
        assert [record["url"]] == await program.urls()
        assert await leave(program) == 0


async def test_rubbish_does_not_stop_it(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        program.write("rubbish")
        program.write("{}")
        program.write("[1, 2]")
        await program.begin()
        answer = await program.answer(program.call({"title": 7}))
        assert answer["result"]["isError"] is True
        assert "prompt" in answer["result"]["content"][0]["text"]
        assert not [line for line in program.said if "/choice/" in line]
        assert await leave(program) == 0


async def test_a_call_is_answered_on_its_page(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        await program.begin()
        number = program.call(CHOICE, progressToken="wait")
        (url,) = await program.urls()
        async with httpx.AsyncClient(trust_env=False) as http:
            page = await http.get(url)
            assert page.status_code == 200
            view = (await http.get(f"{url}/view")).json()
            card = view["card"]
            option = card["options"][1]["id"]
            action = {"do": "choose", "question": card["question"], "option": option}
            taken = await http.post(f"{url}/act", json=action | {"is_final": True})
            assert taken.status_code == 200
        record = (await program.answer(number))["result"]["structuredContent"]
        assert record["selection"]["labels"] == ["SQLite"]
        assert record["url"] == url
        told = [each["params"] for each in program.messages if "method" in each]
        assert {each["progressToken"] for each in told} == {"wait"}
        assert any(url in each["message"] for each in told)
        assert await leave(program) == 0


async def test_a_cancelled_call_takes_its_page_away(tmp_path: Path) -> None:
    async with started(tmp_path) as program:
        await program.begin()
        kept, cancelled = program.call(CHOICE), program.call(CHOICE)
        first, second = await program.urls(2)
        assert first != second
        program.notify("notifications/cancelled", requestId=cancelled)
        async with asyncio.timeout(5):
            while not (await is_closed(first) or await is_closed(second)):
                pass  # each look goes through the loop
        assert not (await is_closed(first) and await is_closed(second))
        assert await leave(program) == 0
        assert cancelled not in [each.get("id") for each in program.messages]
        assert kept != cancelled
    assert await is_closed(first)
    assert await is_closed(second)


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
async def test_it_ends_when_told_though_a_question_is_open(
    tmp_path: Path, told: signal.Signals
) -> None:
    async with started(tmp_path) as program:
        await program.begin()
        program.call(CHOICE)
        (url,) = await program.urls()
        program.process.send_signal(told)
        assert await program.ended() == 0
        assert await is_closed(url)


async def test_over_http_it_says_where_it_is(tmp_path: Path) -> None:
    async with started(tmp_path, "--http") as program:
        await program.until(lambda: len(program.said) == 2)
        url = program.said[0].rpartition(" ")[2]
        token = program.said[1].removeprefix("Authorization: ")
        discover = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "server/discover",
            "params": {"_meta": MODERN},
        }
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": "server/discover",
        }
        async with httpx.AsyncClient(trust_env=False, headers=headers) as http:
            refused = await http.post(url, json=discover)
            assert refused.status_code == 401
            taken = await http.post(url, json=discover, headers={"Authorization": token})
            assert taken.status_code == 200
        program.process.send_signal(signal.SIGTERM)
        assert await program.ended() == 0
        assert program.messages == []

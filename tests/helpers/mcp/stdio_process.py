"""`parley mcp` as a process, spoken to line by line."""

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, Final

ENDS_WITHIN_S: Final = 40
MODERN: Final[dict[str, Any]] = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "lines", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
DISPLAYS: Final = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}


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
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}))

    def send(self, method: str, **params: Any) -> int:
        """Send a request; returns its id."""
        self._next += 1
        message = {"jsonrpc": "2.0", "id": self._next, "method": method, "params": params}
        self.write(json.dumps(message))
        return self._next

    def call(self, arguments: dict[str, Any], **meta: Any) -> int:
        """Call `provide_choice`; returns the id of the call."""
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

    @property
    def pages(self) -> list[str]:
        """The pages that it has told of."""
        return [line.rpartition(" ")[2] for line in self.said if "/choice/" in line]

    async def urls(self, count: int = 1) -> list[str]:
        """Wait until it has told of so many pages."""
        return await self.until(lambda: self.pages if len(self.pages) >= count else [])

    async def asked(self) -> dict[str, Any]:
        """Wait until the server asks for a form."""
        return await self.until(
            lambda: next(
                (one for one in self.messages if one.get("method") == "elicitation/create"), None
            )
        )

    async def begin(self, **capabilities: Any) -> None:
        """Shake hands, as clients do until 2025."""
        number = self.send(
            "initialize",
            protocolVersion="2025-11-25",
            capabilities=capabilities,
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
async def started(home: Path, *options: str, folder: Path | None = None) -> AsyncGenerator[Process]:
    """Start it.

    Args:
        home: Whose running Parley it looks for.
        options: More for its command line.
        folder: Where it is started.
    """
    environment = {key: value for key, value in os.environ.items() if key not in DISPLAYS}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "assistant.entry",
        "mcp",
        f"--home={home}",
        *options,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment | {"PYTHONPATH": os.getcwd()},
        cwd=folder,
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


async def leave(program: Process) -> int:
    """Close the program's input, as a client does that leaves."""
    assert program.process.stdin is not None
    program.process.stdin.close()
    return await program.ended()

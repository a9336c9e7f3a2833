"""The messages between Parley and an agent's process. Nothing unbounded comes in."""

import asyncio
import contextlib
import json
import logging
from collections import deque
from typing import Any, Final

from assistant.message_splitter import MessageSplitter, MessageTooLongError, Noise, mended_envelope
from assistant.processes.child_process import ChildProcess

MAX_GARBAGE: Final = 1_000
"""Lines in a row that are no messages, before nothing more is read."""
THREAD_BYTES: Final = 64 * 1024
"""A longer message is read on a thread: the engine loop must not stand still."""
MAX_TAIL: Final = 4_000
"""Characters of what the agent wrote to standard error that are kept."""

_log = logging.getLogger(__name__)


class MessageStream:
    """Implements the package's `Transport` over the pipes of a process.

    Args:
        process: Started with pipes.
    """

    def __init__(self, process: ChildProcess) -> None:
        self._process = process
        self._splitter = MessageSplitter()
        self._ready: deque[dict[str, Any]] = deque()
        self._garbage = 0
        self._is_over = False

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message; dropped if the agent is gone, which `receive` tells."""
        stdin = self._process.stdin
        if stdin is None or stdin.is_closing():
            return
        with contextlib.suppress(ConnectionError):
            stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            await stdin.drain()

    async def receive(self) -> dict[str, Any] | None:
        """Return the next message; None once there is none any more."""
        while not self._ready and not self._is_over:
            await self._read()
        return self._ready.popleft() if self._ready else None

    async def close(self) -> None:
        """Close the agent's input, which asks it to end."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    async def _read(self) -> None:
        stdout = self._process.stdout
        if stdout is None:
            raise RuntimeError("the process was started without pipes")
        try:
            chunk = await stdout.read(THREAD_BYTES)
            is_long = self._splitter.held_bytes + len(chunk) > THREAD_BYTES
            found = (
                await asyncio.to_thread(self._messages, chunk) if is_long else self._messages(chunk)
            )
        except (ConnectionError, MessageTooLongError) as error:
            _log.warning("Nothing more is read of an agent: %s", type(error).__name__)
            self._is_over = True
            return
        for one in found:
            if isinstance(one, Noise):
                self._garbage += 1
            else:
                self._garbage = 0
                self._ready.append(mended_envelope(one))
        self._is_over = not chunk or self._garbage >= MAX_GARBAGE

    def _messages(self, chunk: bytes) -> "list[dict[str, Any] | Noise]":
        return self._splitter.feed(chunk) if chunk else self._splitter.end()


class ErrorTail:
    """Reads what a process writes to standard error, and keeps the end of it."""

    def __init__(self) -> None:
        self._tail = ""

    @property
    def last_line(self) -> str:
        """The last line that has anything in it."""
        lines = [line.strip() for line in self._tail.splitlines()]
        return next((line for line in reversed(lines) if line), "")

    async def keep(self, process: ChildProcess) -> None:
        """Read until there is no more."""
        while process.stderr is not None and (chunk := await process.stderr.read(THREAD_BYTES)):
            self._tail = (self._tail + chunk.decode("utf-8", "replace"))[-MAX_TAIL:]
            await asyncio.sleep(0.02)  # one that writes without end is held up by its full pipe

"""Lines of a stream, for a terminal that cannot draw and for pipes."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TextIO

PROMPT_AGAIN_S: Final = 0.05
"""How long a reader waits before it shows its prompt again after another one's line."""


class LineReader:
    """Lines of a stream, read ahead by nobody: each is read when it is asked for.

    Several may wait for a line; the one that began last gets the next, so that a question is
    answered before the conversation goes on.

    Args:
        stream: Standard input.
        write: Shows a prompt, without a newline.
        is_prompting: Whether there is somebody to show prompts to.
    """

    def __init__(self, *, stream: TextIO, write: Callable[[str], None], is_prompting: bool) -> None:
        self._stream = stream
        self._write = write
        self._is_prompting = is_prompting
        self._readers: list[_Reader] = []
        self._kept: list[str] = []
        self._is_reading = False
        self._wanted = threading.Semaphore(0)
        self._loop = asyncio.get_running_loop()
        self.ended = asyncio.Event()
        """Set once the stream has no more lines."""
        # A read cannot be interrupted; the thread must not keep the process alive.
        threading.Thread(target=self._read, name="terminal-input", daemon=True).start()

    async def read(self, prompt: str) -> str:
        """Return the next line without its end.

        Raises:
            EOFError: If there are no more lines.
        """
        if self._kept:
            return self._kept.pop(0)
        if self.ended.is_set():
            raise EOFError
        reader = _Reader(prompt=prompt, line=self._loop.create_future())
        self._readers.append(reader)
        self._show(reader)
        self._want()
        try:
            return await reader.line
        finally:
            self._readers.remove(reader)
            if self._readers and not self.ended.is_set():
                # The next question may follow at once; its prompt is the one to show then.
                self._loop.call_later(PROMPT_AGAIN_S, self._show_again, self._readers[-1])

    def _show(self, reader: "_Reader") -> None:
        if self._is_prompting:
            self._write(reader.prompt)

    def _show_again(self, reader: "_Reader") -> None:
        if self._readers and self._readers[-1] is reader:
            self._show(reader)

    def _want(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                line = self._stream.readline()
            except (OSError, ValueError):  # the terminal has gone, or the stream was closed
                line = ""
            with contextlib.suppress(RuntimeError):  # the loop ended before the line came
                self._loop.call_soon_threadsafe(self._deliver, line)
            if not line:
                return

    def _deliver(self, line: str) -> None:
        self._is_reading = False
        waiting = [reader for reader in self._readers if not reader.line.done()]
        if not line:
            self.ended.set()
            for reader in waiting:
                reader.line.set_exception(EOFError())
        elif not waiting:
            # Whoever asked has gone; the next to ask gets it.
            self._kept.append(line.rstrip("\r\n"))
        else:
            waiting[-1].line.set_result(line.rstrip("\r\n"))
            if len(waiting) > 1:
                self._want()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Reader:
    """Somebody who waits for a line."""

    prompt: str
    line: "asyncio.Future[str]"

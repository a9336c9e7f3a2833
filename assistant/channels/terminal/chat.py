"""A conversation in the terminal: lines in, words out as they stream.

`Lines` reads standard input on a thread of its own, `Printer` turns events into text. Both are plain:
no colours, no cursor control, so that a pipe works as well as a person.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TextIO

from assistant.channels.terminal.plain import printable
from assistant.conversation.events import (
    ConversationOpened,
    EngineEvent,
    Notice,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
)
from assistant.locale import _


class Lines:
    """Lines of a stream, read ahead by nobody: each is read when it is asked for.

    Args:
        stream: Standard input.
        write: Shows a prompt, without a newline.
        is_prompting: Whether there is somebody to show prompts to.
    """

    def __init__(self, *, stream: TextIO, write: Callable[[str], None], is_prompting: bool) -> None:
        self._stream = stream
        self._write = write
        self._is_prompting = is_prompting
        self._lock = asyncio.Lock()
        self._wanted = threading.Semaphore(0)
        self._waiting: asyncio.Future[str] | None = None
        self._loop = asyncio.get_running_loop()
        # A read cannot be interrupted; the thread must not keep the process alive.
        threading.Thread(target=self._read, name="terminal-input", daemon=True).start()

    async def read(self, prompt: str) -> str:
        """Return the next line without its end.

        Raises:
            EOFError: If there are no more lines.
        """
        async with self._lock:
            if self._is_prompting:
                self._write(prompt)
            if self._waiting is None:
                self._waiting = self._loop.create_future()
                self._wanted.release()
            # A cancelled reader leaves its line to the next one.
            line = await asyncio.shield(self._waiting)
            self._waiting = None
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            line = self._stream.readline()
            with contextlib.suppress(RuntimeError):  # the loop ended before the line came
                self._loop.call_soon_threadsafe(self._deliver, line)
            if not line:
                return

    def _deliver(self, line: str) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(line)


class Printer:
    """Writes what happens. Called with every event of the conversation.

    Args:
        write: Shows text as it is.
    """

    def __init__(self, *, write: Callable[[str], None]) -> None:
        self._write = write
        self._is_mid_line = False
        self.idle = asyncio.Event()
        """Set while no turn is under way."""
        self.idle.set()

    def __call__(self, event: EngineEvent) -> None:
        """Show an event."""
        match event:
            case ConversationOpened():
                self._line(_("You are talking to {model}.").format(model=event.model))
            case TextDelta():
                self._text(event.text)
            case ToolStarted():
                self._line(f"· {event.name} {event.arguments}")
            case ToolFinished() if event.is_error:
                self._line(f"· {event.name}: {event.content}")
            case Notice() if event.text:
                self._line(f"! {event.text} {event.hint}".rstrip())
            case TurnFinished():
                self._end_line()
                self.idle.set()
            case TurnFailed():
                self._end_line()
                if event.cancelled:
                    self._line(_("Stopped."))
                else:
                    self._line(f"! {event.reason} {event.hint}".rstrip())
                self.idle.set()
            case _:
                pass

    def _text(self, text: str) -> None:
        shown = printable(text)
        if shown:
            self._write(shown)
            self._is_mid_line = not shown.endswith("\n")

    def _line(self, text: str) -> None:
        self._end_line()
        self._write(printable(text) + "\n")

    def _end_line(self) -> None:
        if self._is_mid_line:
            self._write("\n")
            self._is_mid_line = False

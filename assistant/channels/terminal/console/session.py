"""The terminal as a seat that one at a time may have: a question, or the line one types on.

A question has the right of way: the input line gives its place up when one comes, and takes it again
afterwards with the words it held.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TextIO

from prompt_toolkit.input import Input, create_input
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output

from assistant.channels.terminal.console.capabilities import has_light_background


class TerminalSession:
    """One terminal: its keys, its screen, and whose turn it is.

    Args:
        input: The keys.
        output: The screen.
        is_light: Whether its background is.
    """

    def __init__(self, *, input: Input, output: Output, is_light: bool = False) -> None:
        self.input = input
        self.output = output
        self.is_light = is_light
        self.on_taken: Callable[[], None] = _nothing
        """Called before a question is drawn: the line that is being written has to be ended."""
        self._lock = asyncio.Lock()
        self._give_up: Callable[[], None] | None = None
        self._waiting = 0
        """Questions that wait for the terminal."""
        self._is_free = asyncio.Event()
        """Set while none waits."""
        self._is_free.set()

    @staticmethod
    def at(stdin: TextIO, stdout: TextIO) -> "TerminalSession":
        """Return the seat at these streams; see `capabilities.can_draw`."""
        output = create_output(stdout)
        if isinstance(output, Vt100_Output):
            # Asking the terminal where its cursor is takes up to a second where it does not answer.
            output.enable_cpr = False
        is_light = has_light_background(os.environ)
        return TerminalSession(input=create_input(stdin), output=output, is_light=is_light)

    @asynccontextmanager
    async def taken(self) -> AsyncGenerator[None]:
        """Have the terminal as soon as nobody else asks a question."""
        if self._give_up is not None:
            self._give_up()
        self._waiting += 1
        self._is_free.clear()
        try:
            await self._lock.acquire()
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._is_free.set()
        try:
            self.clear_line()
            self.on_taken()
            yield
        finally:
            self._lock.release()

    @asynccontextmanager
    async def lent(self, give_up: Callable[[], None]) -> AsyncGenerator[None]:
        """Have the terminal while nobody asks a question.

        Args:
            give_up: Called when somebody does; leave soon then.
        """
        await self._lock.acquire()
        while self._waiting:  # a question goes first, though it came later
            self._lock.release()
            await self._is_free.wait()
            await self._lock.acquire()
        try:
            self.clear_line()
            self._give_up = give_up
            yield
        finally:
            self._give_up = None
            self._lock.release()

    def clear_line(self) -> None:
        """Take away what was typed before, which the terminal itself showed."""
        self.output.write_raw("\r")
        self.output.erase_end_of_line()
        self.output.flush()


def _nothing() -> None:
    """Do nothing."""

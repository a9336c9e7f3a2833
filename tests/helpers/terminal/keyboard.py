"""A terminal in memory: keys go in, and what is drawn goes nowhere or into a string."""

import asyncio
import io
import select
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from assistant.channels.terminal.console.session import TerminalSession

UP, DOWN, LEFT, HOME, END = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[H", "\x1b[F"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
ENTER, SPACE, TAB, ESCAPE = "\r", " ", "\t", "\x1b"
CTRL_C, CTRL_D, CTRL_J, CTRL_L, BACKSPACE = "\x03", "\x04", "\n", "\x0c", "\x7f"


@dataclass
class Keyboard:
    """A seat, and hands on its keys."""

    pipe: PipeInput
    seat: TerminalSession

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self.pipe.send_text("".join(keys))

    async def until_read(self) -> None:
        """Wait until every key was taken up, also one that means nothing."""
        while select.select([self.pipe.fileno()], [], [], 0)[0]:  # noqa: ASYNC110  # a pipe has no event
            await asyncio.sleep(0)


@contextmanager
def keyboard() -> Generator[Keyboard]:
    """Yield a keyboard whose terminal shows nothing; needs a running loop."""
    with create_pipe_input() as pipe:
        yield Keyboard(pipe=pipe, seat=TerminalSession(input=pipe, output=DummyOutput()))


def drawn_into(stream: io.StringIO, *, columns: int = 60, rows: int = 24) -> Vt100_Output:
    """Return a terminal that writes into a string."""
    return Vt100_Output(
        stream, lambda: Size(rows=rows, columns=columns), term="xterm-256color", enable_cpr=False
    )

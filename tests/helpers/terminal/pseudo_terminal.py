"""A program in a pseudo-terminal, with a person who looks at its screen and presses keys."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyte

PATIENCE_S: Final = 60.0
"""Longer than any program here takes to show anything."""
ARMED_S: Final = 0.35
"""A question takes keys only after 300 ms."""

_ENDED: Final = "ended"

_Attributes = list[int | list[bytes | int]]


@dataclass
class Console:
    """The terminal, and the program in it."""

    main: int
    side: int
    program: "subprocess.Popen[bytes]"
    screen: pyte.Screen
    stream: pyte.ByteStream
    attributes: _Attributes
    """How the terminal was set before the program began."""
    patience_s: float = PATIENCE_S

    def lines(self) -> list[str]:
        """Return what is on the screen, without the space at its ends."""
        return "\n".join(line.rstrip() for line in self.screen.display).strip("\n").split("\n")

    def text(self) -> str:
        """Return what is on the screen."""
        return "\n".join(self.lines())

    def until(self, condition: Callable[[], bool]) -> None:
        """Look at the screen until something holds."""
        give_up = time.monotonic() + self.patience_s
        while not condition():
            if time.monotonic() > give_up:
                raise TimeoutError(f"it never came; the screen says:\n{self.text()}")
            self.look()

    def until_shown(self, text: str) -> None:
        """Wait for text."""
        self.until(lambda: text in self.text())

    def until_gone(self, text: str) -> None:
        """Wait until text is no longer there."""
        self.until(lambda: text not in self.text())

    def press(self, *keys: str) -> None:
        """Press keys."""
        os.write(self.main, "".join(keys).encode())

    def answer(self, question: str, *keys: str) -> None:
        """Wait for a question, until it takes keys, and press some."""
        self.until_shown(question)
        armed = time.monotonic() + ARMED_S
        self.until(lambda: time.monotonic() > armed)
        self.press(*keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window; the program is told by a signal."""
        self.screen.resize(rows, columns)
        _size(self.side, columns, rows)

    def ended(self) -> int:
        """Wait for the end of the program, and for the last of its words; return its code."""
        self.until(lambda: self.program.poll() is not None)
        while self.look():
            pass
        # A busy system may hold some of it back; what is written now comes after it.
        os.write(self.side, f"\x1b]1;{_ENDED}\x07".encode())
        self.until(lambda: self.screen.icon_name == _ENDED)
        return self.program.returncode

    def is_sane(self) -> bool:
        """Whether the terminal is set as it was before."""
        return termios.tcgetattr(self.side) == self.attributes

    def look(self) -> bool:
        """Take in what was written; return whether there was anything."""
        readable, _writable, _odd = select.select([self.main], [], [], 0.05)
        if not readable:
            return False
        self.stream.feed(os.read(self.main, 65536))
        return True


@contextmanager
def console(
    arguments: Sequence[str],
    *,
    columns: int = 80,
    rows: int = 30,
    environment: Mapping[str, str] | None = None,
    term: str = "xterm-256color",
    stdout: int | None = None,
    module: str = "assistant.cli",
    command: Sequence[str] | None = None,
    folder: Path | None = None,
    patience_s: float = PATIENCE_S,
) -> Generator[Console]:
    """Run `parley` in a terminal of its own.

    Args:
        arguments: What follows `parley`.
        columns: The width of the terminal.
        rows: Its height.
        environment: Set besides what is set here.
        term: What the terminal says it is.
        stdout: A file that the standard output goes to, in place of the terminal.
        module: What is run in place of `parley`.
        command: What is run in place of a module of ours, before the arguments.
        folder: Where it is run; the current folder by default.
        patience_s: How long is waited for anything; for programs that are not ours.
    """
    main, side = pty.openpty()
    _size(side, columns, rows)
    attributes = termios.tcgetattr(side)
    screen = pyte.Screen(columns, rows)
    program = subprocess.Popen(
        [*(command or (sys.executable, "-m", module)), *arguments],
        cwd=folder,
        stdin=side,
        stdout=side if stdout is None else stdout,
        stderr=side,
        env={**os.environ, "TERM": term, "LANGUAGE": "en", **(environment or {})},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    try:
        yield Console(
            main=main,
            side=side,
            program=program,
            screen=screen,
            stream=pyte.ByteStream(screen),
            attributes=attributes,
            patience_s=patience_s,
        )
    finally:
        if program.poll() is None:
            program.kill()
        program.wait()
        os.close(main)
        os.close(side)


def _size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

"""Whether there is a terminal to draw on, and what it does with keys that nobody reads yet."""

import contextlib
import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Final, TextIO

_CANNOT_DRAW: Final = frozenset({"", "dumb", "unknown"})
"""Values of `TERM` whose terminals know no cursor."""


def can_draw(stdin: TextIO, stdout: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether somebody sits at these streams whose terminal can move its cursor.

    Args:
        stdin: Where keys come from.
        stdout: Where the drawing goes.
        environment: Says what the terminal is.
    """
    if not (stdin.isatty() and stdout.isatty()):
        return False
    return sys.platform == "win32" or environment.get("TERM", "") not in _CANNOT_DRAW


def has_light_background(environment: Mapping[str, str]) -> bool:
    """Whether the terminal says that its background is light; most say nothing and are dark.

    `COLORFGBG` holds foreground and background as numbers of the 16 colours, `0;15` for black on
    white.
    """
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return background in {"7", "15"}


@contextmanager
def echo_disabled(stdin: TextIO) -> Generator[None]:
    """Keep the terminal from showing keys by itself; they wait, as they are, for who reads next.

    Ctrl-C stays a signal. Afterwards the terminal is as it was.
    """
    if sys.platform == "win32":
        yield
        return
    import termios

    before = termios.tcgetattr(stdin)
    quiet = termios.tcgetattr(stdin)
    quiet[0] &= ~termios.ICRNL  # Enter is to be told from Ctrl-J
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(stdin, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        with contextlib.suppress(termios.error):  # the terminal has gone
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)

"""What the system tells the process, on the running loop."""

import asyncio
import contextlib
import signal
from collections.abc import Callable
from typing import Final

ENDING: Final = tuple(
    signal.Signals[name] for name in ("SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)
"""Those that end a program from outside; Windows has but the first."""


def on_signals(*signals: signal.Signals, do: Callable[[], object]) -> None:
    """Call `do` on the running loop when one of these signals arrives.

    Where a loop has no signal handlers (Windows), the defaults stay.
    """
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):
        for number in signals:
            loop.add_signal_handler(number, do)

"""Ctrl-C and the end of the process, while a conversation is held in the terminal."""

import asyncio
import contextlib
import signal
from collections.abc import Callable

from assistant.locale import _


def stop_on_interrupt(
    *, stop: Callable[[], bool], line: Callable[[str], None]
) -> Callable[[], None]:
    """Let Ctrl-C stop a reply; a second one, or one with nothing to stop, ends the task.

    Called in the task that holds the conversation.

    Args:
        stop: Stops the reply under way; returns whether there was one.
        line: Writes a line to the person.

    Returns:
        What Ctrl-C does, for where it is a key and no signal.
    """
    loop = asyncio.get_running_loop()
    main = asyncio.current_task()

    def end() -> None:
        if main is not None:
            main.cancel()

    def interrupted() -> None:
        if not stop():
            line(_("Goodbye."))
            end()

    with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
        loop.add_signal_handler(signal.SIGINT, interrupted)
        for ending in (signal.SIGTERM, signal.SIGHUP):  # leaves the terminal as it was
            loop.add_signal_handler(ending, end)
    return interrupted

"""Ctrl-C and the end of the process, while a conversation is held in the terminal."""

import asyncio
import signal
from collections.abc import Callable

from assistant.locale import _
from assistant.signals import ENDING, on_signals


def stop_on_interrupt(
    *, stop: Callable[[], bool], line: Callable[[str], None]
) -> Callable[[], None]:
    """Let Ctrl-C stop a reply; a second one, or one with nothing to stop, ends the task.

    Called in the task that holds the conversation.

    Args:
        stop: Stops the reply under way; returns whether there was one.
        line: Writes a line to the user.

    Returns:
        What Ctrl-C does, for where it is a key and no signal.
    """
    main = asyncio.current_task()

    def end() -> None:
        if main is not None:
            main.cancel()

    def interrupted() -> None:
        if not stop():
            line(_("Goodbye."))
            end()

    on_signals(signal.SIGINT, do=interrupted)
    on_signals(*ENDING, do=end)  # leaves the terminal as it was
    return interrupted

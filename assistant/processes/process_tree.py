"""Ends a process together with all that came of it."""

import contextlib
import os
import signal
import sys
import time
from typing import Final

COMMAND_VARIABLE: Final = "ASSISTANT_COMMAND"
"""Variable that everything a supervised command starts inherits."""
_ROUNDS: Final = 50
"""How often what is left is looked for: a process may start another while it is ended."""
_ROUND_S: Final = 0.02
"""Pause before the next look; a process that was killed takes a moment to be gone."""


def signal_session(pid: int, *, force: bool) -> None:
    """Signal all processes of a session.

    Args:
        pid: The process that leads the session.
        force: Whether they are not asked.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            os.kill(pid, signal.SIGTERM)
        else:
            os.killpg(pid, signal.SIGKILL if force else signal.SIGTERM)


def end_marked(mark: str) -> None:
    """Kill every process that visibly inherited the mark.

    Returns once all are gone. Blocks a second at most where one cannot be ended.

    Args:
        mark: What only the command's own have in their environment.
    """
    import psutil  # not before a command has run

    for _round in range(_ROUNDS):
        is_left = False
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.environ().get(COMMAND_VARIABLE) == mark:
                    is_left = True
                    process.kill()
        if not is_left:
            return
        time.sleep(_ROUND_S)  # not wait_procs(): a process's parent also waits for it

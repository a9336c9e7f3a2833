"""Which of the program's threads may wait while another computes."""

import logging
import os
import sys
import threading
from typing import Final

_log = logging.getLogger(__name__)

_NICENESS: Final = 10
"""A tenth of the usual share of a core that somebody else wants, by Linux's table of weights."""


def lower_thread_priority() -> None:
    """Let the calling thread compute only when no other thread wants its core.

    For work that is needed, but later than what is computed beside it. Only Linux lets a program
    lower the priority of one thread; elsewhere this does nothing.
    """
    if sys.platform != "linux":
        return
    try:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
    except OSError as error:
        _log.debug("This thread keeps its priority: %s", error)

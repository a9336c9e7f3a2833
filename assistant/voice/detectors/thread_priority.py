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
    """Have the calling thread compute when no other of the program wants its core.

    For work that is needed, but later than what is computed beside it. Only Linux has a priority for
    each thread that anybody may lower; elsewhere this does nothing.
    """
    if sys.platform != "linux":
        return
    try:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
    except OSError as error:
        _log.debug("This thread keeps its priority: %s", error)

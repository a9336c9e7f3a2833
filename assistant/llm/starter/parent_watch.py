"""Ending with the parent process, whatever ends it.

Everywhere: the parent holds the other end of standard input, and the system closes that when the
parent goes, even by SIGKILL; a thread waits for it. On Linux the kernel sends a signal besides,
which also reaches a process whose interpreter is stuck in native code.
"""

import ctypes
import os
import signal
import sys
import threading
from typing import BinaryIO, Final

PR_SET_PDEATHSIG: Final = 1
"""`prctl(2)`: the signal to get when the parent ends."""


def end_with_parent(stdin: BinaryIO, parent_pid: int) -> None:
    """End this process as soon as the parent has gone; returns at once.

    Args:
        stdin: The pipe from the parent, read to where it is silent for good.
        parent_pid: The parent's id as the parent knows it: if it is no longer ours, the parent went
            before we could ask.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent_pid:
            os._exit(1)

    def watch() -> None:
        while stdin.read(1):
            pass
        os._exit(0)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()

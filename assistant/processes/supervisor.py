"""Runs one command and ends with all that came of it. Linux only; imports nothing of the package.

Run by its path with `python -I -S`, as `supervisor.py FD PROGRAM [ARGUMENT…]`. It is the nearest
subreaper of the command: whatever leaves the command's session, by `setsid` or a double fork and
with whatever environment, becomes its child and is found. FD is a socket to the parent. It carries
the `errno` of the start as a line, 0 if the command runs; once the parent closes it, or is gone, all
is ended. SIGTERM is passed on.
"""

import contextlib
import ctypes
import os
import select
import signal
import sys
import time

PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
ROUND_S = 0.01
"""Pause between two looks for what is left."""
LIMIT_S = 5.0
"""After which what cannot be ended, another user's process, is left."""


def main(arguments: list[str]) -> None:
    """Run the command, end what is left, and exit with its code."""
    parent = int(arguments[0])
    os.set_inheritable(parent, False)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # the command may not look into us
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    terminations: list[int] = []
    signal.signal(signal.SIGCHLD, lambda number, _frame: None)
    signal.signal(signal.SIGTERM, lambda number, _frame: terminations.append(number))
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    command = arguments[1:]
    try:
        pid = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            setsid=True,
            setsigdef=(signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGHUP),
        )
    except OSError as error:
        _report(parent, error.errno or 1)
        os._exit(127)
    _report(parent, 0)
    _let_go_of_pipes()
    status = _wait(pid, parent, woken, terminations)
    left = _end_all(pid)
    _end_as(left if status is None else status)


def _report(parent: int, number: int) -> None:
    """Tell how the command started, unless the parent is gone already."""
    with contextlib.suppress(OSError):
        os.write(parent, b"%d\n" % number)


def _let_go_of_pipes() -> None:
    """Close our copies of the pipes: a reader must see their end when the command closes them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def _wait(pid: int, parent: int, woken: int, terminations: list[int]) -> int | None:
    """Wait for the command; None if the parent wants its end."""
    while True:
        ready, _, _ = select.select([parent, woken], [], [])
        if woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(woken, 4096)
        while terminations:
            terminations.pop()
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGTERM)
        if pid in (ended := _reap()):
            return ended[pid]
        if parent in ready:
            return None


def _reap() -> dict[int, int]:
    """Collect ended children and their codes."""
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            ended[pid] = status
    return ended


def _end_all(command: int) -> int:
    """End every descendant; returns how the command ended if it did so now."""
    status = signal.SIGKILL
    deadline = time.monotonic() + LIMIT_S
    while time.monotonic() < deadline:
        for pid in _descendants():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        try:
            pid, ended = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if pid == command:
            status = ended
        if pid == 0:
            time.sleep(ROUND_S)
    return status


def _descendants() -> list[int]:
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
    found = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {os.getpid()})


def _end_as(status: int) -> None:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])

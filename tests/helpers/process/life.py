"""A program as a child process, watched from outside and killed without warning.

`wait_until` is the one place that waits; it returns at once when what was waited for happens, and
ends with an `AssertionError` that tells the whole story when the process ends by itself or the time
is over. Whatever happens, leaving the `with` block leaves no process behind.
"""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Final, Self, cast

LIMIT_S: Final = 60.0
"""Seconds until the program must have done what is waited for: far beyond a slow machine's start."""
POLL_S: Final = 0.01
"""Seconds between two looks at a condition that nothing else announces."""


class HaltedError(Exception):
    """The process stands still at the moment it was told to report."""


class Life:
    """One run of a program; a context manager.

    Args:
        command: What to run. A program that can halt is told the two ends of pipes with `halts`.
        environment: The whole environment.
        folder: Where it runs.
        errors: The file that takes its standard error.
        halts: Whether two file descriptors follow the command as arguments: one to report on that
            it has halted, one whose end tells it that nobody holds it any more.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        errors: Path,
        halts: bool = False,
    ) -> None:
        self._errors = errors
        self._changed = threading.Condition()
        self._printed = b""
        self._has_halted = False
        self._has_ended = False
        self._readers: list[threading.Thread] = []
        self._hold: int | None = None
        report: int | None = None
        passed: tuple[int, ...] = ()
        if halts:
            report, report_end = os.pipe()
            hold_end, self._hold = os.pipe()
            passed = (report_end, hold_end)
        with errors.open("ab") as stream:
            self._process = subprocess.Popen(
                [*command, *map(str, passed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stream,
                env=dict(environment),
                cwd=folder,
                pass_fds=passed,
                start_new_session=True,  # so that it is killed with its children
            )
        for end in passed:
            os.close(end)
        self._read(cast("BinaryIO", self._process.stdout), self._take_output)
        if report is not None:
            self._read(os.fdopen(report, "rb"), self._take_report)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.kill()

    @property
    def printed(self) -> str:
        """What it has written to standard output so far."""
        with self._changed:
            return self._printed.decode(errors="replace")

    def shows(self, words: str) -> bool:
        """Whether it has written these words."""
        return words in self.printed

    def type(self, line: str) -> None:
        """Write a line to its standard input."""
        stdin = cast("BinaryIO", self._process.stdin)
        with contextlib.suppress(BrokenPipeError):  # it has ended; who waits for it will tell
            stdin.write(line.encode() + b"\n")
            stdin.flush()

    def wait_until(
        self, condition: Callable[[], bool], what: str, *, limit_s: float = LIMIT_S
    ) -> None:
        """Wait until the condition holds.

        Args:
            condition: Looked at whenever the process writes, and every 10 ms.
            what: Names it in the error.
            limit_s: Seconds to wait.

        Raises:
            HaltedError: If the process reports that it stands still.
            AssertionError: If the process ended, or the time is over.
        """
        deadline = time.monotonic() + limit_s
        with self._changed:
            while not condition():
                if self._has_halted:
                    raise HaltedError
                assert not self._has_ended, self._story(f"ended before {what}")
                assert time.monotonic() < deadline, self._story(f"did not come to {what}")
                self._changed.wait(POLL_S)

    def wait_until_halted(self) -> None:
        """Wait until it reports that it stands still."""
        with contextlib.suppress(HaltedError):
            self.wait_until(lambda: False, "the moment to halt at")

    def kill(self) -> None:
        """Kill it and its children with SIGKILL, and read what was left in the pipes; idempotent."""
        # The leader is not reaped before its group is killed, so the number is still its own.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._clear_away()

    def end(self) -> None:
        """Close its standard input, as a person who leaves, and wait for a clean end."""
        cast("BinaryIO", self._process.stdin).close()
        try:
            status = self._process.wait(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            story = self._story(f"ended with {self._process.returncode}")
            self.kill()
            self._clear_away()
        assert status == 0, story

    def _clear_away(self) -> None:
        self._process.wait()
        for reader in self._readers:
            reader.join()
        if self._hold is not None:
            os.close(self._hold)
            self._hold = None
        with contextlib.suppress(BrokenPipeError):
            cast("BinaryIO", self._process.stdin).close()

    def _read(self, stream: BinaryIO, take: Callable[[bytes], None]) -> None:
        def work() -> None:
            with stream:
                while piece := os.read(stream.fileno(), 65536):
                    take(piece)
            if take == self._take_output:
                with self._changed:
                    self._has_ended = True
                    self._changed.notify_all()

        reader = threading.Thread(target=work, name="life", daemon=True)
        self._readers.append(reader)
        reader.start()

    def _take_output(self, piece: bytes) -> None:
        with self._changed:
            self._printed += piece
            self._changed.notify_all()

    def _take_report(self, piece: bytes) -> None:
        with self._changed:
            self._has_halted = True
            self._changed.notify_all()

    def _story(self, what: str) -> str:
        errors = self._errors.read_text(encoding="utf-8", errors="replace")
        printed = self._printed.decode(errors="replace")
        return f"The process {what}.\n--- printed:\n{printed}\n--- errors:\n{errors}"

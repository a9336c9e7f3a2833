"""Child processes for threads, each ended with its session."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, Self

from assistant.processes.model.environment import for_programs, with_absolute_paths
from assistant.processes.process_tree import signal_session

PIPE: Final = subprocess.PIPE
DEVNULL: Final = subprocess.DEVNULL
STDOUT: Final = subprocess.STDOUT


class BlockingChild:
    """A child process in a session of its own; a context manager that ends it.

    Args:
        command: The program and its arguments; no shell reads them.
        environment: What it sees; what the user's programs see if None.
        folder: Where it runs; a private empty folder, removed with it, if None.
        stdin: Its standard input.
        stdout: Its standard output.
        stderr: Its standard error.

    Raises:
        OSError: If it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        stdin: int | IO[Any] = DEVNULL,
        stdout: int | IO[Any] = DEVNULL,
        stderr: int | IO[Any] = DEVNULL,
    ) -> None:
        self._has_ended = False
        self._folder = None if folder is not None else Path(tempfile.mkdtemp(prefix="parley-"))
        seen = for_programs(os.environ) if environment is None else environment
        try:
            self._process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                env=with_absolute_paths(seen),
                cwd=folder or self._folder,
                start_new_session=os.name == "posix",
            )
        except BaseException:
            self._remove_folder()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def stdin(self) -> IO[bytes]:
        """Must have been started with a pipe."""
        return _pipe(self._process.stdin)

    @property
    def stdout(self) -> IO[bytes]:
        """Must have been started with a pipe."""
        return _pipe(self._process.stdout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.end()

    def wait(self, limit_s: float | None = None) -> int | None:
        """Wait for the exit code; None if the limit passes first."""
        try:
            return self._process.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None

    def communicate(self, limit_s: float) -> tuple[bytes, bytes]:
        """Output and errors, once it has ended.

        Raises:
            TimeoutError: If it has not ended in that time.
        """
        try:
            out, errors = self._process.communicate(timeout=limit_s)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError(str(error)) from error
        return out or b"", errors or b""

    def kill(self, *, patience_s: float = 0.0) -> None:
        """Kill it with its session; its output can still be read.

        Args:
            patience_s: How long it may take to end once it is asked to; it is not asked if 0.
        """
        if self._has_ended:
            return
        if patience_s and self._process.poll() is None:
            signal_session(self.pid, force=False)
            self.wait(patience_s)
        signal_session(self.pid, force=True)
        self._process.wait()
        self._has_ended = True

    def end(self, *, patience_s: float = 0.0) -> None:
        """Kill it with its session and close its pipes; idempotent.

        Args:
            patience_s: How long it may take to end once it is asked to; it is not asked if 0.
        """
        self.kill(patience_s=patience_s)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def run(
    command: Sequence[str], *, limit_s: float, environment: Mapping[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command to its end; returns exit code, output and errors.

    Args:
        command: The program and its arguments.
        limit_s: How long it may take.
        environment: What it sees; what the user's programs see if None.

    Raises:
        TimeoutError: If it took longer, and was ended.
        OSError: If it cannot be started.
    """
    with BlockingChild(command, environment=environment, stdout=PIPE, stderr=PIPE) as child:
        out, errors = child.communicate(limit_s)
        return child.wait() or 0, out.decode("utf-8", "replace"), errors.decode("utf-8", "replace")


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise RuntimeError("the child has no such pipe")
    return stream

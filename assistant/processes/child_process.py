"""Child processes for coroutines, each ended as a whole."""

import asyncio
import contextlib
import os
import shutil
import socket
import sys
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT
from typing import IO, Any, Final, Self

from typing_extensions import override

from assistant.processes import supervisor
from assistant.processes.model.environment import for_programs, with_absolute_paths
from assistant.processes.process_tree import COMMAND_VARIABLE, end_marked, signal_session

__all__ = ["DEVNULL", "PIPE", "STDOUT", "ChildProcess", "start"]

END_S: Final = 0.5
"""How long what was killed may take to be gone."""
SUPERVISOR_END_S: Final = 6.0
"""How long a supervisor may take to end what it watches over."""
BUFFER_BYTES: Final = 65_536
"""How much of a child's output is read ahead, and the longest line."""

Stream = int | IO[Any]


class _Protocol(asyncio.subprocess.SubprocessStreamProtocol):
    """Tells of the end of the process, which asyncio's own `wait` confuses with that of its pipes."""

    def __init__(self, limit: int, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(limit=limit, loop=loop)
        self.exited: Final = asyncio.Event()

    @override
    def process_exited(self) -> None:
        super().process_exited()
        self.exited.set()


class ChildProcess:
    """A child process and what came of it. Made by `start`; belongs to the loop.

    As a context manager it ends the process on leaving, also when the task is cancelled.

    Attributes:
        stdin: Its standard input, if that is a pipe.
        stdout: Its standard output, if that is a pipe.
        stderr: Its standard error, if that is a pipe.
    """

    def __init__(
        self,
        transport: asyncio.SubprocessTransport,
        protocol: _Protocol,
        *,
        supervised_by: "_Supervision | None",
        folder: Path | None,
    ) -> None:
        self._transport = transport
        self._protocol = protocol
        self._supervision = supervised_by
        self._folder = folder
        self._is_killed = False
        self._process = asyncio.subprocess.Process(transport, protocol, asyncio.get_running_loop())
        self.stdin = self._process.stdin
        self.stdout = self._process.stdout
        self.stderr = self._process.stderr

    @property
    def pid(self) -> int:
        """Process id, or that of its supervisor."""
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Negative if a signal ended it; None while it runs."""
        return self._process.returncode

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_problem: object) -> None:
        await asyncio.shield(self.end())

    async def wait(self, limit_s: float | None = None) -> bool:
        """Wait until it has ended, even if others hold its pipes; returns whether it has."""
        try:
            async with asyncio.timeout(limit_s):
                await self._protocol.exited.wait()
        except TimeoutError:
            return False
        return True

    async def communicate(self, given: bytes | None = None) -> tuple[bytes, bytes]:
        """Write the input; return output and errors once it has ended."""
        out, errors = await self._process.communicate(given)
        return out or b"", errors or b""

    def terminate(self) -> None:
        if self.returncode is None:
            signal_session(self.pid, force=False)

    async def kill(self, *, also_what_it_left: bool = True) -> None:
        """Kill it with all its descendants; its output can still be read.

        Args:
            also_what_it_left: Whether processes that it left behind when it ended by itself end
                too.
        """
        if self._is_killed:
            return
        if self._supervision is not None:
            await self._supervision.end(self)
        if also_what_it_left or self.returncode is None:
            signal_session(self.pid, force=True)
        self._is_killed = await self.wait(END_S)

    async def end(self, *, also_what_it_left: bool = True) -> None:
        """Kill it with all its descendants and close its pipes; idempotent.

        Cancellation closes the pipes all the same.

        Args:
            also_what_it_left: Whether processes that it left behind when it ended by itself end
                too.
        """
        try:
            await self.kill(also_what_it_left=also_what_it_left)
        finally:
            self._transport.close()
            if self._folder is not None:
                await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            await asyncio.sleep(0)  # the pipes are closed by callbacks


class _Supervision:
    """The line to a supervisor, and the mark that what it watches over bears."""

    def __init__(self) -> None:
        self.mark: Final = uuid.uuid4().hex
        self._ours: socket.socket | None = None
        self.theirs: socket.socket | None = None
        if sys.platform == "linux":
            self._ours, self.theirs = socket.socketpair()
            self._ours.setblocking(False)

    def command(self, command: Sequence[str]) -> tuple[str, ...]:
        """Wrap a command for the supervisor."""
        if self.theirs is None:
            return tuple(command)
        program = (sys.executable, "-I", "-S", supervisor.__file__)
        return (*program, str(self.theirs.fileno()), *command)

    @property
    def passed(self) -> tuple[int, ...]:
        """File descriptors for the supervisor."""
        return () if self.theirs is None else (self.theirs.fileno(),)

    def let_go(self) -> None:
        """Close the supervisor's end here, so that its closing there is noticed."""
        if self.theirs is not None:
            self.theirs.close()

    async def started(self, program: str) -> None:
        """Wait until the command runs.

        Raises:
            OSError: If it cannot be started.
        """
        if self._ours is None:
            return
        reply = await asyncio.get_running_loop().sock_recv(self._ours, 16)
        number = int(reply) if reply.strip().isdigit() else 1
        if number:
            raise OSError(number, os.strerror(number), program)

    def close(self) -> None:
        """Let the supervisor end everything."""
        self.let_go()
        if self._ours is not None:
            self._ours.close()

    async def end(self, child: ChildProcess) -> None:
        """End everything, even if the supervisor was killed, as long as it bears the mark."""
        self.close()
        if self._ours is not None:
            await child.wait(SUPERVISOR_END_S)
        else:
            signal_session(child.pid, force=True)
        await asyncio.to_thread(end_marked, self.mark)


async def start(
    command: Sequence[str],
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    stdin: Stream = DEVNULL,
    stdout: Stream = DEVNULL,
    stderr: Stream = DEVNULL,
    supervised: bool = False,
) -> ChildProcess:
    """Start a child process in a session of its own.

    Args:
        command: The program and its arguments; no shell reads them.
        environment: What it sees; what the user's programs see if None.
        folder: Where it runs; a private empty folder, removed with it, if None.
        stdin: Its standard input.
        stdout: Its standard output.
        stderr: Its standard error.
        supervised: Whether what it starts is ended with it, and with this program, also if it takes
            care to leave its session. For programs that are not ours; takes some milliseconds.

    Raises:
        OSError: If it cannot be started.
        ValueError: If an argument holds a NUL.
    """
    supervision = _Supervision() if supervised else None
    seen = dict(for_programs(os.environ) if environment is None else environment)
    if supervision is not None:
        seen[COMMAND_VARIABLE] = supervision.mark
    private = None if folder is not None else Path(tempfile.mkdtemp(prefix="parley-"))
    loop = asyncio.get_running_loop()
    child: ChildProcess | None = None
    try:
        transport, protocol = await loop.subprocess_exec(
            lambda: _Protocol(BUFFER_BYTES, loop),
            *(command if supervision is None else supervision.command(command)),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=with_absolute_paths(seen),
            cwd=folder or private,
            start_new_session=os.name == "posix",
            pass_fds=() if supervision is None else supervision.passed,
        )
        child = ChildProcess(
            transport,
            protocol,
            supervised_by=supervision,
            folder=private,
        )
        if supervision is not None:
            supervision.let_go()
            await supervision.started(command[0])
    except BaseException:
        if supervision is not None:
            supervision.close()
        if child is not None:
            await asyncio.shield(child.end())
        elif private is not None:
            with contextlib.suppress(OSError):
                private.rmdir()
        raise
    return child

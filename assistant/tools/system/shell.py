"""Runs one line of the user's shell, and ends all that came of it.

The command has a session of its own. What leaves that session (`setsid`, a double fork) is found by
a mark in its environment, where the system shows environments (Linux, in part macOS and Windows).
"""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from typing_extensions import override

from assistant.errors import ToolError
from assistant.tools.system.model.command_output import CommandOutput
from assistant.tools.system.model.environment import without_secrets

MARK: Final = "ASSISTANT_COMMAND"
"""Variable that everything a command starts inherits."""
MAX_OUTPUT: Final = 50_000_000
"""Bytes after which a command that prints is ended."""
_SHELLS: Final = {
    "bash": ("--noprofile", "--norc", "-c"),
    "zsh": ("-f", "-c"),
    "fish": ("--no-config", "-c"),
    "dash": ("-c",),
    "ksh": ("-c",),
    "sh": ("-c",),
}
"""Shells, and how each is given a line without reading the user's profile."""
_FREE_OUTPUT: Final = 1_000_000
"""Bytes that are taken as fast as they come."""
_PAUSE_S: Final = 0.002
"""Pause after each piece that comes then, so that a flood leaves the engine its time."""
_DRAIN_S: Final = 0.5
"""How long the last output may take to arrive once everything has ended."""
_ROUNDS: Final = 50
"""How often what is left is looked for: a process may start another while it is ended."""
_ROUND_S: Final = 0.02
"""Pause before the next look; a process that was killed takes a moment to be gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandResult:
    """How a command went."""

    output: str
    """What it printed, both streams in one, as much as is kept."""
    exit_code: int | None
    """None if it was ended; negative if a signal ended it."""
    was_late: bool = False
    """Whether it was ended because its time was up."""
    was_flooding: bool = False
    """Whether it was ended because it printed without end."""


def shell_of(environment: Mapping[str, str], platform: str = sys.platform) -> tuple[str, ...]:
    """Return the user's shell and what makes it run one line, without their profile.

    Args:
        environment: Names the shell.
        platform: As `sys.platform` names it.
    """
    if platform == "win32":
        return (environment.get("COMSPEC", "cmd.exe"), "/d", "/s", "/c")
    shell = environment.get("SHELL", "")
    options = _SHELLS.get(Path(shell).name)
    if options is None or not os.path.isabs(shell) or shutil.which(shell) is None:
        return ("/bin/sh", "-c")
    return (shell, *options)


class _Reader(asyncio.SubprocessProtocol):
    """Takes what a command prints."""

    def __init__(self) -> None:
        self.output: Final = CommandOutput()
        self.ended: Final = asyncio.Event()
        self.is_silent: Final = asyncio.Event()
        """Set once nothing more can come."""
        self.is_flooding: Final = asyncio.Event()
        self._pipe: asyncio.ReadTransport | None = None
        self._pause: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        pipe = cast("asyncio.SubprocessTransport", transport).get_pipe_transport(1)
        self._pipe = cast("asyncio.ReadTransport | None", pipe)

    @override
    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self.output.take(data)
        if self.output.size > MAX_OUTPUT:
            self.is_flooding.set()
        if self.output.size > _FREE_OUTPUT and self._pipe is not None:
            self._pipe.pause_reading()
            loop = asyncio.get_running_loop()
            self._pause = loop.call_later(_PAUSE_S, self._resume)

    def _resume(self) -> None:
        if self._pipe is not None and not self._pipe.is_closing():
            self._pipe.resume_reading()

    @override
    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        self.is_silent.set()

    @override
    def process_exited(self) -> None:
        self.ended.set()

    def close(self) -> None:
        """Take nothing more."""
        if self._pause is not None:
            self._pause.cancel()
        self._pipe = None


class Shell:
    """Runs lines; belongs to the engine loop.

    Args:
        environment: The program's own.
    """

    def __init__(self, *, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = without_secrets(environment)
        self.command: Final = shell_of(environment)

    @property
    def name(self) -> str:
        """The shell's name, for the user."""
        return Path(self.command[0]).name

    async def run(self, line: str, *, folder: Path, time_s: float) -> CommandResult:
        """Run a line and end what it leaves behind.

        Cancelling ends everything at once.

        Args:
            line: As it would be typed.
            folder: Where it runs.
            time_s: How long it may take.

        Raises:
            ToolError: If it cannot be started.
        """
        mark = uuid.uuid4().hex
        reader = _Reader()
        try:
            transport, _protocol = await asyncio.get_running_loop().subprocess_exec(
                lambda: reader,
                *self.command,
                line,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env={**self._environment, MARK: mark, "TERM": "dumb", "PAGER": "cat"},
                cwd=folder,
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            raise ToolError(f"The command cannot be started: {error}.") from error
        pid = transport.get_pid()
        try:
            why = await _first_of(reader, time_s)
        finally:
            _end_group(pid)
            try:
                await asyncio.shield(asyncio.to_thread(end_marked, mark))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_DRAIN_S):
                        await reader.ended.wait()
                        await reader.is_silent.wait()
            finally:
                reader.close()
                transport.close()
        return CommandResult(
            output=reader.output.text,
            exit_code=transport.get_returncode() if why == "ended" else None,
            was_late=why == "late",
            was_flooding=why == "flooding",
        )


async def _first_of(reader: _Reader, time_s: float) -> str:
    """Wait for the first that happens: the command ends, floods, or its time is up."""
    waits = {
        asyncio.create_task(reader.ended.wait(), name="command ended"): "ended",
        asyncio.create_task(reader.is_flooding.wait(), name="command floods"): "flooding",
    }
    try:
        done, _left = await asyncio.wait(waits, timeout=time_s, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waits:
            task.cancel()
    if not done:
        return "late"
    return "ended" if reader.ended.is_set() else "flooding"


def _end_group(pid: int) -> None:
    """End the session of a command, whatever it does about signals."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def end_marked(mark: str) -> None:
    """End every process that is seen to have inherited the mark.

    Returns once all are gone. Blocks meanwhile, a second at most, where one cannot be ended.

    Args:
        mark: What only the command's own have in their environment.
    """
    import psutil  # not before a command has run

    for _round in range(_ROUNDS):
        is_left = False
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if process.environ().get(MARK) == mark:
                    is_left = True
                    process.kill()
        if not is_left:
            return
        time.sleep(_ROUND_S)  # not wait_procs(): whoever started a process also waits for it

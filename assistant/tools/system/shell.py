"""Runs one line of the user's shell, and ends all that came of it."""

import asyncio
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.errors import ToolError
from assistant.processes.child_process import PIPE, STDOUT, ChildProcess, start
from assistant.processes.model.environment import for_programs
from assistant.tools.system.model.command_output import CommandOutput

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
_PIECE_BYTES: Final = 65_536


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
    """The user's shell and its options to run one line, without their profile.

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


class Shell:
    """Runs lines; belongs to the engine loop."""

    def __init__(self, *, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = for_programs(environment)
        self.command: Final = shell_of(environment)

    @property
    def name(self) -> str:
        return Path(self.command[0]).name

    async def run(self, line: str, *, folder: Path, time_s: float) -> CommandResult:
        """Run a line and kill what it leaves behind.

        Cancelling kills everything at once.

        Args:
            line: As it would be typed.
            folder: Where it runs.
            time_s: How long it may take.

        Raises:
            ToolError: If it cannot be started.
        """
        environment = {**self._environment, "TERM": "dumb", "PAGER": "cat"}
        try:
            child = await start(
                (*self.command, line),
                environment=environment,
                folder=folder,
                stdout=PIPE,
                stderr=STDOUT,
                supervised=True,
            )
        except (OSError, ValueError) as error:
            raise ToolError(f"The command cannot be started: {error}.") from error
        output = CommandOutput()
        async with child:
            reading = asyncio.create_task(_read(child, output), name="command output")
            try:
                why = await _first_of(child, reading, time_s)
            finally:
                try:
                    await asyncio.shield(child.kill())
                    # Nothing can write any more: what is left in the pipe is the last.
                    await asyncio.wait({reading}, timeout=_DRAIN_S)
                finally:
                    reading.cancel()
        return CommandResult(
            output=output.text,
            exit_code=child.returncode if why == "ended" else None,
            was_late=why == "late",
            was_flooding=why == "flooding",
        )


async def _read(child: ChildProcess, output: CommandOutput) -> None:
    """Read output; returns once the command has ended or has printed too much."""
    assert child.stdout is not None
    while piece := await child.stdout.read(_PIECE_BYTES):
        output.take(piece)
        if output.size > MAX_OUTPUT:
            return
        if output.size > _FREE_OUTPUT:
            await asyncio.sleep(_PAUSE_S)
    await child.wait()


async def _first_of(child: ChildProcess, reading: "asyncio.Task[None]", time_s: float) -> str:
    """Wait until the command ends, floods, or its time is up."""
    ending = asyncio.create_task(child.wait(), name="command ended")
    try:
        done, _left = await asyncio.wait(
            {ending, reading}, timeout=time_s, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        ending.cancel()
    if not done:
        return "late"
    return "flooding" if child.returncode is None else "ended"

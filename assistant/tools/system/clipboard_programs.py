"""The clipboard by the programs that a machine has for it, for surfaces without a window."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from assistant.errors import ToolError
from assistant.processes.child_process import DEVNULL, PIPE, ChildProcess, start
from assistant.processes.model.environment import for_programs
from assistant.tools.system.host_access import ClipboardContent

MAX_CLIPBOARD_BYTES: Final = 1_000_000
"""What is read of a clipboard; the rest is left there."""
TIME_S: Final = 3.0
"""How long a program may take; the owner of the clipboard may not answer it."""

Which = Callable[[str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipboardPrograms:
    """A pair of programs."""

    read: tuple[str, ...]
    write: tuple[str, ...]


_BY_DISPLAY: Final = {
    "WAYLAND_DISPLAY": (
        ClipboardPrograms(read=("wl-paste", "--no-newline", "--type", "text"), write=("wl-copy",)),
    ),
    "DISPLAY": (
        ClipboardPrograms(
            read=("xclip", "-selection", "clipboard", "-out"),
            write=("xclip", "-selection", "clipboard", "-in"),
        ),
        ClipboardPrograms(
            read=("xsel", "--clipboard", "--output"), write=("xsel", "--clipboard", "--input")
        ),
    ),
}
_MACOS: Final = ClipboardPrograms(read=("/usr/bin/pbpaste",), write=("/usr/bin/pbcopy",))


def programs_for(
    environment: Mapping[str, str], which: Which, platform: str = sys.platform
) -> ClipboardPrograms | None:
    """None if there are no programs to use.

    Args:
        environment: Names the displays.
        which: Finds a program by name.
        platform: As `sys.platform` names it.
    """
    if platform == "darwin":
        return _MACOS
    for variable, candidates in _BY_DISPLAY.items():
        if not environment.get(variable):
            continue
        for programs in candidates:
            if which(programs.read[0]) and which(programs.write[0]):
                return programs
    return None


class ProgramClipboard:
    """Implements `Clipboard`.

    Args:
        environment: The program's own.
        which: Finds a program by name.
        time_s: How long a program may take.
    """

    def __init__(
        self,
        *,
        environment: Mapping[str, str] = os.environ,
        which: Which = shutil.which,
        time_s: float = TIME_S,
    ) -> None:
        self._environment = for_programs(environment)
        self._time_s = time_s
        self._programs = programs_for(environment, which)

    @property
    def unavailable(self) -> str | None:
        if self._programs is not None:
            return None
        return (
            "There is no clipboard here: Parley runs without a window, and the machine has none of"
            " wl-clipboard, xclip and xsel for its display."
        )

    async def read(self) -> ClipboardContent:
        """Raises ToolError if it cannot be read."""
        out = await self._run(self._found().read, None)
        return ClipboardContent(text=out.decode("utf-8", "replace") or None)

    async def write(self, text: str) -> None:
        """Raises ToolError if it cannot be written."""
        await self._run(self._found().write, text.encode("utf-8", "replace"))

    def _found(self) -> ClipboardPrograms:
        if self._programs is None:
            raise ToolError(self.unavailable or "")
        return self._programs

    async def _run(self, command: Sequence[str], given: bytes | None) -> bytes:
        """Run a program to its end; when reading, a failure means that there is no text."""
        try:
            child = await start(
                command,
                environment=self._environment,
                # One that keeps the clipboard stays behind, and must not keep a folder or a pipe of
                # ours.
                folder=Path("/") if os.name == "posix" else None,
                stdin=DEVNULL if given is None else PIPE,
                stdout=PIPE if given is None else DEVNULL,
            )
        except OSError as error:
            raise ToolError(f"{command[0]} cannot be started: {error}.") from error
        try:
            async with asyncio.timeout(self._time_s):
                if given is None:
                    return await _read(child)
                await child.communicate(given)
        except TimeoutError as error:
            raise ToolError(f"{command[0]} did not answer in time.") from error
        finally:
            await asyncio.shield(child.end(also_what_it_left=False))
        if child.returncode:
            raise ToolError(f"{command[0]} failed with exit code {child.returncode}.")
        return b""


async def _read(child: ChildProcess) -> bytes:
    assert child.stdout is not None
    parts: list[bytes] = []
    left = MAX_CLIPBOARD_BYTES
    while left > 0 and (part := await child.stdout.read(min(left, 65_536))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)

"""Starting programs that live on by themselves."""

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from assistant.errors import ToolError
from assistant.processes.model.environment import with_absolute_paths

WATCH_S: Final = 1.0
"""How long a program is watched for failing at once; one that hands over ends sooner."""


async def start_detached(
    command: Sequence[str],
    *,
    environment: Mapping[str, str],
    folder: Path | None = None,
    patience_s: float = WATCH_S,
) -> None:
    """Start a program that outlives this one, without a shell or standard input.

    Returns once it has ended well or is up for `patience_s`.

    Args:
        command: The program and its arguments.
        environment: What it sees of ours.
        folder: Where it starts; the user's home if None.
        patience_s: How long it is watched.

    Raises:
        ToolError: If it cannot be started or fails at once.
    """
    process = await asyncio.to_thread(_start, tuple(command), dict(environment), folder)
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def reap() -> None:
        process.wait()
        with contextlib.suppress(RuntimeError):  # the loop is over, the program goes on
            loop.call_soon_threadsafe(ended.set)

    # A thread of its own for as long as the program lives: nobody else would bury it.
    threading.Thread(target=reap, name=f"reaper of {process.pid}", daemon=True).start()
    try:
        async with asyncio.timeout(patience_s):
            await ended.wait()
    except TimeoutError:
        return
    if process.returncode:
        raise ToolError(
            f"{command[0]} ended at once with exit code {process.returncode}.",
            hint="Nothing was opened.",
        )


def _start(
    command: tuple[str, ...], environment: dict[str, str], folder: Path | None
) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=with_absolute_paths(environment),
            cwd=folder or Path.home(),
            start_new_session=os.name == "posix",
            creationflags=_WINDOWS_FLAGS,
        )
    except (OSError, ValueError) as error:
        raise ToolError(f"{command[0]} cannot be started: {error}.") from error


_WINDOWS_FLAGS: Final = 0x00000008 | 0x00000200 if sys.platform == "win32" else 0
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP."""

"""Ends child processes so that nothing of them stays open."""

import asyncio
import contextlib
from typing import Final

DRAIN_S: Final = 0.5
"""How long the rest of the pipes may take once a process has ended."""


async def end_process(process: asyncio.subprocess.Process) -> None:
    """Kill a process if it runs still, and read its pipes to their end.

    A pipe that is not read to its end stays open for as long as the program runs.
    """
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_S):
            await process.communicate()

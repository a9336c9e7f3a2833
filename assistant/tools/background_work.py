"""Work on a thread that tells what it did, also when nobody waits for it any more."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

ResultT = TypeVar("ResultT")


async def run_to_completion(work: Callable[[], ResultT]) -> ResultT:
    """Run blocking work on a thread to its end.

    A call that is cancelled while it writes has either written or not, and must say which:
    cancellation waits for the end of the work, which therefore checks `ToolContext.abort` before it
    changes anything.

    Raises:
        asyncio.CancelledError: If it was cancelled and the work then raised.
    """
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError:
                continue
        if task.exception() is not None:
            raise
        return task.result()

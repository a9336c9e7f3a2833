"""Tasks that are held, named, and whose failures are told. Owned by one loop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from assistant.errors import ProtocolError

_log = logging.getLogger(__name__)


Spawn = Callable[[Coroutine[Any, Any, None], str], object]
"""Begins work of this name, and holds it until it is over; `BackgroundTasks.spawn` is one."""


class BackgroundTasks:
    """The tasks of one owner.

    Args:
        owner: Comes before their names; empty for none.
        failed: Called after a task failed and that was logged.
    """

    def __init__(self, *, owner: str = "", failed: Callable[[], None] | None = None) -> None:
        self._prefix = f"{owner}: " if owner else ""
        self._failed = failed
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Start a task and hold it until it is done."""
        task = asyncio.create_task(work, name=self._prefix + name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def cancel_all(self, limit_s: float | None = None) -> None:
        """Cancel all tasks and wait for them, at most `limit_s` seconds."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            _done, late = await asyncio.wait(tuple(self._tasks), timeout=limit_s)
            for task in late:
                _log.error("%s did not end within %.1f s", task.get_name(), limit_s)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is None:
            return
        if isinstance(error, ProtocolError):
            _log.warning("%s: a signal was refused: %s", task.get_name(), error.message)
        else:
            _log.error("Task %s failed", task.get_name(), exc_info=error)
        if self._failed is not None:
            self._failed()


def raise_if_cancelled() -> None:
    """Raise CancelledError if the running task was cancelled, even if an awaited task lost that.

    For a loop that retries after every failure of much other code, and on which callers wait
    without a limit. A failure while cleaning up after a cancellation takes its place, and the loop
    cannot tell it from any other.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def pause_until(changed: asyncio.Event, pause: Awaitable[None]) -> None:
    """Wait for a pause to be over, or until something has changed."""
    either = {asyncio.ensure_future(pause), asyncio.ensure_future(changed.wait())}
    try:
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for waiting in either:
            waiting.cancel()

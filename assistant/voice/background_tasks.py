"""Tasks that are held, named, and whose failures are told. Engine thread."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from assistant.errors import ProtocolError

_log = logging.getLogger(__name__)


class BackgroundTasks:
    """The tasks of one owner.

    Args:
        failed: Called after a task failed and that was logged.
    """

    def __init__(self, *, failed: Callable[[], None]) -> None:
        self._failed = failed
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Begin `work` and hold it until it is over."""
        task = asyncio.create_task(work, name=f"voice: {name}")
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def cancel_all(self, limit_s: float) -> None:
        """Cancel every task and wait for them, at most `limit_s` seconds."""
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
            _log.error("%s failed", task.get_name(), exc_info=error)
        self._failed()

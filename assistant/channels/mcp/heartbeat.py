"""Waiting for a user while a client waits for us: heartbeats, and an orderly end."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

import anyio

from assistant.clock import Clock

_log = logging.getLogger(__name__)

HEARTBEAT_S: Final = 15.0
"""How often a client that wants to know hears that the wait goes on."""
CLEAR_LIMIT_S: Final = 5.0
"""How long a question that is withdrawn may take to be cleared away."""
_LEAST: Final = 0.001
"""Progress has to grow."""

T = TypeVar("T")
Report = Callable[[float, str], Awaitable[None]]
"""Tells the client how far the wait is, in seconds, and what is waited for."""


async def run_detached(work: "asyncio.Task[T]") -> T:
    """Wait for some work that is a task of its own, and return what it gives.

    Where the client cancels a call, the package cancels every wait inside it over and over. A
    question that is being withdrawn needs some: its store, a page, another program. So it runs
    outside of that, is cancelled once, and is waited for.
    """
    try:
        await asyncio.wait({work})
    except asyncio.CancelledError:
        work.cancel()
        with anyio.move_on_after(CLEAR_LIMIT_S, shield=True):
            await asyncio.wait({work})
        name = work.get_name()
        if not work.done():
            _log.error("%s was not cleared away within %.0f s", name, CLEAR_LIMIT_S)
        elif not work.cancelled() and (error := work.exception()) is not None:
            _log.error("%s failed while it was cleared away", name, exc_info=error)
        raise
    return work.result()


class Heartbeat:
    """Tells a client again and again that the wait goes on."""

    def __init__(self, *, report: Report, clock: Clock, message: str) -> None:
        self._report = report
        self._clock = clock
        self._began = clock.monotonic()
        self._last = -_LEAST
        self._news = asyncio.Event()
        self.message = message

    def say(self, message: str) -> None:
        """Tell something new at once, and from now on."""
        self.message = message
        self._news.set()

    @asynccontextmanager
    async def beating(self) -> AsyncGenerator[None]:
        """Tell the client while the context is entered."""
        task = asyncio.create_task(self._beat(), name="mcp-heartbeat")
        try:
            yield
        finally:
            task.cancel()
            with anyio.CancelScope(shield=True):
                await asyncio.wait({task})
            if not task.cancelled() and (error := task.exception()) is not None:
                _log.warning("The client could not be told of the wait: %r", error)

    async def _beat(self) -> None:
        while True:
            self._news.clear()
            elapsed = self._clock.monotonic() - self._began
            self._last = max(elapsed, self._last + _LEAST)
            await self._report(self._last, self.message)
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._news.wait()
            except TimeoutError:
                pass  # nothing new, but the client is to hear of it

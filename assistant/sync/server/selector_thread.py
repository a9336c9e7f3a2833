"""psycopg on Windows: the event loop there that runs programs cannot watch sockets as it needs.

So a connection has a thread with a loop of the other kind, and who uses it waits for that. Elsewhere
nothing of this is used.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from typing_extensions import override

from assistant.background_tasks import raise_if_cancelled
from assistant.locale import _
from assistant.sync.errors import SyncUnavailableError
from assistant.sync.record_server import RecordServer
from assistant.sync.server.forwarding_server import ForwardingServer

T = TypeVar("T")

IS_NEEDED: Final = sys.platform == "win32"
"""Whether asyncio's own loop, which is Windows' Proactor, will not do."""


class SelectorThread:
    """A daemon thread with an event loop that watches sockets by `select`."""

    def __init__(self) -> None:
        self._loop = asyncio.SelectorEventLoop()
        self._is_ended = False
        self._thread = threading.Thread(target=self._run, name="database", daemon=True)
        self._thread.start()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the thread; cancellation cancels it there.

        Raises:
            SyncUnavailableError: If the thread has ended, or ends before the work does.
        """
        if self._is_ended:
            work.close()
            raise _ended()
        working = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return await asyncio.wrap_future(working)
        except asyncio.CancelledError:
            raise_if_cancelled()
            raise _ended() from None

    async def aclose(self) -> None:
        """Cancel what runs on the thread, and end it."""
        self._is_ended = True
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        left = asyncio.all_tasks(self._loop)
        for task in left:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        self._loop.close()


def _ended() -> SyncUnavailableError:
    return SyncUnavailableError(_("The server of your devices cannot be reached now."))


async def run_with_selector(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine function on a loop that psycopg can use, possibly the current one."""
    if not IS_NEEDED:
        return await make()
    thread = SelectorThread()
    try:
        return await thread.run(make())
    finally:
        await thread.aclose()


class ThreadedServer(ForwardingServer):
    """A server that lives on a thread of its own.

    Args:
        make: Makes it.
    """

    def __init__(self, make: Callable[[], RecordServer]) -> None:
        super().__init__(make())
        self._thread = SelectorThread()
        self._is_closed = False

    @override
    async def _run(self, call: Coroutine[Any, Any, T]) -> T:
        return await self._thread.run(call)

    @override
    async def aclose(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        try:
            await super().aclose()
        finally:
            await self._thread.aclose()

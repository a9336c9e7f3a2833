"""psycopg on Windows: the event loop there that runs programs cannot watch sockets as it needs.

So a connection has a thread with a loop of the other kind, and who uses it waits for that. Elsewhere
nothing of this is used.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, Final, TypeVar

from assistant.locale import _
from assistant.sync.errors import SyncUnavailableError
from assistant.sync.model.records import Device, Lease, LocalRecord, PushResult, ServerRecord
from assistant.sync.record_server import RecordServer

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
        """Have work done there; giving up the wait cancels it.

        Raises:
            SyncUnavailableError: If the thread has ended.
        """
        if self._is_ended:
            work.close()
            raise SyncUnavailableError(_("The server of your devices cannot be reached now."))
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def aclose(self) -> None:
        """End the thread; nothing may be under way on it."""
        self._is_ended = True
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()


async def run_with_selector(make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Do what a coroutine function does on a loop that psycopg can use, which may be this one."""
    if not IS_NEEDED:
        return await make()
    thread = SelectorThread()
    try:
        return await thread.run(make())
    finally:
        await thread.aclose()


class ThreadedServer:
    """Implements `RecordServer` with another one that lives on a thread.

    Args:
        make: Makes the other one.
    """

    def __init__(self, make: Callable[[], RecordServer]) -> None:
        self._inner = make()
        self._thread = SelectorThread()
        self._is_closed = False

    async def register(self, device: Device) -> None:
        """See `RecordServer`."""
        await self._thread.run(self._inner.register(device))

    async def devices(self) -> Sequence[Device]:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.devices())

    async def remove_device(self, device_id: str) -> None:
        """See `RecordServer`."""
        await self._thread.run(self._inner.remove_device(device_id))

    async def push(self, records: Sequence[LocalRecord]) -> PushResult:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.push(records))

    async def changes(self, *, after: int, limit: int) -> Sequence[ServerRecord]:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.changes(after=after, limit=limit))

    async def wait_for_change(self) -> None:
        """See `RecordServer`."""
        await self._thread.run(self._inner.wait_for_change())

    async def has_place(self) -> bool:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.has_place())

    async def rest(self) -> None:
        """See `RecordServer`."""
        await self._thread.run(self._inner.rest())

    async def now(self) -> datetime:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.now())

    async def acquire(self, name: str, *, seconds: float) -> Lease | None:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.acquire(name, seconds=seconds))

    async def renew(self, lease: Lease, *, seconds: float) -> Lease | None:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.renew(lease, seconds=seconds))

    async def release(self, lease: Lease) -> None:
        """See `RecordServer`."""
        await self._thread.run(self._inner.release(lease))

    async def holder(self, name: str) -> Lease | None:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.holder(name))

    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.begin_effect(lease, effect))

    async def claim(self, name: str) -> bool:
        """See `RecordServer`."""
        return await self._thread.run(self._inner.claim(name))

    async def aclose(self) -> None:
        """See `RecordServer`."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            await self._thread.run(self._inner.aclose())
        finally:
            await self._thread.aclose()

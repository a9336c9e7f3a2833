"""Implements `RecordServer` by handing every call on to another one."""

from collections.abc import Coroutine, Sequence
from datetime import datetime
from typing import Any, TypeVar

from assistant.sync.model.records import (
    Device,
    Lease,
    LocalRecord,
    PushResult,
    RecordKey,
    ServerRecord,
)
from assistant.sync.record_server import RecordServer

T = TypeVar("T")


class ForwardingServer:
    """Hands every call on; who does something else with one overrides it.

    Args:
        inner: The other one.
    """

    def __init__(self, inner: RecordServer) -> None:
        self._inner = inner

    async def _run(self, call: Coroutine[Any, Any, T]) -> T:
        return await call

    async def register(self, device: Device) -> None:
        await self._run(self._inner.register(device))

    async def devices(self) -> Sequence[Device]:
        return await self._run(self._inner.devices())

    async def remove_device(self, device_id: str) -> None:
        await self._run(self._inner.remove_device(device_id))

    async def push(self, records: Sequence[LocalRecord]) -> PushResult:
        return await self._run(self._inner.push(records))

    async def changes(self, *, after: int, limit: int) -> Sequence[ServerRecord]:
        return await self._run(self._inner.changes(after=after, limit=limit))

    async def record(self, key: RecordKey) -> ServerRecord | None:
        return await self._run(self._inner.record(key))

    async def wait_for_change(self) -> None:
        await self._run(self._inner.wait_for_change())

    async def has_place(self) -> bool:
        return await self._run(self._inner.has_place())

    async def rest(self) -> None:
        await self._run(self._inner.rest())

    async def now(self) -> datetime:
        return await self._run(self._inner.now())

    async def acquire(self, name: str, *, seconds: float) -> Lease | None:
        return await self._run(self._inner.acquire(name, seconds=seconds))

    async def renew(self, lease: Lease, *, seconds: float) -> Lease | None:
        return await self._run(self._inner.renew(lease, seconds=seconds))

    async def release(self, lease: Lease) -> None:
        await self._run(self._inner.release(lease))

    async def holder(self, name: str) -> Lease | None:
        return await self._run(self._inner.holder(name))

    async def begin_effect(self, lease: Lease, effect: str) -> bool:
        return await self._run(self._inner.begin_effect(lease, effect))

    async def claim(self, name: str) -> bool:
        return await self._run(self._inner.claim(name))

    async def aclose(self) -> None:
        await self._run(self._inner.aclose())

"""Reports the contents of memory files, and later changes, once asked. Engine loop only."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from assistant.background_tasks import Spawn
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.scope import MemoryScope
from assistant.memory.owner import MemoryOwner
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import MemoryRead, ReadMemory

WATCH_S: Final = 2.0
"""Seconds between two looks at the files, once somebody wants to see them."""

Place = tuple[MemoryOwner, MemoryScope]
"""Which memory is meant."""


class MemoryFileReporter:
    """Tells what the files say, whenever it changes."""

    def __init__(
        self,
        *,
        keeper: MemoryKeeper,
        owner: Callable[[], MemoryOwner],
        emit: Callable[[EngineEvent], None],
        spawn: Spawn,
    ) -> None:
        self._keeper = keeper
        self._whose = owner
        self._emit = emit
        self._spawn = spawn
        self._places: dict[Path, Place] = {}
        """The files that were told of, by path."""
        self._is_watched = False
        self._notifying = asyncio.Lock()

    def place_of(self, path: Path) -> Place | None:
        """The memory that a file belongs to."""
        return self._places.get(path)

    async def read(self, command: ReadMemory) -> None:
        """Emit the files' content, now and at each change."""
        # Before it is emitted: what changes then shows.
        seen = await asyncio.to_thread(self._signature)
        await self._notify()
        if not self._is_watched:
            self._is_watched = True
            self._spawn(self._watch(seen), "memory-watch")

    async def tell(self) -> None:
        """Emit the files' content if a channel asked for it once."""
        if self._is_watched:
            await self._notify()

    async def _watch(self, seen: tuple[object, ...]) -> None:
        while True:
            now = await asyncio.to_thread(self._signature)
            if now != seen:
                await self._notify()
            seen = now
            await asyncio.sleep(WATCH_S)

    def _signature(self) -> tuple[object, ...]:
        owner = self._whose()
        return (owner, *self._keeper.signature(owner))

    async def _notify(self) -> None:
        async with self._notifying:  # what was read later is emitted later
            await self._notify_read(self._whose())

    async def _notify_read(self, owner: MemoryOwner) -> None:
        files = await asyncio.to_thread(self._keeper.read_all, owner)
        archive = await asyncio.to_thread(self._keeper.archive.list, owner)
        self._places |= {stored.path: (owner, stored.scope) for stored in files}
        self._emit(MemoryRead(files=files, archive=archive))

"""A part of a running core that is open as long as the settings want it. Engine loop only."""

import asyncio
from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from assistant.engine.core import Core
from assistant.settings import ApiSettings, Settings, TelegramSettings, load

S = TypeVar("S", bound=ApiSettings | TelegramSettings)


class Supervised(ABC, Generic[S]):
    """Opens a part, closes it, and opens it again when its settings change.

    One task opens and closes it. What takes long to open is cancelled if it is to be closed before.

    Args:
        core: Whose part.
        name: Of the task.
    """

    def __init__(self, *, core: Core, name: str) -> None:
        self._core = core
        self._name = name
        self._settings = self._part_of(core.plan.settings)
        self._is_open = False
        self._changing = asyncio.Lock()
        self._leaving = asyncio.Event()
        """Set when what is open is to be closed."""
        self._task: asyncio.Task[None] | None = None
        self._is_begun = False
        self._is_closed = False

    @property
    def is_open(self) -> bool:
        return self._is_open

    def begin(self) -> None:
        """Open it if the settings want it; returns at once."""
        self._is_begun = True
        if self._settings.enabled and not self._is_closed and self._task is None:
            self._leaving = asyncio.Event()
            self._task = self._core.spawn(self._serve(), self._name)

    async def apply_settings(self) -> None:
        """Read the settings again, close it, and open it if they want it and it was begun."""
        async with self._changing:
            loaded = await asyncio.to_thread(load, self._core.plan.home)
            self._settings = self._part_of(loaded.settings)
            await self._close()
            if self._is_begun:
                self.begin()

    async def aclose(self) -> None:
        """Close it for good."""
        self._is_closed = True
        async with self._changing:
            await self._close()

    async def _close(self) -> None:
        task, self._task = self._task, None
        if task is None:
            return
        self._leaving.set()
        if not self._is_open:
            task.cancel()
        await asyncio.wait({task})
        self._is_open = False

    @abstractmethod
    def _part_of(self, settings: Settings) -> S:
        """The settings that it goes by."""

    @abstractmethod
    async def _serve(self) -> None:
        """Open it, and close it once it is to leave; `_is_open` in between."""

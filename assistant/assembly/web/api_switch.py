"""Opens and closes the HTTP API of a running core. Engine loop only.

A thread imports the HTTP libraries after everything that the user waits for: the window, the wake
word, the first reply. Until then a program that looks for the API finds no address.
"""

import asyncio
import importlib
import logging
from typing import Final

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.core import Core
from assistant.engine.startup_loader import LoadQueue
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.settings import ApiChanged
from assistant.settings import ApiSettings, load

logger = logging.getLogger(__name__)

_SERVING: Final = "assistant.assembly.web.api"
_UNAVAILABLE: Final = "api_unavailable"
"""Code of the notice that it cannot be served."""


class ApiSwitch:
    """Opens the API once everything else is loaded, and again when its settings change.

    Args:
        core: Whose API it is.
        loading: Gives the turn to load.
    """

    def __init__(self, *, core: Core, loading: LoadQueue) -> None:
        self._core = core
        self._loading = loading
        self._settings = core.plan.settings.api
        self._changing = asyncio.Lock()
        self._leaving = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_begun = False
        self._is_closed = False
        self._is_open = False
        self._is_told = False
        """Whether the user was told that it cannot be served."""

    def begin(self) -> None:
        """Open it when its turn to load has come, if the settings want it; returns at once."""
        self._is_begun = True
        if self._settings.enabled and not self._is_closed and self._task is None:
            self._leaving, self._is_open = asyncio.Event(), False
            self._task = self._core.spawn(self._serve(self._settings), "api")

    async def aclose(self) -> None:
        """Close the port and withdraw the address, for good."""
        self._is_closed = True
        async with self._changing:
            await self._close()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ApiChanged, self._changed)

    async def _changed(self, command: ApiChanged) -> None:
        async with self._changing:
            self._settings = (await asyncio.to_thread(load, self._core.plan.home)).settings.api
            await self._close()
            if not self._settings.enabled:
                self._resolve()
            if self._is_begun:
                self.begin()

    async def _close(self) -> None:
        task, self._task = self._task, None
        if task is None:
            return
        self._leaving.set()
        if not self._is_open:
            task.cancel()
        await asyncio.wait({task})

    async def _serve(self, settings: ApiSettings) -> None:
        leaving = self._leaving
        async with self._loading.turn():
            # The package takes a quarter of a second of the processor to import.
            serving = await asyncio.to_thread(importlib.import_module, _SERVING)
        try:
            async with serving.open_api(self._core, settings):
                self._is_open = True
                self._resolve()
                await leaving.wait()
        except OSError as error:
            logger.warning("The API cannot be served: %s", error.strerror or error)
            self._is_told = True
            self._core.emit(
                Notice(
                    code=_UNAVAILABLE,
                    text=_("Other programs on this machine cannot reach Parley: {error}.").format(
                        error=failure_reason(error)
                    ),
                    hint=_("Everything else works. Another port can be set as api.port."),
                    severity=Severity.INFO,
                )
            )

    def _resolve(self) -> None:
        if self._is_told:
            self._is_told = False
            self._core.emit(Notice(code=_UNAVAILABLE, text="", resolved=True))

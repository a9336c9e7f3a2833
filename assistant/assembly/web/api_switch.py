"""Opens and closes the HTTP API of a running core. Engine loop only.

A thread imports the HTTP libraries after everything that the user waits for: the window, the wake
word, the first reply. Until then a program that looks for the API finds no address.
"""

import asyncio
import importlib
import logging
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from assistant.assembly.supervised import Supervised
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.core import Core
from assistant.engine.startup_loader import LoadQueue
from assistant.failure_reason import failure_reason
from assistant.locale import _
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.settings import ApiChanged
from assistant.settings import ApiSettings, Settings

if TYPE_CHECKING:
    pass

logger = logging.getLogger(__name__)

_SERVING: Final = "assistant.assembly.web.api"
_UNAVAILABLE: Final = "api_unavailable"
"""Code of the notice that it cannot be served."""


class ApiSwitch(Supervised[ApiSettings]):
    """Opens the API once everything else is loaded, and again when its settings change.

    Args:
        core: Whose API it is.
        loading: Gives the turn to load.
    """

    def __init__(self, *, core: Core, loading: LoadQueue) -> None:
        super().__init__(core=core, name="api")
        self._loading = loading
        self._is_told = False
        """Whether the user was told that it cannot be served."""

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ApiChanged, self._changed)

    async def _changed(self, command: ApiChanged) -> None:
        await self.apply_settings()
        if not self._settings.enabled:
            self._resolve()

    @override
    def _part_of(self, settings: Settings) -> ApiSettings:
        return settings.api

    @override
    async def _serve(self) -> None:
        leaving = self._leaving
        async with self._loading.turn():
            # The package takes a quarter of a second of the processor to import.
            serving = await asyncio.to_thread(importlib.import_module, _SERVING)
        try:
            async with serving.open_api(self._core, self._settings):
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

"""When the HTTP API of a running core opens and closes. Engine loop only.

What speaks HTTP is imported on a thread, behind everything that the person waits for: the window,
the wake word, the first reply. A program that looks for the API before finds no address yet.
"""

import asyncio
import importlib
import logging
from typing import Final

from assistant.assembly.core import Core
from assistant.assembly.loading import Loading
from assistant.conversation.events import Notice, Severity
from assistant.locale import _

logger = logging.getLogger(__name__)

_SERVING: Final = "assistant.assembly.serving"


class ApiSwitch:
    """Opens the API once everything else is loaded.

    Args:
        core: Whose API it is.
        loading: Gives the turn to load.
    """

    def __init__(self, *, core: Core, loading: Loading) -> None:
        self._core = core
        self._loading = loading
        self._leaving = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_open = False

    def begin(self) -> None:
        """Open it when its turn to load has come, if the settings want it; returns at once."""
        is_wanted = self._core.plan.settings.api.enabled and not self._leaving.is_set()
        if is_wanted and self._task is None:
            self._task = self._core.hold(self._serve(), "api")

    async def aclose(self) -> None:
        """Close the port and take the address away."""
        self._leaving.set()
        if self._task is not None:
            if not self._is_open:
                self._task.cancel()
            await asyncio.wait({self._task})

    async def _serve(self) -> None:
        async with self._loading.turn():
            # The package takes a quarter of a second of the processor to import.
            serving = await asyncio.to_thread(importlib.import_module, _SERVING)
        try:
            async with serving.open_api(self._core):
                self._is_open = True
                await self._leaving.wait()
        except OSError as error:
            logger.warning("The API cannot be served: %s", error.strerror or error)
            self._core.emit(
                Notice(
                    code="api_unavailable",
                    text=_("Other programs on this machine cannot reach Parley: {error}.").format(
                        error=error.strerror or error
                    ),
                    hint=_("Everything else works. Another port can be set as api.port."),
                    severity=Severity.INFO,
                )
            )

"""Model files fetched while the user goes on conversing in the terminal. Engine loop only."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Final

from assistant.errors import ModelFileError
from assistant.locale import _
from assistant.protocol.download_progress import DownloadProgress

if TYPE_CHECKING:
    from assistant.assembly.model_downloads import ModelDownloads
    from assistant.catalog import ModelStore

QUIET_STEP_PERCENT: Final = 25
"""How much of a model that nobody asked for must be added before it is told."""

Say = Callable[[str], None]
"""Writes a line."""


class ModelFetch:
    """Fetches one model at a time.

    Args:
        open_store: Has the files; called on a thread, for it is much to import.
        say: Prints progress.
        refused: Called with why a model is not available.
        arrived: Called once the files are here.
        spawn: Runs a task that ends with the program.
    """

    def __init__(
        self,
        *,
        open_store: "Callable[[], ModelStore]",
        say: Say,
        refused: Callable[[ModelFileError], None],
        arrived: Callable[[], Coroutine[None, None, None]],
        spawn: Callable[[Coroutine[None, None, None], str], object],
    ) -> None:
        self._open_store = open_store
        self._say = say
        self._refused = refused
        self._arrived = arrived
        self._spawn = spawn
        self._name: str | None = None

    def begin(self, name: str) -> None:
        """Fetch a model in the background, unless a fetch is under way."""
        if self._name is not None:
            self._say(_("{name} is being fetched already.").format(name=self._name))
            return
        self._name = name
        self._spawn(self._fetch(name), f"fetch {name}")

    async def _fetch(self, name: str) -> None:
        over = threading.Event()
        loop = asyncio.get_running_loop()

        def tell(line: str) -> None:
            if not over.is_set():
                loop.call_soon_threadsafe(self._say, line)

        def fetch() -> None:
            from assistant.cli.fetch_lines import FetchLineReport

            self._open_store().fetch(name, FetchLineReport(tell), over.is_set)

        try:
            await asyncio.to_thread(fetch)
        except ModelFileError as error:
            self._refused(error)
        else:
            await self._arrived()
        finally:
            over.set()  # what is left without is found again by the next try
            self._name = None


class BackgroundFetch:
    """Fetches the better model that nobody asked for, and tells of it little.

    Implements `StarterDownloads`.

    Args:
        open_store: Has the files; called on a thread, for it is much to import.
        say: Prints progress.
        arrived: Called once files are here.
        spawn: Runs a task that ends with the program.
    """

    def __init__(
        self,
        *,
        open_store: "Callable[[], ModelStore]",
        say: Say,
        arrived: Callable[[], Coroutine[None, None, None]],
        spawn: Callable[[Coroutine[None, None, None], str], object],
    ) -> None:
        self._open_store = open_store
        self._say = say
        self._arrived = arrived
        self._spawn = spawn
        self._opening = asyncio.Lock()
        self._downloads: ModelDownloads | None = None
        self._wanted: str | None = None
        self._told_percent = 0
        self._is_over = threading.Event()
        self.fetching: str | None = None
        """The model that is being fetched at the moment."""

    def keep_trying(self, name: str) -> None:
        """Fetch a model, retrying later if that fails; returns at once."""
        self._wanted = self.fetching = name
        self._told_percent = 0
        self._spawn(self._begin(name), f"fetch {name} in the background")

    def give_up(self, name: str) -> None:
        """Stop fetching it; what was downloaded stays."""
        if self._wanted == name:
            self._wanted = self.fetching = None
        if self._downloads is not None:
            self._downloads.give_up(name)

    def stop(self) -> None:
        """Stop fetching; the next fetch goes on from there."""
        self._is_over.set()
        if self._downloads is not None:
            self._downloads.stop()

    async def _begin(self, name: str) -> None:
        loop = asyncio.get_running_loop()

        def on_loop(call: Callable[[], object]) -> None:
            if not self._is_over.is_set():
                loop.call_soon_threadsafe(call)

        def open_downloads() -> "ModelDownloads":
            from assistant.assembly.model_downloads import ModelDownloads

            return ModelDownloads(
                store=self._open_store(),
                report=lambda progress: on_loop(lambda: self._tell(progress)),
                arrived=lambda _name: on_loop(
                    lambda: self._spawn(self._arrived(), "model arrived")
                ),
            )

        async with self._opening:
            if self._downloads is None:
                self._downloads = await asyncio.to_thread(open_downloads)
        if self._wanted == name:
            self._downloads.keep_trying(name)

    def _tell(self, progress: DownloadProgress) -> None:
        if progress.name != self._wanted:
            return
        is_over = progress.is_finished or progress.is_cancelled or bool(progress.error)
        self.fetching = None if is_over else progress.name
        if progress.error:
            self._say(progress.error)
        step = (progress.percent or 0) // QUIET_STEP_PERCENT * QUIET_STEP_PERCENT
        if not is_over and step > self._told_percent:
            self._told_percent = step
            self._say(_("Downloading {name}").format(name=progress.name) + f": {step} %")

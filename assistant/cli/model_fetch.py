"""Model files fetched while somebody goes on conversing in the terminal. Engine loop only."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Protocol

from assistant.errors import ModelFileError
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.catalog import FetchProgress

Say = Callable[[str], None]
"""Writes a line."""


class FetchesModels(Protocol):
    """The part of `ModelStore` that fetches."""

    def fetch(
        self,
        name: str,
        progress: "Callable[[FetchProgress], None]",
        cancelled: Callable[[], bool],
    ) -> bool:
        """See `ModelStore.fetch`."""
        ...


class ModelFetch:
    """Fetches one model at a time.

    Args:
        open_store: Has the files; called on a thread, for it is much to import.
        say: Where it is told how far it has come.
        refused: Told why a model cannot be had.
        arrived: Told once the files are here.
        hold: Runs a task that ends with the program.
    """

    def __init__(
        self,
        *,
        open_store: Callable[[], FetchesModels],
        say: Say,
        refused: Callable[[ModelFileError], None],
        arrived: Callable[[], Coroutine[None, None, None]],
        hold: Callable[[Coroutine[None, None, None], str], object],
    ) -> None:
        self._open_store = open_store
        self._say = say
        self._refused = refused
        self._arrived = arrived
        self._hold = hold
        self._name: str | None = None

    def begin(self, name: str) -> None:
        """Fetch a model in the background, unless one is being fetched."""
        if self._name is not None:
            self._say(_("{name} is being fetched already.").format(name=self._name))
            return
        self._name = name
        self._hold(self._fetch(name), f"fetch {name}")

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

"""Saves on a thread what the window keeps, one thing after the other; the window never waits for it."""

import logging
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Final

from assistant.errors import AssistantError
from assistant.llm.api_keys import STORE_TIMEOUT_S
from assistant.locale import _, joined
from assistant.private_files import WRITER_S

_log = logging.getLogger(__name__)

Saved = Callable[[str | None], None]
"""Told what is wrong with what was to be saved, in the user's language, or None once it is saved."""

CLOSE_S: Final = STORE_TIMEOUT_S + WRITER_S + 1
"""Seconds that what is left to save has at the end: what waits for a slow key store or for another
writer may come to its turn."""


class SaveQueue:
    """The thread that saves settings and keys, in the order they were given; GUI thread.

    Args:
        deliver: Has a function run on the GUI thread; any thread.
        close_s: How long `close` waits.
    """

    def __init__(
        self, deliver: Callable[[Callable[[], None]], None], *, close_s: float = CLOSE_S
    ) -> None:
        self._deliver = deliver
        self._close_s = close_s
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._results: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._unsettled = 0
        """How many were put whose result was not told yet."""
        self._thread: threading.Thread | None = None

    def put(self, save: Callable[[], None], settle: Saved, *, name: str) -> None:
        """Queue a save; returns at once.

        Args:
            save: Saves it, on the thread; raises AssistantError if it cannot be.
            settle: Called on the GUI thread.
            name: What it is, for the log.
        """

        def work() -> None:
            problem = _problem_of(save, name)
            self._results.put(lambda: settle(problem))
            self._deliver(self._tell)

        self._unsettled += 1
        self._waiting.put(work)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="settings", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Return once everything is saved and its callbacks ran, or the time limit is over."""
        until = time.monotonic() + self._close_s
        try:
            while self._unsettled:
                self._settle(self._results.get(timeout=max(0.0, until - time.monotonic())))
        except Empty:
            _log.error("Settings were not saved in time")
        if self._thread is not None:
            self._waiting.put(None)
            self._thread = None

    def _work(self) -> None:
        while (work := self._waiting.get()) is not None:
            work()

    def _tell(self) -> None:
        try:
            result = self._results.get_nowait()
        except Empty:
            return  # `close` told it
        self._settle(result)

    def _settle(self, result: Callable[[], None]) -> None:
        self._unsettled -= 1
        result()


def _problem_of(save: Callable[[], None], name: str) -> str | None:
    try:
        save()
    except AssistantError as error:
        _log.warning("%s is not saved", name)  # at the end no callback runs
        return joined(error.message, error.hint)
    except Exception as error:  # noqa: BLE001  # a bug: those after it are saved all the same
        _log.exception("Saving something broke")
        return _("Something went wrong inside Parley ({error}).").format(error=type(error).__name__)
    return None

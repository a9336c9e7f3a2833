"""Downloads model files in the background of a running app."""

import threading
from collections.abc import Callable, Sequence
from typing import Final

from assistant.catalog import FetchProgress, FetchStage, ModelStore
from assistant.errors import ModelFileError
from assistant.locale import _, joined
from assistant.protocol.download_progress import DownloadProgress

FIRST_PAUSE_S: Final = 60.0
LONGEST_PAUSE_S: Final = 3600.0
"""How long a download that is not given up waits after it failed: first, and at most."""

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Calls something after so many seconds, on any thread; returns what prevents that."""


def on_timer(delay_s: float, call: Callable[[], None]) -> Callable[[], None]:
    """Call after a delay, on a thread of its own; the result cancels."""
    timer = threading.Timer(delay_s, call)
    timer.daemon = True
    timer.name = "download-retry"
    timer.start()
    return timer.cancel


class ModelDownloads:
    """Fetches model files on a thread, one after the other.

    Args:
        store: Where they go.
        report: Shows progress; any thread.
        arrived: Called with a model's name once its missing files are here.
        later: Waits before a download is tried again.
    """

    def __init__(
        self,
        *,
        store: ModelStore,
        report: Callable[[DownloadProgress], None],
        arrived: Callable[[str], None],
        later: Later = on_timer,
    ) -> None:
        self._store = store
        self._report = report
        self._arrived = arrived
        self._later = later
        self._cancelled = threading.Event()
        self._wanted: list[str] = []
        self._kept: dict[str, int] = {}
        """How often those failed that are tried again."""
        self._given_up: set[str] = set()
        self._waiting: dict[str, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def request(self, names: Sequence[str]) -> None:
        """Fetch these too; returns at once."""
        with self._lock:
            self._given_up.difference_update(names)
            self._wanted += [name for name in names if name not in self._wanted]
            if self._wanted and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="downloads", daemon=True)
                self._thread.start()

    def keep_trying(self, name: str) -> None:
        """Fetch a model, retrying later: the user goes on without it.

        Notifies of its failure once.
        """
        with self._lock:
            self._kept[name] = 0
        self.request([name])

    def give_up(self, name: str) -> None:
        """Stop fetching a model; the next fetch goes on from there."""
        with self._lock:
            self._kept.pop(name, None)
            self._given_up.add(name)
            prevent = self._waiting.pop(name, None)
        if prevent is not None:
            prevent()

    def stop(self) -> None:
        """Stop; the next fetch goes on from there."""
        self._cancelled.set()
        with self._lock:
            waiting, self._waiting = tuple(self._waiting.values()), {}
        for prevent in waiting:
            prevent()

    def _next(self) -> str | None:
        with self._lock:
            if self._wanted and not self._cancelled.is_set():
                return self._wanted[0]
            self._thread = None
            return None

    def _work(self) -> None:
        while (name := self._next()) is not None:
            failure: ModelFileError | None = None
            try:
                self._fetch(name)
            except ModelFileError as error:
                failure = error
            finally:
                with self._lock:
                    self._wanted.remove(name)
            if failure is not None:
                self._failed(name, failure)

    def _fetch(self, name: str) -> None:
        if self._store.fetch(name, self._show, lambda: self._is_over(name)):
            self._arrived(name)
        elif not self._cancelled.is_set():
            self._report(DownloadProgress(name=name, is_cancelled=True))

    def _is_over(self, name: str) -> bool:
        return self._cancelled.is_set() or name in self._given_up

    def _failed(self, name: str, error: ModelFileError) -> None:
        with self._lock:
            failures = self._kept.get(name)
            if failures is not None:
                self._kept[name] = failures + 1
        if failures is None:
            self._report(DownloadProgress(name=name, error=joined(error.message, error.hint)))
            return
        if not failures:
            again = _("Parley tries again later.")
            self._report(DownloadProgress(name=name, error=joined(error.message, again)))
        pause_s = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2**failures)
        with self._lock:
            self._waiting[name] = self._later(pause_s, lambda: self._try_again(name))

    def _try_again(self, name: str) -> None:
        with self._lock:
            self._waiting.pop(name, None)
            is_wanted = name in self._kept
        if is_wanted and not self._cancelled.is_set():
            self.request([name])

    def _show(self, progress: FetchProgress) -> None:
        if not self._is_over(progress.name):
            self._report(
                DownloadProgress(
                    name=progress.name,
                    done_bytes=progress.received_bytes,
                    total_bytes=progress.total_bytes,
                    is_finished=progress.stage is FetchStage.DONE,
                )
            )

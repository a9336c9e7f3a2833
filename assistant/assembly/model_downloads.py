"""Downloads model files in the background of a running app."""

import threading
from collections.abc import Callable, Sequence

from assistant.catalog import FetchProgress, FetchStage, ModelStore
from assistant.channels.desktop.widgets.status_bars import DownloadProgress as ShownProgress
from assistant.errors import ModelFileError


class ModelDownloads:
    """Fetches model files on a thread, one after the other.

    Args:
        store: Where they go.
        report: Shows progress; any thread.
        arrived: Told when files came that were missing.
    """

    def __init__(
        self,
        *,
        store: ModelStore,
        report: Callable[[ShownProgress], None],
        arrived: Callable[[], None],
    ) -> None:
        self._store = store
        self._report = report
        self._arrived = arrived
        self._cancelled = threading.Event()
        self._wanted: list[str] = []
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def request(self, names: Sequence[str]) -> None:
        """Fetch these too; returns at once."""
        with self._lock:
            self._wanted += [name for name in names if name not in self._wanted]
            if self._wanted and self._thread is None:
                self._thread = threading.Thread(target=self._work, name="downloads", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Give up; what was fetched so far is used next time."""
        self._cancelled.set()

    def _next(self) -> str | None:
        with self._lock:
            if self._wanted and not self._cancelled.is_set():
                return self._wanted[0]
            self._thread = None
            return None

    def _work(self) -> None:
        while (name := self._next()) is not None:
            try:
                if self._store.fetch(name, self._show, self._cancelled.is_set):
                    self._arrived()
            except ModelFileError as error:
                self._report(ShownProgress(name=name, error=f"{error.message} {error.hint}"))
            finally:
                with self._lock:
                    self._wanted.remove(name)

    def _show(self, progress: FetchProgress) -> None:
        if not self._cancelled.is_set():
            self._report(
                ShownProgress(
                    name=progress.name,
                    done_bytes=progress.received_bytes,
                    total_bytes=progress.total_bytes,
                    is_finished=progress.stage is FetchStage.DONE,
                )
            )

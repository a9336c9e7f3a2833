"""One function on a thread of its own, for a dialog that waits for it."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from shiboken6 import isValid

from assistant.errors import AssistantError
from assistant.locale import _

_log = logging.getLogger(__name__)

T = TypeVar("T")

Report = Callable[[str], None]
"""Tells how far the work is; may be called often."""
PROGRESS_S: Final = 0.05
"""Reports that come faster are left out."""


class _CancelledError(Exception):
    """Nobody waits for the work any more."""


class BackgroundCall(QObject):
    """Runs a function and tells on the GUI thread what came of it. Create it there.

    It lives until the function has ended, whatever becomes of who waits for it.

    Args:
        owner: Who waits; nothing is told once it is gone.
        work: Given what takes its reports.
        done: Called with what it returned.
        failed: Called with the error it raised.
        progressed: Called with the last report.
    """

    _ended = Signal(object)
    _reported = Signal(str)

    def __init__(
        self,
        owner: QObject,
        work: Callable[[Report], T],
        *,
        done: Callable[[T], None],
        failed: Callable[[AssistantError], None],
        progressed: Report = lambda _text: None,
    ) -> None:
        super().__init__(QCoreApplication.instance())
        self._owner = owner
        self._work = work
        self._done: Callable[[Any], None] = done
        self._failed = failed
        self._progressed = progressed
        self._is_cancelled = False
        self._reported_at = 0.0
        queued = Qt.ConnectionType.QueuedConnection
        self._ended.connect(self._finish, queued)
        self._reported.connect(self._show, queued)
        self._thread = threading.Thread(target=self._run, name="background-call", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Tell nothing more; the work ends at its next report. Returns at once."""
        self._is_cancelled = True

    @property
    def _is_awaited(self) -> bool:
        return not self._is_cancelled and isValid(self._owner)

    def _run(self) -> None:
        result: object
        try:
            result = self._work(self._report)
        except _CancelledError:
            result = None
        except AssistantError as error:
            result = error
        except Exception as error:  # noqa: BLE001  # a bug: whoever waits must hear of it
            _log.exception("Work in the background failed")
            result = AssistantError(
                _("Something went wrong inside Parley ({error}).").format(
                    error=type(error).__name__
                )
            )
        self._ended.emit(result)

    def _report(self, text: str) -> None:
        if self._is_cancelled:
            raise _CancelledError
        now = time.monotonic()
        if now - self._reported_at >= PROGRESS_S:
            self._reported_at = now
            self._reported.emit(text)

    def _show(self, text: str) -> None:
        if self._is_awaited:
            self._progressed(text)

    def _finish(self, result: object) -> None:
        self._thread.join()
        self.deleteLater()
        if not self._is_awaited:
            return
        if isinstance(result, AssistantError):
            self._failed(result)
        else:
            self._done(result)

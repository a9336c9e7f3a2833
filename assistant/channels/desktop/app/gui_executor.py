"""Runs functions on the GUI thread for other threads."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from assistant.errors import ToolError

T = TypeVar("T")


class _Call(Generic[T]):
    """A function and what becomes of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.work: Final = work
        self.result: Final[Future[T]] = Future()


class GuiExecutor(QObject):
    """Carries functions to the GUI thread. Create it there; the rest may be called on any thread.

    Signals:
        _asked: Carries a call over.
        _posted: Carries a function over.
    """

    _asked = Signal(object)
    _posted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._is_closed = False
        self._asked.connect(self._run, Qt.ConnectionType.QueuedConnection)
        self._posted.connect(self._do, Qt.ConnectionType.QueuedConnection)

    def submit(self, work: Callable[[], T]) -> "Future[T]":
        """Have a function run on the GUI thread; it must be quick. Returns what comes of it."""
        call = _Call(work)
        if self._is_closed:
            call.result.set_exception(ToolError("The window is closed."))
        else:
            self._asked.emit(call)
        return call.result

    def post(self, work: Callable[[], None]) -> None:
        """Have a function run on the GUI thread, for which nobody waits; after `close` it is dropped."""
        self._posted.emit(work)

    def close(self) -> None:
        """Run nothing more."""
        self._is_closed = True

    @Slot(object)
    def _do(self, work: Callable[[], None]) -> None:
        if not self._is_closed:
            work()

    @Slot(object)
    def _run(self, call: _Call[Any]) -> None:
        if not call.result.set_running_or_notify_cancel():
            return
        if self._is_closed:
            call.result.set_exception(ToolError("The window is closed."))
            return
        try:
            call.result.set_result(call.work())
        except Exception as error:  # noqa: BLE001  # it belongs to whoever waits
            call.result.set_exception(error)

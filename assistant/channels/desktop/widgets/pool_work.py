"""Work on threads of the pool, whose results widgets take on the GUI thread.

Such a thread holds no object of Qt's: with the last reference to one it would undo its connections
there, while the GUI thread goes on with them, and that crashes.
"""

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from shiboken6 import isValid

T = TypeVar("T")


def run_in_pool(
    work: Callable[[], T],
    *,
    then: Callable[[T], None],
    owner: QObject,
    pool: QThreadPool | None = None,
) -> None:
    """Do something beside the GUI thread; returns at once. Call it on the GUI thread.

    Args:
        work: Runs on a thread of the pool. It must not raise, nor hold an object of Qt's.
        then: Takes the result, on the GUI thread.
        owner: What the result is for; if it is deleted by then, nobody takes it.
        pool: Whose thread; the program's by default.
    """
    _results().begin(work, then, owner, pool or QThreadPool.globalInstance())


class _Results(QObject):
    """Carries results to the GUI thread, where it was made; lives as long as the program."""

    _done = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self._numbers: Final = count()
        self._awaited: Final[dict[int, tuple[QObject, Callable[[Any], None]]]] = {}
        self._done.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def begin(
        self,
        work: Callable[[], Any],
        then: Callable[[Any], None],
        owner: QObject,
        pool: QThreadPool,
    ) -> None:
        """Start a piece of work."""
        number = next(self._numbers)
        self._awaited[number] = owner, then
        pool.start(lambda: self._done.emit(number, work()))

    def _deliver(self, number: int, result: object) -> None:
        owner, then = self._awaited.pop(number)
        if isValid(owner):
            then(result)


_results = cache(_Results)

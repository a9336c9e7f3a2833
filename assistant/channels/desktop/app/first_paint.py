"""The moment at which a window is on the screen."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class FirstPaint(QObject):
    """Waits for a widget to be painted, once; then goes.

    Args:
        window: The widget.
        painted: Called behind its first painting, when all of it was handed over.
    """

    def __init__(self, *, window: QWidget, painted: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._painted = painted
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and watched is self._window:
            self._window.removeEventFilter(self)
            # The rest of the window is painted before the queue goes on.
            QTimer.singleShot(0, self, self._tell)
        return False

    def _tell(self) -> None:
        self.deleteLater()
        self._painted()

"""When the window can be used after a start: somebody who types as soon as there is where to."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QTextEdit

from assistant.channels.desktop.app.first_paint import FirstPaint
from assistant.channels.desktop.app.main_window import MainWindow
from benchmarks.window.synthetic_keys import post_keystrokes


class StartupMonitor(QObject):
    """Types a message into a window that has just been made, and tells the moments of it.

    The keys are events of the window's own queue, behind everything that is due before them.

    Args:
        window: Not shown yet.
        words: The message; at least one letter.
        painted: Called when the whole window is on the screen for the first time.
        interactive: Called when the first letter is on the screen too.
        entered: Called when the message is complete, and Enter about to be pressed.
    """

    def __init__(
        self,
        *,
        window: MainWindow,
        words: str,
        painted: Callable[[], None],
        interactive: Callable[[], None],
        entered: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._words = words
        self._painted = painted
        self._interactive = interactive
        self._entered = entered
        self._field: Final[QTextEdit] = window.composer.field
        FirstPaint(window=window, painted=self._begin)

    def _begin(self) -> None:
        self._painted()
        self._field.textChanged.connect(self._letter_taken)
        post_keystrokes(self._field, self._words[:1])

    def _letter_taken(self) -> None:
        self._field.textChanged.disconnect(self._letter_taken)
        FirstPaint(window=self._field.viewport(), painted=self._go_on)

    def _go_on(self) -> None:
        self._interactive()
        post_keystrokes(self._field, self._words[1:])
        QTimer.singleShot(0, self, self._enter)

    def _enter(self) -> None:
        self._entered()
        post_keystrokes(self._field, "\r")

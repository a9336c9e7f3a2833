"""Tap or hold: one button and one key that open a voice session, or listen while they are held."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from typing_extensions import override

HOLD_MS: Final = 250
"""Pressed for longer is held. The listener keeps half a second from before, so no word is lost."""

_KEYS: Final = "Ctrl+Space"
_ENDING: Final = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Control, Qt.Key.Key_Meta})


class PushToTalkControl(QObject):
    """Tells a tap from a hold, for a button and for Ctrl+Space in its window.

    Whatever ends the press ends the hold: letting go, another widget or window taking the keys.

    Args:
        button: Pressed and let go of.
        window: Where the key counts.

    Signals:
        tapped: Pressed briefly.
        held: Held from now on (True), or let go of (False); always in pairs.
    """

    tapped = Signal()
    held = Signal(bool)

    def __init__(self, *, button: QAbstractButton, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._watched: QWidget | None = None
        """What has the keyboard, and so will tell that the key is let go of."""
        self._is_pressed = False
        self._is_held = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(HOLD_MS)
        self._timer.timeout.connect(self._hold)
        button.pressed.connect(self._press)
        button.released.connect(self._release)
        shortcut = QShortcut(QKeySequence(_KEYS), window)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(self._press_key)

    def set_pressed(self, pressed: bool) -> None:  # the slot of a signal
        """A key that is heard of elsewhere is pressed, or let go of."""
        if pressed:
            self._press()
        else:
            self._release()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.KeyRelease if isinstance(event, QKeyEvent):
                if event.key() in _ENDING and not event.isAutoRepeat():
                    self._release()
            case QEvent.Type.FocusOut | QEvent.Type.Hide:
                self._release()
            case _:
                pass
        return super().eventFilter(watched, event)

    def _press_key(self) -> None:
        self._watched = QApplication.focusWidget() or self._window
        self._watched.installEventFilter(self)
        self._press()

    def _press(self) -> None:
        self._is_pressed = True
        self._timer.start()

    def _hold(self) -> None:
        self._is_held = True
        self.held.emit(True)

    def _release(self) -> None:
        if self._watched is not None:
            self._watched.removeEventFilter(self)
            self._watched = None
        was_pressed, self._is_pressed = self._is_pressed, False
        self._timer.stop()
        if self._is_held:
            self._is_held = False
            self.held.emit(False)
        elif was_pressed:
            self.tapped.emit()

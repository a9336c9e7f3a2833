"""Keys as the window system hands them over, for whoever measures the window."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


def post_keystrokes(widget: QWidget, text: str) -> None:
    """Put the keys of a text into the queue of a widget, one after the other; a carriage return is Enter."""
    for letter in text:
        key = Qt.Key.Key_Return if letter == "\r" else Qt.Key.Key_unknown
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter)
            QCoreApplication.postEvent(widget, event)

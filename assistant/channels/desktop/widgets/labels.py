"""Labels that show text as it is, and the style that follows a widget's properties."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QLabel, QWidget


def restyle(widget: QWidget) -> None:
    """Let the style sheet look at the widget's dynamic properties again."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def plain_label(text: str = "", *, role: str = "", mono: bool = False) -> QLabel:
    """Return a wrapping label that shows text as it is, never as HTML."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    if mono:
        label.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    return label


def selectable(label: QLabel) -> QLabel:
    """Let the mouse select a label's text."""
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label

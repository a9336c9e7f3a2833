"""Labels that show text as it is, and the style that follows a widget's properties."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QWidget


def restyle(widget: QWidget) -> None:
    """Let the style sheet look at the widget's dynamic properties again."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def plain_tip(text: str) -> str:
    """Return a text as a tool tip shows it as it is: Qt takes what looks like HTML for HTML.

    As HTML, a text of a model or server could look like the program's own, and name a picture on
    this machine or elsewhere.
    """
    if not GuiQt.mightBeRichText(text):
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


def bare_label(text: str = "") -> QLabel:
    """Return a label of one line that shows text as it is, never as HTML."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def plain_label(text: str = "", *, role: str = "", mono: bool = False) -> QLabel:
    """Return a wrapping label that shows text as it is, never as HTML."""
    label = bare_label(text)
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

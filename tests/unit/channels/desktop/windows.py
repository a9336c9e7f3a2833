"""What the tests of the window do in it."""

from typing import TypeVar

from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPlainTextEdit, QWidget

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.conversation.message_entries import ReplyEntry
from assistant.channels.desktop.conversation.model.rows import ReplyRow
from assistant.channels.desktop.widgets.buttons import WordButton
from assistant.channels.desktop.widgets.labels import ElidedLabel

W = TypeVar("W", bound=QWidget)


def reply(window: MainWindow, text: str) -> ReplyEntry:
    """Have a reply begin; return its entry."""
    window.transcript.rows.append_reply(text)
    entry = window.transcript.entries[-1]
    assert isinstance(entry, ReplyEntry)
    return entry


def grow(entry: ReplyEntry, text: str) -> None:
    """Let a reply grow."""
    entry.show_row(ReplyRow(text=entry.text + text))


def texts(widget: QWidget) -> list[str]:
    """Return the words that can be seen."""
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


def child(widget: QWidget, kind: type[W], name: str) -> W:
    """Return the part of a widget that has this name."""
    found = widget.findChild(kind, name)
    assert found is not None, name
    return found


def line_colours(edit: QPlainTextEdit, number: int) -> dict[str, str]:
    """Return the coloured pieces of a line with their colours."""
    block = edit.document().findBlockByNumber(number)
    return {
        block.text()[one.start : one.start + one.length]: one.format.foreground()
        .color()
        .name()
        .upper()
        for one in block.layout().formats()
    }


def cut(widget: QWidget) -> list[str]:
    """Return the words of what is shown with less room than they take."""
    found: list[str] = []
    for part in widget.findChildren(QWidget):
        if part.isVisible() and (lack := _lack(part)):
            words = part.text() if isinstance(part, QLabel | QAbstractButton) else ""
            found.append(f"{part.objectName() or type(part).__name__} {words!r}: {lack}")
    return found


def _lack(part: QWidget) -> str:
    """Return what a widget with words is short of; nothing if they all have room."""
    if isinstance(part, ElidedLabel):
        return ""
    if isinstance(part, QLabel) and part.text():
        if part.wordWrap():
            high = part.heightForWidth(part.width())
            return f"{part.height()} px high of {high}" if part.height() < high else ""
        wanted = part.sizeHint()
        lacks = part.width() < wanted.width() or part.height() < wanted.height()
        return f"{part.size().toTuple()} of {wanted.toTuple()}" if lacks else ""
    if isinstance(part, QAbstractButton) and part.text():
        line = part.fontMetrics().height()
        if part.height() < line:
            return f"{part.height()} px high of {line}"
        wide = 0 if isinstance(part, WordButton) else part.minimumSizeHint().width()
        return f"{part.width()} px wide of {wide}" if part.width() < wide else ""
    if isinstance(part, QLineEdit):
        line = part.fontMetrics().height()
        return f"{part.height()} px high of {line}" if part.height() < line else ""
    return ""

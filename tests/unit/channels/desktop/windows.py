"""What the tests of the window do in it."""

from typing import TypeVar

from PySide6.QtWidgets import QLabel, QWidget

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.conversation.message_entries import ReplyEntry
from assistant.channels.desktop.conversation.model.rows import ReplyRow

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

"""Fields for words of the user's own: bounded, cleaned, with the cursor in the theme's colour."""

from typing import Final

from PySide6.QtCore import QMimeData, QRect, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme
from assistant.questions.model.sanitizer import clean_text

CURSOR_PX: Final = 2
_BAR: Final = "|"
"""Stands at both ends while text is cleaned, so that spaces there stay; nothing composes with it."""


def typed_text(text: str, *, multiline: bool = False) -> str:
    """Return text that is still being typed, cleaned like an answer but for the spaces at its ends."""
    return clean_text(f"{_BAR}{text}{_BAR}", multiline=multiline)[1:-1]


class AnswerLine(QLineEdit):
    """A line of words.

    Signals:
        written: The words changed by the user's hand; carries them.
        room_changed: How many characters may still be written.
    """

    written = Signal(str)
    room_changed = Signal(int)

    def __init__(self, *, theme: Theme, limit: int, text: str = "") -> None:
        super().__init__(text[:limit])
        self._theme = theme
        self.limit = limit
        self.textEdited.connect(self._edited)
        self.textChanged.connect(lambda: self.room_changed.emit(self.room))
        theme.changed.connect(self.update)

    @property
    def room(self) -> int:
        """How many characters may still be written."""
        return self.limit - len(self.text())

    def _edited(self, text: str) -> None:
        kept = typed_text(text)[: self.limit]
        if kept != text:
            at = self.cursorPosition()
            self.setText(kept)
            self.setCursorPosition(min(at, len(kept)))
        self.written.emit(kept)

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        if self.hasFocus() and not self.isReadOnly():
            # The rectangle that Qt repaints round its cursor is 9 px wider, 5 of them before it.
            around = self.cursorRect()
            self._paint_cursor(QRect(around.x() + 5, around.y(), CURSOR_PX, around.height()))

    def _paint_cursor(self, where: QRect) -> None:
        painter = QPainter(self)
        painter.fillRect(where, QColor(self._theme.tokens.primary))


class AnswerText(QPlainTextEdit):
    """Several lines of words. Tab leaves it.

    Signals:
        written: The words changed; carries them.
        room_changed: How many characters may still be written.
    """

    written = Signal(str)
    room_changed = Signal(int)

    def __init__(self, *, theme: Theme, limit: int, text: str = "") -> None:
        super().__init__(text[:limit])
        self._theme = theme
        self.limit = limit
        self.setProperty("role", "field")
        self.setTabChangesFocus(True)
        self.setCursorWidth(0)  # painted here
        self.textChanged.connect(self._changed)
        theme.changed.connect(self.viewport().update)

    @property
    def room(self) -> int:
        """How many characters may still be written."""
        return self.limit - len(self.toPlainText())

    def _changed(self) -> None:
        text = self.toPlainText()
        if len(text) > self.limit:
            cursor = self.textCursor()
            at = cursor.position()
            self.setPlainText(text[: self.limit])  # comes back here
            cursor = self.textCursor()
            cursor.setPosition(min(at, self.document().characterCount() - 1))
            self.setTextCursor(cursor)
            return
        self.written.emit(text)
        self.room_changed.emit(self.room)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take text only, cleaned, and no more of it than fits."""
        if not source.hasText():
            return
        cursor = self.textCursor()
        room = self.room + len(cursor.selectedText())
        cursor.insertText(typed_text(source.text(), multiline=True)[: max(0, room)])
        self.setTextCursor(cursor)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        super().paintEvent(e)
        if self.hasFocus() and not self.isReadOnly():
            where = self.cursorRect()
            painter = QPainter(self.viewport())
            bar = QRect(where.x(), where.y(), CURSOR_PX, where.height())
            painter.fillRect(bar, QColor(self._theme.tokens.primary))

    def focus_end(self) -> None:
        """Take the focus with the cursor behind the last character."""
        self.setFocus()
        self.moveCursor(QTextCursor.MoveOperation.End)


AnswerField = AnswerLine | AnswerText


def as_field(widget: QWidget | None) -> AnswerField | None:
    """Return the widget if it is one of these fields."""
    return widget if isinstance(widget, AnswerLine | AnswerText) else None

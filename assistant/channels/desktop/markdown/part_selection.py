"""One selection over all parts of a reply, which are widgets of their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QTextEdit, QWidget
from typing_extensions import override

from assistant.channels.desktop.markdown.model.copied_text import PartKind, SelectedPart, copied
from assistant.channels.desktop.markdown.selection_export import selected_markdown

if TYPE_CHECKING:
    _Area = QAbstractScrollArea
else:
    _Area = object

TextEditWidget = QTextEdit | QPlainTextEdit


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectablePart:
    """One widget with text."""

    edit: TextEditWidget
    kind: PartKind
    source: str
    """The Markdown that it shows."""
    language: str = ""
    is_continued: bool = False

    @property
    def last(self) -> int:
        """The position after its last character."""
        return self.edit.document().characterCount() - 1

    def select(self, anchor: int, position: int) -> None:
        """Select from one position to another; the same twice selects nothing."""
        cursor = self.edit.textCursor()
        if (cursor.anchor(), cursor.position()) != (anchor, position):
            cursor.setPosition(anchor)
            cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.edit.setTextCursor(cursor)

    def clear(self) -> None:
        """Select nothing."""
        cursor = self.edit.textCursor()
        if cursor.hasSelection():
            cursor.clearSelection()
            self.edit.setTextCursor(cursor)

    def selected(self) -> SelectedPart | None:
        """Return what is selected, None if nothing is."""
        cursor = self.edit.textCursor()
        if not cursor.hasSelection():
            return None
        is_code = self.kind is PartKind.CODE
        words = cursor.selection().toPlainText() if is_code else selected_markdown(cursor)
        return SelectedPart(
            kind=self.kind,
            text=words,
            source=self.source,
            is_whole=cursor.selectionEnd() - cursor.selectionStart() >= self.last,
            language=self.language,
            is_continued=self.is_continued,
        )


class PartSelection(QObject):
    """Lets a drag go on from one part into the next, and copies what it covers.

    The parts pass on what the mouse and the keys do in them. (A filter would be called for each of
    the hundreds of events that painting and placing a long reply make.)

    Args:
        leaves: Returns the parts, top to bottom.
    """

    def __init__(self, *, leaves: Callable[[], Sequence[SelectablePart]], parent: QObject) -> None:
        super().__init__(parent)
        self._leaves = leaves
        self._anchor: tuple[TextEditWidget, int] | None = None
        self._is_across = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected."""
        return not any(leaf.edit.textCursor().hasSelection() for leaf in self._leaves())

    def select_all(self) -> None:
        """Select every part."""
        for leaf in self._leaves():
            leaf.select(0, leaf.last)

    def clear(self) -> None:
        """Select nothing."""
        for leaf in self._leaves():
            leaf.clear()

    def text(self) -> str:
        """Return what is selected, as Markdown that reads as text."""
        found = [leaf.selected() for leaf in self._leaves()]
        parts = [part for part in found if part is not None]
        return copied(parts) if parts else ""

    def copy(self) -> None:
        """Put what is selected on the clipboard; nothing leaves it as it is."""
        text = self.text()
        if text:
            QGuiApplication.clipboard().setText(text)

    def pressed(self, edit: QWidget, event: QMouseEvent) -> None:
        """The mouse was pressed in a part."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        for leaf in self._leaves():
            if leaf.edit is edit:
                at = leaf.edit.cursorForPosition(event.position().toPoint()).position()
                is_extended = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                if not is_extended or self._anchor is None:
                    self._anchor = (leaf.edit, at)
            else:
                leaf.clear()

    def released(self) -> bool:
        """The mouse was released; returns whether the part must not see it.

        No link is opened by the end of a drag.
        """
        was_across, self._is_across = self._is_across, False
        self._anchor = None
        return was_across

    def dragged(self, event: QMouseEvent) -> bool:
        """Extend the selection to where the mouse is; returns whether no part may do it itself."""
        if self._anchor is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        leaves = self._leaves()
        begin = next((n for n, leaf in enumerate(leaves) if leaf.edit is self._anchor[0]), None)
        at = event.globalPosition().toPoint()
        end = _nearest(leaves, at)
        if begin is None or end is None:
            return False
        if begin == end and not self._is_across:
            return False
        self._is_across = True
        self._select(leaves, begin, self._anchor[1], end, at)
        return True

    @staticmethod
    def _select(
        leaves: Sequence[SelectablePart], begin: int, anchor: int, end: int, at: QPoint
    ) -> None:
        edit = leaves[end].edit
        position = edit.cursorForPosition(edit.viewport().mapFromGlobal(at)).position()
        for number, leaf in enumerate(leaves):
            if number == begin == end:
                leaf.select(anchor, position)
            elif number == begin:
                leaf.select(anchor, leaf.last if end > begin else 0)
            elif number == end:
                leaf.select(0 if end > begin else leaf.last, position)
            elif min(begin, end) < number < max(begin, end):
                leaf.select(0, leaf.last)
            else:
                leaf.clear()

    def pressed_key(self, event: QKeyEvent) -> bool:
        """A key was pressed in a part; returns whether that was for the whole reply."""
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
            return True
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return True
        return False


class SelectionInput(_Area):
    """Passes on what the mouse and the keys do in a part; stands before the widget's own class.

    Attributes:
        selection: Hears of it; None if this is no part of something larger.
    """

    selection: PartSelection | None = None

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.selection is not None:
            self.selection.pressed(self, event)
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.selection is None or not self.selection.dragged(event):
            super().mouseMoveEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.selection is None or not self.selection.released():
            super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.selection is None or not self.selection.pressed_key(event):
            super().keyPressEvent(event)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the reply has one for all of its parts


def _nearest(leaves: Sequence[SelectablePart], at: QPoint) -> int | None:
    """Return the part at a place of the screen, or the one nearest above or below."""
    found: int | None = None
    distance = 0
    for number, leaf in enumerate(leaves):
        view = leaf.edit.viewport()
        top = view.mapToGlobal(QPoint(0, 0)).y()
        away = max(top - at.y(), at.y() - (top + view.height()), 0)
        if found is None or away < distance:
            found, distance = number, away
    return found

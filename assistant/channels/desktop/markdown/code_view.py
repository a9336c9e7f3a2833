"""A box of code: its language, a button that copies it, and coloured lines that may still grow."""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QGuiApplication,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QSizePolicy,
)
from typing_extensions import override

from assistant.channels.desktop.markdown.code_colouring import CodeColouring
from assistant.channels.desktop.markdown.part_selection import SelectionInput
from assistant.channels.desktop.widgets.buttons import CopyButton
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.text_metrics import fixed_font, line_height
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _

_SIDE_PX: Final = 8
_TOP_PX: Final = 4
_BOTTOM_PX: Final = 8
_BAR_PX: Final = 14
"""Height of the scroll bar below lines that are wider than the box."""


class _Lines(SelectionInput, QPlainTextEdit):
    """The code itself; scrolls sideways alone."""

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        if abs(e.angleDelta().x()) > abs(e.angleDelta().y()):
            super().wheelEvent(e)
        else:
            e.ignore()  # the conversation scrolls up and down


class CodeView(QFrame):
    """A box of code with its language and a button that copies it."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._text = ""
        self._lines = 0
        """How many lines have been measured; all but the last, which may still grow."""
        self._lines_px = 0.0
        """How high those are."""
        self._longest_px = 0.0
        """How wide the longest of those is."""
        self._line_px = 0.0
        """How high a line of Latin letters is."""
        self.rendered = 0
        """How often its text was made anew rather than added to."""
        self.notify_height: Callable[[], None] = lambda: None
        self.setProperty("role", "code")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._language = plain_label(wraps=False)
        self._language.setProperty("role", "section")
        self._copy = CopyButton(
            theme=theme,
            name="copy_code",
            on_click=lambda: QGuiApplication.clipboard().setText(self._text),
        )
        self._copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._copy.describe(_("Copy the code"))
        self.edit = _Lines()
        self.edit.setReadOnly(True)
        self.edit.setUndoRedoEnabled(False)
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.edit.viewport().setAutoFillBackground(False)
        self._colouring = CodeColouring(self.edit, theme=theme)
        head = hbox(self._language, STRETCH, self._copy, margins=(12, _TOP_PX, 4, 0))
        inner = hbox(self.edit, margins=(_SIDE_PX, 0, _SIDE_PX, 0))
        vbox(head, inner, inside=self, gap=0, margins=(0, 0, 0, _BOTTOM_PX))
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_code(self, text: str, language: str) -> None:
        """Show code; what only grew is only added to."""
        self._language.setText(language)
        if self._text and text.startswith(self._text):
            added = text[len(self._text) :]
            if added:
                cursor = QTextCursor(self.edit.document())
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertText(added)
        elif text != self._text:
            self.rendered += 1
            self._forget_lines()
            self.edit.setPlainText(text)
        self._text = text
        self._colouring.follow(text, language)
        self.fit()

    @property
    def language(self) -> str:
        """What it is written in, as the reply says."""
        return self._language.text()

    def fit(self) -> None:
        """Be as high as the lines, and no wider than there is room."""
        lines_px, longest_px = self._measure()
        margins = 2 * self.edit.document().documentMargin()
        room = self.width() - 2 * (_SIDE_PX + self.frameWidth())
        bar = _BAR_PX if longest_px > room else 0
        height = math.ceil(lines_px + margins) + bar + 2
        if height != self.edit.height() or height != self.edit.minimumHeight():
            self.edit.setFixedHeight(height)
        # Not asked of the layout: it does not hear of the change while the lines are hidden.
        head = max(self._language.sizeHint().height(), self._copy.sizeHint().height())
        frame = self.contentsMargins()
        whole = frame.top() + _TOP_PX + head + height + _BOTTOM_PX + frame.bottom()
        if whole != self.height() or whole != self.minimumHeight():
            self.setFixedHeight(whole)
            self.notify_height()

    def _measure(self) -> tuple[float, float]:
        """Return how high all lines are together, and how wide the longest; those added are new."""
        block = self.edit.document().findBlockByNumber(self._lines)
        while block.next().isValid():
            height, width = self._line_size(block)
            self._lines += 1
            self._lines_px += height
            self._longest_px = max(self._longest_px, width)
            block = block.next()
        height, width = self._line_size(block)
        return self._lines_px + height, max(self._longest_px, width)

    def _line_size(self, line: QTextBlock) -> tuple[float, float]:
        """Return height and width of a line; only letters of other fonts have to be laid out."""
        text = line.text()
        if text.isascii() and "\t" not in text:
            return self._line_px, self.edit.fontMetrics().horizontalAdvance(text)
        height = self.edit.document().documentLayout().blockBoundingRect(line).height()
        last = 0.0 if line.next().isValid() else self.edit.document().documentMargin()
        # The rectangle is as wide as the box was when the line was laid out.
        return height - last, line.layout().lineAt(0).naturalTextWidth()

    def _forget_lines(self) -> None:
        """Measure all lines anew."""
        self._line_px = line_height(self.edit.document().defaultFont())
        self._lines = 0
        self._lines_px = self._longest_px = 0.0

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._forget_lines()
        self.fit()  # only now its fonts are those of the style sheet

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _restyle(self) -> None:
        font = fixed_font()
        font.setPixelSize(self._theme.px(13))
        self.edit.setFont(font)
        self._forget_lines()
        self.fit()

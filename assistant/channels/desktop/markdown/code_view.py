"""A box of code: its language, a button that copies it, and lines that may still grow."""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QFontDatabase,
    QGuiApplication,
    QResizeEvent,
    QShowEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QSizePolicy,
)
from typing_extensions import override

from assistant.channels.desktop.markdown.part_selection import SelectionInput
from assistant.channels.desktop.widgets.buttons import CopyButton
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _

_SIDE_PX: Final = 8


class _Lines(SelectionInput, QPlainTextEdit):
    """The code itself; scrolls sideways alone."""

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        if abs(e.angleDelta().x()) > abs(e.angleDelta().y()):
            super().wheelEvent(e)
        else:
            e.ignore()  # the conversation scrolls up and down


class CodeView(Translated, QFrame):
    """A box of code with its language and a button that copies it."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._text = ""
        self._longest = 0
        """Characters of the longest line."""
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
        self.edit = _Lines()
        self.edit.setReadOnly(True)
        self.edit.setUndoRedoEnabled(False)
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.edit.viewport().setAutoFillBackground(False)
        head = hbox(self._language, STRETCH, self._copy, margins=(12, 4, 4, 0))
        inner = hbox(self.edit, margins=(_SIDE_PX, 0, _SIDE_PX, 0))
        self._box = vbox(head, inner, inside=self, gap=0, margins=(0, 0, 0, 8))
        theme.changed.connect(self._restyle)
        self._restyle()
        self.retranslate()

    def set_code(self, text: str, language: str) -> None:
        """Show code; what only grew is only added to."""
        self._language.setText(language)
        if self._text and text.startswith(self._text):
            added = text[len(self._text) :]
            if added:
                self._measure_lines(text, self._text.rfind("\n") + 1)
                cursor = QTextCursor(self.edit.document())
                cursor.movePosition(QTextCursor.MoveOperation.End)
                cursor.insertText(added)
        elif text != self._text:
            self.rendered += 1
            self._longest = 0
            self._measure_lines(text, 0)
            self.edit.setPlainText(text)
        self._text = text
        self.fit()

    @property
    def language(self) -> str:
        """What it is written in, as the reply says."""
        return self._language.text()

    @override
    def retranslate(self) -> None:
        self._copy.describe(_("Copy the code"))

    def fit(self) -> None:
        """Be as high as the lines, and no wider than there is room."""
        font = self.edit.fontMetrics()
        lines = self.edit.document().blockCount()
        margins = 2 * self.edit.document().documentMargin()
        bar = 14 if self._is_wide() else 0
        height = math.ceil(lines * font.lineSpacing() + margins) + bar + 2
        if height != self.edit.height() or height != self.edit.minimumHeight():
            self.edit.setFixedHeight(height)
        whole = self._box.sizeHint().height()
        if whole != self.height() or whole != self.minimumHeight():
            self.setFixedHeight(whole)
            self.notify_height()

    def _measure_lines(self, text: str, start: int) -> None:
        lines = text[start:].split("\n")
        self._longest = max(self._longest, *(len(line) for line in lines))

    def _is_wide(self) -> bool:
        room = self.width() - 2 * (_SIDE_PX + self.frameWidth())
        return self._longest * self.edit.fontMetrics().averageCharWidth() > room

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()  # only now its fonts are those of the style sheet

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _restyle(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(self._theme.px(13))
        self.edit.setFont(font)
        self.fit()

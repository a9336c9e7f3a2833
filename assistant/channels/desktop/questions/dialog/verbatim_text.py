"""What an approval is about, letter by letter: a command, a change, the input of a tool."""

import math
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy
from typing_extensions import override

from assistant.channels.desktop.markdown.code_colouring import DIFFERENCE, CodeColouring
from assistant.channels.desktop.widgets.layouts import vbox
from assistant.channels.desktop.widgets.text_metrics import fixed_font
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.text_difference import is_difference

_MOST_LINES: Final = 14
"""So many lines are seen at once; the rest is scrolled to."""
_PADDING: Final = (6, 4, 6, 4)


class _Lines(QPlainTextEdit):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFont(fixed_font())
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        margins = 2 * self.document().documentMargin()
        self.setFixedHeight(math.ceil(self._lines_height() + margins) + 2)

    def _lines_height(self) -> float:
        """Return how high the lines are that are seen at once; those of Hangul are higher."""
        height, left, block = 0.0, _MOST_LINES, self.document().firstBlock()
        while block.isValid() and left > 0:
            laid_out = self.blockBoundingRect(block).height()
            lines = max(block.lineCount(), 1)
            height += laid_out * min(left, lines) / lines
            left -= lines
            block = block.next()
        return height

    @override
    def sizeHint(self) -> QSize:
        return QSize(0, self.height())


class VerbatimText(QFrame):
    """A box of text that is shown as it is, whole, and scrolls where it is long.

    Lines that a change removes and adds have colours.
    """

    def __init__(self, text: str, *, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "code")
        self.lines = _Lines(text)
        self.lines.setObjectName("verbatim")
        self.lines.setAccessibleName(_("What it is about"))
        if is_difference(text):
            CodeColouring(self.lines, theme=theme).follow(text, DIFFERENCE)
        vbox(self.lines, inside=self, margins=_PADDING)

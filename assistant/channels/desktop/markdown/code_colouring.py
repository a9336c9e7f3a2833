"""Colours the code in a text field, however long it is and while it still grows.

A thread of the pool reads the code (`model/code_colours.py`); the GUI thread only paints the lines
whose colours changed, some at a time. Code that grows is read again when it has become a quarter
longer, and when it rests: so all readings of a stream together cost what a few of the whole do.
"""

import logging
from functools import lru_cache, partial
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QPlainTextEdit

from assistant.channels.desktop.markdown.model.code_colours import (
    ColouredLine,
    coloured_lines,
)
from assistant.channels.desktop.style.tokens import Tokens
from assistant.channels.desktop.widgets.pool_work import run_in_pool
from assistant.channels.desktop.widgets.theme import Theme

_log = logging.getLogger(__name__)

DIFFERENCE: Final = "diff"
"""The language of a text that says what is removed and added."""
_GROWTH: Final = 1.25
"""How much longer code has become when it is read again at once."""
_REST_MS: Final = 150
"""How long it has not grown when it is read in any case."""
_LINES_AT_ONCE: Final = 100
"""Lines that are painted before the window goes on; they take some 2 ms."""


def read_code(code: str, language: str) -> tuple[ColouredLine, ...]:
    """Return the colours of the lines of code; for a thread of the pool."""
    try:
        return coloured_lines(code, language)
    except Exception:  # noqa: BLE001  # a bug of one lexer: the code stays plain
        _log.exception("Code was not coloured")
        return ()


def paint_line(block: QTextBlock, line: ColouredLine, tokens: Tokens) -> None:
    """Give a line of a document its colours, and take those that it had."""
    ranges: list[QTextLayout.FormatRange] = []
    for piece in line:
        ranges.append(QTextLayout.FormatRange())
        ranges[-1].start, ranges[-1].length = piece.start, piece.length
        ranges[-1].format = _format(tokens.named()[piece.colour])
    block.layout().setFormats(ranges)
    block.document().markContentsDirty(block.position(), block.length())


@lru_cache(maxsize=64)
def _format(colour: str) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(QColor(colour))
    return made


class CodeColouring(QObject):
    """Gives the text of a field the colours of its language. The words themselves stay as they are.

    Attributes:
        readings: How often code was read.
    """

    def __init__(self, edit: QPlainTextEdit, *, theme: Theme) -> None:
        super().__init__(edit)
        self._document = edit.document()
        self._theme = theme
        self._code: str = ""
        self._language: str = ""
        self._read = 0
        """How long the code was when it was read last, or began to be."""
        self._is_reading = False
        self._is_stale = False
        """What is being read is shown no longer."""
        self._wanted: tuple[ColouredLine, ...] = ()
        self._painted: list[ColouredLine] = []
        """What the first lines have now."""
        self._next = 0
        """The line to be painted next."""
        self.readings = 0
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._begin_reading)
        self._brush = QTimer(self, singleShot=True, interval=0)
        self._brush.timeout.connect(self._paint)
        theme.changed.connect(self._paint_anew)

    def follow(self, code: str, language: str, *, is_anew: bool = False) -> None:
        """The field shows this code now; returns at once.

        Args:
            code: With line feeds as its line ends.
            language: What it is written in.
            is_anew: Whether all of it was put into the field, although it goes on with what stood
                there.
        """
        if (code, language) == (self._code, self._language) and not is_anew:
            return
        if is_anew or language != self._language or not code.startswith(self._code):
            self._read, self._is_stale = 0, True
            if is_anew or code != self._code:
                self._wanted = ()
                self._painted.clear()  # the lines are new ones
        self._code, self._language = code, language
        self._read_in_time()

    def _read_in_time(self) -> None:
        if len(self._code) >= _GROWTH * self._read:
            self._begin_reading()
        else:
            self._rest.start()

    def _begin_reading(self) -> None:
        if self._is_reading or not self._language:
            return
        self._rest.stop()
        self._is_reading, self._is_stale = True, False
        self._read = len(self._code)
        self.readings += 1
        run_in_pool(partial(read_code, self._code, self._language), then=self._take, owner=self)

    def _take(self, lines: tuple[ColouredLine, ...]) -> None:
        self._is_reading = False
        if not self._is_stale:
            self._wanted, self._next = lines, 0
            self._paint()
        if self._is_stale or len(self._code) > self._read:
            self._read_in_time()

    def _paint_anew(self) -> None:
        self._painted.clear()
        self._next = 0
        self._paint()

    def _paint(self) -> None:
        """Paint the next lines whose colours are others than those that they have."""
        left = _LINES_AT_ONCE
        block = self._document.findBlockByNumber(self._next)
        while left and block.isValid() and self._next < max(len(self._wanted), len(self._painted)):
            if self._next == len(self._painted):
                self._painted.append(())
            line = self._wanted[self._next] if self._next < len(self._wanted) else ()
            if line != self._painted[self._next]:
                self._painted[self._next] = line
                paint_line(block, line, self._theme.tokens)
                left -= 1
            self._next += 1
            block = block.next()
        if not left:
            self._brush.start()

"""Code within lists and quotes, which stand in prose: its ground, its colours, its lines.

Code that stands by itself has a box (`code_view.py`). A document of Qt would draw the ground of each
line by itself, with gaps between them, and let long lines leave the view.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Final

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtGui import QColor, QPainter, QTextBlock, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QTextEdit

from assistant.channels.desktop.markdown.code_colouring import paint_line, read_code
from assistant.channels.desktop.markdown.model.code_colours import ColouredLine
from assistant.channels.desktop.style.scale import CORNERS
from assistant.channels.desktop.widgets.pool_work import run_in_pool
from assistant.channels.desktop.widgets.theme import Theme

_LANGUAGE: Final = QTextFormat.Property.UserProperty.value + 1
"""Of a block of code: what it is written in, as the reply says; empty if it says nothing."""
_OPENING: Final = re.compile(r'<pre><code(?: class="language-([^"]*)")?>')
_REST_MS: Final = 150
"""How long code at the end of the text has not grown when it is read."""
_SIDE_PX: Final = 8
_ABOVE_PX: Final = 5
"""How far the ground goes beyond the lines, above and below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRun:
    """One piece of code in a document."""

    first: int
    """Number of its first block."""
    lines: tuple[str, ...]
    language: str

    @property
    def code(self) -> str:
        """Its text."""
        return "\n".join(self.lines)


def is_code(block: QTextBlock) -> bool:
    """Whether a block is a line of code."""
    return block.blockFormat().hasProperty(_LANGUAGE)


def language_of(block: QTextBlock) -> str:
    """Return what a line of code is written in."""
    return str(block.blockFormat().property(_LANGUAGE))


def mark_code(document: QTextDocument, html: str) -> list[CodeRun]:
    """Mark the lines of code in a document, which was just made of `html`; long ones may wrap."""
    languages = [unescape(found[1] or "") for found in _OPENING.finditer(html)]
    runs: list[CodeRun] = []
    for number, blocks in enumerate(_lines_of_code(document)):
        language = languages[number] if number < len(languages) else ""
        for block in blocks:
            shape = block.blockFormat()
            shape.setNonBreakableLines(False)
            shape.setProperty(_LANGUAGE, language)
            QTextCursor(block).setBlockFormat(shape)
        lines = tuple(block.text() for block in blocks)
        runs.append(CodeRun(first=blocks[0].blockNumber(), lines=lines, language=language))
    return runs


def _lines_of_code(document: QTextDocument) -> Iterator[list[QTextBlock]]:
    """Yield the lines of each piece of code; only the first of one has space above it."""
    blocks: list[QTextBlock] = []
    block = document.begin()
    while block.isValid():
        shape = block.blockFormat()
        if blocks and not (shape.nonBreakableLines() and not shape.topMargin()):
            yield blocks
            blocks = []
        if shape.nonBreakableLines():
            blocks.append(block)
        block = block.next()
    if blocks:
        yield blocks


class CodeInProse(QObject):
    """Draws the ground below the code of a text, and gives it its colours."""

    def __init__(self, edit: QTextEdit, *, theme: Theme) -> None:
        super().__init__(edit)
        self._edit = edit
        self._theme = theme
        self._runs: list[CodeRun] = []
        self._known: dict[tuple[str, str], tuple[ColouredLine, ...]] = {}
        """The colours of code that was read, by language and text."""
        self._asked: set[tuple[str, str]] = set()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(lambda: self._read(self._runs))

    def follow(self, html: str) -> None:
        """The text was just made of this."""
        self._runs = mark_code(self._edit.document(), html) if "<pre>" in html else []
        if not self._runs:
            self._rest.stop()
            return
        self._colour()
        self._read(self._runs[:-1])  # the last may still grow
        self._rest.start()

    @property
    def below_px(self) -> int:
        """How far the ground goes beyond the end of the text."""
        return _ABOVE_PX + 1 if self._runs and is_code(self._edit.document().lastBlock()) else 0

    def _read(self, runs: list[CodeRun]) -> None:
        wanted = {(run.language, run.code) for run in runs if run.language} - self._asked
        self._asked |= wanted
        for language, code in wanted:
            take = partial(self._take, code, language)
            run_in_pool(partial(read_code, code, language), then=take, owner=self)

    def _take(self, code: str, language: str, lines: tuple[ColouredLine, ...]) -> None:
        self._known[language, code] = lines
        self._colour()

    def _colour(self) -> None:
        tokens, document = self._theme.tokens, self._edit.document()
        for run in self._runs:
            block = document.findBlockByNumber(run.first)
            for line in self._colours_of(run):
                paint_line(block, line, tokens)
                block = block.next()

    def _colours_of(self, run: CodeRun) -> tuple[ColouredLine, ...]:
        """Return the colours of code, or of the longest beginning of it that was read."""
        read = [
            (len(code), lines)
            for (language, code), lines in self._known.items()
            if language == run.language and run.code.startswith(code)
        ]
        return max(read, key=lambda one: one[0])[1] if read else ()

    def draw_ground(self) -> None:
        """Draw what lies behind the code; before the text is drawn."""
        if not self._runs:
            return
        painter = QPainter(self._edit.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(self._theme.tokens.border))
        painter.setBrush(QColor(self._theme.tokens.code))
        corner = CORNERS["tight"]
        for run in self._runs:
            painter.drawRoundedRect(self._place(run), corner, corner)
        painter.end()

    def _place(self, run: CodeRun) -> QRectF:
        document = self._edit.document()
        first = document.findBlockByNumber(run.first)
        last = document.findBlockByNumber(run.first + len(run.lines) - 1)
        document.documentLayout().blockBoundingRect(last)  # lays out all up to there
        above, below = first.layout(), last.layout()
        begin = above.lineAt(0)
        left = above.position().x() + begin.x() - _SIDE_PX
        top = above.position().y() + begin.y() - _ABOVE_PX
        bottom = below.position().y() + below.lineAt(below.lineCount() - 1).rect().bottom()
        right = self._edit.viewport().width() - 1.5
        return QRectF(left + 0.5, top, right - left - 0.5, bottom + _ABOVE_PX - top)

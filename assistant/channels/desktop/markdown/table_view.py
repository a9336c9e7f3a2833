"""A table that may be wide, and may still grow: it scrolls sideways, and is laid out in pieces.

A document lays a table out as a whole, so a long one that grows would cost more with every row. Here
it is cut into documents of a few rows below each other, which share the widths of their columns. The
widths follow the content while the first piece grows and stay from then on, so a piece that is
finished is never laid out again.
"""

import html
import math
import re
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextTable,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from assistant.channels.desktop.markdown.model.stream_renderer import TableSegment
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.vertical_stack import VerticalStack

CELL_PX: Final = 22
"""What a cell needs besides its words."""
PAD_PX: Final = 10
PAD_ABOVE_PX: Final = 5
"""What the style sheet of Markdown puts around the words of a cell."""
LEAST_PX: Final = 44
MOST_PX: Final = 320
"""A column is not wider than this; its words wrap."""
_BAR_PX: Final = 14
_EDGE_PX: Final = 2
"""Space above it and below."""
_NO_BORDERS: Final = "table { border-collapse: separate; } th, td { border: 0; }"
_TAG = re.compile(r"<[^>]*>")


def plain(cell: str) -> str:
    """Return the words of a cell."""
    return html.unescape(_TAG.sub("", cell))


def column_widths(
    rows: Sequence[Sequence[str]], *, measure: Callable[[str], float], room: int | None
) -> tuple[int, ...]:
    """Return how wide the columns of a table are, in pixels.

    Args:
        rows: Its cells in plain words, row by row, as many in each.
        measure: Returns the width of words in pixels.
        room: The width to fill because more rows will come; None to be no wider than needed.
    """
    columns = list(zip(*rows, strict=True))
    widths = [
        min(MOST_PX, max(LEAST_PX, math.ceil(max(map(measure, cells), default=0)) + CELL_PX))
        for cells in columns
    ]
    spare = 0 if room is None else room - sum(widths)
    if spare > 0 and widths:
        share, rest = divmod(spare, len(widths))
        widths = [width + share + (index < rest) for index, width in enumerate(widths)]
    return tuple(widths)


def table_html(table: TableSegment, widths: Sequence[int]) -> str:
    """Return a piece of a table with columns of these widths."""
    rows: list[str] = []
    if not table.is_continued:
        rows.append(_row("th", table.header, table, widths))
    rows += [_row("td", row, table, widths) for row in table.rows]
    style = "margin-top: 0; margin-bottom: 0"
    return f'<table cellspacing="0" width="{sum(widths)}" style="{style}">{"".join(rows)}</table>'


def _row(tag: str, cells: Sequence[str], table: TableSegment, widths: Sequence[int]) -> str:
    made = [
        f'<{tag} width="{width}" align="{alignment or "left"}">{cell or "&nbsp;"}</{tag}>'
        for cell, alignment, width in zip(cells, table.alignments, widths, strict=True)
    ]
    return f"<tr>{''.join(made)}</tr>"


class TableText(ProseView):
    """The text of one piece of a table, and the lines between its cells.

    A document that draws the borders of its cells takes five times as long to paint as its words do.
    """

    def __init__(self, *, theme: Theme) -> None:
        self._lines: tuple[list[int], list[int]] | None = None
        """Where the lines are, across and down; None if that is not known."""
        super().__init__(theme=theme)
        self.document().documentLayout().documentSizeChanged.connect(self._forget_lines)

    @override
    def _css_now(self) -> str:
        return super()._css_now() + _NO_BORDERS

    @override
    def _render(self) -> None:
        self._lines = None
        super()._render()

    def _forget_lines(self) -> None:
        self._lines = None

    def lines(self) -> tuple[list[int], list[int]]:
        """Return where the lines are, across and down, in pixels, those around it included."""
        if self._lines is None:
            self._lines = self._find_lines()
        return self._lines

    def _find_lines(self) -> tuple[list[int], list[int]]:
        document = self.document()
        table = next((f for f in document.rootFrame().childFrames()), None)
        if not isinstance(table, QTextTable):
            return ([], [])
        place_of = document.documentLayout().blockBoundingRect
        across: list[int] = []
        down: list[int] = []
        for row in range(table.rows()):
            cells = [table.cellAt(row, column) for column in range(table.columns())]
            places = [place_of(cell.firstCursorPosition().block()) for cell in cells]
            # The words of the highest cell begin at the top of its row.
            across.append(round(min(place.top() for place in places)) - PAD_ABOVE_PX)
            if not row:
                down = [round(place.left()) - PAD_PX for place in places]
        across.append(math.ceil(document.size().height()) - 1)
        down.append(round(table.format().width().rawValue()) - 1)
        return (across, down)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        super().paintEvent(e)
        across, down = self.lines()
        if not across or not down:
            return
        painter = QPainter(self.viewport())
        painter.setPen(QColor(self._theme.tokens.border))
        for y in across:
            painter.drawLine(down[0], y, down[-1], y)
        for x in down:
            painter.drawLine(x, across[0], x, across[-1])
        painter.end()


class _Sideways(QScrollArea):
    """Scrolls sideways alone; the conversation scrolls up and down."""

    @override
    def wheelEvent(self, arg__1: QWheelEvent) -> None:
        delta = arg__1.angleDelta()
        if abs(delta.x()) > abs(delta.y()):
            super().wheelEvent(arg__1)
        else:
            arg__1.ignore()


class TableView(QWidget):
    """A table in one or several pieces.

    Signals:
        link_clicked: The address of a link, as written.
    """

    link_clicked = Signal(str)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tables: list[TableSegment] = []
        self.pieces: list[TableText] = []
        """The documents of the pieces, top to bottom."""
        self._widths: tuple[int, ...] = ()
        self._area = _Sideways()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        self._inner = VerticalStack(gap=-1)  # pieces share the line between them
        self._inner.setObjectName("column")
        self._area.setWidget(self._inner)
        self._area.setParent(self)
        self.notify_height: Callable[[], None] = lambda: None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)

    @property
    def rendered(self) -> int:
        """How often one of its pieces was made anew."""
        return sum(piece.rendered for piece in self.pieces)

    @property
    def is_wide(self) -> bool:
        """Whether there is more of it at the side."""
        return sum(self._widths) > self.width()

    def show_piece(self, index: int, table: TableSegment) -> None:
        """Show a piece, which is new or has grown."""
        if index < len(self._tables):
            if self._tables[index] == table:
                return
            self._tables[index] = table
        else:
            self._tables.append(table)
            piece = TableText(theme=self._theme)
            piece.link_clicked.connect(self.link_clicked)
            self.pieces.append(piece)
            self._inner.push(piece, piece)
        # They are final with the second piece.
        if index > 1 or not self._find_widths():
            self._render(index)
        self.fit()

    def drop_from(self, count: int) -> None:
        """Keep only so many pieces."""
        while len(self.pieces) > count:
            self._tables.pop()
            self.pieces.pop()
            self._inner.pop()
        self.fit()

    def _find_widths(self) -> bool:
        """Take the widths of the columns from the first piece; whether all was rendered anew."""
        first = self._tables[0]
        bold = QFont(self.pieces[0].font())  # headers are, and any word may be
        bold.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetricsF(bold)
        rows = [tuple(map(plain, cells)) for cells in (first.header, *first.rows)]
        room = self.width() - 3 if len(self._tables) > 1 else None
        widths = column_widths(rows, measure=metrics.horizontalAdvance, room=room)
        if widths == self._widths:
            return False
        self._widths = widths
        self._inner.take_width(sum(widths) + 2)
        for index in range(len(self._tables)):
            self._render(index)
        return True

    def _render(self, index: int) -> None:
        self.pieces[index].set_html(table_html(self._tables[index], self._widths))

    def fit(self) -> None:
        """Be as high as the pieces."""
        self._inner.settle()
        height = max(1, self._inner.height()) + (_BAR_PX if self.is_wide else 0)
        self._area.setGeometry(0, _EDGE_PX, self.width(), height)
        whole = height + 2 * _EDGE_PX
        if whole != self.height() or whole != self.minimumHeight():
            self.setFixedHeight(whole)
            self.notify_height()

    def _restyle(self) -> None:
        if self._tables:
            self._find_widths()
            self.fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._restyle()

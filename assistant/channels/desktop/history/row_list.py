"""What the list of conversations and the list of what was found have in common."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme

AnyModelIndex = QModelIndex | QPersistentModelIndex

INSET_PX: Final = 8
"""From the edge of the list to the edge of a row."""
PADDING_PX: Final = 10
"""From the edge of a row to its words."""
_RADIUS_PX: Final = 9
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def utf16_length(text: str) -> int:
    """Return how long a text is as Qt counts, in UTF-16 code units."""
    return len(text) + sum(ord(character) > 0xFFFF for character in text)


class RowsModel(QStringListModel):
    """A list of rows; whoever derives from it keeps them and says what each shows.

    Qt asks twice for each row how many there are when it lays a list out: sixty milliseconds for
    ten thousand rows where the answer is Python's. The base class counts for it, over strings that
    nobody looks at. Whoever derives changes their own rows first, then the count.
    """

    def count_anew(self, count: int) -> None:
        """There are so many rows now, all of them new."""
        self.setStringList([""] * count)


class RowDelegate(QStyledItemDelegate):
    """Draws rows of one height, so that a list of thousands need not ask each for its own."""

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def font(self, size: float, *, bold: bool = False) -> QFont:
        """Return the list's font at a size, in pixels at scale 1."""
        parent = self.parent()
        assert isinstance(parent, QWidget)
        font = QFont(parent.font())
        font.setPixelSize(self.theme.px(size))
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font

    def line_height(self, size: float) -> int:
        """Return the height of a line at a size."""
        return QFontMetrics(self.font(size)).height()

    def paint_background(
        self, painter: QPainter, option: QStyleOptionViewItem, *, is_marked: bool
    ) -> QRect:
        """Paint what a row lies on; returns where its words go."""
        tokens = self.theme.tokens
        row = row_rect(option).adjusted(INSET_PX, 1, -INSET_PX, -1)
        state = row_state(option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_marked or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.raised))
            painter.drawRoundedRect(QRectF(row), _RADIUS_PX, _RADIUS_PX)
        if is_marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.primary))
            bar = QRectF(row.left() + 1, row.top() + 9, 3, row.height() - 18)
            painter.drawRoundedRect(bar, 1.5, 1.5)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(tokens.primary), 1.5))
            painter.drawRoundedRect(
                QRectF(row).adjusted(0.75, 0.75, -0.75, -0.75), _RADIUS_PX, _RADIUS_PX
            )
        return row.adjusted(PADDING_PX, 0, -PADDING_PX, 0)

    def paint_line(
        self, painter: QPainter, where: QRect, text: str, *, font: QFont, colour: str
    ) -> None:
        """Paint one line, as much of it as there is room for."""
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, where.width())
        painter.drawText(
            where, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown
        )

    def paint_lines(
        self,
        painter: QPainter,
        where: QRect,
        text: str,
        *,
        marks: Sequence[tuple[int, int]],
        lines: int,
        font: QFont,
    ) -> None:
        """Paint a few lines with some of their characters marked."""
        tokens = self.theme.tokens
        marked = QTextCharFormat()
        marked.setBackground(QColor(tokens.primary_soft))
        marked.setForeground(QColor(tokens.on_primary_soft))
        formats: list[QTextLayout.FormatRange] = []
        for begin, end in marks:
            place = QTextLayout.FormatRange()
            place.start = utf16_length(text[:begin])
            place.length = utf16_length(text[begin:end])
            place.format = marked
            formats.append(place)
        layout = _laid_out(text, font=font, width=where.width(), lines=lines)
        if layout.lineCount() == lines:
            last = layout.lineAt(lines - 1)
            end = last.textStart() + last.textLength()
            if end < utf16_length(text):
                units = text.encode("utf-16-le")[: 2 * max(end - 2, 0)]
                text = units.decode("utf-16-le", "ignore").rstrip() + "…"
                layout = _laid_out(text, font=font, width=where.width(), lines=lines)
        painter.setPen(QColor(tokens.text_secondary))
        layout.draw(painter, QPointF(where.topLeft()), formats)


def _laid_out(text: str, *, font: QFont, width: int, lines: int) -> QTextLayout:
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    y = 0.0
    for _number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height()
    layout.endLayout()
    return layout


def row_rect(option: QStyleOptionViewItem) -> QRect:
    """Return where a row is drawn."""
    rect: QRect = option.rect
    return rect


def row_state(option: QStyleOptionViewItem) -> QStyle.StateFlag:
    """Return whether the pointer or the focus is on a row."""
    state: QStyle.StateFlag = option.state
    return state


class RowsView(QListView):
    """A list that the keyboard alone can use: arrows move, Enter chooses.

    Signals:
        chosen: The user chose a row.
        left: They want out of the list (Esc).
        passed_top: They went up from the first row.
    """

    chosen = Signal(QModelIndex)
    left = Signal()
    passed_top = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("role", "rows")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(self.chosen)
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def focus_rows(self) -> None:
        """Take the focus; the first row has it unless another had it before."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.first_row())
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def first_row(self) -> QModelIndex:
        """Return the first row that can be chosen; an invalid index if there is none."""
        model = self.model()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            if index.flags() & Qt.ItemFlag.ItemIsEnabled:
                return index
        return QModelIndex()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QListView.State.EditingState:
            super().keyPressEvent(event)
            return
        index = self.currentIndex()
        match event.key():
            case Qt.Key.Key_Escape:
                self.left.emit()
            case key if key in _ENTER:
                if index.isValid() and not event.isAutoRepeat():
                    self.chosen.emit(index)
            case Qt.Key.Key_Up if not index.isValid() or index == self.first_row():
                self.passed_top.emit()
            case _:
                super().keyPressEvent(event)

"""Layouts written in the order in which they are seen: rows, columns, and columns that scroll."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

Margins = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""
Part = QWidget | QLayout | int | tuple[QWidget, int | Qt.AlignmentFlag] | tuple[QLayout, int]
"""A widget or a layout, alone or with its stretch or its alignment; a number is space in pixels."""

STRETCH: Final = -1
"""In place of a number of pixels: all the space that is left."""
NO_MARGINS: Final[Margins] = (0, 0, 0, 0)

Box = TypeVar("Box", bound=QBoxLayout)


def hbox(
    *parts: Part,
    inside: QWidget | None = None,
    gap: int | None = None,
    margins: Margins = NO_MARGINS,
) -> QHBoxLayout:
    """Return parts side by side.

    Args:
        parts: What it holds, from left to right.
        inside: The widget that it lays out, unless it becomes part of another layout.
        gap: Space between two parts in pixels; the style's own if None.
        margins: Space around all of them.
    """
    return _filled(QHBoxLayout(), parts, inside, gap, margins)


def vbox(
    *parts: Part,
    inside: QWidget | None = None,
    gap: int | None = None,
    margins: Margins = NO_MARGINS,
) -> QVBoxLayout:
    """Return parts one below the other; the arguments are those of `hbox`."""
    return _filled(QVBoxLayout(), parts, inside, gap, margins)


def _filled(
    box: Box, parts: tuple[Part, ...], inside: QWidget | None, gap: int | None, margins: Margins
) -> Box:
    if inside is not None:
        inside.setLayout(box)
    box.setContentsMargins(*margins)
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        _add(box, part)
    return box


def _add(box: QBoxLayout, part: Part) -> None:
    if isinstance(part, int):
        box.addStretch(1) if part == STRETCH else box.addSpacing(part)
        return
    item, how = part if isinstance(part, tuple) else (part, 0)
    if isinstance(item, QLayout):
        box.addLayout(item, how)
    elif isinstance(how, Qt.AlignmentFlag):
        box.addWidget(item, 0, how)
    else:
        box.addWidget(item, how)


class FlowLayout(QLayout):
    """Lays its widgets out as words in a line of text, left to right; hidden ones take no room.

    What is wider than the row is made as wide as it; what is lower stands in its middle.

    Args:
        gap: Between two widgets and two rows, in pixels.
        fill: Which widget takes the width that its row leaves; a row of its own if one row does not
            hold them all.
        fill_px: The width it has at least.
        is_at_end: Whether each row ends at the right, as buttons of a dialog do.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        gap: int = 4,
        fill: QWidget | None = None,
        fill_px: int = 0,
        is_at_end: bool = False,
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._is_at_end = is_at_end
        self._gap = gap
        self._fill = fill
        self._fill_px = fill_px
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, arg__1: QLayoutItem) -> None:
        self._items.append(arg__1)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, arg__1: int) -> int:
        return self._arrange(QRect(0, 0, arg__1, 0), move=False)

    @override
    def setGeometry(self, arg__1: QRect) -> None:
        super().setGeometry(arg__1)
        self._arrange(arg__1, move=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            widget = item.widget()
            if widget is not None and not item.isEmpty():
                size = size.expandedTo(widget.minimumSizeHint().expandedTo(widget.minimumSize()))
        return size

    def _arrange(self, area: QRect, *, move: bool) -> int:
        """Place the widgets if `move`; returns the height they need."""
        y = area.y()
        for row in self._rows(area.width()):
            height = max(size.height() for _item, size in row)
            x = area.x()
            if self._is_at_end:
                x += area.width() - sum(size.width() + self._gap for _item, size in row) + self._gap
            for item, size in row:
                if move:
                    middle = y + (height - size.height()) // 2
                    item.setGeometry(QRect(QPoint(x, middle), size))
                x += size.width() + self._gap
            y += height + self._gap
        return max(0, y - self._gap - area.y())

    def _rows(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the widgets that show, each with its size, in rows of at most this width."""
        sizes: list[tuple[QLayoutItem, QSize]] = []
        for item in self._items:
            if not item.isEmpty():
                size = item.sizeHint()
                wanted = self._fill_px if self._fills(item) else size.width()
                size.setWidth(min(wanted, width))
                sizes.append((item, size))
        all_px = sum(size.width() + self._gap for _item, size in sizes) - self._gap
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        left = 0
        for item, size in sizes:
            if not rows or size.width() > left:
                rows.append([])
                left = width
            rows[-1].append((item, size))
            left -= width if self._fills(item) and all_px > width else size.width() + self._gap
        for row in rows:
            taken = sum(size.width() + self._gap for _item, size in row) - self._gap
            for item, size in row:
                if self._fills(item):
                    size.setWidth(size.width() + width - taken)
        return rows

    def _fills(self, item: QLayoutItem) -> bool:
        return self._fill is not None and item.widget() is self._fill


def flow(*widgets: QWidget, gap: int = 8, fill: QWidget | None = None, fill_px: int = 0) -> QWidget:
    """Return a widget that holds others side by side, in as many lines as it takes.

    Args:
        widgets: The others.
        gap: Between two of them, in pixels.
        fill: Which of them takes the width that its line leaves; a line of its own if one line does
            not hold them all.
        fill_px: The width it has at least.
    """
    holder = QWidget()
    line = FlowLayout(holder, gap=gap, fill=fill, fill_px=fill_px)
    for widget in widgets:
        line.addWidget(widget)
    return holder


def dialog_buttons(*buttons: QWidget) -> QWidget:
    """Return the foot of a dialog: its buttons at the right, the one that goes on last."""
    holder = QWidget()
    line = FlowLayout(holder, gap=8, is_at_end=True)
    for button in buttons:
        line.addWidget(button)
    for before, after in pairwise(buttons):
        QWidget.setTabOrder(before, after)
    return holder


def scroll_column(
    *parts: Part, gap: int | None = None, margins: Margins = NO_MARGINS
) -> tuple[QScrollArea, QVBoxLayout]:
    """Return an area that scrolls up and down, and the column in it, which ends in a stretch."""
    content = QWidget()
    content.setObjectName("column")
    return scroll_area(content), vbox(*parts, STRETCH, inside=content, gap=gap, margins=margins)


def scroll_area(content: QWidget) -> QScrollArea:
    """Return an area without a frame in which `content` scrolls up and down."""
    area = QScrollArea()
    area.setWidget(content)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.viewport().setAutoFillBackground(False)
    return area


def bring_into_sight(widget: QWidget) -> None:
    """Scroll the area that a widget stands in, if there is one, until all or its top is seen."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if above is not None:
        above.ensureWidgetVisible(widget)


def keep_room_for_scroll_bar(area: QAbstractScrollArea) -> None:
    """Have what scrolls up and down in `area` as wide whether or not there is more than is seen."""
    bar = area.verticalScrollBar()
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    def show_if_needed(least: int, most: int) -> None:
        bar.setEnabled(least < most)  # a disabled one is not seen

    bar.rangeChanged.connect(show_if_needed)
    show_if_needed(bar.minimum(), bar.maximum())


def widgets_in(box: QLayout) -> Iterator[QWidget]:
    """Yield the widgets that a layout holds itself, in their order."""
    for place in range(box.count()):
        item = box.itemAt(place)
        widget = item.widget() if item is not None else None
        if widget is not None:
            yield widget


def take_widgets(box: QLayout) -> list[QWidget]:
    """Empty a layout; returns its widgets, hidden, for one of them may be handling an event."""
    taken: list[QWidget] = []
    while (item := box.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            taken.append(widget)
    return taken

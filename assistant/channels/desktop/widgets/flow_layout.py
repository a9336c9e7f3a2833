"""A row that goes on in the next line where the width ends."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget
from typing_extensions import override


class FlowLayout(QLayout):
    """Lays its widgets out as words in a line of text, left to right; hidden ones take no room.

    What is wider than the row is made as wide as it; what is lower stands in its middle.

    Args:
        gap: Between two widgets and two rows, in pixels.
        fill: Which widget takes the width that its row leaves; a row of its own if one row does not
            hold them all.
        fill_px: The width it has at least.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        gap: int = 4,
        fill: QWidget | None = None,
        fill_px: int = 0,
    ) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
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

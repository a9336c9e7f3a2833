"""Widgets one below the other, of which the last one grows many times a second.

A layout asks all of its widgets again whenever one of them changes, so a reply would cost more to
show the longer it is. Here a part tells its height itself, and only what stands below one that
changed is moved: adding to the end costs the same after three parts and after three hundred.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.model.row_heights import RowHeights
from assistant.channels.desktop.widgets.virtual_list_parts import CallBeforePaint


class StackItem(Protocol):
    """A widget that is as high as its content needs it to be at its width."""

    notify_height: Callable[[], None]
    """Called by the part whenever its height has become another."""

    def fit(self) -> None:
        """Take the height that goes with the width, hidden or not."""
        ...


class VerticalStack(QWidget):
    """Places parts below each other, all as wide as it is itself, and is as high as they are.

    Args:
        gap: Space between two parts, in pixels.
    """

    def __init__(self, *, gap: int) -> None:
        super().__init__()
        self._gap = gap
        self._parts: list[tuple[QWidget, StackItem]] = []
        self._heights = RowHeights()
        self._unplaced = 0
        """The first part that may stand elsewhere now."""
        self._fitted_width = 0
        self._soon = CallBeforePaint(self.settle, self)
        self.placed = 0
        """How often a part was given its place."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def push(self, widget: QWidget, part: StackItem) -> None:
        """Add a part at the end; `widget` and `part` are the same. It is shown by `settle`."""
        index = len(self._parts)
        widget.setParent(self)
        widget.resize(self.width(), widget.height())
        self._parts.append((widget, part))
        self._heights.append(self._extent(index))
        self._unplaced = min(self._unplaced, index)
        part.notify_height = partial(self._changed, widget, index)

    def pop(self) -> None:
        """Take the last part away, for good."""
        widget, part = self._parts.pop()
        part.notify_height = _nobody
        self._heights.pop()
        self._unplaced = min(self._unplaced, len(self._parts))
        widget.hide()
        widget.deleteLater()

    def take_width(self, width: int) -> None:
        """Be so wide at once, even while hidden: nothing is laid out at a width it will not have."""
        self.resize(width, self.height())
        self._fit_parts(width)

    def settle(self) -> None:
        """Place what stands elsewhere now, and take the height of all."""
        first, self._unplaced = self._unplaced, len(self._parts)
        place = self._heights.begin(first)
        for index in range(first, len(self._parts)):
            widget = self._parts[index][0]
            widget.move(0, place + (self._gap if index else 0))
            if widget.isHidden():
                widget.show()
            place += self._heights[index]
            self.placed += 1
        total = self._heights.total
        if total != self.height() or total != self.minimumHeight():
            self.setFixedHeight(total)

    def _extent(self, index: int) -> int:
        return self._parts[index][0].height() + (self._gap if index else 0)

    def _changed(self, widget: QWidget, index: int) -> None:
        if index >= len(self._parts) or self._parts[index][0] is not widget:
            return
        extent = self._extent(index)
        if extent != self._heights[index]:
            self._heights.set(index, extent)
            self._unplaced = min(self._unplaced, index)
            self._soon.ask()

    def _fit_parts(self, width: int) -> None:
        if width == self._fitted_width:
            return
        self._fitted_width = width
        for widget, part in self._parts:
            widget.resize(width, widget.height())
            part.fit()
        self.settle()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_parts(self.width())

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._heights.total)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._heights.total)


def _nobody() -> None:
    """Hear a height that matters to nobody."""

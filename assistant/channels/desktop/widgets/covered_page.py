"""A page with bars over its upper and its lower edge, which come and go without moving it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.bar_stack import BarStack

_MARGIN_PX: Final = 12
"""Beside the bars."""


@dataclass(frozen=True, slots=True)
class Covered:
    """How much of a page lies below bars, in pixels."""

    above: int = 0
    """At its upper edge."""
    below: int = 0
    """At its lower edge."""


class CoveredPage(QWidget):
    """Lays bars over a page, and says how much of it they cover.

    Args:
        page: What lies below, as large as all this.
        above: The bars at its upper edge.
        below: Those at its lower edge.
        widest: How wide bars may be, in pixels.
        on_covered: Receives what is covered when it changes.
    """

    def __init__(
        self,
        page: QWidget,
        *,
        above: BarStack,
        below: BarStack,
        widest: int,
        on_covered: Callable[[Covered], None],
    ) -> None:
        super().__init__()
        self._page, self._above, self._below = page, above, below
        self._widest = widest
        self._on_covered = on_covered
        self._covered = Covered()
        for part in (page, above, below):
            part.setParent(self)
        page.show()
        for bars in (above, below):
            bars.changed.connect(self._place)

    @property
    def in_reading_order(self) -> Iterator[QWidget]:
        """The parts, from above."""
        yield from (self._above, self._page, self._below)

    def _place(self) -> None:
        """Give the bars of each edge what they want, up to half of the height."""
        self._page.resize(self.size())
        width = max(1, min(self._widest, self.width() - 2 * _MARGIN_PX))
        left = (self.width() - width) // 2
        heights: list[int] = []
        for bars in (self._above, self._below):
            bars.resize(width + bars.side_px, max(1, bars.height()))  # they wrap by the width
            height = min(bars.wanted_height, self.height() // 2)
            top = 0 if bars is self._above else self.height() - height
            bars.setGeometry(left, top, width + bars.side_px, max(1, height))
            bars.setVisible(height > 0)
            heights.append(height)
        covered = Covered(*heights)
        if covered != self._covered:
            self._covered = covered
            self._on_covered(covered)

    @override
    def minimumSizeHint(self) -> QSize:
        return self._page.minimumSizeHint()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

"""Bars that come and go over the edge of a page without moving each other, or the page."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.model.bar_places import BarPlace, rearrange
from assistant.channels.desktop.widgets.virtual_list_parts import CallBeforePaint

_MARGIN_PX: Final = 8
"""Between the edge and the first bar, and beyond the last."""


class _Inside(QWidget):
    """What scrolls; reports that a bar in it wants another size."""

    wanted = Signal()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.wanted.emit()
        return super().event(event)


class BarStack(QScrollArea):
    """Stacks bars from an edge inwards, and scrolls them if there is no room for all.

    The bars show and hide themselves. A place that one leaves stays empty while another stands
    beyond it, until the pointer leaves the window, or the width changes: then they close up.

    Args:
        grows_up: Whether the edge is the lower one.
        gap: Between two bars, in pixels.

    Signals:
        changed: It wants another height.
    """

    changed = Signal()

    def __init__(self, *, grows_up: bool = False, gap: int = 8) -> None:
        super().__init__()
        self._grows_up = grows_up
        self._gap = gap
        self._bars: dict[str, QWidget] = {}
        self._to_show = ""
        self._places: tuple[BarPlace, ...] = ()
        self._laid_out_width = 0
        self._inside = _Inside()
        self._inside.setObjectName("bars")
        self._inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._soon: Final = CallBeforePaint(self._arrange, self)
        self._inside.wanted.connect(self._soon.ask)
        self.setWidget(self._inside)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        if grows_up:
            self._from_edge = 0
            self.verticalScrollBar().rangeChanged.connect(self._hold_edge)
            self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()

    def add(self, name: str, bar: QWidget) -> None:
        """Take a bar, which has a place while it is not hidden."""
        is_hidden = bar.isHidden() and bar.testAttribute(
            Qt.WidgetAttribute.WA_WState_ExplicitShowHide
        )
        self._bars[name] = bar
        bar.setParent(self._inside)
        bar.setVisible(not is_hidden)
        bar.installEventFilter(self)
        self._arrange()

    def discard(self, name: str) -> None:
        """Let a bar go, which is deleted."""
        bar = self._bars[name]
        self._let_go(name)
        bar.hide()
        bar.deleteLater()  # it may be handling an event

    def hand_over(self, name: str, stack: "BarStack") -> None:
        """Give a bar to another stack."""
        bar = self._bars[name]
        self._let_go(name)
        stack.add(name, bar)

    def _let_go(self, name: str) -> None:
        self._bars.pop(name).removeEventFilter(self)
        self._arrange()

    def bring_into_view(self, name: str) -> None:
        """Scroll to a bar, once that moves nothing under the pointer."""
        self._to_show = name
        if not self.window().underMouse():
            self._show_wanted()

    def height_with(self, bar: QWidget) -> int:
        """Return how high it would be, in pixels, with another bar at its end."""
        return (self.wanted_height or _MARGIN_PX) + _height_of(bar, self._room()) + _MARGIN_PX

    @property
    def wanted_height(self) -> int:
        """How high it is without scrolling, in pixels; 0 if no bar is shown."""
        heights = [place.height for place in self._places]
        gaps = self._gap * (len(heights) - 1) + 2 * _MARGIN_PX
        return sum(heights) + gaps if heights else 0

    @property
    def side_px(self) -> int:
        """How much room there is for a scroll bar beside the bars, in pixels."""
        return self.verticalScrollBar().sizeHint().width()

    def close_up(self) -> None:
        """Leave no place empty."""
        shown = [place.bar for place in self._places if not place.is_empty]
        wanted = self._wanted()
        self._places = tuple(BarPlace(bar=name, height=wanted[name]) for name in shown)
        self._arrange()

    def _show_wanted(self) -> None:
        if (bar := self._bars.get(self._to_show)) is not None:
            self.ensureWidgetVisible(bar, 0, 0)
        self._to_show = ""

    def _wanted(self) -> dict[str, int]:
        width = self._room()
        shown = {name: bar for name, bar in self._bars.items() if not bar.isHidden()}
        return {name: _height_of(bar, width) for name, bar in shown.items()}

    def _room(self) -> int:
        """Return how wide a bar is, with or without a scroll bar beside it."""
        return self.width() - self.side_px

    def _arrange(self) -> None:
        before = self.wanted_height
        self._places = rearrange(self._places, self._wanted())
        self._place()
        if self.wanted_height != before:
            self.changed.emit()

    def _place(self) -> None:
        width, height = self._room(), self.wanted_height
        self._inside.resize(width, height)
        at = _MARGIN_PX
        for place in self._places:
            if not place.is_empty:
                bar = self._bars[place.bar]
                high = min(place.height, _height_of(bar, width))
                top = height - at - high if self._grows_up else at
                bar.setGeometry(0, top, width, high)
            at += place.height + self._gap

    def _hold_edge(self, _least: int, most: int) -> None:
        """Show the same bars when others come or go beyond them."""
        self.verticalScrollBar().setValue(most - self._from_edge)

    def _scrolled(self, value: int) -> None:
        self._from_edge = self.verticalScrollBar().maximum() - value

    # Qt.

    @override
    def eventFilter(self, arg__1: QObject, arg__2: QEvent) -> bool:
        if arg__2.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}:
            self._arrange()
        elif arg__1 is self.window() and arg__2.type() == QEvent.Type.Leave:
            self.close_up()
            self._show_wanted()
        return super().eventFilter(arg__1, arg__2)

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        super().showEvent(arg__1)
        self.window().installEventFilter(self)  # it is noted once however often it is said

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        if self._room() != self._laid_out_width:
            self._laid_out_width = self._room()
            self.close_up()


def _height_of(bar: QWidget, width: int) -> int:
    return bar.heightForWidth(width) if bar.hasHeightForWidth() else bar.sizeHint().height()

"""A panel at the left edge of the window: beside the conversation where there is room, else over it."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QLinearGradient, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.style.scale import ELEVATION
from assistant.channels.desktop.widgets.labels import restyle
from assistant.channels.desktop.widgets.layouts import hbox

BESIDE_PX: Final = 820
"""From this width on the panel stands beside: the conversation keeps a readable width then."""
PANEL_PX: Final = 288
_SHADOW_PX: Final = ELEVATION[-1].blur
_STRIP_PX: Final = 48
"""What stays to be seen of the conversation beside a panel that lies over it."""


class Scrim(QWidget):
    """Darkens what lies under a panel.

    Signals:
        pressed: It was clicked.
    """

    pressed = Signal()
    edge = 0
    """Where the panel ends, which throws a shadow."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(15, 23, 42, 115))
        shade = QLinearGradient(self.edge, 0, self.edge + _SHADOW_PX, 0)
        shade.setColorAt(0, QColor(15, 23, 42, 90))
        shade.setColorAt(1, QColor(15, 23, 42, 0))
        painter.fillRect(self.edge, 0, _SHADOW_PX, self.height(), shade)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()


class Drawer(QWidget):
    """Holds what the window is about, and a panel that can be opened at its left edge.

    A panel that stands beside stays open until it is closed; one that lies over the rest is only
    opened for a moment. A window that becomes narrow hides a panel that stood beside, and shows it
    again when it is wide.

    Args:
        panel: What opens.
        content: What is always there.
        is_open: Whether the panel is to stand beside from the start.

    Signals:
        shown: Whether the panel is on the screen changed.
        placed: There may be more or less room for the rest.
        left: The user clicked beside a panel that lies over the rest: they want it away.
        kept: The user opened or closed it where it stands beside: to be remembered.
    """

    shown = Signal(bool)
    placed = Signal()
    left = Signal()
    kept = Signal(bool)

    def __init__(self, *, panel: QWidget, content: QWidget, is_open: bool) -> None:
        super().__init__()
        self._panel = panel
        self._is_kept = is_open
        self._is_over = False
        """Whether it was opened where it lies over the rest."""
        self._was_shown = False
        self._box = hbox((content, 1), inside=self, gap=0)
        self.scrim: Final = Scrim(self)
        self.scrim.hide()
        self.scrim.pressed.connect(self.left)
        panel.setParent(self)
        panel.hide()
        self._place()

    @property
    def is_beside(self) -> bool:
        """Whether there is room for the panel beside the rest."""
        return self.width() >= BESIDE_PX

    @property
    def is_over(self) -> bool:
        """Whether the panel lies over the rest."""
        return self.is_open and not self.is_beside

    @property
    def is_open(self) -> bool:
        """Whether the panel is on the screen."""
        return self._is_kept if self.is_beside else self._is_over

    @property
    def room(self) -> int:
        """How wide the rest is, in pixels."""
        return self.width() - (PANEL_PX if self.is_beside and self._is_kept else 0)

    def open_panel(self) -> None:
        """Show the panel."""
        self._set_open(is_open=True)

    def close_panel(self) -> None:
        """Take the panel away."""
        self._set_open(is_open=False)

    def _set_open(self, *, is_open: bool) -> None:
        if is_open == self.is_open:
            return
        if self.is_beside:
            self._is_kept = is_open
            self.kept.emit(is_open)
        else:
            self._is_over = is_open
        self._place()

    def _place(self) -> None:
        if self.is_beside:
            self._is_over = False
        is_beside, is_open = self.is_beside, self.is_open
        place = "beside" if is_beside else "over"
        if self._panel.property("place") != place:
            self._panel.setProperty("place", place)
            restyle(self._panel)
        if is_beside:
            if self._box.indexOf(self._panel) < 0:
                self._box.insertWidget(0, self._panel)
            self._panel.setFixedWidth(PANEL_PX)
        else:
            self._box.removeWidget(self._panel)
            width = min(PANEL_PX + 24, self.width() - _STRIP_PX)
            self._panel.setFixedWidth(max(width, 0))
            self._panel.setGeometry(0, 0, max(width, 0), self.height())
            self.scrim.setGeometry(self.rect())
            self.scrim.edge = max(width, 0)
            self.scrim.raise_()
            self._panel.raise_()
        self.scrim.setVisible(is_open and not is_beside)
        self._panel.setVisible(is_open)
        if is_open != self._was_shown:
            self._was_shown = is_open
            self.shown.emit(is_open)
        self.placed.emit()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:  # Qt names it
        """Keep Tab in a panel that lies over the rest: what is under it cannot be seen."""
        here = self.focusWidget() or self
        if not self._is_over or not self._panel.isAncestorOf(here):
            return super().focusNextPrevChild(next)
        widget = _neighbour(here, is_next=next)
        while widget is not None and widget is not here:
            takes_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isEnabled()
            if takes_tab and widget.isVisible() and self._panel.isAncestorOf(widget):
                reason = Qt.FocusReason.TabFocusReason
                widget.setFocus(reason if next else Qt.FocusReason.BacktabFocusReason)
                break
            widget = _neighbour(widget, is_next=next)
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()


def _neighbour(widget: QWidget, *, is_next: bool) -> QWidget | None:
    return widget.nextInFocusChain() if is_next else widget.previousInFocusChain()

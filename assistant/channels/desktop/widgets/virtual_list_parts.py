"""Small parts of a long column: a call before the next painting, the mark around a row, focus."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme

_MOST_STEPS: Final = 10_000
"""Widgets of a window that are looked at for the next one to take the focus."""


class CallBeforePaint(QObject):
    """Calls back once before the next painting, however often it was asked."""

    def __init__(self, call: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._call = call
        self._is_due = False

    def ask(self) -> None:
        """Have it called."""
        if not self._is_due:
            self._is_due = True
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            self._is_due = False
            self._call()
            return True
        return super().event(event)


class Highlight(QWidget):
    """A frame around the row that was looked for."""

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.primary), 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 12, 12)


def accepts_tab_focus(widget: QWidget) -> bool:
    """Whether the Tab key goes to a widget."""
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.isVisible()
        and widget.isEnabled()
    )


def tab_stops_in(cards: Sequence[QWidget]) -> list[QWidget]:
    """Return the controls within cards that the Tab key goes to, in the order they are read."""
    found: list[QWidget] = []
    for card in cards:
        chain = [child for child in (card, *card.findChildren(QWidget)) if accepts_tab_focus(child)]
        chain.sort(key=lambda w: (w.mapTo(card, w.rect().topLeft()).y(), w.x()))
        found += chain
    return found


def focus_outside_list(column: QWidget, *, forward: bool) -> bool:
    """Give the focus to what comes after or before a column in the window, if there is anything."""
    widget: QWidget | None = column
    for _step in range(_MOST_STEPS):
        widget = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if widget is None or widget is column:
            return False
        if not column.isAncestorOf(widget) and accepts_tab_focus(widget):
            reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
            widget.setFocus(reason)
            return True
    return False

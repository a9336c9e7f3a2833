"""The way of the Tab key through the main window: as it is read, whenever its parts were made.

Qt goes through widgets in the order in which they were made. Rows of the conversation and notices are
made while the window is used: they would come last, and what stands above them would not be reached.
"""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLayout, QTextEdit, QWidget

from assistant.channels.desktop.widgets.covered_page import CoveredPage
from assistant.channels.desktop.widgets.virtual_list import VirtualList
from assistant.channels.desktop.widgets.virtual_list_parts import accepts_tab_focus


def focus_neighbour(window: QWidget, *, forward: bool) -> bool:
    """Give the focus to what is read after, or before, what has it; whether there is anything."""
    stops = list(tab_stops(window))
    if not stops:
        return False
    current = window.focusWidget()
    step = 1 if forward else -1
    if current in stops:
        place = (stops.index(current) + step) % len(stops)
    else:  # a control that only a click reaches, or nothing
        place = 0 if forward else len(stops) - 1
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stop = stops[place]
    stop.setFocus(reason)
    above = stop.parentWidget()
    while above is not None and above is not window:
        if isinstance(above, VirtualList):
            above.bring_into_view(stop)
        above = above.parentWidget()
    return True


def tab_stops(widget: QWidget) -> Iterator[QWidget]:
    """Yield the controls of a part that the Tab key goes to, in the order they are read."""
    if not widget.isVisible():
        return
    if isinstance(widget, VirtualList):
        yield from widget.tab_stops
        return
    if isinstance(widget, CoveredPage):
        for part in widget.in_reading_order:
            yield from tab_stops(part)
        return
    if accepts_tab_focus(widget) and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, QAbstractItemView | QTextEdit):
        return  # what is inside is reached by the arrow keys
    laid_out = list(_laid_out(widget.layout()))
    rest = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and not child.isWindow() and child not in laid_out
    ]
    rest.sort(key=lambda child: (child.y(), child.x()))
    for part in (*laid_out, *rest):
        yield from tab_stops(part)


def _laid_out(layout: QLayout | None) -> Iterator[QWidget]:
    """Yield the widgets of a layout, those of the layouts in it at their place."""
    if layout is None:
        return
    for index in range(layout.count()):
        item = layout.itemAt(index)
        widget = None if item is None else item.widget()
        if widget is not None:
            yield widget
        elif item is not None:
            yield from _laid_out(item.layout())

"""A long column of cards, of which only those near the view exist, and which follows its end.

Ten thousand widgets below each other cannot be built, laid out or kept. So the column knows its
rows by the height each has or is guessed to have (`RowHeights`), and makes the cards of those within
sight and a little around it; a card that is far from the view is taken away again. A card is
measured before it is shown. Where its height was guessed wrong, the rows move and what the user
reads does not: the column holds on to the row at the top of the view, not to the scroll bar's value.

The cards are children of the viewport and are placed by hand. A scroll area over one high widget
would have to change that widget's height with every guess that is put right, and lay out all of its
children; a `QListView` would paint cards from pictures, in which no text could be selected.

Making a card takes milliseconds. If a step of scrolling needs more of them than fit a frame, the
rest follows in the next rounds of the event loop, those in sight first.
"""

import time
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QApplication,
    QFrame,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.widgets.covered_page import Covered
from assistant.channels.desktop.widgets.layouts import keep_room_for_scroll_bar
from assistant.channels.desktop.widgets.model.row_heights import RowHeights, RowPlaces
from assistant.channels.desktop.widgets.rebuilt import carry_over
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.virtual_list_parts import (
    CallBeforePaint,
    Highlight,
    JumpButton,
    tab_stops_in,
)

COLUMN_PX: Final = 760
"""Widest column of text that reads well."""
SIDE_PX: Final = 18
END_PX: Final = 18
"""Space above the first row."""
TAIL_PX: Final = 60
"""Space below the last row: a line may come over it and cover no words."""
_NEAR_END_PX: Final = 24
_AHEAD: Final = 0.6
"""How much of the view's height is made ahead above and below it."""
_KEPT: Final = 1.5
"""Cards farther away than so many heights of the view are taken away."""
_BUDGET_S: Final = 0.006
"""Time for making cards that are in sight, before the window is painted without the others."""
_AHEAD_BUDGET_S: Final = 0.003
"""The same for cards that are made ahead."""
_AHEAD_PAUSE_MS: Final = 8
"""Between two times that cards are made ahead: what the user does comes first."""
_MOST_PASSES: Final = 6
"""How often a card is laid out until its height is settled: widths first, then what they wrap."""
_MOST_GONE: Final = 12
"""Cards that are taken away at once."""


def _wanted_height(card: QWidget, width: int) -> int:
    """Return how high a card wants to be."""
    wanted = card.heightForWidth(width) if card.hasHeightForWidth() else card.sizeHint().height()
    return max(1, wanted)


class VirtualList(QAbstractScrollArea):
    """Scrolls rows; whoever derives from it says what they are.

    Attributes:
        highlight: The mark around the row that was gone to.
    """

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._follows = True
        self._covered = self._cleared = Covered()
        self._heights = RowHeights()
        self._cards: dict[int, QWidget] = {}
        self._places = RowPlaces()
        self._unmeasured: set[int] = set()
        self._anchor: tuple[int, int] | None = None
        """A row near the top of the view, and how far the view begins below the row's top."""
        self._is_arranging = False
        self._laid_out_width = 0
        self._soon = CallBeforePaint(lambda: self._arrange(), self)
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(0)
        self._ahead.timeout.connect(lambda: self._arrange())
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        keep_room_for_scroll_bar(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setObjectName("column")
        self.highlight: Final = Highlight(theme=theme, parent=self.viewport())
        self._jump = JumpButton(theme=theme, parent=self)
        self._jump.clicked.connect(self.follow)
        bar = self.verticalScrollBar()
        bar.setSingleStep(48)
        bar.valueChanged.connect(self._scrolled)
        theme.changed.connect(self._theme_changed)

    # What the rows are.

    @property
    @abstractmethod
    def _keys(self) -> Sequence[int]:
        """The keys of the rows, top to bottom."""

    @abstractmethod
    def _estimates(self, keys: Sequence[int], width: int) -> list[int]:
        """Return about how high rows are at this width, each with the gap above it."""

    @abstractmethod
    def _gap(self, key: int) -> int:
        """Return the space above a row."""

    @abstractmethod
    def _make_card(self, key: int) -> QWidget:
        """Return a card for a row."""

    @abstractmethod
    def _least_height(self, key: int, card: QWidget) -> int:
        """Return how high a card is at least, because it is not complete yet; 0 if it is."""

    @abstractmethod
    def _may_go(self, key: int, card: QWidget) -> bool:
        """Whether a card that is out of sight may be taken away."""

    # Following.

    @property
    def follows(self) -> bool:
        """Whether new words scroll into view."""
        return self._follows

    def follow(self) -> None:
        """Go to the end and stay there."""
        self._follows = True
        self._cleared = self._covered
        self._arrange()
        self._place_jump()

    def show_row(self, key: int) -> None:
        """Bring a row into view and mark it for two seconds."""
        self._follows = False
        self._anchor = (key, -round(self.viewport().height() * 0.12))
        self.highlight.mark(key)
        self._arrange()
        self._place_jump()

    def cover(self, covered: Covered) -> None:
        """Have other parts of the view covered. Nothing moves, but what they cover can be scrolled to.

        At the end of the column, words that come are shown above what covers it.
        """
        self._covered = covered
        bar = self.verticalScrollBar()
        self._is_arranging = True  # the value stays
        bar.setRange(*self._range())
        self._is_arranging = False
        self._place_jump()

    @property
    def free_below(self) -> int:
        """How much room there is in the view below the last row, in pixels; 0 or less if none."""
        end = END_PX + self._heights.total - self.verticalScrollBar().value()
        return self.viewport().height() - end

    # The rows changed.

    def rows_inserted(self, index: int, count: int) -> None:
        """So many rows are new at this place."""
        keys = self._keys
        width = self._column_width()
        if not len(self._heights):
            self._laid_out_width = width
        self._clear_end()
        self._heights.insert(index, self._estimates(keys[index : index + count], width))
        self._places.insert(index, keys[index : index + count])
        self._soon.ask()

    def row_removed(self, index: int, key: int) -> None:
        """A row is gone."""
        self._heights.remove(index)
        self._places.invalidate()
        self._discard(key)
        if self._anchor is not None and self._anchor[0] == key:
            self._anchor = None
        self._soon.ask()

    def row_moved(self, old: int, new: int) -> None:
        """A row stands elsewhere now."""
        extent = self._heights[old]
        self._heights.remove(old)
        self._heights.insert(new, [extent])
        self._places.invalidate()
        self._soon.ask()

    def rows_reset(self) -> None:
        """All rows are others."""
        for key in tuple(self._cards):
            self._discard(key)
        self._heights.replace([])
        self._unmeasured.clear()
        self._places.invalidate()
        self._anchor = None
        self._follows = True
        self.highlight.end()
        if self._keys:
            self.rows_inserted(0, len(self._keys))
        self._soon.ask()
        self._place_jump()

    def _changed_height(self, key: int) -> None:
        """A card has to be measured again."""
        self._clear_end()
        self._unmeasured.add(key)
        self._soon.ask()

    def _discard(self, key: int) -> None:
        card = self._cards.pop(key, None)
        self._unmeasured.discard(key)
        if card is not None:
            card.removeEventFilter(self)
            card.hide()
            card.deleteLater()

    def rebuild_cards(self) -> None:
        """Make every card again, as another language wants it; the focus stays where it is."""
        for key, old in tuple(self._cards.items()):
            old.removeEventFilter(self)
            self._add_card(key)
            carry_over(old, self._cards[key])
            old.hide()
            old.deleteLater()
        self._soon.ask()

    def _index_of(self, key: int) -> int:
        return self._places.among(self._keys)[key]

    # Geometry.

    def _column_width(self) -> int:
        room = self.viewport().width()
        around = self.parentWidget()
        if around is not None and not self.isVisible():
            room = around.width()  # as it will be once it is shown
        return max(120, min(COLUMN_PX, room - 2 * SIDE_PX))

    @property
    def _top(self) -> int:
        """Where the view begins, in the column."""
        return self.verticalScrollBar().value() - END_PX

    def _row_top(self, key: int) -> int:
        """Where a row begins, below its gap."""
        return self._heights.begin(self._index_of(key)) + self._gap(key)

    def _extent(self, key: int) -> int:
        return self._heights[self._index_of(key)]

    def card(self, key: int) -> QWidget | None:
        """Return the card of a row, if it exists now."""
        return self._cards.get(key)

    @property
    def card_count(self) -> int:
        """How many cards exist now."""
        return len(self._cards)

    @property
    def cards(self) -> Iterable[QWidget]:
        """The cards that exist now, in any order."""
        return self._cards.values()

    @property
    def entries(self) -> list[QWidget]:
        """The cards in and around the view, top to bottom, made now if they were not yet."""
        self._arrange(in_time=False)
        return [self._cards[key] for key in sorted(self._cards, key=self._index_of)]

    def _arrange(self, *, in_time: bool = True) -> None:
        """Make, measure and place the cards in and around the view; take the far ones away.

        Args:
            in_time: Leave cards for later if making them takes longer than a frame may.
        """
        if self._is_arranging:
            return
        self._is_arranging = True
        try:
            share = self._share_above()
            is_other_width = self._fit_width()
            self._measure_changed()
            if is_other_width and share is not None:
                self._hold_share(share)
            self._set_bar()
            pause_ms = self._make_cards(in_time=in_time)
            self._place()
            self._take_away()
        finally:
            self._is_arranging = False
        if pause_ms is not None:
            self._ahead.start(pause_ms)

    def _fit_width(self) -> bool:
        """Have every card measured anew if the column has another width; returns whether it has."""
        width = self._column_width()
        if width == self._laid_out_width:
            return False
        self._laid_out_width = width
        self._heights.replace(self._estimates(self._keys, width))
        self._unmeasured.update(self._cards)
        return True

    def _share_above(self) -> float | None:
        """Return how much of the row that is held lies above the view; None if nothing of it does."""
        if self._anchor is None or self._anchor[0] not in self._places.among(self._keys):
            return None
        key, above = self._anchor
        return above / self._extent(key) if above > 0 else None

    def _hold_share(self, share: float) -> None:
        """Let the view begin at the same place of a row whose text wraps otherwise now."""
        if self._anchor is not None:
            key = self._anchor[0]
            self._anchor = (key, round(share * self._extent(key)))

    def _measure_changed(self) -> None:
        waiting, self._unmeasured = self._unmeasured, set()
        for key in waiting:
            if key in self._cards:
                self._measure(key)

    def _measure(self, key: int) -> None:
        """Lay a card out at the column's width and take its height."""
        card, width = self._cards[key], self._laid_out_width
        height = card.height()
        for _pass in range(_MOST_PASSES):
            card.resize(width, height)
            wanted = _wanted_height(card, width)
            if wanted == height:
                break
            height = wanted
        card.resize(width, height)
        if not self._follows:  # at the end, what comes is followed instead
            height = max(height, self._least_height(key, card))
        extent = self._gap(key) + height
        self._heights.set(self._index_of(key), extent)

    def _set_bar(self) -> None:
        """Give the bar its range, and the value that keeps what is read where it is."""
        bar = self.verticalScrollBar()
        height = self.viewport().height()
        least, most = self._range()
        value = bar.value()
        if self._follows:
            value = self._end(self._cleared)
        elif self._anchor is not None and self._anchor[0] in self._places.among(self._keys):
            value = self._row_top(self._anchor[0]) + self._anchor[1] + END_PX
        bar.setPageStep(height)
        bar.setRange(least, most)
        bar.setValue(min(max(least, value), most))

    def _end(self, covered: Covered) -> int:
        """Return the value of the bar that shows the end, or all there is, beside what is covered."""
        length = END_PX + self._heights.total + max(TAIL_PX, covered.below + END_PX)
        return max(-covered.above, length - self.viewport().height())

    def _range(self) -> tuple[int, int]:
        """Return the least and the greatest value of the bar; all that is shown now lies within."""
        both = self._covered, self._cleared
        return min(-one.above for one in both), max(self._end(one) for one in both)

    def _clear_end(self) -> None:
        """Have the end shown above what covers it with the words that come now."""
        self._cleared = replace(self._cleared, below=self._covered.below)

    def _wanted(self, margin: float) -> Iterator[int]:
        """Yield the indices of the rows within the view and `margin` heights of it around."""
        if not self._keys:
            return
        height = self.viewport().height()
        top = self._top - round(height * margin)
        bottom = self._top + height + round(height * margin)
        first, last = self._heights.at(top), self._heights.at(bottom)
        yield from range(last, first - 1, -1) if self._follows else range(first, last + 1)

    def _make_cards(self, *, in_time: bool) -> int | None:
        """Make the missing cards; returns in how many ms to go on, None if there are no others."""
        began = time.perf_counter()
        for margin, budget, pause_ms in (
            (0.0, _BUDGET_S, 0),
            (_AHEAD, _AHEAD_BUDGET_S, _AHEAD_PAUSE_MS),
        ):
            missing = True
            while missing:
                missing = False
                for index in self._wanted(margin):
                    key = self._keys[index]
                    if key in self._cards:
                        continue
                    if in_time and time.perf_counter() - began > budget:
                        return pause_ms
                    self._add_card(key)
                    missing = True  # heights changed: others may be in sight now
                    break
        return None

    def _add_card(self, key: int) -> None:
        card = self._make_card(key)
        card.setParent(self.viewport())
        card.installEventFilter(self)
        self._cards[key] = card
        card.move(-10_000, 0)  # laid out only if it is shown, but it has no place yet
        card.resize(self._laid_out_width, max(1, self._extent(key)))
        card.show()
        self._measure(key)
        self._set_bar()

    def _place(self) -> None:
        x = (self.viewport().width() - self._laid_out_width) // 2
        top = self._top
        for key, card in self._cards.items():
            card.move(x, self._row_top(key) - top)
        key = self.highlight.key
        if key is not None and key in self._cards:
            self.highlight.frame(self._cards[key])

    def _take_away(self) -> None:
        height = self.viewport().height()
        kept = QRect(0, round(-height * _KEPT), 1, round(height * (1 + 2 * _KEPT)))
        far = [
            key
            for key, card in self._cards.items()
            if (card.y() > kept.bottom() or card.y() + self._extent(key) < kept.top())
            and self._may_go(key, card)
        ]
        for key in far[:_MOST_GONE]:
            self._discard(key)
        if len(far) > _MOST_GONE:
            self._ahead.start(_AHEAD_PAUSE_MS)

    # What happens.

    def _scrolled(self, value: int) -> None:
        if self._is_arranging:
            return
        self._cleared = self._covered
        self._follows = value >= self._end(self._cleared) - _NEAR_END_PX
        self._hold_on()
        self._arrange()
        self._place_jump()

    def _hold_on(self) -> None:
        """Note which row near the top of the view stays where it is whatever is measured."""
        if not self._keys:
            self._anchor = None
            return
        top = self._top
        index = self._heights.at(max(0, top))
        after = index + 1
        # Of a row that begins above the view the end is what is read on from: the row below holds.
        if (
            self._row_top(self._keys[index]) < top
            and after < len(self._keys)
            and self._heights.begin(after) < top + self.viewport().height() * _AHEAD
        ):
            index = after
        key = self._keys[index]
        self._anchor = (key, top - self._row_top(key))

    def _place_jump(self) -> None:
        self._jump.setVisible(not self._follows)
        self._jump.place(above=max(TAIL_PX, self._covered.below))

    def _theme_changed(self) -> None:
        self._laid_out_width = 0  # text may have another size
        self._soon.ask()

    # Qt.

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            for key, card in self._cards.items():
                if card is watched:
                    if _wanted_height(card, self._laid_out_width) != card.height():
                        self._changed_height(key)
                    break
        return super().eventFilter(watched, event)

    @override
    def resizeEvent(self, arg__1: QResizeEvent) -> None:
        super().resizeEvent(arg__1)
        self._cleared = self._covered
        if not self._follows and self._anchor is None:
            self._hold_on()
        self._arrange()
        self._place_jump()

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        super().showEvent(arg__1)
        self._unmeasured.update(self._cards)  # hidden, they were not laid out
        self._soon.ask()

    @override
    def scrollContentsBy(self, dx: int, dy: int) -> None:
        pass  # the cards are placed by `_arrange`

    def turn_page(self, *, forward: bool) -> None:
        """Scroll by what is seen at once."""
        action = QAbstractSlider.SliderAction
        self.verticalScrollBar().triggerAction(
            action.SliderPageStepAdd if forward else action.SliderPageStepSub
        )

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Home:
                bar.setValue(bar.minimum())
            case Qt.Key.Key_End:
                self.follow()
            case _:
                super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through the controls in the order they are read; cards come and go in any other."""
        stops = self.tab_stops
        current = QApplication.focusWidget()
        place = stops.index(current) if current in stops else None
        if place is None:
            return super().focusNextPrevChild(next)
        place += 1 if next else -1
        if 0 <= place < len(stops):
            reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
            stops[place].setFocus(reason)
            self.bring_into_view(stops[place])
            return True
        return super().focusNextPrevChild(next)

    @property
    def tab_stops(self) -> list[QWidget]:
        """The list itself, which the arrow keys scroll, and the controls within its rows."""
        return [self, *tab_stops_in(self.entries)]

    def bring_into_view(self, widget: QWidget) -> None:
        """Scroll to a control of a row."""
        if widget is self:
            return
        top = widget.mapTo(self.viewport(), widget.rect().topLeft()).y()
        bottom = top + widget.height()
        bar = self.verticalScrollBar()
        begin, end = self._covered.above, self.viewport().height() - self._covered.below
        if top < begin:
            bar.setValue(bar.value() + top - begin - 12)
        elif bottom > end:
            bar.setValue(bar.value() + bottom - end + 12)

"""The list of what a search through everything that was said has found."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.model.date_groups import title_text
from assistant.channels.desktop.history.row_list import (
    AnyModelIndex,
    RowDelegate,
    RowsModel,
    RowsView,
)
from assistant.clock import Clock
from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.protocol.history import SearchHit

_TITLE_PX: Final = 13.5
_SNIPPET_PX: Final = 12.5
_DETAIL_PX: Final = 12
_LINES: Final = 2


def speaker_text(hit: SearchHit, *, now: datetime) -> str:
    """Return who said it, and when."""
    who = _("You") if hit.role == "user" else _("Reply")
    return f"{who} · {moment_words(hit.said_at.astimezone(), now)}"


class SearchResultsModel(RowsModel):
    """What was found, best first."""

    def __init__(self, *, clock: Clock, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._hits: tuple[SearchHit, ...] = ()

    def hit(self, index: AnyModelIndex) -> SearchHit | None:
        """Return what a row shows; None if there is none."""
        place = index.row()
        return self._hits[place] if 0 <= place < len(self._hits) else None

    def now(self) -> datetime:
        """Return the present moment."""
        return self._clock.now()

    def show(self, hits: Sequence[SearchHit]) -> None:
        """Show these and no others."""
        self._hits = tuple(hits)
        self.count_anew(len(hits))

    @override
    def data(self, index: AnyModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        hit = self.hit(index)
        if hit is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return title_text(hit.title)
            case Qt.ItemDataRole.AccessibleTextRole:
                said = speaker_text(hit, now=self.now())
                return f"{title_text(hit.title)}, {said}: {hit.snippet}"
            case _:
                return None


class SearchResultDelegate(RowDelegate):
    """Draws a hit: where it is, below it who said it when, and the words around what was looked for."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyModelIndex) -> QSize:
        title, snippet = self.line_height(_TITLE_PX), self.line_height(_SNIPPET_PX)
        return QSize(120, title + self.line_height(_DETAIL_PX) + _LINES * snippet + 22)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyModelIndex) -> None:
        model = index.model()
        assert isinstance(model, SearchResultsModel)
        hit = model.hit(index)
        if hit is None:
            return
        tokens = self.theme.tokens
        painter.save()
        words = self.paint_background(painter, option, is_marked=False)
        said = speaker_text(hit, now=model.now())
        title, detail = self.line_height(_TITLE_PX), self.line_height(_DETAIL_PX)
        top = words.top() + 8
        self.paint_line(
            painter,
            QRect(words.left(), top, words.width(), title),
            title_text(hit.title),
            font=self.font(_TITLE_PX, bold=True),
            colour=tokens.text,
        )
        self.paint_line(
            painter,
            QRect(words.left(), top + title, words.width(), detail),
            said,
            font=self.font(_DETAIL_PX),
            colour=tokens.text_secondary,
        )
        self.paint_lines(
            painter,
            QRect(words.left(), top + title + detail + 2, words.width(), words.height()),
            hit.snippet,
            marks=hit.matches,
            lines=_LINES,
            font=self.font(_SNIPPET_PX),
        )
        painter.restore()


class SearchResultsList(RowsView):
    """What was found.

    Signals:
        open_wanted: Go to a message; carries the ids of its conversation and of itself.
    """

    open_wanted = Signal(str, str)

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(theme=context.theme)
        self.setObjectName("found")
        self.setAccessibleName(_("Search results"))
        self.found: Final = SearchResultsModel(clock=context.clock, parent=self)
        self.setModel(self.found)
        self.setItemDelegate(SearchResultDelegate(theme=context.theme, parent=self))
        self.chosen.connect(self._chosen)

    def show_hits(self, hits: Sequence[SearchHit]) -> None:
        """Show these and no others."""
        at = self.found.hit(self.currentIndex())
        self.found.show(hits)
        for row, hit in enumerate(hits):
            if at is not None and hit.message_id == at.message_id:
                self.setCurrentIndex(self.found.index(row, 0))

    def open_first(self) -> None:
        """Go to the best."""
        index = self.first_row()
        if index.isValid():
            self._chosen(index)

    def _chosen(self, index: QModelIndex) -> None:
        hit = self.found.hit(index)
        if hit is not None:
            self.open_wanted.emit(hit.conversation_id, hit.message_id)

"""Paints a persona in a list: its name, and below how its text begins."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme

SUMMARY_ROLE: Final = Qt.ItemDataRole.UserRole + 1
MARK_ROLE: Final = Qt.ItemDataRole.UserRole + 2
"""A remark that stands behind the name."""
_SIDE: Final = 12
_TOP: Final = 8
_GAP: Final = 2
_LARGEST_PX: Final = 1.45
"""Height of a line in sizes of its font, whatever scripts are in it."""


class PersonaDelegate(QStyledItemDelegate):
    """Two lines an item, each cut off where the list ends."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    @override
    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        lines = self._line(14) + self._line(12)
        return QSize(120, lines + _GAP + 2 * _TOP)

    @override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        tokens = self._theme.tokens
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        is_chosen = bool(state & QStyle.StateFlag.State_Selected)
        is_under = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_chosen or is_under:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.primary_soft if is_chosen else tokens.raised))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 7, 7)
        inner = rect.adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        strong = QFont(font)
        strong.setPixelSize(self._theme.px(14))
        strong.setWeight(QFont.Weight.DemiBold)
        small = QFont(font)
        small.setPixelSize(self._theme.px(12))
        colour = tokens.on_primary_soft if is_chosen else tokens.text
        mark = str(index.data(MARK_ROLE) or "")
        top = QRect(inner.x(), inner.y(), inner.width(), self._line(14))
        if mark:
            width = QFontMetrics(small).horizontalAdvance(mark)
            place = QRect(top.right() - width, top.y(), width + 1, top.height())
            painter.setFont(small)
            painter.setPen(QColor(tokens.on_primary_soft if is_chosen else tokens.primary))
            painter.drawText(place, _ALIGNED, mark)
            top.setWidth(max(0, top.width() - width - _SIDE))
        self._write(painter, top, str(index.data(Qt.ItemDataRole.DisplayRole)), strong, colour)
        below = QRect(inner.x(), top.bottom() + 1 + _GAP, inner.width(), self._line(12))
        quiet = colour if is_chosen else tokens.description
        self._write(painter, below, str(index.data(SUMMARY_ROLE) or ""), small, quiet)
        painter.restore()

    @staticmethod
    def _write(painter: QPainter, place: QRect, text: str, font: QFont, colour: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, _ALIGNED, shown)

    def _line(self, size: int) -> int:
        return round(self._theme.px(size) * _LARGEST_PX)


_ALIGNED: Final = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)

"""Controls of the settings window that Qt draws in nobody's colours."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QTabBar,
)
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme

_NARROWEST_LETTERS: Final = 9
"""How many letters a list shows at least."""
_BESIDE_TEXT_PX: Final = 44
"""What the padding and the arrow of a list take of its width."""


class Switch(QCheckBox):
    """A check box drawn as a switch."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        return QSize(44, 26)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def hitButton(self, pos: object) -> bool:
        return True

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(2, 3, 40, 20)
        on = self.isChecked()
        edge = tokens.text if self.hasFocus() else tokens.primary if on else tokens.control
        painter.setPen(QPen(QColor(edge), 2.0 if self.hasFocus() else 1.4))
        painter.setBrush(QColor(tokens.primary if on else tokens.raised))
        painter.drawRoundedRect(track, 10, 10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.on_primary if on else tokens.text_secondary))
        painter.drawEllipse(QPointF(32 if on else 12, 13), 6.5, 6.5)


class Dropdown(QComboBox):
    """A combo box with an arrow in the theme's colour, which a narrow window may make narrow.

    What does not fit is elided; the open list shows it whole.
    """

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)

    @override
    def minimumSizeHint(self) -> QSize:
        wanted = super().minimumSizeHint()
        return QSize(min(wanted.width(), _NARROWEST_LETTERS * self._letter_px()), wanted.height())

    def _letter_px(self) -> int:
        return self.fontMetrics().horizontalAdvance("m")

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        shown = QStyleOptionComboBox()
        self.initStyleOption(shown)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, shown)
        room = shown.rect.width() - _BESIDE_TEXT_PX
        shown.currentText = self.fontMetrics().elidedText(
            shown.currentText, Qt.TextElideMode.ElideRight, room
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, shown)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.text_secondary), 1.8))
        x, y = self.width() - 18.0, self.height() / 2 - 2
        painter.drawPolyline([QPointF(x - 4, y), QPointF(x, y + 4), QPointF(x + 4, y)])

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()  # scrolling a page must not change a setting


def tab_bar(name: str, *titles: str) -> QTabBar:
    """Return a bar of tabs with these titles."""
    bar = QTabBar()
    bar.setObjectName(name)
    bar.setDrawBase(False)
    bar.setExpanding(False)
    for title in titles:
        bar.addTab(title)
    return bar

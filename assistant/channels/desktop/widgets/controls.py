"""Controls of the settings window that Qt draws in nobody's colours."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox
from typing_extensions import override

from assistant.channels.desktop.widgets.theme import Theme


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
        focus = QColor(tokens.text if self.hasFocus() else tokens.text_muted)
        painter.setPen(QPen(focus, 1.6))
        painter.setBrush(QColor(tokens.primary if on else tokens.raised))
        painter.drawRoundedRect(track, 10, 10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.on_primary if on else tokens.text_secondary))
        painter.drawEllipse(QPointF(32 if on else 12, 13), 6.5, 6.5)


class Dropdown(QComboBox):
    """A combo box with an arrow in the theme's colour."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        super().paintEvent(e)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.text_secondary), 1.8))
        x, y = self.width() - 18.0, self.height() / 2 - 2
        painter.drawPolyline([QPointF(x - 4, y), QPointF(x, y + 4), QPointF(x + 4, y)])

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()  # scrolling a page must not change a setting

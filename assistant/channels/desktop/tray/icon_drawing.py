"""Draws the icon in the panel: a disc that stands out from light and dark panels, and a number."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap

from assistant.channels.desktop.style.tokens import LIGHT
from assistant.channels.desktop.tray.model.tray_state import TraySign, TrayState
from assistant.channels.desktop.widgets.icons import Icon, pixmap

SIZES: Final = (16, 22, 24, 32, 48, 64)
_INK: Final = "#FFFFFF"
_LOOKS: Final = {
    TraySign.READY: (Icon.MICROPHONE, LIGHT.primary),
    TraySign.MUTED: (Icon.MICROPHONE_OFF, "#64748B"),
    TraySign.LISTENING: (Icon.CALL, LIGHT.success),
    TraySign.BUSY: (Icon.MORE, LIGHT.primary),
    TraySign.SPEAKING: (Icon.SPEAKER, LIGHT.link),
    TraySign.WAITING: (Icon.QUESTION, "#9333EA"),
}
_BADGE: Final = LIGHT.danger


def tray_icon(state: TrayState) -> QIcon:
    """Return the icon at every size that panels use."""
    icon = QIcon()
    for size in SIZES:
        icon.addPixmap(tray_pixmap(state, size))
    return icon


def tray_pixmap(state: TrayState, size: int) -> QPixmap:
    """Draw it.

    Args:
        state: What it shows.
        size: Edge in pixels.
    """
    sign, colour = _LOOKS[state.sign]
    picture = QPixmap(size, size)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QRectF(0, 0, size, size))
    inner = round(size * 0.72)
    painter.drawPixmap(QPointF((size - inner) / 2, (size - inner) / 2), pixmap(sign, _INK, inner))
    if state.badge:
        _draw_badge(painter, state.badge, size)
    painter.end()
    return picture


def _draw_badge(painter: QPainter, text: str, size: int) -> None:
    """Put the number into the lower right corner, with a rim that parts it from the disc."""
    height = max(10.0, size * 0.56)
    width = height if len(text) == 1 else min(float(size), height * 1.4)
    box = QRectF(size - width, size - height, width, height)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    rim = max(1.0, size / 24)
    painter.drawRoundedRect(box.adjusted(-rim, -rim, rim, rim), height / 2, height / 2)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    painter.setBrush(QColor(_BADGE))
    painter.drawRoundedRect(box, height / 2, height / 2)
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(8, round(height * (0.82 if len(text) == 1 else 0.7))))
    painter.setFont(font)
    painter.setPen(QColor(_INK))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

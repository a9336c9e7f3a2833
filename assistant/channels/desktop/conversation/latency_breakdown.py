"""The latency of a spoken turn as a bar of its parts, with what each of them took below it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from assistant.channels.desktop.conversation.model.turn_latency import (
    LATENCY_PART_MEANINGS,
    LatencyPart,
    TurnLatency,
    latency_part_text,
    latency_text,
)
from assistant.channels.desktop.style.tokens import Tokens
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _

_BAR_PX: Final = 8
_GAP_PX: Final = 2
_LEAST_PX: Final = 2.0
"""A part that took any time at all is seen."""


def _colour(part: LatencyPart, tokens: Tokens) -> str:
    """Return the colour of a part."""
    return {
        LatencyPart.HEARD: tokens.blue,
        LatencyPart.UNDERSTOOD: tokens.purple,
        LatencyPart.MODEL: tokens.amber,
        LatencyPart.VOICE: tokens.green,
    }[part]


class LatencyBar(QWidget):
    """Parts of a latency, one after the other, each as long as it took.

    Args:
        parts: The parts and their seconds.
        longest_s: The latency that fills the whole width.
    """

    def __init__(
        self, *, theme: Theme, parts: Sequence[tuple[LatencyPart, float]], longest_s: float
    ) -> None:
        super().__init__()
        self._theme = theme
        self._parts = [(part, seconds / longest_s) for part, seconds in parts if seconds > 0]
        self.setFixedHeight(_BAR_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        width = self.width() - _GAP_PX * (len(self._parts) - 1)
        at = 0.0
        for part, share in self._parts:
            length = max(_LEAST_PX, width * share)
            painter.setBrush(QColor(_colour(part, self._theme.tokens)))
            painter.drawRoundedRect(QRectF(at, 0, length, _BAR_PX), 2, 2)
            at += length + _GAP_PX
        painter.end()


class LatencyBreakdown(QWidget):
    """A bar, and below it each part with its colour, its name and its time."""

    def __init__(self, *, theme: Theme, latency: TurnLatency) -> None:
        super().__init__()
        self.setObjectName("latency_breakdown")
        legend = (_legend_entry(part, seconds, theme=theme) for part, seconds in latency.parts)
        bar = LatencyBar(theme=theme, parts=latency.parts, longest_s=latency.total_s or 1.0)
        vbox(bar, flow(*legend, gap=14), inside=self, gap=5, margins=(0, 3, 0, 2))
        self.setAccessibleName(_("Where the time went"))
        self.setAccessibleDescription(latency_text(latency))


def _legend_entry(part: LatencyPart, seconds: float, *, theme: Theme) -> QWidget:
    """Return what a part took beside a square in its colour."""
    name = plain_label(latency_part_text(part, seconds), role="description", wraps=False)
    swatch = LatencyBar(theme=theme, parts=((part, 1.0),), longest_s=1.0)
    swatch.setFixedWidth(_BAR_PX)
    holder = QWidget()
    holder.setToolTip(plain_tip(_(LATENCY_PART_MEANINGS[part])))
    hbox((swatch, Qt.AlignmentFlag.AlignVCenter), name, inside=holder, gap=6)
    return holder

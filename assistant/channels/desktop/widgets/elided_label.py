"""A label of one line that gives way to its neighbours."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy
from typing_extensions import override

from assistant.channels.desktop.widgets.labels import plain_tip


class ElidedLabel(QLabel):
    """Shows as much of its text as there is room for; the whole of it as a tool tip."""

    def __init__(self, *, role: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if role:
            self.setProperty("role", role)

    def set_text(self, text: str) -> None:
        """Show a text, its lines joined."""
        self.setText(" ".join(text.split()))
        self.setToolTip(plain_tip(text))

    @property
    def shown(self) -> str:
        """What there is room for."""
        return self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width()
        )

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().windowText().color())
        alignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.contentsRect(), alignment, self.shown)

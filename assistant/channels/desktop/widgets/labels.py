"""Labels that show text as it is, and the style that follows a widget's properties."""

from collections.abc import Callable
from functools import lru_cache
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.model.short_text import CHIP_LIMIT, elided
from assistant.channels.desktop.widgets.text_metrics import fixed_font


def restyle(widget: QWidget) -> None:
    """Let the style sheet look at the widget's dynamic properties again."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def plain_tip(text: str) -> str:
    """Return a text as a tool tip shows it as it is: Qt takes what looks like HTML for HTML.

    As HTML, a text of a model or server could look like the program's own, and name a picture on
    this machine or elsewhere.
    """
    if not GuiQt.mightBeRichText(text):
        return text
    return f"<qt>{escape(text).replace(chr(10), '<br>')}</qt>"


def plain_label(
    text: str = "", *, role: str = "", name: str = "", mono: bool = False, wraps: bool = True
) -> QLabel:
    """Return a label that shows text as it is, never as HTML; `name` is its object name."""
    label = QLabel(text)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    if role:
        label.setProperty("role", role)
    if mono:
        label.setFont(fixed_font())
    return label


def without_missing_sign(text: str, has_glyphs: Callable[[str], bool] | None = None) -> str:
    """Return a text without the sign that it begins with, if no font of the system has that sign.

    A system may have no font for emoji, and would draw a box in place of "🚀".

    Args:
        text: A sign, a space and words; any other text is returned as it is.
        has_glyphs: Whether a sign can be drawn; asks the fonts by default.
    """
    sign, _space, words = text.partition(" ")
    if not words or any(letter.isalnum() for letter in sign):
        return text
    return text if (has_glyphs or _has_glyphs)(sign) else words


@lru_cache(maxsize=16)
def _has_glyphs(text: str) -> bool:
    layout = QTextLayout(text)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(0 not in run.glyphIndexes() for run in layout.glyphRuns())


class HeaderChip(QLabel):
    """The header of a question: elided, whole in its tooltip and for screen readers."""

    def __init__(self, header: str = "") -> None:
        super().__init__()
        self.setObjectName("chip")
        self.setProperty("role", "chip")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.show_header(header)

    def show_header(self, header: str) -> None:
        """Show another header."""
        self.setText(elided(header, CHIP_LIMIT))
        self.setToolTip(plain_tip(header))
        self.setAccessibleName(header)


def selectable(label: QLabel) -> QLabel:
    """Let the mouse select a label's text."""
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


class ElidedLabel(QLabel):
    """Shows as much of its text as there is room for; the whole of it as a tool tip."""

    def __init__(self, *, role: str = "", mono: bool = False) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if mono:
            self.setFont(fixed_font())
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

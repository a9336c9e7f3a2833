"""The controls a question is answered with: buttons, rounds and squares that wrap their text.

Each is a real Qt button of its kind, so that screen readers say what it is and whether it is
chosen; only the painting is our own.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid
from typing_extensions import override

from assistant.channels.desktop.widgets.icons import drawn_sign, pixmap
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.model.long_words import with_breaks
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.theme import Theme

if TYPE_CHECKING:
    _Button = QAbstractButton
else:
    _Button = object

_SIGN_PX: Final = 16
LABEL_LIMIT = 120
"""Characters of a label shown; the tooltip and the accessible name have all of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionText:
    """What one row says."""

    label: str
    description: str = ""
    badge: str = ""
    marker: str = ""
    """The number or letter that stands for it."""
    is_key: bool = False
    """Whether that is also the key that chooses it."""


class OptionMark(Enum):
    """What stands before the words."""

    NONE = "none"
    ROUND = "round"
    SQUARE = "square"


class OptionContent(QObject):
    """The inside of a row and its painting, for whichever kind of button it stands in.

    Signals:
        pointed: The focus or the mouse came to it.
    """

    pointed = Signal()

    def __init__(
        self, *, button: QAbstractButton, theme: Theme, option: OptionText, mark: OptionMark
    ) -> None:
        super().__init__(button)
        label, description = option.label, option.description
        self._button = button
        self._theme = theme
        self._mark = mark
        self._hovered = False
        shown = elided(label, LABEL_LIMIT)
        self._icon, words = drawn_sign(shown)
        self._label = plain_label(with_breaks(words))
        self._sign = plain_label(wraps=False)
        self._sign.setContentsMargins(0, 2, 0, 0)  # the middle of the first line
        self._sign.setVisible(self._icon is not None)
        self._description = plain_label(with_breaks(description), role="description")
        badge = plain_label(option.badge, role="success", wraps=False)
        role = "kbd" if option.is_key else "description"
        marker = plain_label(option.marker, role=role, wraps=False)
        for part in (self._description, badge, marker):
            part.setVisible(bool(part.text()))
        first = hbox(
            (self._sign, Qt.AlignmentFlag.AlignTop),
            (self._label, 1),
            (badge, Qt.AlignmentFlag.AlignTop),
            gap=8,
        )
        hbox(
            (vbox(first, self._description, gap=2), 1),
            (marker, Qt.AlignmentFlag.AlignVCenter),
            inside=button,
            gap=10,
            margins=(14 if mark is OptionMark.NONE else 40, 10, 12, 10),
        )
        for child in button.findChildren(QWidget):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if shown != label:
            button.setToolTip(plain_tip(label))
        name = f"{label} {option.badge}".strip()
        button.setAccessibleName(f"{name} - {description}" if description else name)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        button.installEventFilter(self)
        theme.changed.connect(self.refresh)
        self.refresh()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint in the button's place and follow the focus and the mouse."""
        if not isValid(self._button):
            return False  # a button that is destroyed loses its focus on the way
        match event.type():
            case QEvent.Type.Paint:
                self._paint()
                return True
            case QEvent.Type.FocusIn | QEvent.Type.FocusOut:
                self.refresh(focused=event.type() == QEvent.Type.FocusIn)
                if event.type() == QEvent.Type.FocusIn:
                    self.pointed.emit()
            case QEvent.Type.Enter | QEvent.Type.Leave:
                self._hovered = event.type() == QEvent.Type.Enter
                self._button.update()
                if self._hovered:
                    self.pointed.emit()
            case _:
                pass
        return super().eventFilter(watched, event)

    @Slot()
    def refresh(self, *, focused: bool | None = None) -> None:
        """Take the colours of the theme and of the focus."""
        tokens = self._theme.tokens
        has_focus = self._button.hasFocus() if focused is None else focused
        lit = has_focus or self._button.isChecked()
        colour = tokens.text if lit else tokens.text_secondary
        self._label.setStyleSheet(f"color: {colour}; font-weight: 500;")
        if self._icon is not None:
            ratio = self._button.devicePixelRatioF()
            self._sign.setPixmap(pixmap(self._icon, colour, self._theme.px(_SIGN_PX), ratio))
        faint = tokens.text_secondary if lit else tokens.description
        self._description.setStyleSheet(f"color: {faint};")
        self._button.update()

    def _paint(self) -> None:
        tokens, button = self._theme.tokens, self._button
        painter = QPainter(button)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused, checked = button.hasFocus(), button.isChecked()
        hovered = self._hovered and button.isEnabled()
        edge = QColor(tokens.primary if focused or checked or hovered else tokens.border)
        painter.setPen(QPen(edge, 2.0 if focused else 1.2))
        painter.setBrush(QColor(tokens.surface))
        painter.drawRoundedRect(QRectF(button.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 10, 10)
        if checked:
            tint = QColor(tokens.primary)
            tint.setAlphaF(0.09)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tint)
            painter.drawRoundedRect(QRectF(button.rect()).adjusted(2, 2, -2, -2), 10, 10)
        if self._mark is not OptionMark.NONE:
            self._paint_indicator(painter, checked=checked)

    def _paint_indicator(self, painter: QPainter, *, checked: bool) -> None:
        tokens = self._theme.tokens
        box = QRectF(14, self._button.height() / 2 - 8.5, 17, 17)
        painter.setPen(QPen(QColor(tokens.primary), 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._mark is OptionMark.ROUND:
            painter.drawEllipse(box)
            if checked:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(tokens.primary))
                painter.drawEllipse(box.adjusted(4.2, 4.2, -4.2, -4.2))
            return
        if checked:
            painter.setBrush(QColor(tokens.primary))
        painter.drawRoundedRect(box, 4.5, 4.5)
        if checked:
            pen = QPen(QColor(tokens.on_primary), 2.2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            left, top = box.left(), box.top()
            painter.drawPolyline(
                [
                    QPoint(round(left + 4), round(top + 9)),
                    QPoint(round(left + 7), round(top + 12)),
                    QPoint(round(left + 13), round(top + 5)),
                ]
            )


class OptionRow(_Button):
    """An option; stands before the kind of Qt button that it is."""

    mark: ClassVar = OptionMark.NONE

    def __init__(self, *, theme: Theme, option: OptionText) -> None:
        super().__init__()
        self.content = OptionContent(button=self, theme=theme, option=option, mark=self.mark)

    @override
    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    @override
    def sizeHint(self) -> QSize:
        layout = self.layout()
        assert layout is not None
        return layout.sizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def show_checked(self, checked: bool) -> None:
        """Show it as chosen or not; Qt itself never lets go of the last of exclusive buttons."""
        if self.isCheckable() and self.isChecked() != checked:
            exclusive = self.autoExclusive()
            self.setAutoExclusive(False)
            self.setChecked(checked)
            self.setAutoExclusive(exclusive)


class AnswerButton(OptionRow, QPushButton):
    """An option that answers when it is clicked."""

    def __init__(self, *, theme: Theme, option: OptionText) -> None:
        super().__init__(theme=theme, option=option)
        self.setAutoDefault(False)


class RadioRow(OptionRow, QRadioButton):
    """An option of which one is chosen.

    Exclusive as Qt's own, because only then a screen reader calls it a radio button; Tab therefore
    stops once at all of them.
    """

    mark = OptionMark.ROUND


class CheckBoxRow(OptionRow, QCheckBox):
    """An option of which any number are chosen."""

    mark = OptionMark.SQUARE

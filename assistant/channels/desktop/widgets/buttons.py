"""Buttons as the window uses them: with words, and with an icon that follows the theme."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QToolButton,
)
from typing_extensions import override

from assistant.channels.desktop.style.tokens import Tokens
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_tip, without_missing_sign
from assistant.channels.desktop.widgets.theme import Theme

COPIED_FOR_MS = 1500
"""How long a button shows that something was copied."""
_NARROWEST_LETTERS: Final = 6
"""How many letters a button shows at least."""

Click = Callable[[], object] | SignalInstance
"""What a click calls, or the signal it passes on to."""


class WordButton(QPushButton):
    """A button that elides its words where a `FlowLayout` has no room for them.

    The tool tip has them whole then, unless it has something else to say. A sign before the words
    that no font has is not drawn. While it is disabled, the focus that it had waits for it, and goes
    to no button that the user did not go to; unless it is taken meanwhile, it comes back.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self._gets_focus_back = False

    @override
    def setEnabled(self, arg__1: bool) -> None:
        if arg__1 == self.isEnabled():
            return
        if not arg__1:
            self._gets_focus_back = self.hasFocus()
            if self._gets_focus_back:
                self.clearFocus()  # Qt would give it to the next
        super().setEnabled(arg__1)
        if arg__1 and self._gets_focus_back and not self.window().focusWidget():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def shown(self) -> str:
        """The words there is room for."""
        beside = super().sizeHint().width() - self._width_of(self.text())
        return self.fontMetrics().elidedText(
            without_missing_sign(self.text()),
            Qt.TextElideMode.ElideRight,
            self.width() - beside,
            Qt.TextFlag.TextShowMnemonic,
        )

    def _width_of(self, text: str) -> int:
        return self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, text).width()

    @override
    def minimumSizeHint(self) -> QSize:
        wanted = super().minimumSizeHint()
        narrowest = _NARROWEST_LETTERS * self.fontMetrics().horizontalAdvance("m")
        return QSize(min(wanted.width(), narrowest), wanted.height())

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        shown = self.shown
        if shown == self.text():
            super().paintEvent(arg__1)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = shown
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.toolTip() in {"", plain_tip(self.text())}:
            is_cut = self.width() < super().sizeHint().width()
            self.setToolTip(plain_tip(self.text() if is_cut else ""))


def push_button(
    name: str, text: str = "", *, role: str = "", on_click: Click | None = None
) -> WordButton:
    """Return a button that only its own click or keys press, never Enter in another widget.

    Args:
        name: Object name.
        text: What it says, to a screen reader too.
        role: How the style sheet draws it; plain if empty.
        on_click: What a click does.
    """
    button = WordButton(text)
    button.setObjectName(name)
    button.setAutoDefault(False)
    if text:
        button.setAccessibleName(text)
    if role:
        button.setProperty("role", role)
    if on_click is not None:
        button.clicked.connect(on_click)
    return button


class IconButton(QToolButton):
    """A tool button with an icon in a colour of the theme, whichever theme that is.

    Args:
        icon: What it shows.
        theme: Gives the colour.
        name: Object name.
        size: Edge of the icon in pixels.
        role: How the style sheet draws it; plain if empty.
        colour: Picks the icon's colour; the secondary text's if None.
        on_click: What a click does.
    """

    def __init__(
        self,
        icon: Icon,
        *,
        theme: Theme,
        name: str,
        size: int = 16,
        role: str = "",
        colour: Callable[[Tokens], str] | None = None,
        on_click: Click | None = None,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._icon = icon
        self._colour = colour
        self.setObjectName(name)
        self.setIconSize(QSize(size, size))
        if role:
            self.setProperty("role", role)
        if on_click is not None:
            self.clicked.connect(on_click)
        theme.changed.connect(self._repaint)
        self._repaint()

    def describe(self, text: str, name: str = "") -> None:
        """Say what a click does: as the tool tip, and as `name` or the same to a screen reader."""
        self.setToolTip(plain_tip(text))
        self.setAccessibleName(name or text)

    def show_icon(self, icon: Icon, colour: Callable[[Tokens], str] | None = None) -> None:
        """Show another icon, or the same in another colour."""
        self._icon, self._colour = icon, colour
        self._repaint()

    def _repaint(self) -> None:
        colour = self._colour(self._theme.tokens) if self._colour is not None else None
        self.setIcon(self._theme.icon(self._icon, colour))


class CopyButton(IconButton):
    """Copies something, and shows for a moment that it did."""

    def __init__(
        self, *, theme: Theme, name: str, role: str = "", on_click: Callable[[], None]
    ) -> None:
        super().__init__(Icon.COPY, theme=theme, name=name, role=role, on_click=on_click)
        self.clicked.connect(self._show_done)

    def _show_done(self) -> None:
        self.show_icon(Icon.CHECK, lambda tokens: tokens.success)
        QTimer.singleShot(COPIED_FOR_MS, self, lambda: self.show_icon(Icon.COPY))

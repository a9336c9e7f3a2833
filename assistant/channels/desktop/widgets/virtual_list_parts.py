"""Small parts of a long column: a call before painting, a mark, the way to the end, tab stops."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _

HIGHLIGHT_MS: Final = 2000


class CallBeforePaint(QObject):
    """Calls back once before the next painting, however often it was asked."""

    def __init__(self, call: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._call = call
        self._is_due = False

    def ask(self) -> None:
        """Have it called."""
        if not self._is_due:
            self._is_due = True
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.User:
            self._is_due = False
            self._call()
            return True
        return super().event(event)


class Highlight(QWidget):
    """A frame around the row that was gone to, for a while."""

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.key: int | None = None
        """The row that is marked."""
        self.timer: Final = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(HIGHLIGHT_MS)
        self.timer.timeout.connect(self.end)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def mark(self, key: int) -> None:
        """Mark this row from now on."""
        self.key = key
        self.timer.start()

    def end(self) -> None:
        """Mark no row."""
        self.key = None
        self.hide()

    def frame(self, card: QWidget) -> None:
        """Stand around the card of the row."""
        self.setGeometry(card.geometry().adjusted(-8, -6, 8, 6))
        self.show()
        self.raise_()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.primary), 2))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 12, 12)


class JumpButton(Translated, IconButton):
    """Leads to the end of a column; lies over its lower edge."""

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(
            Icon.ARROW_DOWN,
            theme=theme,
            name="jump_to_end",
            size=18,
            role="suggestion",
            colour=lambda tokens: tokens.text,
        )
        self.setParent(parent)
        self._column = parent
        self.retranslate()
        self.hide()

    def place(self, *, above: int) -> None:
        """Stand in the middle, in front of everything else, `above` pixels from the lower edge."""
        self.adjustSize()
        column = self._column
        self.move((column.width() - self.width()) // 2, column.height() - self.height() - above)
        self.raise_()

    @override
    def retranslate(self) -> None:
        self.describe(_("Go to the newest message"))


def accepts_tab_focus(widget: QWidget) -> bool:
    """Whether the Tab key goes to a widget."""
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.isVisible()
        and widget.isEnabled()
    )


def tab_stops_in(cards: Sequence[QWidget]) -> list[QWidget]:
    """Return the controls within cards that the Tab key goes to, in the order they are read."""
    found: list[QWidget] = []
    for card in cards:
        chain = [child for child in (card, *card.findChildren(QWidget)) if accepts_tab_focus(child)]
        chain.sort(key=lambda w: (w.mapTo(card, w.rect().topLeft()).y(), w.x()))
        found += chain
    return found

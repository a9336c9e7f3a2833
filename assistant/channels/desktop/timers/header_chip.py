"""The little clock in the header: what is left of the timer that rings next."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QToolButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.timers.model.wording import countdown
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.timer_titles import timer_title
from assistant.protocol.timers import TimerEntry

SHOWN_WITHIN: Final = timedelta(hours=1)
"""What rings later is no matter of the moment."""
_LOOK_MS: Final = 1000
_WAIT_MS: Final = 60_000


class TimerChip(QToolButton):
    """Counts down to the next one that rings within the hour; hidden if there is none.

    Args:
        theme: Its colours.
        now: Tells the moment, aware.
    """

    def __init__(
        self, *, theme: Theme, now: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._now = now
        self._entries: tuple[TimerEntry, ...] = ()
        self.setObjectName("timer_chip")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(16, 16))
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._look)
        theme.changed.connect(self._paint_icon)
        self._paint_icon()
        self.hide()

    def show_entries(self, entries: Sequence[TimerEntry]) -> None:
        """Count down to the first of these that does not ring yet."""
        self._entries = tuple(
            entry for entry in entries if not (entry.is_ringing or entry.is_missed)
        )
        self._look()

    def _look(self) -> None:
        if not self._entries:
            self._looks.stop()
            self.hide()
            return
        first = min(self._entries, key=lambda entry: entry.due_at)
        left = first.due_at - self._now()
        is_near = left <= SHOWN_WITHIN
        self._looks.start(_LOOK_MS if is_near else _WAIT_MS)
        if is_near:
            self.setText(countdown(left))
            title = timer_title(first.kind, first.label)
            self.setToolTip(plain_tip(title))
            self.setAccessibleName(title)
            self.setAccessibleDescription(self.text())
        self.setVisible(is_near)

    def _paint_icon(self) -> None:
        self.setIcon(self._theme.icon(Icon.CLOCK))

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        super().showEvent(arg__1)
        if self._entries:
            self._looks.start(_LOOK_MS)

    @override
    def hideEvent(self, arg__1: QHideEvent) -> None:
        super().hideEvent(arg__1)
        if self._entries:
            self._looks.start(_WAIT_MS)

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange:
            self._look()

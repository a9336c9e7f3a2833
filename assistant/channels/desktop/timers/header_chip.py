"""The little clock in the header: what is left of the timer that rings next."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.timers.model.wording import countdown
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.translated import Translated
from assistant.protocol.timers import timer_title
from assistant.timer import Timer

SHOWN_WITHIN: Final = timedelta(hours=1)
"""What rings later is no matter of the moment."""
_LOOK_MS: Final = 1000
_WAIT_MS: Final = 60_000


class TimerChip(Translated, IconButton):
    """Counts down to the next one that rings within the hour; hidden if there is none."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(Icon.CLOCK, theme=context.theme, name="timer_chip")
        self._now = context.clock.now
        self._entries: tuple[Timer, ...] = ()
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._looks = QTimer(self)
        self._looks.timeout.connect(self.retranslate)
        self.hide()

    def show_entries(self, entries: Sequence[Timer]) -> None:
        """Count down to the first of these that does not ring yet."""
        self._entries = tuple(
            entry for entry in entries if not (entry.is_ringing or entry.is_missed)
        )
        self.retranslate()

    @override
    def retranslate(self) -> None:
        if not self._entries:
            self._looks.stop()
            self.hide()
            return
        first = min(self._entries, key=lambda entry: entry.shown_at)
        left = first.shown_at - self._now()
        is_near = left <= SHOWN_WITHIN
        self._looks.start(_LOOK_MS if is_near else _WAIT_MS)
        if is_near:
            self.setText(countdown(left))
            self.describe(timer_title(first.kind, first.label))
            self.setAccessibleDescription(self.text())
        self.setVisible(is_near)

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

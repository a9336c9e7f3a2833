"""The banner at the top of the window while timers ring, or until missed ones are taken note of."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from assistant.channels.desktop.timers.model.wording import ringing_text
from assistant.channels.desktop.widgets.announcements import Announcer, announce_politely
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.elided_label import ElidedLabel
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.timers import TimerEntry

_ICON = QSize(20, 20)


class RingBanner(Translated, QWidget):
    """A line for each, with buttons. It never takes the focus; Tab reaches it after the header.

    Args:
        theme: Gives the colours.
        now: Tells the moment, aware.
        announce: Has a screen reader say something.

    Signals:
        stop: Stop, or take note of, the one of this id.
        snooze: Have the one of this id ring again later.
    """

    stop = Signal(str)
    snooze = Signal(str)

    def __init__(
        self,
        *,
        theme: Theme,
        now: Callable[[], datetime],
        announce: Announcer = announce_politely,
    ) -> None:
        super().__init__()
        self._theme = theme
        self._now = now
        self._announce = announce
        self._entries: tuple[TimerEntry, ...] = ()
        self._rows: dict[str, QFrame] = {}
        self.setObjectName("ringing")
        self._box = vbox(inside=self, gap=6, margins=(12, 8, 12, 0))
        self.hide()
        theme.changed.connect(self.retranslate)

    @property
    def entries(self) -> tuple[TimerEntry, ...]:
        """What is shown."""
        return self._entries

    @property
    def is_ringing(self) -> bool:
        """Whether something rings, aloud."""
        return any(entry.is_ringing for entry in self._entries)

    def show_entries(self, entries: Sequence[TimerEntry]) -> None:
        """Show these and no others."""
        before = {entry.timer_id: entry for entry in self._entries}
        self._entries = tuple(entries)
        now = {entry.timer_id: entry for entry in entries}
        for timer_id, entry in before.items():
            if now.get(timer_id) != entry:
                self._take_away(timer_id)
        for entry in entries:  # rows that stay keep the focus
            if entry.timer_id not in self._rows:
                self._rows[entry.timer_id] = self._row(entry)
                self._box.addWidget(self._rows[entry.timer_id])
        self.setVisible(bool(self._entries))

    def call_out(self, entry: TimerEntry) -> None:
        """Have a screen reader tell of one, without moving the focus."""
        self._announce(self, ringing_text(entry, self._now()))

    @override
    def retranslate(self) -> None:
        entries = self._entries
        self.show_entries(())
        self.show_entries(entries)

    def _take_away(self, timer_id: str) -> None:
        row = self._rows.pop(timer_id)
        row.hide()
        self._box.removeWidget(row)
        row.setParent(None)
        row.deleteLater()

    def _row(self, entry: TimerEntry) -> QFrame:
        text = ringing_text(entry, self._now())
        row = QFrame()
        row.setObjectName(f"ring_{entry.timer_id}")
        row.setProperty("role", "notice")
        row.setProperty("severity", "info" if entry.is_missed else "warning")
        row.setAccessibleName(text)
        mark = plain_label(wraps=False)
        tokens = self._theme.tokens
        colour = tokens.link if entry.is_missed else tokens.warning
        mark.setPixmap(pixmap(Icon.BELL, colour, _ICON.width(), self.devicePixelRatioF()))
        words = ElidedLabel()
        words.set_text(text)
        timer_id = entry.timer_id
        later = push_button(
            f"snooze_{timer_id}", _("In 5 minutes"), on_click=lambda: self.snooze.emit(timer_id)
        )
        later.setAccessibleName(_("Ring again in 5 minutes: {title}").format(title=text))
        stop = push_button(
            f"stop_{timer_id}",
            _("Dismiss") if entry.is_missed else _("Stop"),
            role="primary",
            on_click=lambda: self.stop.emit(timer_id),
        )
        stop.setAccessibleName(f"{stop.text()}: {text}")
        for button in (later, stop):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus where it is
        hbox(mark, (words, 1), later, stop, inside=row, gap=9, margins=(12, 7, 8, 7))
        return row

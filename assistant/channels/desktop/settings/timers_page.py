"""The settings page about timers: those that are set, and one more by hand."""

from datetime import datetime
from typing import Final

from PySide6.QtCore import QTime, QTimer
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QLineEdit, QTimeEdit
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.page import SettingsPage, clear_layout
from assistant.channels.desktop.timers.model.wording import left_text, ringing_text
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import hbox, vbox
from assistant.locale import _, current_language
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.timers import (
    AddTimer,
    CancelTimer,
    ListTimers,
    StopRinging,
    TimersListed,
    timer_title,
)
from assistant.timer import Timer, TimerKind

_LOOK_MS: Final = 1000
_MAX_MIN: Final = 24 * 60
_DAILY: Final = ("daily",)
_WEEKDAYS: Final = ("weekdays",)


class TimerRow(QFrame):
    """One timer: what it is, what is left, and a button that takes it away."""

    def __init__(self, entry: Timer, *, engine: EngineClient, now: datetime) -> None:
        super().__init__()
        self.entry = entry
        self.setObjectName(f"timer_{entry.timer_id}")
        self.setProperty("role", "panel")
        is_shown = entry.is_ringing or entry.is_missed
        name = plain_label(
            ringing_text(entry, now) if is_shown else timer_title(entry.kind, entry.label)
        )
        self.left = plain_label(role="secondary")
        self.left.setWordWrap(False)
        command = (StopRinging if is_shown else CancelTimer)(timer_id=entry.timer_id)
        self.button = push_button(
            f"cancel_{entry.timer_id}",
            text=_("Stop") if is_shown else _("Cancel"),
            on_click=lambda: engine.submit(command),
        )
        self.button.setAccessibleName(f"{self.button.text()}: {name.text()}")
        words = vbox(name, gap=1)
        if entry.days:
            words.addWidget(plain_label(_days_text(entry), role="description"))
        hbox((words, 1), self.left, self.button, inside=self, margins=(14, 9, 12, 9), gap=10)

    def look(self, now: datetime) -> None:
        """Show what is left."""
        is_shown = self.entry.is_ringing or self.entry.is_missed
        text = "" if is_shown else left_text(self.entry, now)
        self.left.setText(text)
        self.setAccessibleName(timer_title(self.entry.kind, self.entry.label))
        self.setAccessibleDescription(text)


class TimersPage(SettingsPage):
    """Timers, alarms and reminders: those that are set, and one more by hand."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="timers", title=_("Timers"), icon=Icon.CLOCK, gap=12)
        self._entries: tuple[Timer, ...] = ()
        self._rows: list[TimerRow] = []
        self._looks = QTimer(self)
        self._looks.setInterval(_LOOK_MS)
        self._looks.timeout.connect(self._look)
        self.kind = Dropdown(theme=context.theme)
        self.kind.setObjectName("timer_kind")
        self.kind.setAccessibleName(_("Kind"))
        for kind in TimerKind:
            self.kind.addItem(timer_title(kind, ""), kind)
        self.kind.currentIndexChanged.connect(self._show_fields)
        self.label = QLineEdit()
        self.label.setObjectName("timer_label")
        self.label.setPlaceholderText(_("What for?"))
        self.label.setAccessibleName(_("What for?"))
        self.label.setMaxLength(120)
        self.label.returnPressed.connect(self._add)
        self.minutes = QDoubleSpinBox()
        self.minutes.setDecimals(0)
        self.minutes.setObjectName("timer_minutes")
        self.minutes.setRange(1, _MAX_MIN)
        self.minutes.setValue(5)
        self.time = QTimeEdit()
        self.time.setObjectName("timer_time")
        self.time.setDisplayFormat("HH:mm")
        self.time.setTime(QTime(7, 0))
        for number in (self.minutes, self.time):
            number.lineEdit().setTextMargins(9, 0, 9, 0)  # a style sheet gives it no padding
        self.days = Dropdown(theme=context.theme)
        self.days.setObjectName("timer_days")
        for text, days in (
            (_("Once"), ()),
            (_("Weekdays"), _WEEKDAYS),
            (_("Every day"), _DAILY),
        ):
            self.days.addItem(text, days)
        self.add_button = push_button("timer_add", _("Set"), role="primary", on_click=self._add)
        self._names = {
            self.minutes: plain_label(_("Minutes"), wraps=False),
            self.time: plain_label(_("At"), wraps=False),
            self.days: plain_label(_("Repeats"), wraps=False),
        }
        when = hbox(gap=8)
        for field, name in self._names.items():
            name.setBuddy(field)
            field.setAccessibleName(name.text())
            when.addWidget(name)
            when.addWidget(field)
        when.addStretch(1)
        when.addWidget(self.add_button)
        form = QFrame()
        form.setProperty("role", "panel")
        what = hbox(self.kind, (self.label, 1), gap=8)
        vbox(what, when, inside=form, margins=(14, 12, 12, 12), gap=10)
        self._list = vbox(gap=8)
        self._box.addWidget(form)
        self._box.addLayout(self._list)
        self._show_fields()
        self._fill()

    @property
    def rows(self) -> tuple[TimerRow, ...]:
        """The timers that are shown, top to bottom."""
        return tuple(self._rows)

    @override
    def load(self) -> None:
        self._context.engine.submit(ListTimers())

    @override
    def handle(self, event: EngineEvent) -> None:
        if isinstance(event, TimersListed):
            self._entries = event.timers
            self._fill()

    def _add(self) -> None:
        kind: TimerKind = self.kind.currentData()
        label = self.label.text()
        if kind is TimerKind.TIMER:
            command = AddTimer(kind=kind, label=label, length_s=self.minutes.value() * 60.0)
        else:
            command = AddTimer(
                kind=kind,
                label=label,
                at=self.time.time().toString("HH:mm"),
                days=tuple(self.days.currentData()),
            )
        self._context.engine.submit(command)
        self.label.clear()

    def _show_fields(self) -> None:
        is_length = self.kind.currentData() is TimerKind.TIMER
        for field, name in self._names.items():
            is_shown = (field is self.minutes) is is_length
            field.setVisible(is_shown)
            name.setVisible(is_shown)

    def _fill(self) -> None:
        """Make the rows anew."""
        clear_layout(self._list)
        engine, now = self._context.engine, self._context.clock.now()
        self._rows = [TimerRow(entry, engine=engine, now=now) for entry in self._entries]
        for shown in self._rows:
            self._list.addWidget(shown)
        if not self._rows:
            self._list.addWidget(plain_label(_("No timer is set."), role="secondary"))
            self._looks.stop()
        else:
            self._looks.start()
        self._look()

    def _look(self) -> None:
        now = self._context.clock.now()
        for shown in self._rows:
            shown.look(now)


def _days_text(entry: Timer) -> str:
    from assistant.tools.timers.model.wording import say_days  # late: CLDR is much to import

    days = say_days(entry.days, current_language())
    return _("It repeats: {days}.").format(days=days)

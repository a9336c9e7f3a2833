"""What stands around the window on the desktop: notifications, the icon in the panel, shortcuts, the bar.

Imported once everything else runs. The window may close to the icon, and only to one that is seen: a
program that nobody can see is never left.
"""

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.model.questions_presenter import QuestionsPresenter
from assistant.channels.desktop.app.model.window_place import read_place
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.login_start.login_start import LoginStart
from assistant.channels.desktop.notifications.desktop_notifier import DesktopNotifier
from assistant.channels.desktop.notifications.model.notification_center import GOES_ON
from assistant.channels.desktop.notifications.model.question_notification import asked_in
from assistant.channels.desktop.notifications.motion_preference import MotionPreference
from assistant.channels.desktop.notifications.notification_service import NotificationService
from assistant.channels.desktop.notifications.session_bus import open_session_bus
from assistant.channels.desktop.questions.dialog_presenter import DialogQueue
from assistant.channels.desktop.tray.icon_drawing import tray_pixmap
from assistant.channels.desktop.tray.model.tray_state import TrayState
from assistant.channels.desktop.tray.model.window_closing import Closing, closing
from assistant.channels.desktop.tray.tray_icon import TrayIcon
from assistant.errors import ConfigError
from assistant.protocol.dictation import DictationChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice

if TYPE_CHECKING:
    from assistant.channels.desktop.bar.compact_bar import CompactBar
    from assistant.channels.desktop.dictation.dictation_presence import DictationPresence
    from assistant.channels.desktop.shortcuts.global_shortcuts import GlobalShortcuts

_ICON_PX: Final = 64
_SHORTCUTS: Final = ("shortcut_window", "shortcut_talk", "shortcut_bar", "shortcut_dictation")
"""Their settings."""


class DesktopPresence(QObject):
    """Makes it and ties it to the window; GUI thread.

    Args:
        context: What its parts are made with.
        window: The window.
        dialogs: Those of questions; while the window is put away and notifications tell of them, they
            do not come up by themselves.
        asking: Takes answers.
        present: Brings the window before the user; takes the token that lets it take the focus.
        toggle: Does so, or takes it away if it is there; takes the same.
        tell: Shows a notice in the window.
        has_panel: Whether there is a panel that shows icons.

    Attributes:
        icon: The icon in the panel.
        notifier: Tells of what happens while the user looks elsewhere.
    """

    def __init__(
        self,
        context: DesktopContext,
        *,
        window: MainWindow,
        dialogs: DialogQueue,
        asking: QuestionsPresenter,
        present: Callable[[str], None],
        toggle: Callable[[str], None],
        tell: Callable[[Notice], None],
        has_panel: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    ) -> None:
        super().__init__()
        self._context = context
        self._window = window
        self._dialogs = dialogs
        self._asking = asking
        self._present = present
        self._toggle = toggle
        self._tell = tell
        self._shortcuts: GlobalShortcuts | None = None
        self._bar: CompactBar | None = None
        self._dictation: DictationPresence | None = None
        self._login_start: Final = LoginStart.of_user(context.home)
        self._bus: Final = open_session_bus(self)
        MotionPreference(self._bus, reduce=context.theme.reduce_motion, parent=self)
        picture = tray_pixmap(TrayState(), _ICON_PX).toImage()
        self._service: Final = NotificationService(self._bus, icon=picture, parent=self)
        self.notifier: Final = DesktopNotifier(context, service=self._service, parent=self)
        self.icon: Final = TrayIcon(bus=self._bus, has_panel=has_panel, parent=self)
        self._connect()
        self._show_state()
        is_on = self._login_start.is_on
        if is_on is not context.settings.get("ui", "start_at_login"):
            context.settings.set("ui", "start_at_login", is_on)
        context.settings.saved.connect(self._setting_saved)
        self._apply_shortcuts()
        if context.settings.get("ui", "bar_open"):
            self.toggle_bar()

    @property
    def bar(self) -> "CompactBar | None":
        """The compact bar, while it is shown."""
        return self._bar if self._bar is not None and self._bar.isVisible() else None

    def handle(self, event: EngineEvent) -> None:
        """Take an event of the engine, after the window did."""
        self.notifier.handle(event)
        if isinstance(event, DictationChanged) and self._dictation is not None:
            self._dictation.show_state(event)
        if self.bar is not None:
            self.bar.handle(event)
            self._show_in_bar()

    def toggle_bar(self) -> None:
        """Show the compact bar, or take it away; it is imported with the first time."""
        if self.bar is not None and self._context.settings.get("ui", "bar_open"):
            self._put_bar_away()
            return
        self._show_bar()
        self._context.settings.set("ui", "bar_open", True)

    def dictate(self) -> None:
        """Begin a dictation, or end it and have it typed."""
        self._made_dictation(self._made_shortcuts()).toggle()

    def retranslate(self) -> None:
        """Say everything in the interface's language."""
        self.icon.retranslate()

    def close(self) -> None:
        """Take everything away."""
        self._window.goes_on = lambda: False
        self._dialogs.may_show = lambda: True
        self.notifier.close()
        self.icon.close()
        if self._bar is not None:
            if self.bar is not None:
                self._keep_place(self._bar)
            self._bar.hide()
            self._bar.deleteLater()
            self._bar = None
        if self._shortcuts is not None:
            self._shortcuts.close()
        self._bus.close()

    def _connect(self) -> None:
        window, icon, notifier = self._window, self.icon, self.notifier
        notifier.answer.connect(self._asking.choose)
        notifier.open_question.connect(self._open_question)
        notifier.open_window.connect(self._present)
        notifier.shown.connect(self._told)
        notifier.failed.connect(self._dialogs.show_waiting)
        self._dialogs.may_show = self._may_show
        window.appeared.connect(self._dialogs.show_waiting)
        window.goes_on = self._goes_on
        window.put_away.connect(self._was_put_away)
        window.header.changed.connect(self._show_state)
        icon.opened.connect(lambda: self._present(""))
        icon.list_wanted.connect(self._answer_first)
        icon.mute_toggled.connect(window.mute)
        icon.bar_toggled.connect(self.toggle_bar)
        window.bar.connect(self.toggle_bar)
        window.header.menu.offer(MenuEntry.BAR, self.toggle_bar)
        icon.settings.connect(window.settings)
        icon.quit.connect(window.quit)
        icon.gone.connect(self._icon_gone)

    def _show_state(self) -> None:
        header = self._window.header
        self.icon.show_state(TrayState(status=header.status, waiting=header.waiting))
        self._show_in_bar()

    def _make_bar(self) -> "CompactBar":
        from assistant.channels.desktop.bar.compact_bar import CompactBar

        settings, window = self._context.settings, self._window
        bar = CompactBar(self._context, place=read_place(str(settings.get("ui", "bar_place"))))
        bar.stop.connect(window.stop)
        bar.talk_control.tapped.connect(window.microphone)
        bar.talk_control.held.connect(window.talk_control.held)
        bar.chosen.connect(self._asking.choose)
        bar.open_question.connect(partial(self._open_question, activation_token=""))
        bar.expanded.connect(self._expand_bar)
        bar.closed.connect(self._put_bar_away)
        return bar

    def _made_bar(self) -> "CompactBar":
        if self._bar is None:
            self._bar = self._make_bar()
        return self._bar

    def _show_bar(self) -> None:
        bar = self._made_bar()
        if not bar.isVisible():
            bar.show()
            self._show_in_bar()

    def _hide_unwanted_bar(self) -> None:
        if self.bar is not None and not self._context.settings.get("ui", "bar_open"):
            self._keep_place(self.bar)
            self.bar.hide()

    def _show_in_bar(self) -> None:
        bar, header = self.bar, self._window.header
        if bar is None:
            return
        first = next((item for item in self._asking.items if item.can_answer), None)
        bar.show_status(header.status, header.waiting)
        if bar.questions == (first.questions if first is not None else None):
            return
        bar.show_question(None if first is None else first.questions)
        if first is not None and not self._window.isVisible():
            self._dialogs.shown_elsewhere(first.id)

    def _keep_place(self, bar: "CompactBar") -> None:
        if (place := bar.place.written()) != self._context.settings.get("ui", "bar_place"):
            self._context.settings.set("ui", "bar_place", place)

    def _put_bar_away(self) -> None:
        if self._bar is not None:
            self._keep_place(self._bar)
            self._bar.hide()
            self._context.settings.set("ui", "bar_open", False)

    def _expand_bar(self) -> None:
        self._put_bar_away()
        self._present("")

    def _open_question(self, questions_id: str, activation_token: str) -> None:
        self._present(activation_token)
        self._asking.answer(questions_id)

    def _answer_first(self) -> None:
        self._present("")
        self._window.questions.open_first()

    def _may_show(self) -> bool:
        is_told = self.notifier.is_working or self.bar is not None
        return self._window.isVisible() or not is_told

    def _goes_on(self) -> bool:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        meant = closing(
            has_icon=self.icon.is_seen,
            is_wanted=bool(self._context.settings.get("ui", "close_to_tray")),
            is_session_ending=application.isSavingSession(),
        )
        return meant is Closing.HIDES

    def _was_put_away(self) -> None:
        if not self._context.settings.get("ui", "told_of_tray"):
            self.notifier.tell_goes_on()

    def _told(self, key: str) -> None:
        if key == GOES_ON:
            self._context.settings.set("ui", "told_of_tray", True)
        elif (questions_id := asked_in(key)) is not None:
            self._dialogs.shown_elsewhere(questions_id)

    def _setting_saved(self, section: str, key: str, value: object) -> None:
        if section == "ui" and key in _SHORTCUTS:
            self._apply_shortcuts(is_change=True)
        if (section, key) != ("ui", "start_at_login") or value is self._login_start.is_on:
            return
        try:
            text, hint = self._login_start.turn(on=bool(value)), ""
        except ConfigError as error:
            text, hint = error.message, error.hint
            self._context.settings.set("ui", "start_at_login", self._login_start.is_on)
        self._tell(Notice(code="login_start", text=text, hint=hint, resolved=not text))

    def _apply_shortcuts(self, *, is_change: bool = False) -> None:
        """Have the shortcuts that the settings name; what gives them is imported with the first."""
        if self._shortcuts is None:
            if not any(self._context.settings.get("ui", key) for key in _SHORTCUTS):
                return
            self._shortcuts = self._made_shortcuts()
        if self._context.settings.get("ui", "shortcut_dictation"):
            self._made_dictation(self._shortcuts)
        self._shortcuts.apply(is_change=is_change)

    def _made_shortcuts(self) -> "GlobalShortcuts":
        if self._shortcuts is None:
            from assistant.channels.desktop.shortcuts.global_shortcuts import GlobalShortcuts

            self._shortcuts = GlobalShortcuts(self._context.settings, tell=self._tell, parent=self)
            self._shortcuts.window_wanted.connect(self._toggle)
            self._shortcuts.bar_wanted.connect(self.toggle_bar)
            self._shortcuts.talk.connect(self._window.talk_control.set_pressed)
        return self._shortcuts

    def _made_dictation(self, shortcuts: "GlobalShortcuts") -> "DictationPresence":
        if self._dictation is None:
            from assistant.channels.desktop.dictation.dictation_presence import (
                DictationPresence,
                typing_notice,
            )
            from assistant.text_typing.choice import is_wayland

            self._tell(typing_notice(os.environ))
            self._dictation = DictationPresence(
                shortcuts=shortcuts,
                engine=self._context.engine,
                bar=self._made_bar,
                show_bar=self._show_bar,
                hide_bar=self._hide_unwanted_bar,
                bar_takes_focus=is_wayland(os.environ),
                parent=self,
            )
        return self._dictation

    def _icon_gone(self) -> None:
        """Show the window, which is nowhere else, without taking the focus from anything."""
        if not self._window.isVisible():
            self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
            self._window.show()
            self._window.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, on=False)

"""Parley's icon in the desktop's panel, with its menu."""

import sys
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from assistant.channels.desktop.notifications.session_bus import (
    Address,
    BusSignal,
    Reply,
    SessionBus,
)
from assistant.channels.desktop.tray.icon_drawing import tray_icon
from assistant.channels.desktop.tray.model.tray_state import TrayState
from assistant.channels.desktop.widgets.labels import plain_tip
from assistant.locale import _

WATCHER: Final = "org.kde.StatusNotifierWatcher"
"""The program that tells panels of icons, where panels have them over D-Bus."""
_PROPERTIES: Final = Address(
    name=WATCHER, path="/StatusNotifierWatcher", interface="org.freedesktop.DBus.Properties"
)
GONE_MS: Final = 10_000
"""How long a panel may be away, as while it is started again, until its icons count as unseen."""


class TrayIcon(QObject):
    """Stands in the panel as long as there is one that shows icons; GUI thread.

    Args:
        bus: Tells of panels that come and go.
        has_panel: Whether there is one.
        gone_ms: How long it may be away.

    Signals:
        opened: The user wants the window.
        list_wanted: The user wants to answer what waits.
        bar_toggled: The user wants the compact bar, or wants it away.
        mute_toggled: The user turns the microphone off or on.
        settings: The user wants the settings.
        quit: The user wants the program to end.
        came: The icon can be seen from now on.
        gone: It cannot any more.
    """

    opened = Signal()
    list_wanted = Signal()
    bar_toggled = Signal()
    mute_toggled = Signal()
    settings = Signal()
    quit = Signal()
    came = Signal()
    gone = Signal()

    def __init__(
        self,
        *,
        bus: SessionBus,
        has_panel: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
        gone_ms: int = GONE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._has_panel = has_panel
        self._state = TrayState()
        self._icon: QSystemTrayIcon | None = None
        self._is_seen = self._is_closed = False
        self._menu = QMenu()
        self._open = self._action("tray_open", self.opened.emit)
        self._list = self._action("tray_questions", self.list_wanted.emit)
        self._bar = self._action("tray_bar", self.bar_toggled.emit)
        self._mute = self._action("tray_mute", self.mute_toggled.emit)
        self._settings = self._action("tray_settings", self.settings.emit)
        self._menu.addSeparator()
        self._quit = self._action("tray_quit", self.quit.emit)
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.setInterval(gone_ms)
        self._away.timeout.connect(self._give_up)
        self.retranslate()
        self._bus = bus
        if bus.is_open:
            bus.owner_changed.connect(self._owner_changed)
            bus.came.connect(self._came)
            bus.listen(WATCHER, WATCHER)
            bus.watch(WATCHER)
        else:
            QTimer.singleShot(0, self, self._look)

    @property
    def is_seen(self) -> bool:
        """Whether there is a panel that shows it."""
        return self._is_seen

    @property
    def menu(self) -> QMenu:
        """Its menu."""
        return self._menu

    @property
    def text(self) -> str:
        """What it says in words."""
        return self._state.text

    def show_state(self, state: TrayState) -> None:
        """Show how things stand."""
        if state != self._state:
            self._state = state
            self._draw()
            self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the interface's language."""
        waiting = self._state.waiting
        self._open.setText(_("Open Parley"))
        self._list.setText(
            _("Open questions: {n}").format(n=waiting) if waiting else _("Open questions")
        )
        self._bar.setText(_("Compact bar"))
        self._mute.setText(
            _("Switch the microphone on")
            if self._state.status.is_muted
            else _("Switch the microphone off")
        )
        self._settings.setText(_("Settings…"))
        self._quit.setText(_("Quit Parley"))
        if self._icon is not None:
            self._icon.setToolTip(plain_tip(self._state.text))

    def close(self) -> None:
        """Take it away. Safe to call twice."""
        self._away.stop()
        self._drop()
        self._is_seen = False
        if not self._is_closed:
            self._is_closed = True
            self._menu.deleteLater()

    def _action(self, name: str, chosen: Callable[[], object]) -> QAction:
        action = self._menu.addAction("")
        action.setObjectName(name)
        action.triggered.connect(lambda: chosen())
        return action

    def _owner_changed(self, name: str, owner: str) -> None:
        if name != WATCHER:
            return
        if owner:
            self._ask()
        elif self._icon is None:
            self._look()
        else:
            self._away.start()

    def _came(self, signal: BusSignal) -> None:
        """Look again as a panel comes or goes: the watcher is there before its panels are."""
        if signal.interface == WATCHER and signal.member.startswith("StatusNotifierHost"):
            self._ask()

    def _ask(self) -> None:
        """Ask the watcher something before Qt does, which waits for the answer."""
        body = (WATCHER, "IsStatusNotifierHostRegistered")
        self._bus.call(_PROPERTIES, "Get", "ss", body, then=self._answered)

    def _answered(self, reply: Reply | None) -> None:
        if reply is None:
            self._away.start()
        else:
            self._look()

    def _look(self) -> None:
        """See whether there is a panel for it, and stand there."""
        has_panel = self._has_panel()
        if has_panel:
            self._away.stop()
            self._stand()
        else:
            self._drop()
        if has_panel is not self._is_seen:
            self._is_seen = has_panel
            (self.came if has_panel else self.gone).emit()

    def _give_up(self) -> None:
        self._drop()
        if self._is_seen:
            self._is_seen = False
            self.gone.emit()

    def _drop(self) -> None:
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def _stand(self) -> None:
        if self._icon is not None:
            return
        icon = QSystemTrayIcon(self)
        self._icon = icon
        icon.setContextMenu(self._menu)
        icon.activated.connect(self._activated)
        self._draw()
        self.retranslate()
        icon.show()

    def _draw(self) -> None:
        if self._icon is not None:
            self._icon.setIcon(tray_icon(self._state))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        clicks = QSystemTrayIcon.ActivationReason
        if reason in {clicks.Trigger, clicks.DoubleClick, clicks.MiddleClick} and (
            sys.platform != "darwin"  # there a click opens the menu
        ):
            self.opened.emit()

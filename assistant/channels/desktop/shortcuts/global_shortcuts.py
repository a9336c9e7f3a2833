"""The shortcuts that the settings name, wherever the desktop gives them from."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QObject, Signal

from assistant.channels.desktop.settings.stored_values import WindowSettings
from assistant.channels.desktop.shortcuts.model.key_combination import key_combination
from assistant.channels.desktop.shortcuts.shortcut_source import (
    Refusal,
    ShortcutSource,
    WantedShortcut,
)
from assistant.locale import _
from assistant.protocol.notices import Notice, Severity

WINDOW: Final = "shortcut_window"
TALK: Final = "shortcut_talk"
BAR: Final = "shortcut_bar"
DICTATE: Final = "shortcut_dictation"
"""Names of shortcuts: the keys of their settings, and codes of the notices about them."""
COMMANDS: Final = {
    WINDOW: "parley toggle",
    TALK: "parley talk",
    DICTATE: "parley dictate",
}


def shortcut_source(environment: Mapping[str, str], parent: QObject) -> ShortcutSource | None:
    """Return what gives shortcuts on this desktop; None where nothing can."""
    if environment.get("WAYLAND_DISPLAY") or environment.get("XDG_SESSION_TYPE") == "wayland":
        from assistant.channels.desktop.notifications.session_bus import open_session_bus
        from assistant.channels.desktop.shortcuts.portal_shortcuts import PortalShortcuts

        return PortalShortcuts(open_session_bus(parent), parent)
    if sys.platform == "linux" and environment.get("DISPLAY"):
        from assistant.channels.desktop.shortcuts.x11_shortcuts import X11Shortcuts

        return X11Shortcuts(parent)
    return None


class GlobalShortcuts(QObject):
    """Follows the settings; GUI thread.

    Args:
        settings: Name the keys.
        tell: Shows a notice.
        source: Makes what gives shortcuts.

    Signals:
        window_wanted: The user wants the window, or wants it away; carries the token with which it
            may take the focus, or "".
        bar_wanted: The same of the compact bar.
        talk: The key to talk is pressed (True), or let go of (False); always in pairs.
        dictate: The same of the key to dictate.
        cancelled: The user pressed Escape; see `watch_escape`.
    """

    window_wanted = Signal(str)
    bar_wanted = Signal()
    talk = Signal(bool)
    dictate = Signal(bool)
    cancelled = Signal()

    def __init__(
        self,
        settings: WindowSettings,
        *,
        tell: Callable[[Notice], None],
        source: Callable[[Mapping[str, str], QObject], ShortcutSource | None] = shortcut_source,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._tell = tell
        self._make_source = source
        self._source: ShortcutSource | None = None
        self._wanted: dict[str, WantedShortcut] = {}
        self._held: set[str] = set()
        self._is_change = False

    def apply(self, *, is_change: bool = False) -> None:
        """Have the shortcuts that the settings name now.

        Args:
            is_change: The user changed one just now, and is told where the desktop gives other keys.
        """
        self._is_change = is_change
        wanted = self._in_settings()
        for name in self._wanted.keys() - wanted.keys():
            self._resolved(name)
        if wanted == self._wanted:
            return
        self.close()
        self._wanted = wanted
        if not wanted:
            return
        source = self._make_source(os.environ, self)
        if source is None:
            for name in wanted:
                self._refused(name, Refusal.NO_SOURCE)
            return
        self._source = source
        source.pressed.connect(self._pressed)
        source.released.connect(self._released)
        source.cancelled.connect(self.cancelled)
        source.given.connect(self._given)
        source.refused.connect(self._refused)
        source.open(wanted)

    def close(self) -> None:
        """Give the shortcuts back. Safe to call twice."""
        for name in tuple(self._held):
            self._released(name)
        self._wanted = {}
        if self._source is not None:
            self._source.close()
            self._source.deleteLater()
            self._source = None

    def watch_escape(self, *, is_on: bool) -> None:
        """Hear Escape, as long as there are shortcuts."""
        if self._source is not None:
            self._source.watch_escape(is_on=is_on)

    def _in_settings(self) -> dict[str, WantedShortcut]:
        words = {
            WINDOW: _("Show or hide the window"),
            TALK: _("Talk with Parley"),
            BAR: _("Show or hide the compact bar"),
            DICTATE: _("Dictate while it is held"),
        }
        found = {name: key_combination(str(self._settings.get("ui", name))) for name in words}
        return {
            name: WantedShortcut(keys=keys, description=words[name])
            for name, keys in found.items()
            if keys is not None
        }

    def _pressed(self, name: str, activation_token: str) -> None:
        if name == WINDOW:
            self.window_wanted.emit(activation_token)
            return
        if name == BAR:
            self.bar_wanted.emit()
            return
        self._released(name)  # a desktop that never says that a key was let go of
        self._held.add(name)
        (self.talk if name == TALK else self.dictate).emit(True)

    def _released(self, name: str) -> None:
        if name in self._held:
            self._held.remove(name)
            (self.talk if name == TALK else self.dictate).emit(False)

    def _resolved(self, name: str) -> None:
        self._tell(Notice(code=name, text="", resolved=True))

    def _given(self, name: str, words: str) -> None:
        wanted = self._wanted[name].keys
        if not self._is_change or not words or wanted.is_meant_by(words):
            self._resolved(name)
            return
        text = _("Instead of {keys} the desktop gives another shortcut: {given}")
        hint = _(
            "It keeps what it gave before. Only its own settings for the keyboard change that."
        )
        self._tell(
            Notice(
                code=name,
                text=text.format(keys=wanted.text, given=words),
                hint=hint,
                severity=Severity.INFO,
            )
        )

    def _refused(self, name: str, why: Refusal) -> None:
        self._released(name)
        hint = (
            _("Choose another under General in the settings.")
            if why in {Refusal.TAKEN, Refusal.NO_KEY} or name not in COMMANDS
            else _("In the desktop's own settings a shortcut can run: {command}").format(
                command=COMMANDS[name]
            )
        )
        self._tell(Notice(code=name, text=why.text(self._wanted[name].keys), hint=hint))

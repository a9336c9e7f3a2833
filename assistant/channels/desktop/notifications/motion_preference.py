"""Whether the desktop asks for less motion, from its portal (org.freedesktop.portal.Settings)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import QObject

from assistant.channels.desktop.notifications.portal import NAME, portal
from assistant.channels.desktop.notifications.session_bus import (
    BusSignal,
    Reply,
    SessionBus,
)

SETTINGS: Final = "org.freedesktop.portal.Settings"
_ASKS_FOR_LESS: Final[Mapping[tuple[str, str], Callable[[Any], bool]]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: str(value) == "0",
}
"""Where desktops keep it, and how they say it."""


class MotionPreference(QObject):
    """Asks once, and follows; says nothing where there is no portal.

    Args:
        bus: The session's bus.
        reduce: Is told whether there shall be less motion.
        parent: Owns it.
    """

    def __init__(self, bus: SessionBus, *, reduce: Callable[[bool], None], parent: QObject) -> None:
        super().__init__(parent)
        self._reduce = reduce
        self._asking: set[tuple[str, str]] = set()
        """The settings that ask for less."""
        if bus.is_open:
            bus.came.connect(self._came)
            bus.listen(NAME, SETTINGS)
            spaces = sorted({space for space, _key in _ASKS_FOR_LESS})
            bus.call(portal(SETTINGS), "ReadAll", "as", (spaces,), then=self._answered)

    def _answered(self, reply: Reply | None) -> None:
        match reply:
            case Reply(body=({} as spaces,)):
                for space, values in spaces.items():
                    for key, (_signature, value) in values.items():
                        self._take(space, key, value)
            case _:
                pass  # no portal, or an old one

    def _came(self, signal: BusSignal) -> None:
        match signal:
            case BusSignal(
                interface=interface,
                member="SettingChanged",
                body=(str(space), str(key), (_signature, value)),
            ) if interface == SETTINGS:
                self._take(space, key, value)
            case _:
                pass

    def _take(self, space: str, key: str, value: object) -> None:
        asks = _ASKS_FOR_LESS.get((space, key))
        if asks is None:
            return
        if asks(value):
            self._asking.add((space, key))
        else:
            self._asking.discard((space, key))
        self._reduce(bool(self._asking))

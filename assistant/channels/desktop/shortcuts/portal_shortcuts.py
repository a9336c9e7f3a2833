"""Shortcuts that the desktop gives through its portal (org.freedesktop.portal.GlobalShortcuts).

Under Wayland no program sees the keys that others are sent. The desktop asks the user about the keys,
and may give others than were asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject
from typing_extensions import override

from assistant.channels.desktop.notifications.portal import NAME, NOT_TAKEN, PortalRequests
from assistant.channels.desktop.notifications.portal_identity import have_identity
from assistant.channels.desktop.notifications.session_bus import BusSignal, SessionBus
from assistant.channels.desktop.shortcuts.shortcut_source import Refusal, ShortcutSource, Wanted

SHORTCUTS: Final = "org.freedesktop.portal.GlobalShortcuts"
SESSION: Final = "org.freedesktop.portal.Session"


class PortalShortcuts(ShortcutSource):
    """Implements `ShortcutSource`; waits for nobody.

    Args:
        bus: A connection of its own, with which the portal forgets the shortcuts.
        identify: Sees to it that the desktop knows the program's name.
    """

    def __init__(
        self,
        bus: SessionBus,
        parent: QObject | None = None,
        *,
        identify: Callable[[], None] = have_identity,
    ) -> None:
        super().__init__(parent)
        self._bus = bus
        self._requests = PortalRequests(bus)
        self._identify = identify
        self._wanted: Wanted = {}
        self._owner: str | None = None
        """None until it is known whether there is a portal."""
        self._session = ""
        bus.owner_changed.connect(self._owner_changed)
        bus.came.connect(self._came)
        bus.lost.connect(lambda: self.refuse_all(self._wanted, Refusal.NO_SOURCE))

    @override
    def open(self, wanted: Wanted) -> None:
        self._wanted = wanted
        if not self._bus.is_open:
            self.refuse_all(wanted, Refusal.NO_SOURCE)
            return
        for interface in (SHORTCUTS, SESSION):
            self._bus.listen(NAME, interface)
        self._identify()
        self._requests.register(lambda _reply: self._bus.watch(NAME))

    @override
    def close(self) -> None:
        self._bus.close()

    def _owner_changed(self, name: str, owner: str) -> None:
        if name != NAME or owner == self._owner:
            return
        is_first = self._owner is None
        self._end_session()
        self._owner = owner
        if not owner and is_first:
            self.refuse_all(self._wanted, Refusal.NO_SOURCE)
        elif owner and not is_first:  # it was started again
            self._requests.register(lambda _reply: self._create())
        elif owner:
            self._create()

    def _create(self) -> None:
        options = {"session_handle_token": ("s", "parley")}
        self._requests.ask(
            SHORTCUTS, "CreateSession", "a{sv}", (), options=options, then=self._created
        )

    def _created(self, code: int, results: Mapping[str, tuple[str, Any]]) -> None:
        if code != 0:
            self._refuse(code)
            return
        self._session = results["session_handle"][1]
        shortcuts = [
            (
                name,
                {
                    "description": ("s", one.description),
                    "preferred_trigger": ("s", one.keys.portal),
                },
            )
            for name, one in self._wanted.items()
        ]
        body = (self._session, shortcuts, "")
        self._requests.ask(
            SHORTCUTS, "BindShortcuts", "oa(sa{sv})sa{sv}", body, options={}, then=self._answered
        )

    def _answered(self, code: int, results: Mapping[str, tuple[str, Any]]) -> None:
        if "shortcuts" in results:  # GNOME 48 calls it a failure and gives them all the same
            self._bound(results["shortcuts"][1])
        else:
            self._refuse(code)

    def _refuse(self, code: int) -> None:
        why = Refusal.NO_SOURCE if code == NOT_TAKEN else Refusal.DECLINED
        self.refuse_all(self._wanted, why)

    def _came(self, signal: BusSignal) -> None:
        if not self._owner or signal.sender != self._owner:
            return  # anybody can say so; only the portal knows
        match signal:
            case BusSignal(member="Activated", body=(session, str(name), _time, {} as options)) if (
                session == self._session and name in self._wanted
            ):
                self.pressed.emit(name, options.get("activation_token", ("s", ""))[1])
            case BusSignal(member="Deactivated", body=(session, str(name), *_)) if (
                session == self._session and name in self._wanted
            ):
                self.released.emit(name)
            case BusSignal(member="ShortcutsChanged", body=(session, shortcuts)) if (
                session == self._session
            ):
                self._bound(shortcuts)
            case BusSignal(
                interface="org.freedesktop.portal.Session", member="Closed", path=path
            ) if path == self._session:
                self._end_session()
                self.refuse_all(self._wanted, Refusal.DECLINED)
            case _:
                pass

    def _end_session(self) -> None:
        """Forget the session: nobody says any more that a key was let go of."""
        if self._session:
            self._session = ""
            for name in self._wanted:
                self.released.emit(name)

    def _bound(self, shortcuts: Sequence[tuple[str, Mapping[str, tuple[str, Any]]]]) -> None:
        found = dict(shortcuts)
        for name in self._wanted:
            about = found.get(name)
            words = "" if about is None else about.get("trigger_description", ("s", ""))[1]
            if words or (about is not None and "trigger_description" not in about):
                self.given.emit(name, words)
            else:  # left out, or known but without keys
                self.refused.emit(name, Refusal.DECLINED)

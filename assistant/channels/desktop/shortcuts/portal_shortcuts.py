"""Shortcuts that the desktop gives through its portal (org.freedesktop.portal.GlobalShortcuts).

Under Wayland no program sees the keys that others are sent. The desktop asks the user about the keys,
and may give others than were asked for.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, Final

from PySide6.QtCore import QObject
from typing_extensions import override

from assistant.channels.desktop.desktop_entry import APP_ID
from assistant.channels.desktop.notifications.session_bus import (
    Address,
    BusSignal,
    Reply,
    SessionBus,
    Then,
)
from assistant.channels.desktop.shortcuts.portal_identity import have_identity
from assistant.channels.desktop.shortcuts.shortcut_source import Refusal, ShortcutSource, Wanted

NAME: Final = "org.freedesktop.portal.Desktop"
PATH: Final = "/org/freedesktop/portal/desktop"
SHORTCUTS: Final = "org.freedesktop.portal.GlobalShortcuts"
REQUEST: Final = "org.freedesktop.portal.Request"
REGISTRY: Final = "org.freedesktop.host.portal.Registry"
SESSION: Final = "org.freedesktop.portal.Session"
_PORTAL: Final = Address(name=NAME, path=PATH, interface=SHORTCUTS)
_REGISTRY: Final = Address(name=NAME, path=PATH, interface=REGISTRY)


class PortalShortcuts(ShortcutSource):
    """Implements `ShortcutSource`; waits for nobody.

    Args:
        bus: A connection of its own: the portal is told once a connection whose it is, and forgets
            the shortcuts with it.
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
        self._identify = identify
        self._wanted: Wanted = {}
        self._owner: str | None = None
        """None until it is known whether there is a portal."""
        self._session = ""
        self._tokens = count(1)
        self._asked = ""
        """The token of the request whose answer comes next."""
        bus.owner_changed.connect(self._owner_changed)
        bus.came.connect(self._came)
        bus.lost.connect(lambda: self.refuse_all(self._wanted, Refusal.NO_SOURCE))

    @override
    def open(self, wanted: Wanted) -> None:
        self._wanted = wanted
        if not self._bus.is_open:
            self.refuse_all(wanted, Refusal.NO_SOURCE)
            return
        for interface in (SHORTCUTS, REQUEST, SESSION):
            self._bus.listen(NAME, interface)
        self._identify()
        # This starts the portal. Older ones know no such thing, and ask systemd whose we are.
        self._register(lambda _reply: self._bus.watch(NAME))

    @override
    def close(self) -> None:
        self._bus.close()

    def _register(self, then: Then) -> None:
        self._bus.call(_REGISTRY, "Register", "sa{sv}", (APP_ID, {}), then=then)

    def _owner_changed(self, name: str, owner: str) -> None:
        if name != NAME or owner == self._owner:
            return
        is_first = self._owner is None
        self._end_session()
        self._owner = owner
        if not owner and is_first:
            self.refuse_all(self._wanted, Refusal.NO_SOURCE)
        elif owner and not is_first:  # it was started again
            self._register(lambda _reply: self._create())
        elif owner:
            self._create()

    def _token(self) -> tuple[str, str]:
        self._asked = f"parley{next(self._tokens)}"
        return "s", self._asked

    def _create(self) -> None:
        options = {"handle_token": self._token(), "session_handle_token": ("s", "parley")}
        self._bus.call(_PORTAL, "CreateSession", "a{sv}", (options,), then=self._taken)

    def _bind(self, session: str) -> None:
        self._session = session
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
        body = (session, shortcuts, "", {"handle_token": self._token()})
        self._bus.call(_PORTAL, "BindShortcuts", "oa(sa{sv})sa{sv}", body, then=self._taken)

    def _taken(self, reply: Reply | None) -> None:
        if reply is None:
            self._asked = ""
            self.refuse_all(self._wanted, Refusal.NO_SOURCE)

    def _came(self, signal: BusSignal) -> None:
        if not self._owner or signal.sender != self._owner:
            return  # anybody can say so; only the portal knows
        match signal:
            case BusSignal(interface="org.freedesktop.portal.Request", member="Response"):
                if signal.path.rpartition("/")[2] == self._asked:
                    self._asked = ""
                    self._answered(*signal.body)
            case BusSignal(member="Activated", body=(session, str(name), *_)) if (
                session == self._session and name in self._wanted
            ):
                self.pressed.emit(name)
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

    def _answered(self, code: Any = 2, results: Any = None, *_more: Any) -> None:
        found: dict[str, tuple[str, Any]] = dict(results or {})
        if code == 0 and "session_handle" in found:
            self._bind(found["session_handle"][1])
        elif "shortcuts" in found:  # GNOME 48 calls it a failure (2) and gives them all the same
            self._bound(found["shortcuts"][1])
        else:
            self.refuse_all(self._wanted, Refusal.DECLINED)

    def _bound(self, shortcuts: Sequence[tuple[str, Mapping[str, tuple[str, Any]]]]) -> None:
        found = dict(shortcuts)
        for name in self._wanted:
            about = found.get(name)
            words = "" if about is None else about.get("trigger_description", ("s", ""))[1]
            if words or (about is not None and "trigger_description" not in about):
                self.given.emit(name, words)
            else:  # left out, or known but without keys
                self.refused.emit(name, Refusal.DECLINED)

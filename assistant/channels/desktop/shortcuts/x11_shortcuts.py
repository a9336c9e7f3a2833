"""Shortcuts of X11: keys that the server gives to one program, whichever has the focus (XGrabKey)."""

from typing import Any, Final

from PySide6.QtCore import QObject, QSocketNotifier
from typing_extensions import override

from assistant.channels.desktop.shortcuts.model.key_combination import KeyCombination
from assistant.channels.desktop.shortcuts.shortcut_source import Refusal, ShortcutSource, Wanted
from assistant.text_typing.xcb import XcbLibraries

_LOCKS: Final = (0, 2, 16, 18)
"""Caps Lock and Num Lock, which a shortcut does not ask about: LockMask and Mod2Mask."""
_MODIFIERS: Final = 1 | 4 | 8 | 64
_KEY_PRESS, _KEY_RELEASE, _MAPPING_NOTIFY = 2, 3, 34
_ASYNC: Final = 1
_CORE_KEYBOARD: Final = 256
_ESCAPE: Final = 0xFF1B
_DETECTABLE_REPEAT: Final = 1
"""XCB_XKB_PER_CLIENT_FLAG_DETECTABLE_AUTO_REPEAT: a key that is held is not let go of in between."""


class X11Shortcuts(ShortcutSource):
    """Implements `ShortcutSource` on the display of the environment."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._xcb: Any = None
        self._connection: int | None = None
        self._root = 0
        self._wanted: Wanted = {}
        self._names: dict[tuple[int, int], str] = {}
        """By keycode and modifiers."""
        self._held: set[str] = set()
        self._escapes: tuple[int, ...] = ()
        """The keycodes of Escape."""
        self._notifier: QSocketNotifier | None = None

    @override
    def open(self, wanted: Wanted) -> None:
        self._wanted = wanted
        if not self._connect():
            self.refuse_all(wanted, Refusal.NO_SOURCE)
            return
        self._grab_all()

    @override
    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
        if self._connection is not None:
            self._xcb.xcb_disconnect(self._connection)  # the server takes its grabs back
            self._connection = None

    @override
    def watch_escape(self, *, is_on: bool) -> None:
        if self._connection is None:
            return
        places = [(code, 0) for code in self._escapes]
        if not is_on:
            self._ungrab(places)
            return
        for code, mask in places:
            self._grab_place(
                code, mask
            )  # another program may have it: then the bar's button is left
        self._read()

    def _connect(self) -> bool:
        try:
            xcb = self._xcb = XcbLibraries()
        except OSError:
            return False
        connection = xcb.xcb_connect(None, None)
        if xcb.xcb_connection_has_error(connection):
            xcb.xcb_disconnect(connection)
            return False
        self._connection = connection
        self._root = xcb.xcb_setup_roots_iterator(xcb.xcb_get_setup(connection)).data[0]
        flag = _DETECTABLE_REPEAT
        for cookie in (
            xcb.xcb_xkb_use_extension(connection, 1, 0),
            xcb.xcb_xkb_per_client_flags(connection, _CORE_KEYBOARD, flag, flag, 0, 0, 0),
        ):
            xcb.xcb_discard_reply(connection, cookie.sequence)
        self._escapes = tuple(xcb.keycodes(connection, _ESCAPE))
        number = xcb.xcb_get_file_descriptor(connection)
        self._notifier = QSocketNotifier(number, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        return True

    def _grab_all(self) -> None:
        for name, shortcut in self._wanted.items():
            refusal = self._grab(name, shortcut.keys)
            if refusal is None:
                self.given.emit(name, "")
            else:
                self.refused.emit(name, refusal)
        self._read()  # what came with the answers wakes no notifier

    def _grab(self, name: str, keys: KeyCombination) -> Refusal | None:
        xcb, connection = self._xcb, self._connection
        keysym, modifiers = keys.x11
        keycodes = xcb.keycodes(connection, keysym)
        if not keycodes:
            return Refusal.NO_KEY
        places = [(code, modifiers) for code in keycodes]
        if not all(self._grab_place(*place) for place in places):
            self._ungrab(places)
            return Refusal.TAKEN
        self._names.update(dict.fromkeys(places, name))
        return None

    def _grab_place(self, code: int, mask: int) -> bool:
        """Grab a key; returns whether no other program has it."""
        xcb, connection = self._xcb, self._connection
        cookies = [
            xcb.xcb_grab_key_checked(connection, 0, self._root, mask | locks, code, _ASYNC, _ASYNC)
            for locks in _LOCKS
        ]
        errors = [xcb.xcb_request_check(connection, cookie) for cookie in cookies]
        for error in filter(None, errors):
            xcb.free(error)
        return not any(errors)

    def _ungrab(self, places: list[tuple[int, int]]) -> None:
        for code, mask in places:
            for locks in _LOCKS:
                self._xcb.xcb_ungrab_key(self._connection, code, self._root, mask | locks)
        self._xcb.xcb_flush(self._connection)

    def _read(self) -> None:
        is_mapped_anew = False
        while self._connection is not None:
            event = self._xcb.xcb_poll_for_event(self._connection)
            if not event:
                break
            kind = event.contents.kind & 0x7F
            place = (event.contents.keycode, event.contents.state & _MODIFIERS)
            self._xcb.free(event)
            if kind == _KEY_PRESS and place[0] in self._escapes and place not in self._names:
                self.cancelled.emit()  # with a shortcut held, the server sends all keys here
            elif kind == _KEY_PRESS:
                self._press(self._names.get(place))
            elif kind == _KEY_RELEASE:
                self._release(place[0])
            is_mapped_anew = is_mapped_anew or kind == _MAPPING_NOTIFY
        if self._connection is not None and self._xcb.xcb_connection_has_error(self._connection):
            self.close()
            self.refuse_all(self._wanted, Refusal.NO_SOURCE)
        elif is_mapped_anew:
            self._ungrab(list(self._names))
            self._names.clear()
            self._grab_all()

    def _press(self, name: str | None) -> None:
        if name is not None and name not in self._held:
            self._held.add(name)
            self.pressed.emit(name, "")

    def _release(self, keycode: int) -> None:
        """Let go of what was held with a key, whichever modifiers went before it."""
        for (code, _mask), name in tuple(self._names.items()):
            if code == keycode and name in self._held:
                self._held.remove(name)
                self.released.emit(name)

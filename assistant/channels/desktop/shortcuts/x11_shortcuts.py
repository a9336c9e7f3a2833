"""Shortcuts of X11: keys that the server gives to one program, whichever has the focus (XGrabKey).

Over a connection of our own, with the libraries that Qt's window needs anyway: Qt has no such thing,
python-xlib's last release is of 2022, and Xlib tells of a key that is taken only through a handler of
the whole process. A grab is a question to the server on this machine, as the making of a window is.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int16, c_uint, c_uint8, c_uint16, c_uint32, c_void_p
from typing import Any, Final

from PySide6.QtCore import QObject, QSocketNotifier
from typing_extensions import override

from assistant.channels.desktop.shortcuts.model.key_combination import KeyCombination
from assistant.channels.desktop.shortcuts.shortcut_source import Refusal, ShortcutSource, Wanted

_LOCKS: Final = (0, 2, 16, 18)
"""Caps Lock and Num Lock, which a shortcut does not ask about: LockMask and Mod2Mask."""
_MODIFIERS: Final = 1 | 4 | 8 | 64
_KEY_PRESS, _KEY_RELEASE, _MAPPING_NOTIFY = 2, 3, 34
_ASYNC: Final = 1
_CORE_KEYBOARD: Final = 256
_DETECTABLE_REPEAT: Final = 1
"""XCB_XKB_PER_CLIENT_FLAG_DETECTABLE_AUTO_REPEAT: a key that is held is not let go of in between."""


class _Cookie(ctypes.Structure):
    _fields_ = (("sequence", c_uint),)


class _Screens(ctypes.Structure):
    _fields_ = (("data", POINTER(c_uint32)), ("rest", c_int), ("index", c_int))


class _KeyEvent(ctypes.Structure):
    _fields_ = (
        ("kind", c_uint8),
        ("keycode", c_uint8),
        ("sequence", c_uint16),
        ("time", c_uint32),
        ("windows", c_uint32 * 3),
        ("places", c_int16 * 4),
        ("state", c_uint16),
    )


_SIGNATURES: Final[dict[str, dict[str, tuple[Any, tuple[Any, ...]]]]] = {
    "libxcb.so.1": {
        "xcb_connect": (c_void_p, (c_char_p, POINTER(c_int))),
        "xcb_disconnect": (None, (c_void_p,)),
        "xcb_connection_has_error": (c_int, (c_void_p,)),
        "xcb_get_file_descriptor": (c_int, (c_void_p,)),
        "xcb_get_setup": (c_void_p, (c_void_p,)),
        "xcb_setup_roots_iterator": (_Screens, (c_void_p,)),
        "xcb_grab_key_checked": (
            _Cookie,
            (c_void_p, c_uint8, c_uint32, c_uint16, c_uint8, c_uint8, c_uint8),
        ),
        "xcb_ungrab_key": (_Cookie, (c_void_p, c_uint8, c_uint32, c_uint16)),
        "xcb_request_check": (c_void_p, (c_void_p, _Cookie)),
        "xcb_discard_reply": (None, (c_void_p, c_uint)),
        "xcb_poll_for_event": (POINTER(_KeyEvent), (c_void_p,)),
        "xcb_flush": (c_int, (c_void_p,)),
    },
    "libxcb-keysyms.so.1": {
        "xcb_key_symbols_alloc": (c_void_p, (c_void_p,)),
        "xcb_key_symbols_free": (None, (c_void_p,)),
        "xcb_key_symbols_get_keycode": (POINTER(c_uint8), (c_void_p, c_uint32)),
    },
    "libxcb-xkb.so.1": {
        "xcb_xkb_use_extension": (_Cookie, (c_void_p, c_uint16, c_uint16)),
        "xcb_xkb_per_client_flags": (
            _Cookie,
            (c_void_p, c_uint16, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32),
        ),
    },
    "libc.so.6": {"free": (None, (c_void_p,))},
}


class _Libraries:
    """The functions of `_SIGNATURES`; raises OSError if a library is missing."""

    def __init__(self) -> None:
        self._functions: dict[str, Any] = {}
        for name, functions in _SIGNATURES.items():
            library = ctypes.CDLL(name)
            for function, (result, arguments) in functions.items():
                found = getattr(library, function)
                found.restype, found.argtypes = result, arguments
                self._functions[function] = found

    def __getattr__(self, name: str) -> Any:
        return self._functions[name]


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

    def _connect(self) -> bool:
        try:
            xcb = self._xcb = _Libraries()
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
        number = xcb.xcb_get_file_descriptor(connection)
        self._notifier = QSocketNotifier(number, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        return True

    def _grab_all(self) -> None:
        for name, shortcut in self._wanted.items():
            refusal = self._grab(name, shortcut.keys)
            if refusal is None:
                self.given.emit(name)
            else:
                self.refused.emit(name, refusal)
        self._read()  # what came with the answers wakes no notifier

    def _grab(self, name: str, keys: KeyCombination) -> Refusal | None:
        xcb, connection = self._xcb, self._connection
        keysym, modifiers = keys.x11
        keycodes = self._keycodes(keysym)
        if not keycodes:
            return Refusal.NO_KEY
        places = [(code, modifiers) for code in keycodes]
        cookies = [
            xcb.xcb_grab_key_checked(connection, 0, self._root, mask | locks, code, _ASYNC, _ASYNC)
            for code, mask in places
            for locks in _LOCKS
        ]
        errors = [xcb.xcb_request_check(connection, cookie) for cookie in cookies]
        for error in filter(None, errors):
            xcb.free(error)
        if any(errors):
            self._ungrab(places)
            return Refusal.TAKEN
        self._names.update(dict.fromkeys(places, name))
        return None

    def _ungrab(self, places: list[tuple[int, int]]) -> None:
        for code, mask in places:
            for locks in _LOCKS:
                self._xcb.xcb_ungrab_key(self._connection, code, self._root, mask | locks)
        self._xcb.xcb_flush(self._connection)

    def _keycodes(self, keysym: int) -> list[int]:
        symbols = self._xcb.xcb_key_symbols_alloc(self._connection)
        found = self._xcb.xcb_key_symbols_get_keycode(symbols, keysym)
        keycodes: list[int] = []
        while found and found[len(keycodes)]:
            keycodes.append(found[len(keycodes)])
        self._xcb.free(found)
        self._xcb.xcb_key_symbols_free(symbols)
        return keycodes

    def _read(self) -> None:
        is_mapped_anew = False
        while self._connection is not None:
            event = self._xcb.xcb_poll_for_event(self._connection)
            if not event:
                break
            kind = event.contents.kind & 0x7F
            place = (event.contents.keycode, event.contents.state & _MODIFIERS)
            self._xcb.free(event)
            if kind == _KEY_PRESS:
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
            self.pressed.emit(name)

    def _release(self, keycode: int) -> None:
        """Let go of what was held with a key, whichever modifiers went before it."""
        for (code, _mask), name in tuple(self._names.items()):
            if code == keycode and name in self._held:
                self._held.remove(name)
                self.released.emit(name)

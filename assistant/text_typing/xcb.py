"""The X server over a connection of our own, with the libraries that Qt's window needs anyway.

Qt neither grabs a key for the whole desktop nor presses one; python-xlib's last release is of 2022, and
Xlib tells of errors only through a handler of the whole process. What is asked of the server on this
machine takes no longer than the making of a window does.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int16, c_uint, c_uint8, c_uint16, c_uint32, c_void_p
from typing import Any, Final


class Cookie(ctypes.Structure):
    """A request that may be answered."""

    _fields_ = (("sequence", c_uint),)


class Screens(ctypes.Structure):
    """The screens; each begins with the number of its root window."""

    _fields_ = (("data", POINTER(c_uint32)), ("rest", c_int), ("index", c_int))


class KeyEvent(ctypes.Structure):
    """Any event; the fields are those of a key that is pressed or let go of."""

    _fields_ = (
        ("kind", c_uint8),
        ("keycode", c_uint8),
        ("sequence", c_uint16),
        ("time", c_uint32),
        ("windows", c_uint32 * 3),
        ("places", c_int16 * 4),
        ("state", c_uint16),
    )


class Setup(ctypes.Structure):
    """What the server says of itself at first."""

    _fields_ = (
        ("head", c_uint8 * 34),
        ("smallest_keycode", c_uint8),
        ("largest_keycode", c_uint8),
        ("tail", c_uint8 * 4),
    )


class ExtensionReply(ctypes.Structure):
    """Whether there is an extension, and the number of its requests."""

    _fields_ = (("head", c_uint8 * 8), ("is_present", c_uint8), ("opcode", c_uint8))


class MappingReply(ctypes.Structure):
    """The signs of keys."""

    _fields_ = (("kind", c_uint8), ("a_key", c_uint8), ("sequence", c_uint16), ("length", c_uint32))


class PointerReply(ctypes.Structure):
    """Where the pointer is, and which modifiers are held."""

    _fields_ = (
        ("head", c_uint8 * 8),
        ("windows", c_uint32 * 2),
        ("places", c_int16 * 4),
        ("mask", c_uint16),
    )


class AtomReply(ctypes.Structure):
    """The number of a name."""

    _fields_ = (("head", c_uint8 * 8), ("atom", c_uint32))


class PropertyReply(ctypes.Structure):
    """What a window says of itself."""

    _fields_ = (
        ("head", c_uint8 * 16),
        ("count", c_uint32),
        ("tail", c_uint8 * 12),
    )


class ClientMessage(ctypes.Structure):
    """What one program tells another, in numbers."""

    _fields_ = (
        ("kind", c_uint8),
        ("format", c_uint8),
        ("sequence", c_uint16),
        ("window", c_uint32),
        ("type", c_uint32),
        ("data", c_uint32 * 5),
    )


class FocusReply(ctypes.Structure):
    """Which window has the focus."""

    _fields_ = (("head", c_uint8 * 8), ("window", c_uint32))


class TreeReply(ctypes.Structure):
    """Where a window stands among others."""

    _fields_ = (("head", c_uint8 * 8), ("root", c_uint32), ("parent", c_uint32))


class Vector(ctypes.Structure):
    """A stretch of memory (iovec)."""

    _fields_ = (("base", c_void_p), ("length", ctypes.c_size_t))


class Request(ctypes.Structure):
    """How a request is sent that the library has no function for."""

    _fields_ = (
        ("count", ctypes.c_size_t),
        ("extension", c_void_p),
        ("opcode", c_uint8),
        ("is_void", c_uint8),
    )


_ERROR: Final = c_void_p
"""Where an error would go; without a place for it, it is dropped."""
_SIGNATURES: Final[dict[str, dict[str, tuple[Any, tuple[Any, ...]]]]] = {
    "libxcb.so.1": {
        "xcb_connect": (c_void_p, (c_char_p, POINTER(c_int))),
        "xcb_disconnect": (None, (c_void_p,)),
        "xcb_connection_has_error": (c_int, (c_void_p,)),
        "xcb_get_file_descriptor": (c_int, (c_void_p,)),
        "xcb_get_setup": (POINTER(Setup), (c_void_p,)),
        "xcb_setup_roots_iterator": (Screens, (c_void_p,)),
        "xcb_grab_key_checked": (
            Cookie,
            (c_void_p, c_uint8, c_uint32, c_uint16, c_uint8, c_uint8, c_uint8),
        ),
        "xcb_ungrab_key": (Cookie, (c_void_p, c_uint8, c_uint32, c_uint16)),
        "xcb_request_check": (c_void_p, (c_void_p, Cookie)),
        "xcb_discard_reply": (None, (c_void_p, c_uint)),
        "xcb_poll_for_event": (POINTER(KeyEvent), (c_void_p,)),
        "xcb_flush": (c_int, (c_void_p,)),
        "xcb_send_request": (c_uint, (c_void_p, c_int, c_void_p, POINTER(Request))),
        "xcb_query_extension": (Cookie, (c_void_p, c_uint16, c_char_p)),
        "xcb_query_extension_reply": (POINTER(ExtensionReply), (c_void_p, Cookie, _ERROR)),
        "xcb_get_keyboard_mapping": (Cookie, (c_void_p, c_uint8, c_uint8)),
        "xcb_get_keyboard_mapping_reply": (POINTER(MappingReply), (c_void_p, Cookie, _ERROR)),
        "xcb_get_keyboard_mapping_keysyms": (POINTER(c_uint32), (POINTER(MappingReply),)),
        "xcb_change_keyboard_mapping_checked": (
            Cookie,
            (c_void_p, c_uint8, c_uint8, c_uint8, POINTER(c_uint32)),
        ),
        "xcb_query_pointer": (Cookie, (c_void_p, c_uint32)),
        "xcb_query_pointer_reply": (POINTER(PointerReply), (c_void_p, Cookie, _ERROR)),
        "xcb_get_input_focus": (Cookie, (c_void_p,)),
        "xcb_get_input_focus_reply": (POINTER(FocusReply), (c_void_p, Cookie, _ERROR)),
        "xcb_intern_atom": (Cookie, (c_void_p, c_uint8, c_uint16, c_char_p)),
        "xcb_intern_atom_reply": (POINTER(AtomReply), (c_void_p, Cookie, _ERROR)),
        "xcb_get_property": (
            Cookie,
            (c_void_p, c_uint8, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32),
        ),
        "xcb_get_property_reply": (POINTER(PropertyReply), (c_void_p, Cookie, _ERROR)),
        "xcb_get_property_value": (POINTER(c_uint32), (POINTER(PropertyReply),)),
        "xcb_send_event": (
            Cookie,
            (c_void_p, c_uint8, c_uint32, c_uint32, POINTER(ClientMessage)),
        ),
        "xcb_change_window_attributes": (
            Cookie,
            (c_void_p, c_uint32, c_uint32, POINTER(c_uint32)),
        ),
        "xcb_query_tree": (Cookie, (c_void_p, c_uint32)),
        "xcb_query_tree_reply": (POINTER(TreeReply), (c_void_p, Cookie, _ERROR)),
    },
    "libxcb-keysyms.so.1": {
        "xcb_key_symbols_alloc": (c_void_p, (c_void_p,)),
        "xcb_key_symbols_free": (None, (c_void_p,)),
        "xcb_key_symbols_get_keycode": (POINTER(c_uint8), (c_void_p, c_uint32)),
    },
    "libxcb-xkb.so.1": {
        "xcb_xkb_use_extension": (Cookie, (c_void_p, c_uint16, c_uint16)),
        "xcb_xkb_per_client_flags": (
            Cookie,
            (c_void_p, c_uint16, c_uint32, c_uint32, c_uint32, c_uint32, c_uint32),
        ),
    },
    "libc.so.6": {"free": (None, (c_void_p,))},
}


class XcbLibraries:
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

    def keycodes(self, connection: int, keysym: int) -> list[int]:
        """Return the keys that have a sign."""
        symbols = self.xcb_key_symbols_alloc(connection)
        found = self.xcb_key_symbols_get_keycode(symbols, keysym)
        keycodes: list[int] = []
        while found and found[len(keycodes)]:
            keycodes.append(found[len(keycodes)])
        self.free(found)
        self.xcb_key_symbols_free(symbols)
        return keycodes

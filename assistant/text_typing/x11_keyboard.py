"""The keyboard of an X server, as a program that presses keys needs it."""

import ctypes
import time
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from ctypes import POINTER, c_uint8, c_uint32
from typing import Any, Final

from assistant.text_typing.model.key_plan import KeyboardLayout, layout_of, runs
from assistant.text_typing.xcb import ClientMessage, Request, Vector, XcbLibraries

HELD: Final = 1 | 4 | 8 | 64
"""Shift, Control, Alt and Super, in the mask of modifiers."""
CAPS_LOCK: Final = 2
SETTLE_S: Final = 0.5
"""How long a program that answers no ping is given to read its keys."""
PING_LIMIT_S: Final = 20.0
"""How long it may take to answer: each change of a key costs it some time."""
TICK_S: Final = 0.01
_GROUP_BIT: Final = 13
_XTEST: Final = b"XTEST"
_FAKE_INPUT: Final = 2
_REQUEST_BYTES: Final = 36
_KEY_PRESS, _KEY_RELEASE, _CLIENT_MESSAGE = 2, 3, 33
_CAPS_LOCK_KEY, _SHIFT_KEY = 0xFFE5, 0xFFE1
_NO_WINDOW: Final = (0, 1)
"""Of the focus: none, or whichever window the pointer is over."""
_EVENT_MASK: Final = 1 << 11
_ANSWERS: Final = 1 << 17 | 1 << 19
"""StructureNotify and SubstructureNotify: answers go to the root window, in the masks of window managers."""
_ATOM: Final = 4
_MOST_PROTOCOLS: Final = 64


class X11Keyboard:
    """A connection of its own to the display of the environment; blocks.

    Args:
        wait: Lets time pass, in seconds.

    Raises:
        OSError: If there is no display, no library for it, or no XTEST.
    """

    def __init__(self, *, wait: Callable[[float], None] = time.sleep) -> None:
        self._wait = wait
        self._xcb: Any = XcbLibraries()
        connection = self._xcb.xcb_connect(None, None)
        self._connection: int | None = connection
        if self._xcb.xcb_connection_has_error(connection):
            self.close()
            raise OSError("no X display")
        setup = self._xcb.xcb_get_setup(connection)
        self._first = int(setup.contents.smallest_keycode)
        self._count = int(setup.contents.largest_keycode) - self._first + 1
        self._root = int(self._xcb.xcb_setup_roots_iterator(setup).data[0])
        found = self._ask("xcb_query_extension", len(_XTEST), _XTEST)
        self._opcode = int(found.opcode) if found is not None and found.is_present else 0
        if not self._opcode:
            self.close()
            raise OSError("no XTEST")
        self._protocols, self._ping = self._atom(b"WM_PROTOCOLS"), self._atom(b"_NET_WM_PING")
        self._pings = 0

    def close(self) -> None:
        """Idempotent."""
        if self._connection is not None:
            self._xcb.xcb_disconnect(self._connection)
            self._connection = None

    def layout(self) -> KeyboardLayout:
        """Return what the keys type."""
        cookie = self._xcb.xcb_get_keyboard_mapping(self._connection, self._first, self._count)
        reply = self._xcb.xcb_get_keyboard_mapping_reply(self._connection, cookie, None)
        if not reply:
            return KeyboardLayout(keys={}, spare=())
        try:
            a_key, length = int(reply.contents.a_key), int(reply.contents.length)
            signs = self._xcb.xcb_get_keyboard_mapping_keysyms(reply)[:length]
        finally:
            self._xcb.free(reply)
        group = self.modifiers() >> _GROUP_BIT & 3
        return layout_of(signs, first=self._first, a_key=a_key, group=group)

    def give(self, signs: Mapping[int, int]) -> None:
        """Give keys their signs, by keycode; 0 takes one away."""
        for first, run in runs(signs):
            pairs = (c_uint32 * (2 * len(run)))(*(sign for one in run for sign in (one, one)))
            cookie = self._xcb.xcb_change_keyboard_mapping_checked(
                self._connection, len(run), first, 2, pairs
            )
            self._xcb.free(self._xcb.xcb_request_check(self._connection, cookie))

    def modifiers(self) -> int:
        """Return the mask of modifiers that are held, and of the layout in use."""
        found = self._ask("xcb_query_pointer", self._root)
        return 0 if found is None else int(found.mask)

    def focus(self) -> int:
        """Return the window that has the focus; 0 if none has."""
        found = self._ask("xcb_get_input_focus")
        return 0 if found is None or found.window in _NO_WINDOW else int(found.window)

    def outer(self, window: int) -> int:
        """Return the window on the desktop that a window is in."""
        while (parent := self._parent(window)) is not None:
            window = parent
        return window

    def await_reading(self, window: int, *, is_stopped: Callable[[], bool]) -> bool:
        """Wait until a program has read its keys; returns whether it answered.

        It is asked as window managers ask (`_NET_WM_PING`): a program reads in order.
        """
        at: int | None = window
        while at is not None and self._ping not in self._numbers(at, self._protocols):
            at = self._parent(at)
        if at is None:
            self._wait(SETTLE_S)
            return True
        self._hear_root(_ANSWERS)
        try:
            self._pings += 1
            told = ClientMessage(
                kind=_CLIENT_MESSAGE,
                format=32,
                window=at,
                type=self._protocols,
                data=(c_uint32 * 5)(self._ping, self._pings, at),
            )
            self._xcb.xcb_send_event(self._connection, 0, at, 0, told)
            self._xcb.xcb_flush(self._connection)
            return self._is_answered(is_stopped)
        finally:
            self._hear_root(0)

    def tap(self, keycode: int, *, has_shift: bool = False) -> None:
        """Press a key and let go of it."""
        shift: list[int] = self._keycodes(_SHIFT_KEY)[:1] if has_shift else []
        for code in (*shift, keycode):
            self._fake(_KEY_PRESS, code)
        for code in (keycode, *shift):
            self._fake(_KEY_RELEASE, code)
        self._xcb.xcb_flush(self._connection)

    def tap_caps_lock(self) -> None:
        """Turn Caps Lock on or off, where the keyboard has it."""
        for code in self._keycodes(_CAPS_LOCK_KEY)[:1]:
            self.tap(code)

    def _keycodes(self, sign: int) -> list[int]:
        return [] if self._connection is None else self._xcb.keycodes(self._connection, sign)

    def _is_answered(self, is_stopped: Callable[[], bool]) -> bool:
        for _tick in range(round(PING_LIMIT_S / TICK_S)):
            if is_stopped():
                return False
            while event := self._xcb.xcb_poll_for_event(self._connection):
                message = ctypes.cast(event, POINTER(ClientMessage)).contents
                is_mine = message.kind & 0x7F == _CLIENT_MESSAGE and tuple(message.data[:2]) == (
                    self._ping,
                    self._pings,
                )
                self._xcb.free(event)
                if is_mine:
                    return True
            self._wait(TICK_S)
        return False

    def _hear_root(self, mask: int) -> None:
        values = (c_uint32 * 1)(mask)
        self._xcb.xcb_change_window_attributes(self._connection, self._root, _EVENT_MASK, values)

    def _parent(self, window: int) -> int | None:
        """Return the window that a window is in; None for one on the desktop itself."""
        found = self._ask("xcb_query_tree", window)
        if found is None or found.parent in (0, found.root):
            return None
        return int(found.parent)

    def _numbers(self, window: int, atom: int) -> Sequence[int]:
        cookie = self._xcb.xcb_get_property(
            self._connection, 0, window, atom, _ATOM, 0, _MOST_PROTOCOLS
        )
        reply = self._xcb.xcb_get_property_reply(self._connection, cookie, None)
        if not reply:
            return ()
        try:
            return self._xcb.xcb_get_property_value(reply)[: reply.contents.count]
        finally:
            self._xcb.free(reply)

    def _atom(self, name: bytes) -> int:
        found = self._ask("xcb_intern_atom", 0, len(name), name)
        return 0 if found is None else int(found.atom)

    def _fake(self, kind: int, keycode: int) -> None:
        body = (c_uint8 * _REQUEST_BYTES)(0, _FAKE_INPUT, 0, 0, kind, keycode)
        vectors = (Vector * 3)()  # the library wants room for two before the first
        vectors[2].base, vectors[2].length = ctypes.addressof(body), _REQUEST_BYTES
        request = Request(count=1, extension=None, opcode=self._opcode, is_void=1)
        self._xcb.xcb_send_request(
            self._connection, 0, ctypes.byref(vectors, 2 * ctypes.sizeof(Vector)), request
        )

    def _ask(self, function: str, *arguments: object) -> Any:
        """Return a copy of the answer to a request; None if there is none."""
        cookie = getattr(self._xcb, function)(self._connection, *arguments)
        reply = getattr(self._xcb, f"{function}_reply")(self._connection, cookie, None)
        if not reply:
            return None
        try:
            return copy(reply.contents)
        finally:
            self._xcb.free(reply)

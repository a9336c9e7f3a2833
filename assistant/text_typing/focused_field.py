"""Whether the focus is in a field for a password, as programs tell screen readers (AT-SPI 2). Linux only.

Programs say so where they talk to the accessibility bus at all; of others nothing is known.
"""

import logging
import os
import time
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, Final, cast

_log = logging.getLogger(__name__)

LOOK_S: Final = 5.0
"""How long is looked for the field that has the focus; a window may hold thousands of elements."""
PASSWORD_TEXT: Final = 40
"""Of the roles (AtspiRole)."""
_ACTIVE, _FOCUSED, _SHOWING = 1, 12, 25
"""Bits of the states (AtspiStateType)."""
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_REGISTRY: Final = "org.a11y.atspi.Registry"
_ROOT: Final = "/org/a11y/atspi/accessible/root"
_Element = tuple[str, str]
"""The bus name of a program, and the path of an element of it."""


def is_password_field(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether what has the focus is known to be a field for a password. Blocks."""
    if not environment.get("DBUS_SESSION_BUS_ADDRESS"):
        return False
    blocking: Any = import_module("jeepney.io.blocking")
    deadline = time.monotonic() + LOOK_S
    try:
        with blocking.open_dbus_connection(environment["DBUS_SESSION_BUS_ADDRESS"]) as session:
            where = _call(session, ("org.a11y.Bus", "/org/a11y/bus"), "org.a11y.Bus", "GetAddress")
        with blocking.open_dbus_connection(str(where[0])) as bus:
            return _look(bus, deadline)
    except (OSError, EOFError, KeyError, ValueError, TimeoutError, _NoAnswer) as error:
        _log.info("No field is known to have the focus: %s", type(error).__name__)
        return False


class _NoAnswer(Exception):  # noqa: N818  # what was asked is gone, or says nothing
    pass


def _look(bus: Any, deadline: float) -> bool:
    programs = _children(bus, (_REGISTRY, _ROOT))
    windows = [window for program in programs for window in _some(bus, program)]
    waiting = [window for window in windows if _states(bus, window) >> _ACTIVE & 1]
    while waiting and time.monotonic() < deadline:
        element = waiting.pop()
        states = _states(bus, element)
        if not states >> _SHOWING & 1:
            continue
        if states >> _FOCUSED & 1:
            if _call(bus, element, _ACCESSIBLE, "GetRole")[0] == PASSWORD_TEXT:
                return True
            waiting.clear()  # what has the focus is in it, if it is not it
        waiting += _some(bus, element)
    return False


def _some(bus: Any, element: _Element) -> Iterable[_Element]:
    """Yield the children of what may be gone by now."""
    try:
        return _children(bus, element)
    except _NoAnswer:
        return ()


def _children(bus: Any, element: _Element) -> Iterable[_Element]:
    return cast("list[_Element]", _call(bus, element, _ACCESSIBLE, "GetChildren")[0])


def _states(bus: Any, element: _Element) -> int:
    try:
        return int(_call(bus, element, _ACCESSIBLE, "GetState")[0][0])
    except _NoAnswer:
        return 0


def _call(bus: Any, element: _Element, interface: str, member: str) -> Any:
    """Return what is answered; starts no program.

    Raises:
        _NoAnswer: If there is no answer, or an error.
    """
    jeepney: Any = import_module("jeepney")
    name, path = element
    address = jeepney.DBusAddress(path, bus_name=name, interface=interface)
    message = jeepney.new_method_call(address, member)
    message.header.flags |= jeepney.MessageFlag.no_auto_start
    try:
        reply = bus.send_and_get_reply(message, timeout=LOOK_S)
    except TimeoutError as error:
        raise _NoAnswer from error
    if reply.header.message_type is not jeepney.MessageType.method_return:
        raise _NoAnswer
    return reply.body

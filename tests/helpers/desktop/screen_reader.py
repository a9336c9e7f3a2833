"""What a screen reader gets of a running program, over the accessibility bus (AT-SPI 2)."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

ANSWER_S: Final = 20.0
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_ROOT: Final = "/org/a11y/atspi/accessible/root"
_REGISTRY: Final = "org.a11y.atspi.Registry"
_EVENT: Final = "org.a11y.atspi.Event.Object"
_LABELLED_BY: Final = 2
"""Of the relations (AtspiRelationType)."""
_FOCUSABLE, _FOCUSED, _SHOWING = 11, 12, 25
"""Bits of the states (AtspiStateType)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenElement:
    """One element, as a screen reader has it."""

    role: str
    name: str
    """Of a list to choose from, what is chosen."""
    label: str
    """Name of the element that labels it."""
    description: str
    is_focusable: bool
    is_focused: bool
    is_showing: bool
    children: "tuple[SeenElement, ...]"

    def walk(self) -> "Iterator[SeenElement]":
        """Yield it and everything in it that is on the screen."""
        if self.is_showing:
            yield self
            for child in self.children:
                yield from child.walk()


class ScreenReader:
    """Reads trees and hears announcements; its methods block.

    Args:
        session: Address of the session bus, which starts the accessibility bus.
    """

    def __init__(self, session: str) -> None:
        self._jeepney: Any = import_module("jeepney")
        bus = self._connect(session)
        reply = self._call(bus, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        bus.close()
        self._address = str(reply[0])
        self._bus = self._connect(self._address)
        self.announced: list[str] = []
        """What the program had said, the newest last."""
        self._is_over = threading.Event()
        self._listener = threading.Thread(target=self._listen, daemon=True)

    def listen(self) -> None:
        """Hear announcements from now on; not before the program is among `applications`."""
        self._listener.start()

    def close(self) -> None:
        """Leave the bus."""
        self._is_over.set()
        if self._listener.is_alive():
            self._listener.join()
        self._bus.close()

    def applications(self) -> tuple[SeenElement, ...]:
        """The programs there are, each with all of its elements."""
        return tuple(
            self._element(name, path)
            for name, path in self._call(self._bus, _REGISTRY, _ROOT, _ACCESSIBLE, "GetChildren")[0]
        )

    def _element(self, name: str, path: str) -> SeenElement:
        def call(member: str) -> Any:
            return self._call(self._bus, name, path, _ACCESSIBLE, member)[0]

        low, role = call("GetState")[0], str(call("GetRoleName"))
        is_showing = bool(low >> _SHOWING & 1) or role == "application"
        within = call("GetChildren") if is_showing else ()
        return SeenElement(
            role=role,
            name=self._property(name, path, "Name"),
            label=self._label(call("GetRelationSet")),
            description=self._property(name, path, "Description"),
            is_focusable=bool(low >> _FOCUSABLE & 1),
            is_focused=bool(low >> _FOCUSED & 1),
            is_showing=is_showing,
            children=tuple(self._element(*child) for child in within),
        )

    def _label(self, relations: list[tuple[int, list[tuple[str, str]]]]) -> str:
        by = [place for kind, places in relations if kind == _LABELLED_BY for place in places]
        return self._property(*by[0], "Name") if by else ""

    def _property(self, name: str, path: str, which: str) -> str:
        reply = self._call(
            self._bus,
            name,
            path,
            "org.freedesktop.DBus.Properties",
            "Get",
            "ss",
            (_ACCESSIBLE, which),
        )
        return str(reply[0][1])

    def _listen(self) -> None:
        bus = self._connect(self._address)
        messages: Any = import_module("jeepney.bus_messages")
        rule = messages.MatchRule(type="signal", interface=_EVENT, member="Announcement")
        bus.send_and_get_reply(messages.message_bus.AddMatch(rule), timeout=ANSWER_S)
        register = ("object:announcement", list[str](), "")
        self._call(
            bus,
            _REGISTRY,
            "/org/a11y/atspi/registry",
            _REGISTRY,
            "RegisterEvent",
            "sass",
            register,
        )
        while not self._is_over.is_set():
            try:
                message = bus.receive(timeout=0.05)
            except TimeoutError:
                continue
            if message.header.message_type == self._jeepney.MessageType.signal and message.body:
                self.announced.append(str(message.body[3][1]))
        bus.close()

    def _connect(self, address: str) -> Any:
        blocking: Any = import_module("jeepney.io.blocking")
        buses: Any = import_module("jeepney.bus")
        path: str = next(iter(buses.get_connectable_addresses(address)))
        return blocking.open_dbus_connection(f"unix:path={path}")

    def _call(
        self,
        bus: Any,
        name: str,
        path: str,
        interface: str,
        member: str,
        signature: str | None = None,
        body: tuple[Any, ...] = (),
    ) -> Any:
        where = self._jeepney.DBusAddress(path, bus_name=name, interface=interface)
        message = self._jeepney.new_method_call(where, member, signature, body)
        reply = bus.send_and_get_reply(message, timeout=ANSWER_S)
        if reply.header.message_type == self._jeepney.MessageType.error:
            raise RuntimeError(f"{member} of {name} {path}: {reply.body}")
        return reply.body

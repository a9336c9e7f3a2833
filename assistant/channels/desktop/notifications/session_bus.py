"""The desktop's session bus, on the GUI thread, without ever waiting for it.

Qt's own binding cannot send the unsigned numbers that the notification service wants: from Python
every number becomes a signed one. So messages are made and read by jeepney, which does no I/O, and go
through a socket that Qt watches.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Final

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

_log = logging.getLogger(__name__)

ANSWER_MS: Final = 5000
"""How long a service may take to answer; one that hangs counts as none."""
_READ: Final = 65536
_BEGIN: Final = b"BEGIN\r\n"
_BUS: Final = "org.freedesktop.DBus"
_BUS_PATH: Final = "/org/freedesktop/DBus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An interface of an object of a program."""

    name: str
    """By which the program is known."""
    path: str
    interface: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BusSignal:
    """A signal that came."""

    sender: str
    """The unique name of the program; the bus vouches for it."""
    path: str
    interface: str
    member: str
    body: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a program answered."""

    sender: str
    body: tuple[Any, ...]


Then = Callable[[Reply | None], None]
"""Takes the answer; None for an error, or none in time."""

_THE_BUS: Final = Address(name=_BUS, path=_BUS_PATH, interface=_BUS)


def session_address(environment: Mapping[str, str]) -> str:
    """Return where the session's bus is, as systems say it; empty if there is none."""
    if address := environment.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    folder = environment.get("XDG_RUNTIME_DIR")
    return f"unix:path={folder}/bus" if folder else ""


class SessionBus(QObject):
    """One connection. GUI thread; every call returns at once.

    Signals:
        came: A `BusSignal` that was asked for came; anybody may have sent it.
        owner_changed: A name that is watched belongs to another program; carries the name and the
            unique name of the program, or "".
        lost: The bus is gone, or was never there; nothing comes any more.
    """

    came = Signal(object)
    owner_changed = Signal(str, str)
    lost = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._socket: socket.socket | None = None
        self._jeepney: Any = None
        self._authenticator: Any = None
        self._parser: Any = None
        self._unsent = b""
        self._waiting: list[bytes] | None = []
        """Messages that go once the bus has let us in; None from then on."""
        self._serial = 0
        self._calls: dict[int, tuple[Then, QTimer]] = {}
        self._watched: set[str] = set()
        self._listened: set[str] = set()
        self._reading: QSocketNotifier | None = None
        self._writing: QSocketNotifier | None = None

    @property
    def is_open(self) -> bool:
        """Whether there is a bus."""
        return self._socket is not None

    def open(self, address: str) -> bool:
        """Connect to a bus; False if that cannot be.

        Args:
            address: As `session_address` returns it.
        """
        try:
            self._jeepney = import_module("jeepney")
            buses: Any = import_module("jeepney.bus")
            authentication: Any = import_module("jeepney.auth")
            path: str = next(iter(buses.get_connectable_addresses(address)))
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        except (ImportError, RuntimeError, ValueError, StopIteration, OSError, AttributeError):
            return False
        connection.setblocking(False)
        try:
            connection.connect(path)
        except OSError:
            connection.close()
            return False
        self._socket = connection
        self._authenticator = authentication.Authenticator()
        self._parser = self._jeepney.Parser()
        self._reading = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Read, self)
        self._reading.activated.connect(self._read)
        self._writing = QSocketNotifier(connection.fileno(), QSocketNotifier.Type.Write, self)
        self._writing.setEnabled(False)
        self._writing.activated.connect(self._write)
        self._send_greeting()
        return self.is_open

    def close(self) -> None:
        """Hang up; what is unsent is sent if that takes no time. Nobody is told any more."""
        if self._socket is None:
            return
        for notifier in (self._reading, self._writing):
            if notifier is not None:
                notifier.setEnabled(False)
        for _then, timer in self._calls.values():
            timer.stop()
        self._calls.clear()
        self._socket.close()
        self._socket = None

    def call(
        self,
        address: Address,
        member: str,
        signature: str = "",
        body: tuple[Any, ...] = (),
        *,
        then: Then = lambda _reply: None,
    ) -> None:
        """Call a method.

        Args:
            address: Of what.
            member: The method's name.
            signature: Of the arguments, as D-Bus writes it; empty for none.
            body: The arguments.
            then: Called on the GUI thread, later, unless the bus is closed before.
        """
        if self._socket is None:
            QTimer.singleShot(0, self, partial(then, None))
            return
        where = self._jeepney.DBusAddress(
            address.path, bus_name=address.name, interface=address.interface
        )
        message = self._jeepney.new_method_call(where, member, signature or None, body)
        self._serial += 1
        serial = self._serial
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(partial(self._answer, serial, None))
        timer.start(ANSWER_MS)
        self._calls[serial] = then, timer
        written: bytes = message.serialise(serial=serial)
        if self._waiting is None:
            self._send(written)
        else:
            self._waiting.append(written)

    def listen(self, sender: str, interface: str) -> None:
        """Have signals come of a program, whichever has the name at the time."""
        self._listened.add(interface)
        rule = f"type='signal',sender='{sender}',interface='{interface}'"
        self.call(_THE_BUS, "AddMatch", "s", (rule,))

    def watch(self, name: str) -> None:
        """Have it told which program a name belongs to, now and whenever that changes."""
        self._watched.add(name)
        rule = (
            f"type='signal',sender='{_BUS}',interface='{_BUS}',member='NameOwnerChanged',"
            f"arg0='{name}'"
        )
        self.call(_THE_BUS, "AddMatch", "s", (rule,))

        def owned(reply: Reply | None) -> None:
            match reply:
                case Reply(body=(str(owner),)):
                    self.owner_changed.emit(name, owner)
                case _:
                    self.owner_changed.emit(name, "")

        self.call(_THE_BUS, "GetNameOwner", "s", (name,), then=owned)

    # The connection.

    def _send_greeting(self) -> None:
        for line in self._authenticator:
            if not line:
                return
            self._send(line)
        self._send(_BEGIN)
        waiting, self._waiting = self._waiting or [], None
        hello = self._jeepney.new_method_call(
            self._jeepney.DBusAddress(_BUS_PATH, bus_name=_BUS, interface=_BUS), "Hello"
        )
        self._serial += 1
        self._send(hello.serialise(serial=self._serial))
        for message in waiting:
            self._send(message)

    def _send(self, data: bytes) -> None:
        self._unsent += data
        self._write()

    def _write(self) -> None:
        if self._socket is None or self._writing is None:
            return
        try:
            while self._unsent:
                sent = self._socket.send(self._unsent)
                self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._lose()
            return
        self._writing.setEnabled(bool(self._unsent))

    def _read(self) -> None:
        if self._socket is None:
            return
        try:
            data = self._socket.recv(_READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._lose()
            return
        try:
            if self._waiting is not None:
                self._authenticator.feed(data)
                self._send_greeting()
                return
            messages: list[Any] = self._parser.feed(data)
        except Exception:  # noqa: BLE001  # a bus that cannot be understood is none
            _log.warning("The session bus said what cannot be read", exc_info=True)
            self._lose()
            return
        for message in messages:
            self._take(message)

    def _take(self, message: Any) -> None:
        fields: Mapping[Any, Any] = message.header.fields
        kinds, names = self._jeepney.MessageType, self._jeepney.HeaderFields
        kind = message.header.message_type
        sender = str(fields.get(names.sender, ""))
        body = tuple(message.body)
        if kind in {kinds.method_return, kinds.error}:
            is_error = kind == kinds.error
            reply = None if is_error else Reply(sender=sender, body=body)
            self._answer(fields.get(names.reply_serial, 0), reply)
        elif kind == kinds.signal:
            signal = BusSignal(
                sender=sender,
                path=str(fields.get(names.path, "")),
                interface=str(fields.get(names.interface, "")),
                member=str(fields.get(names.member, "")),
                body=body,
            )
            self._take_signal(signal)

    def _take_signal(self, signal: BusSignal) -> None:
        match signal:
            case BusSignal(sender="org.freedesktop.DBus", member="NameOwnerChanged"):
                match signal.body:
                    case (str(name), str(), str(owner)) if name in self._watched:
                        self.owner_changed.emit(name, owner)
                    case _:
                        pass
            case BusSignal(interface=interface) if interface in self._listened:
                self.came.emit(signal)
            case _:
                pass

    def _answer(self, serial: int, reply: Reply | None) -> None:
        then, timer = self._calls.pop(serial, (None, None))
        if then is None or timer is None:
            return
        timer.stop()
        timer.deleteLater()
        then(reply)

    def _lose(self) -> None:
        calls = tuple(self._calls.values())
        self.close()
        for then, _timer in calls:
            with suppress(RuntimeError):  # what waited has gone
                then(None)
        self.lost.emit()


def open_session_bus(parent: QObject | None = None) -> SessionBus:
    """Return a connection to the session's bus; not open if there is none."""
    bus = SessionBus(parent)
    if address := session_address(os.environ):
        bus.open(address)
    return bus

"""A session bus of the test's own, and programs on it."""

import shutil
import subprocess
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, Final, Self

import pytest

POLL_S: Final = 0.05

_CONFIG: Final = """
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""Starts no service by itself."""


@contextmanager
def session_bus(folder: Any) -> Generator[str]:
    """Run a bus while the context lasts; gives its address. Skips the test where there is none."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("dbus-daemon is not installed")
    config = folder / "bus.conf"
    config.write_text(_CONFIG, encoding="utf-8")
    with subprocess.Popen(
        ["dbus-daemon", "--nofork", "--print-address=1", f"--config-file={config}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


class BusProgram:
    """A program on the bus, on a thread of its own. A context manager.

    Args:
        address: Of the bus.
        name: That it is known by; empty for none.
        path: Of its one object.
        interface: Of that.
    """

    def __init__(self, address: str, *, name: str, path: str, interface: str) -> None:
        self._jeepney: Any = import_module("jeepney")
        self._address = address
        self._name = name
        self._where: Any = self._jeepney.DBusAddress(
            path, bus_name=name or None, interface=interface
        )
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._connection: Any = None
        self.is_deaf = False
        """Whether it answers nothing."""
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        """The methods that were called, each with its arguments."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self.stop()

    def start(self) -> None:
        """Connect, and have the name."""
        blocking: Any = import_module("jeepney.io.blocking")
        buses: Any = import_module("jeepney.bus")
        path: str = next(iter(buses.get_connectable_addresses(self._address)))
        self._connection = blocking.open_dbus_connection(f"unix:path={path}")
        if self._name:
            message_bus: Any = import_module("jeepney.bus_messages").message_bus
            self._connection.send_and_get_reply(message_bus.RequestName(self._name))
        self._thread.start()

    def stop(self) -> None:
        """Leave the bus."""
        self._is_over.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._connection is not None:
            self._connection.close()

    @property
    def unique_name(self) -> str:
        """By which the bus knows it."""
        return str(self._connection.unique_name)

    def signal(
        self,
        member: str,
        signature: str,
        body: tuple[Any, ...],
        *,
        to: str | None = None,
        path: str = "",
        interface: str = "",
    ) -> None:
        """Send a signal, to all or to one; of another object or interface than its own if named."""
        where = self._jeepney.DBusAddress(
            path or self._where.object_path, interface=interface or self._where.interface
        )
        message = self._jeepney.new_signal(where, member, signature, body)
        if to is not None:
            message.header.fields[self._jeepney.HeaderFields.destination] = to
        self._connection.send(message)

    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        """Return signature and values of the answer to a call; None for an error."""
        raise NotImplementedError

    def _run(self) -> None:
        jeepney = self._jeepney
        while not self._is_over.is_set():
            try:
                message = self._connection.receive(timeout=POLL_S)
            except TimeoutError:
                continue
            except (ConnectionError, OSError):
                return
            if message.header.message_type != jeepney.MessageType.method_call or self.is_deaf:
                continue
            fields: Mapping[Any, Any] = message.header.fields
            member = str(fields[jeepney.HeaderFields.member])
            body = tuple(message.body)
            sender = str(fields[jeepney.HeaderFields.sender])
            self.calls.append((member, body))
            answer = self.reply(member, body, sender)
            if answer is None:
                written = jeepney.new_error(message, "org.example.Refused")
            else:
                signature, values = answer
                written = jeepney.new_method_return(message, signature or None, values)
            with suppress(OSError):
                self._connection.send(written)

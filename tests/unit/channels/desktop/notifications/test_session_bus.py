"""The connection to the session bus: a real one, and none."""

import os
import socket
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.notifications import session_bus
from assistant.channels.desktop.notifications.session_bus import (
    Address,
    BusSignal,
    Reply,
    SessionBus,
    open_session_bus,
    session_address,
)
from tests.helpers.desktop.session_bus import BusProgram
from tests.unit.channels.desktop.conftest import Serve

THE_BUS = Address(
    name="org.freedesktop.DBus", path="/org/freedesktop/DBus", interface="org.freedesktop.DBus"
)
NAME = "org.freedesktop.Notifications"
SERVICE = Address(name=NAME, path="/org/freedesktop/Notifications", interface=NAME)


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "XDG_RUNTIME_DIR": "/run"}, "unix:path=/x"),
        ({"XDG_RUNTIME_DIR": "/run/user/1"}, "unix:path=/run/user/1/bus"),
        ({}, ""),
    ],
)
def test_the_bus_is_where_the_session_says(environment: dict[str, str], address: str) -> None:
    assert session_address(environment) == address


@pytest.mark.parametrize(
    "address", ["unix:path=/nowhere/bus", "tcp:host=localhost,port=1", "disabled:", "", "nonsense"]
)
def test_without_a_bus_calls_come_to_nothing(qtbot: QtBot, address: str) -> None:
    bus = SessionBus()
    assert not bus.open(address)
    replies: list[Reply | None] = []
    bus.call(THE_BUS, "ListNames", then=replies.append)
    assert replies == []  # never while it is called
    qtbot.waitUntil(lambda: replies == [None])


def test_the_environment_is_asked(
    qtbot: QtBot, bus_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not open_session_bus().is_open
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    bus = open_session_bus()
    assert bus.is_open
    bus.close()
    assert not bus.is_open


def test_calls_are_answered_in_order(bus: SessionBus, qtbot: QtBot) -> None:
    replies: list[Reply | None] = []
    for name in ("org.freedesktop.DBus", "org.example.Nobody"):
        bus.call(THE_BUS, "GetNameOwner", "s", (name,), then=replies.append)
    qtbot.waitUntil(lambda: len(replies) == 2)
    assert replies == [Reply(sender="org.freedesktop.DBus", body=("org.freedesktop.DBus",)), None]


def test_a_service_that_hangs_counts_as_none(
    bus: SessionBus, serve: Serve, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_bus, "ANSWER_MS", 1)
    serve().is_deaf = True
    replies: list[Reply | None] = []
    bus.call(SERVICE, "GetCapabilities", then=replies.append)
    qtbot.waitUntil(lambda: replies == [None])


def test_who_has_a_name_is_told_now_and_later(
    bus: SessionBus, bus_address: str, qtbot: QtBot
) -> None:
    owners: list[tuple[str, str]] = []

    def changed(name: str, owner: str) -> None:
        owners.append((name, owner))

    bus.owner_changed.connect(changed)
    bus.watch("org.example.Panel")
    qtbot.waitUntil(lambda: owners == [("org.example.Panel", "")])
    with BusProgram(
        bus_address, name="org.example.Panel", path="/p", interface="org.example.P"
    ) as panel:
        unique = panel.unique_name
        qtbot.waitUntil(lambda: owners[1:] == [("org.example.Panel", unique)])
    qtbot.waitUntil(lambda: owners[2:] == [("org.example.Panel", "")])


def test_signals_tell_who_sent_them(bus: SessionBus, serve: Serve, qtbot: QtBot) -> None:
    came: list[BusSignal] = []
    bus.came.connect(came.append)
    bus.listen(NAME, NAME)
    ready: list[Reply | None] = []
    bus.call(THE_BUS, "GetId", then=ready.append)  # behind what was asked before
    qtbot.waitUntil(lambda: len(ready) == 1)
    service = serve()
    service.signal("ActionInvoked", "us", (7, "default"))
    qtbot.waitUntil(lambda: len(came) == 1)
    assert came == [
        BusSignal(
            sender=service.unique_name,
            path="/org/freedesktop/Notifications",
            interface=NAME,
            member="ActionInvoked",
            body=(7, "default"),
        )
    ]


@pytest.mark.parametrize("said", [b"", b"REJECTED EXTERNAL\r\n", b"OK 1234\r\n" + b"\xff" * 64])
def test_a_bus_that_goes_or_talks_nonsense_is_lost(
    qtbot: QtBot, tmp_path: Path, said: bytes
) -> None:
    path = tmp_path / "bus"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.fspath(path))
        server.listen()

        def answer() -> None:
            connection, _address = server.accept()
            with connection:
                first, _end, rest = said.partition(b"\r\n")
                connection.recv(4096)
                if said:
                    connection.sendall(first + b"\r\n")
                if rest:
                    connection.recv(4096)
                    connection.sendall(rest)

        thread = threading.Thread(target=answer)
        thread.start()
        bus, lost = SessionBus(), list[int]()
        bus.lost.connect(lambda: lost.append(1))
        assert bus.open(f"unix:path={path}")
        replies: list[Reply | None] = []
        bus.call(THE_BUS, "ListNames", then=replies.append)
        qtbot.waitUntil(lambda: lost == [1])
        thread.join()
    assert replies == [None]
    assert not bus.is_open

"""Other programs ask the window of a home: both ends of the socket, in one process."""

import json
import os
import socket
import stat
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.single_instance import window_socket
from assistant.channels.desktop.single_instance.window_requests import WindowRequests
from assistant.channels.desktop.single_instance.window_socket import (
    WindowRequest,
    ask_running,
    is_running,
    request_in,
    require_running,
    socket_path,
    wait_for_running,
)
from assistant.errors import UnreachableError
from assistant.home import Home


@pytest.fixture
def requests(qtbot: QtBot, home: Home) -> Iterator[WindowRequests]:
    """What listens for the home; not listening."""
    made = WindowRequests(home)
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    """Where the second program runs."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


def finish(qtbot: QtBot, calling: "Future[bool]") -> bool:
    qtbot.waitUntil(calling.done)
    return calling.result()


def heard_by(requests: WindowRequests) -> list[tuple[WindowRequest, str]]:
    """Return what is asked from now on, with the desktop's tokens."""
    heard: list[tuple[WindowRequest, str]] = []

    def hear(request: WindowRequest, token: str) -> None:
        heard.append((request, token))

    requests.wanted.connect(hear)
    return heard


def path_of(home: Home) -> Path:
    path = socket_path(home)
    assert path is not None
    return path


def test_a_second_start_has_the_window_shown(
    requests: WindowRequests,
    home: Home,
    qtbot: QtBot,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "from-the-panel")
    asked = heard_by(requests)
    requests.listen()
    assert finish(qtbot, pool.submit(is_running, home))
    for request in WindowRequest:
        assert finish(qtbot, pool.submit(ask_running, home, request))
    assert asked == [(request, "from-the-panel") for request in WindowRequest]


def test_nobody_else_reaches_it(requests: WindowRequests, home: Home) -> None:
    requests.listen()
    path = path_of(home)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_where_nothing_runs_nothing_is_shown(requests: WindowRequests, home: Home) -> None:
    assert not ask_running(home)
    assert not is_running(home)
    requests.listen()
    requests.close()
    requests.close()
    assert not ask_running(home)


def test_what_a_killed_program_left_is_in_nobodys_way(
    requests: WindowRequests, home: Home, qtbot: QtBot, pool: ThreadPoolExecutor
) -> None:
    path = path_of(home)
    path.parent.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(os.fspath(path))
    assert not ask_running(home)
    requests.listen()
    assert finish(qtbot, pool.submit(ask_running, home))


def test_another_home_is_another_program(
    requests: WindowRequests, home: Home, tmp_path: Path
) -> None:
    requests.listen()
    assert not ask_running(replace(home, root=tmp_path / "other"))


def test_a_home_deep_down_is_reached_as_well(
    home: Home,
    tmp_path: Path,
    qtbot: QtBot,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window_socket.tempfile, "gettempdir", lambda: str(tmp_path))
    deep = replace(home, root=tmp_path / ("deep" * 30))
    listening = WindowRequests(deep)
    listening.listen()
    try:
        assert finish(qtbot, pool.submit(ask_running, deep))
    finally:
        listening.close()


@pytest.mark.parametrize(
    "said", [b"", b"\n", b"{}\n", b'"show"\n', b"x" * 5000 + b"\n", b"[" * 4000]
)
def test_anything_else_is_hung_up_on(
    requests: WindowRequests, home: Home, qtbot: QtBot, pool: ThreadPoolExecutor, said: bytes
) -> None:
    asked = heard_by(requests)
    requests.listen()

    def call() -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(os.fspath(path_of(home)))
            connection.sendall(said)
            connection.shutdown(socket.SHUT_WR)
            return connection.recv(100) == b""

    assert finish(qtbot, pool.submit(call))
    assert asked == []


@pytest.mark.parametrize(
    ("said", "understood"),
    [
        ({"request": "show", "activation_token": ""}, (WindowRequest.SHOW, "")),
        ({"request": "talk", "activation_token": "kwin-7"}, (WindowRequest.TALK, "kwin-7")),
        ({"request": "dictate", "activation_token": ""}, (WindowRequest.DICTATE, "")),
        ({"request": "dance", "activation_token": ""}, None),
        ({"request": "show", "activation_token": "a\nb"}, None),
        ({"request": "show", "activation_token": 7}, None),
        ({"activation_token": ""}, None),
        ({}, None),
        ("show", None),
    ],
)
def test_a_request_is_an_object_with_a_token(said: object, understood: object) -> None:
    assert request_in(json.dumps(said).encode()) == understood


def test_where_nothing_runs_that_is_an_error(home: Home) -> None:
    with pytest.raises(UnreachableError, match="can be reached"):
        require_running(home, WindowRequest.TOGGLE)


def test_a_window_that_is_just_coming_is_waited_for(
    requests: WindowRequests, home: Home, qtbot: QtBot, pool: ThreadPoolExecutor
) -> None:
    looks: list[int] = []

    def is_free() -> bool:
        looks.append(1)
        return False

    calling = pool.submit(wait_for_running, home, is_free=is_free, limit_s=60)
    qtbot.waitUntil(lambda: bool(looks))
    requests.listen()
    assert finish(qtbot, calling)


def test_a_program_that_ends_meanwhile_is_not_waited_for(home: Home) -> None:
    assert not wait_for_running(home, is_free=lambda: True, limit_s=60)


def test_one_that_never_answers_is_given_up(home: Home) -> None:
    assert not wait_for_running(home, is_free=lambda: False, limit_s=0)

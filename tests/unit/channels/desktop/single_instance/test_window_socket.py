"""A second start has the window of the first shown: both ends of the socket, in one process."""

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
from assistant.channels.desktop.single_instance.show_requests import ShowRequests
from assistant.channels.desktop.single_instance.window_socket import (
    is_running,
    show_running,
    socket_path,
    token_in,
    wait_for_running,
)
from assistant.home import Home


@pytest.fixture
def requests(qtbot: QtBot, home: Home) -> Iterator[ShowRequests]:
    """What listens for the home; not listening."""
    made = ShowRequests(home)
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


def path_of(home: Home) -> Path:
    path = socket_path(home)
    assert path is not None
    return path


def test_a_second_start_has_the_window_shown(
    requests: ShowRequests,
    home: Home,
    qtbot: QtBot,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "from-the-panel")
    asked: list[str] = []
    requests.wanted.connect(asked.append)
    requests.listen()
    assert finish(qtbot, pool.submit(is_running, home))
    for _time in range(2):
        assert finish(qtbot, pool.submit(show_running, home))
    assert asked == ["from-the-panel"] * 2


def test_nobody_else_reaches_it(requests: ShowRequests, home: Home) -> None:
    requests.listen()
    path = path_of(home)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_where_nothing_runs_nothing_is_shown(requests: ShowRequests, home: Home) -> None:
    assert not show_running(home)
    assert not is_running(home)
    requests.listen()
    requests.close()
    requests.close()
    assert not show_running(home)


def test_what_a_killed_program_left_is_in_nobodys_way(
    requests: ShowRequests, home: Home, qtbot: QtBot, pool: ThreadPoolExecutor
) -> None:
    path = path_of(home)
    path.parent.mkdir(parents=True)
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(os.fspath(path))
    assert not show_running(home)
    requests.listen()
    assert finish(qtbot, pool.submit(show_running, home))


def test_another_home_is_another_program(
    requests: ShowRequests, home: Home, tmp_path: Path
) -> None:
    requests.listen()
    assert not show_running(replace(home, root=tmp_path / "other"))


def test_a_home_deep_down_is_reached_as_well(
    home: Home,
    tmp_path: Path,
    qtbot: QtBot,
    pool: ThreadPoolExecutor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window_socket.tempfile, "gettempdir", lambda: str(tmp_path))
    deep = replace(home, root=tmp_path / ("deep" * 30))
    listening = ShowRequests(deep)
    listening.listen()
    try:
        assert finish(qtbot, pool.submit(show_running, deep))
    finally:
        listening.close()


@pytest.mark.parametrize(
    "said", [b"", b"\n", b"{}\n", b'"show"\n', b"x" * 5000 + b"\n", b"[" * 4000]
)
def test_anything_else_is_hung_up_on(
    requests: ShowRequests, home: Home, qtbot: QtBot, pool: ThreadPoolExecutor, said: bytes
) -> None:
    asked: list[str] = []
    requests.wanted.connect(asked.append)
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
    ("request_", "token"),
    [
        ({"activation_token": ""}, ""),
        ({"activation_token": "kwin-7"}, "kwin-7"),
        ({"activation_token": "a\nb"}, None),
        ({"activation_token": 7}, None),
        ({}, None),
        ("show", None),
    ],
)
def test_a_request_is_an_object_with_a_token(request_: object, token: str | None) -> None:
    assert token_in(json.dumps(request_).encode()) == token


def test_a_window_that_is_just_coming_is_waited_for(
    requests: ShowRequests, home: Home, qtbot: QtBot, pool: ThreadPoolExecutor
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

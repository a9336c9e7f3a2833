"""`parley hook` against a program that hears it, stands still, or is not ours, and an agent that hangs."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typing_extensions import override

from assistant.coding_agents import hook_process
from assistant.coding_agents.hook_process import MAX_PAYLOAD, hook_reply, main
from tests.helpers.patience import PATIENCE_S

ASKS = b'{"hook_event_name": "permission.asked"}'
ACCEPTED = b'{"accepted": true}\n'


@contextmanager
def listening(folder: Path) -> Generator[tuple[socket.socket, str]]:
    """Open a socket like the running program's; gives it, and the file that names it."""
    path, api_file = folder / "a.sock", folder / "api.json"
    api_file.write_text(json.dumps({"mcp_socket": str(path), "token": "t"}))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen()
        yield server, str(api_file)


def test_a_question_takes_the_time_it_takes_once_it_was_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = threading.Event()

    class Watched(socket.socket):
        @override
        def settimeout(self, value: float | None, /) -> None:
            super().settimeout(value)
            if value is None:
                patient.set()

    monkeypatch.setattr(socket, "socket", Watched)
    with listening(tmp_path) as (server, api_file):

        def answer() -> None:
            connection, _peer = server.accept()
            with connection, connection.makefile("rb") as lines:
                assert json.loads(lines.readline())["payload"] == json.loads(ASKS)
                connection.sendall(ACCEPTED)
                if patient.wait(PATIENCE_S):
                    connection.sendall(b'{"print": "allowed"}\n')

        answering = threading.Thread(target=answer)
        answering.start()
        assert hook_reply("opencode", ASKS, api_file) == "allowed"
        answering.join()


def test_a_program_that_stands_still_leaves_the_agent_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook_process, "_HEARD_S", 0.01)
    with listening(tmp_path) as (_server, api_file):  # the system takes connections in its place
        for payload in (ASKS, b'{"hook_event_name": "' + b"x" * 1_000_000 + b'"}'):
            assert hook_reply("claude-code", payload, api_file) == ""


def test_a_socket_of_another_user_is_told_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(tmp_path) as (server, api_file):
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        assert hook_reply("claude-code", ASKS, api_file) == ""
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


@pytest.mark.parametrize("told", [b"", ASKS[:-1]], ids=["nothing", "half of it"])
def test_an_agent_that_does_not_come_to_an_end_is_not_waited_for(
    told: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hook_process, "_TOLD_S", 0.01)
    reading, writing = os.pipe()
    try:
        os.write(writing, told)
        with os.fdopen(reading, "rb") as stream:
            monkeypatch.setattr(sys, "stdin", stream)
            assert main(["claude-code"]) == 0
    finally:
        os.close(writing)
    assert capfd.readouterr() == ("", "")


def test_ten_megabytes_are_read_to_their_end_and_told_to_nobody(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    with listening(tmp_path / "run") as (server, _api_file):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "assistant.entry",
                "hook",
                "claude-code",
                "--home",
                str(tmp_path),
            ],
            input=b'{"hook_event_name": "' + b"x" * (5 * MAX_PAYLOAD) + b'"}',
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()

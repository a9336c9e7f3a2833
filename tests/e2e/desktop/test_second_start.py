"""`parley` beside one that runs: the second has the window of the first do what is wanted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.channels.desktop.single_instance.window_socket import socket_path
from assistant.home import Home
from assistant.settings import save
from tests.helpers.process.life import LIMIT_S, Life

PARLEY = (sys.executable, "-m", "assistant.cli")


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ((), "Parley is open already; its window comes to the front.\n"),
        (("toggle",), ""),
        (("talk",), ""),
        (("dictate",), ""),
    ],
)
def test_the_second_start_asks_the_first(
    home: Home, tmp_path: Path, request_: tuple[str, ...], said: str
) -> None:
    save(home, "voice", "enabled", False)
    save(home, "llm", "profile", "anthropic")
    folders = ("--home", str(home.root))
    command = (*PARLEY, *folders, "--models", str(tmp_path / "models"))
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
    }

    def ask() -> tuple[int, str, str]:
        second = subprocess.run(
            (*PARLEY, *request_, *folders),
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_S,
        )
        return second.returncode, second.stdout, second.stderr

    path = socket_path(home)
    assert path is not None
    if request_:
        status, out, error = ask()
        assert (status, out) == (1, "")
        assert "No window of Parley" in error
    with Life(
        command, environment=environment, folder=Path.cwd(), errors=tmp_path / "errors"
    ) as first:
        first.wait_until(path.exists, "listening")
        assert ask() == (0, said, "")

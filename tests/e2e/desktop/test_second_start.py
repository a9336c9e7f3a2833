"""`parley` started twice: the second has the window of the first shown, and ends."""

import os
import subprocess
import sys
from pathlib import Path

from assistant.channels.desktop.single_instance.window_socket import socket_path
from assistant.home import Home
from assistant.settings import save
from tests.helpers.process.life import LIMIT_S, Life

PARLEY = (sys.executable, "-m", "assistant.cli")


def test_the_second_start_ends_with_one_line(home: Home, tmp_path: Path) -> None:
    save(home, "voice", "enabled", False)
    save(home, "llm", "profile", "anthropic")
    command = (*PARLEY, "--home", str(home.root), "--models", str(tmp_path / "models"))
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
    }
    path = socket_path(home)
    assert path is not None
    with Life(
        command, environment=environment, folder=Path.cwd(), errors=tmp_path / "errors"
    ) as first:
        first.wait_until(path.exists, "listening")
        second = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=LIMIT_S
        )
    assert (second.returncode, second.stdout, second.stderr) == (
        0,
        "Parley is open already; its window comes to the front.\n",
        "",
    )

import json
import os
import shutil
import subprocess
import sys

import pytest


def test_closed_to_the_panel_it_counts_questions_and_tells_of_them() -> None:
    for program in ("xvfb-run", "dunst", "dbus-daemon"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    ended = subprocess.run(
        ["xvfb-run", "-a", sys.executable, "-m", "tests.e2e.desktop.panel_and_notices"],
        env={**os.environ, "QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": ""},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout.splitlines()[-1]) == {
        "tips": [
            "Parley: Ready",
            "Parley: Waiting for your choice · 1 waits for you",
            "Parley: Waiting for your choice · 2 wait for you",
        ],
        "is_away": True,
    }

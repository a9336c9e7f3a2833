import json
import os
import shutil
import subprocess
import sys

import pytest


def test_shortcuts_work_while_another_program_has_the_keyboard() -> None:
    for program in ("xvfb-run", "openbox", "xdotool"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    ended = subprocess.run(
        ["xvfb-run", "-a", sys.executable, "-m", "tests.e2e.desktop.keys_elsewhere"],
        env={
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "WAYLAND_DISPLAY": "",
            "XDG_SESSION_TYPE": "x11",
        },
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout.splitlines()[-1]) == {
        "commands": ["ToggleMicrophone", "PushToTalk", "PushToTalk"],
        "taken": ["Another program has the shortcut Ctrl+Alt+O already."],
    }

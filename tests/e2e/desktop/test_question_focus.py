import json
import os
import shutil
import subprocess
import sys

import pytest


def test_a_question_that_appears_takes_no_key_from_a_message_being_typed() -> None:
    if shutil.which("xvfb-run") is None:
        pytest.skip("xvfb-run, which makes a display, is not installed")
    ended = subprocess.run(
        ["xvfb-run", "-a", sys.executable, "-m", "tests.e2e.desktop.typing_elsewhere"],
        env={**os.environ, "QT_QPA_PLATFORM": "xcb"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout.splitlines()[-1])
    assert found["composing"] == {
        "line": "1 message 1",
        "answers": 0,
        "question_is_visible": True,
    }
    assert found["idle"]["line"] == "1 mess"
    assert found["idle"]["answers"] == 1

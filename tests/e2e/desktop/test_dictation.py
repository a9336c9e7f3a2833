import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from assistant.home import Home
from assistant.settings import save
from benchmarks.model.error_rate import word_errors
from tests.e2e.conftest import recording
from tests.e2e.desktop.dictating_elsewhere import HANGUL, SAID
from tests.e2e.desktop.test_screen_readers import LAUNCHERS

pytestmark = pytest.mark.models
MOST_WRONG = 3
"""Of eight words that are said; which are misheard depends on the processor."""


@pytest.mark.timeout(630)
def test_words_are_typed_into_the_program_in_front_and_nowhere_else(served: Home) -> None:
    for program in ("xvfb-run", "openbox", "xdotool", "dbus-run-session"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    if not any(map(os.path.exists, LAUNCHERS)):
        pytest.skip("at-spi2-core is not installed")
    save(served, "voice", "language", "en")
    ended = subprocess.run(
        [
            *("xvfb-run", "-a", "dbus-run-session", "--"),
            *(sys.executable, "-m", "tests.e2e.desktop.dictating_elsewhere"),
            *(str(served.root), str(served.models)),
        ],
        env={
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "WAYLAND_DISPLAY": "",
            "XDG_SESSION_TYPE": "x11",
        },
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    said = recording(SAID).label
    assert found["off"] == []
    assert word_errors(said, found["typed"]).errors <= MOST_WRONG, found["typed"]
    assert found["cancelled"]
    assert found["hangul"] == f"\n{HANGUL}"
    assert "Not typed" in found["offered"]
    assert word_errors(said, found["clipboard"]).errors <= MOST_WRONG, found["clipboard"]
    assert found["elsewhere"] == [True, ""]
    assert found["secret"] == ""

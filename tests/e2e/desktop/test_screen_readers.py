import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
ON_SCREEN = {
    "conversation": {
        "panel: State",
        "push button: New conversation",
        "push button: Help me choose a weekend trip",
        "push button: Attach files",
        "push button: Speak; hold to talk",
        "text: Message",
    },
    "question": {
        "label: Question 1 of 3",
        "panel: Where shall orders be stored?",
        "radio button: SQLite - One file",
        "radio button: PostgreSQL",
        "push button: Later",
        "push button: Cancel",
    },
    "settings, general": {"combo box: Language", "slider: Text size", "list item: Voice"},
    "settings, voice": {"combo box: Microphone", "check box: Short tones"},
    "settings, data": {"push button: Back up…", "push button: Delete everything of mine…"},
}
FOCUSED = {
    "conversation": "Message",
    "question": "SQLite - One file",
    "settings, general": "Search the settings",
}


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """What a screen reader got of the main screens."""
    for program in ("xvfb-run", "openbox", "xdotool", "dbus-run-session"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    if not any(map(os.path.exists, LAUNCHERS)):
        pytest.skip("at-spi2-core is not installed")
    ended = subprocess.run(
        [
            *("xvfb-run", "-a", "dbus-run-session", "--"),
            *(sys.executable, "-m", "tests.e2e.desktop.seen_by_screen_readers"),
        ],
        env={
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "WAYLAND_DISPLAY": "",
            "XDG_SESSION_TYPE": "x11",
        },
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return told


@pytest.mark.timeout(330)
def test_whatever_the_keyboard_reaches_has_a_name(found: dict[str, Any]) -> None:
    nameless = {name: screen["nameless"] for name, screen in found["screens"].items()}
    assert len(nameless) > len(ON_SCREEN)
    assert nameless == {name: [] for name in nameless}


@pytest.mark.parametrize("screen", ON_SCREEN)
def test_a_screen_reader_gets_what_stands_there(found: dict[str, Any], screen: str) -> None:
    assert ON_SCREEN[screen] <= set(found["screens"][screen]["names"])


@pytest.mark.parametrize("screen", FOCUSED)
def test_the_focus_begins_where_work_begins(found: dict[str, Any], screen: str) -> None:
    assert FOCUSED[screen] in found["screens"][screen]["focused"]


def test_a_question_is_announced_when_it_comes(found: dict[str, Any]) -> None:
    assert any("Where shall orders be stored?" in text for text in found["announced"])

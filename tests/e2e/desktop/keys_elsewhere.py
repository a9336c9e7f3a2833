"""Presses keys while another program has the keyboard; prints what Parley did.

Run it with a display of its own, such as Xvfb's, and with openbox and xdotool.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop
from PySide6.QtWidgets import QLineEdit, QWidget

from assistant.channels.desktop.app.application import DesktopApp, make_application
from assistant.channels.desktop.shortcuts.model.key_combination import key_combination
from assistant.channels.desktop.shortcuts.shortcut_source import WantedShortcut
from assistant.channels.desktop.shortcuts.x11_shortcuts import X11Shortcuts
from assistant.home import Home
from assistant.protocol.voice import PushToTalk, ToggleMicrophone
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_secrets
from tests.unit.channels.desktop.settings.stores import HomeStore

LIMIT_MS = 20_000


def until(is_so: Callable[[], bool], what: str) -> None:
    """Work until something is so."""
    deadline = QDeadlineTimer(LIMIT_MS)
    while not is_so():
        if deadline.hasExpired():
            raise RuntimeError(f"not in time: {what}")
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def xdotool(*arguments: str) -> None:
    """Press, or let go."""
    subprocess.run(("xdotool", *arguments), check=True)


def bars(app: DesktopApp) -> list[QWidget]:
    """Return the compact bar, if it was made."""
    return [one for one in app.application.topLevelWidgets() if one.objectName() == "compact_bar"]


def try_keys(app: DesktopApp, engine: FakeEngineClient) -> dict[str, object]:
    """Return what became of each key."""
    window, settings = app.window, app.context.settings
    window.show()
    until(window.isActiveWindow, "the window is active")
    app.join_desktop()
    settings.set("ui", "shortcut_window", "Ctrl+Alt+P")
    settings.set("ui", "shortcut_talk", "Super+Space")
    xdotool("key", "ctrl+alt+p")
    until(window.isMinimized, "the window went")
    xdotool("key", "ctrl+alt+p")
    until(lambda: window.isActiveWindow() and not window.isMinimized(), "the window is back")
    until(lambda: bool(window.windowHandle()) and window.windowHandle().isExposed(), "it is seen")
    window.step_aside()
    until(window.isMinimized, "the window went again")
    xdotool("key", "super+space")
    until(lambda: ToggleMicrophone() in engine.submitted, "a tap")
    xdotool("keydown", "super+space")
    until(lambda: PushToTalk(pressed=True) in engine.submitted, "held")
    xdotool("keyup", "super+space")
    until(lambda: PushToTalk(pressed=False) in engine.submitted, "let go of")

    keys = key_combination("Ctrl+Alt+O")
    assert keys is not None
    other = X11Shortcuts()
    other.open({"other": WantedShortcut(keys=keys, description="")})
    settings.set("ui", "shortcut_window", "Ctrl+Alt+O")
    taken = [notice.text for notice in window.notices.notices]
    other.close()
    settings.set("ui", "shortcut_window", "F8")
    line = QLineEdit()
    line.show()
    line.activateWindow()
    until(line.isActiveWindow, "the line is active")
    xdotool("key", "ctrl+alt+p", "a")  # given back
    until(lambda: line.text() == "a", "the line takes keys")
    settings.set("ui", "shortcut_window", "")
    settings.set("ui", "shortcut_bar", "F7")
    xdotool("key", "F7")
    until(lambda: any(one.isVisible() for one in bars(app)), "the bar")
    (bar,) = bars(app)
    until(lambda: bar.windowHandle().isExposed(), "the bar is seen")
    xdotool("key", "b")
    until(lambda: line.text() == "ab", "the bar takes no key")
    xdotool("key", "F7")
    until(lambda: not bar.isVisible(), "the bar went")
    return {"commands": [type(one).__name__ for one in engine.submitted], "taken": taken}


def main() -> None:
    """Press keys around the whole app, over an engine that only listens."""
    make_application()
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(["openbox"]) as manager:
        engine = FakeEngineClient()
        home = Home(root=Path(folder), models=Path(folder) / "models")
        app = DesktopApp(
            engine=engine,
            clock=ManualClock(),
            store=HomeStore(home),
            secrets=make_secrets(),
            home=home,
        )
        try:
            found = try_keys(app, engine)
        finally:
            app.close()
            manager.terminate()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()

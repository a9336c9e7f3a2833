"""Shows the main screens to a screen reader; prints what it gets of each.

Run it with a display and a session bus of its own, such as Xvfb's and `dbus-run-session`'s, and with
openbox and xdotool.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEventLoop

from assistant.channels.desktop.app.application import DesktopApp, make_application
from assistant.channels.desktop.questions.dialog_presenter import DialogRequest
from assistant.home import Home
from assistant.questions.model.question import (
    Draft,
    Option,
    Question,
    QuestionKind,
    QuestionSet,
)
from tests.helpers.clock import ManualClock
from tests.helpers.desktop.screen_reader import ScreenReader, SeenElement
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.questions.presentation import FakePresentation
from tests.unit.channels.desktop.contexts import make_secrets
from tests.unit.channels.desktop.settings.stores import HomeStore

LIMIT_MS: Final = 60_000
QUESTIONS: Final = QuestionSet(
    id="s",
    questions=(
        Question(
            id="store",
            kind=QuestionKind.SINGLE,
            header="Database",
            text="Where shall orders be stored?",
            options=(
                Option(id="a", label="SQLite", description="One file"),
                Option(id="b", label="PostgreSQL"),
            ),
        ),
        Question(
            id="days",
            kind=QuestionKind.MULTI,
            text="On which days?",
            options=(Option(id="a", label="Monday"), Option(id="b", label="Tuesday")),
        ),
        Question(id="name", kind=QuestionKind.TEXT, text="What is it called?"),
    ),
)
T = TypeVar("T")


def until(is_so: Callable[[], bool], what: str) -> None:
    """Let the window work until something is so."""
    deadline = QDeadlineTimer(LIMIT_MS)
    while not is_so():
        if deadline.hasExpired():
            raise RuntimeError(f"not in time: {what}")
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)


def beside(work: Callable[[], T]) -> T:
    """Do something on a thread while the window answers."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        reading = pool.submit(work)
        until(reading.done, "what is read")
        return reading.result()


def is_managed() -> bool:
    """Whether a window manager takes care of the display."""
    asked = ["xdotool", "get_num_desktops"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


class Screens:
    """What a screen reader got of each screen, by its name."""

    def __init__(self, app: DesktopApp, reader: ScreenReader) -> None:
        self._app = app
        self._reader = reader
        self.found: dict[str, dict[str, object]] = {}

    def note(self, screen: str, *, window: str) -> None:
        """Read what is on the screen, once the window of this title is active.

        Args:
            screen: What it is called.
            window: Is part of the title.
        """
        active = self._app.application.activeWindow
        until(lambda: (one := active()) is not None and window in one.windowTitle(), screen)
        elements = self._read()
        self.found[screen] = {
            "nameless": [each.role for each in elements if each.is_focusable and not _name(each)],
            "focused": [
                _name(each) for each in elements if each.is_focused and each.role != "list item"
            ],
            "names": [f"{each.role}: {_name(each)}" for each in elements if _name(each)],
        }

    def _read(self) -> list[SeenElement]:
        """Return what is on the screen; read again if some of it went meanwhile."""
        found: list[SeenElement] = []

        def is_read() -> bool:
            try:
                found[:] = beside(self._elements)
            except RuntimeError:
                return False
            return bool(found)  # the program comes onto the bus after its window

        until(is_read, "what is on the screen")
        return found

    def _elements(self) -> list[SeenElement]:
        programs = [each for each in self._reader.applications() if each.role == "application"]
        return [element for program in programs for element in program.walk()]


def _name(element: SeenElement) -> str:
    return element.label or element.name


def look(app: DesktopApp, reader: ScreenReader) -> dict[str, object]:
    """Return what was got of each screen, and what was announced."""
    screens = Screens(app, reader)
    screens.note("conversation", window="Parley")
    reader.listen()
    app.window.header.questions_button.click()
    screens.note("open questions", window="Parley")
    app.window.header.questions_button.click()
    app.dialogs.put(
        DialogRequest(
            questions=QUESTIONS,
            draft=Draft(),
            presentation=FakePresentation(),
            respond=lambda _response: None,
        )
    )
    screens.note("question", window="Round")
    until(lambda: bool(reader.announced), "an announcement")
    app.dialogs.close_all()
    for page in app.settings.pages:
        app.settings.open_page(page.name)
        screens.note(f"settings, {page.name}", window="Settings")
    app.settings.close()
    return {"screens": screens.found, "announced": reader.announced}


def main() -> None:
    """Look at the whole app, over an engine that only listens."""
    make_application()
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(["openbox"]) as manager:
        home = Home(root=Path(folder), models=Path(folder) / "models")
        app = DesktopApp(
            engine=FakeEngineClient(),
            clock=ManualClock(),
            store=HomeStore(home),
            secrets=make_secrets(),
            home=home,
        )
        until(is_managed, "a window manager")
        app.window.show()
        reader = beside(lambda: ScreenReader(os.environ["DBUS_SESSION_BUS_ADDRESS"]))
        try:
            found = look(app, reader)
        finally:
            reader.close()
            app.close()
            manager.terminate()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()

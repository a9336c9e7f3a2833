"""`parley`, the window, driven through pipes.

Run as `python -m tests.e2e.killed.driven_window ARGUMENTS...`: the program with these arguments and its own
code, with somebody at the mouse who does what is read from standard input, a line each, and says
what there is to see on standard output, each thing once:

    say WORDS       types a message and sends it
    press WORDS     clicks the button of a question that has these words, once there is one
    key KEY         presses a key in the question in front: a character, or Return
    write WORDS     writes into the field of the question in front that has the focus
    leave           closes the window

`halted_program.py` runs it too.
"""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QTextEdit, QWidget

from assistant import cli
from assistant.assembly import desktop
from assistant.assembly.voice.voice_switch import DeviceBuilder
from assistant.channels.desktop.app.application import DesktopApp
from assistant.engine.launch_options import LaunchOptions

LOOK_MS: Final = 25
"""How often is looked what there is to see, and whether a button has come."""


class Hand(QObject):
    """Somebody who sees the window and clicks in it."""

    told = Signal(str)

    def __init__(self, app: DesktopApp) -> None:
        super().__init__()
        self._app = app
        self._seen: set[str] = set()
        self._wanted: list[str] = []
        self.told.connect(self._do, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        threading.Thread(target=self._listen, name="hand", daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            self.told.emit(line.rstrip("\n"))
        self.told.emit("leave")

    @Slot(str)
    def _do(self, line: str) -> None:
        verb, _, words = line.partition(" ")
        match verb:
            case "say":
                self._app.window.send.emit(words)
            case "press":
                self._wanted.append(words)
            case "key" if (dialog := _dialog()) is not None:
                field = dialog.focusWidget() or dialog
                QTest.keyClick(
                    field, Qt.Key.Key_Return if words == "Return" else Qt.Key(ord(words))
                )
            case "write" if (dialog := _dialog()) is not None:
                QTest.keyClicks(dialog.focusWidget(), words)
            case "key" | "write":
                pass
            case _:
                self._app.window.close()

    @Slot()
    def _look(self) -> None:
        for thing in _visible():
            if thing not in self._seen:
                self._seen.add(thing)
                sys.stdout.write(f"{thing}\n")
                sys.stdout.flush()
        button = _button(self._wanted[0]) if self._wanted else None
        if button is not None:
            self._wanted.pop(0)
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _dialog() -> QWidget | None:
    """Return the question that is in front."""
    windows = QApplication.topLevelWidgets()
    return next((w for w in windows if w.isVisible() and w.objectName() == "question_dialog"), None)


def _button(words: str) -> QAbstractButton | None:
    dialog = _dialog()
    if dialog is None:
        return None
    for button in dialog.findChildren(QAbstractButton):
        named = f"{button.accessibleName()} {button.text()}"
        if button.isVisible() and button.isEnabled() and words in named:
            return button
    return None


def _visible() -> Iterator[str]:
    for window in QApplication.topLevelWidgets():
        place = "question" if window.objectName() == "question_dialog" else "window"
        for widget in window.findChildren(QWidget):
            if not widget.isVisible():
                continue
            if isinstance(widget, QLabel):
                yield f"{place}: {widget.text()}"
            elif isinstance(widget, QTextEdit):
                yield f"{place}: {widget.toPlainText()}"
            elif isinstance(widget, QAbstractButton) and place == "question":
                mark = " (chosen)" if widget.isChecked() else ""
                yield f"button: {widget.accessibleName() or widget.text()}{mark}"


def run_driven(
    plan: LaunchOptions,
    *,
    devices: DeviceBuilder | None = None,
    watch: Callable[[DesktopApp], None] = lambda _app: None,
    loaded: Callable[[], None] = lambda: None,
    is_hidden: bool = False,
    guides: bool = False,
) -> int:
    """Run the window with a hand; in place of `run_desktop`, which takes the same.

    Nobody is guided: the hand clicks in the conversation.
    """
    assert not is_hidden, "a hand needs something to click"
    app = desktop.build_desktop(plan, devices=devices)
    watch(app)
    loaded()
    hand = Hand(app)
    try:
        return app.run()
    finally:
        hand.deleteLater()


def main(arguments: Sequence[str]) -> int:
    """Run the program with a hand at its window; returns the exit code."""
    desktop.run_desktop = run_driven
    return cli.main(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Types into a window while a question appears, on whichever display there is; prints what came.

Run it with a real display, such as Xvfb: the offscreen platform gives every new window the focus.
"""

import json
import sys

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from assistant.channels.desktop.app.application import make_application
from assistant.channels.desktop.questions.dialog_presenter import DialogQueue, DialogRequest
from assistant.channels.desktop.widgets.theme import Theme
from assistant.clock import SystemClock
from assistant.questions.model.question import (
    Draft,
    Option,
    Question,
    QuestionKind,
    QuestionSet,
    Response,
)
from tests.helpers.questions.presentation import FakePresentation

QUESTION = Question(
    id="q",
    kind=QuestionKind.SINGLE,
    text="Which?",
    options=(Option(id="a", label="A"), Option(id="b", label="B")),
)
LIMIT_MS = 10_000


def type_on(composing: bool) -> dict[str, object]:
    """Return what arrived in the line and what was answered."""
    line = QLineEdit()
    line.show()
    line.activateWindow()
    if not QTest.qWaitForWindowActive(line, LIMIT_MS):
        raise RuntimeError("the window did not become active")
    responses: list[Response | None] = []
    dialogs = DialogQueue(
        theme=Theme(choice="dark"),
        clock=SystemClock(),
        arm_delay_s=0.0,
        may_take_focus=lambda _questions_id: not composing,
        linger_ms=0,
    )
    _type("1 mess")
    dialogs.put(
        DialogRequest(
            questions=QuestionSet(id="s", questions=(QUESTION,)),
            draft=Draft(),
            presentation=FakePresentation(),
            respond=responses.append,
        )
    )
    front = dialogs.front
    assert front is not None
    if not QTest.qWaitForWindowExposed(front, LIMIT_MS):
        raise RuntimeError("the question was not shown")
    if not composing and not QTest.qWaitForWindowActive(front, LIMIT_MS):
        raise RuntimeError("the question did not take the focus of an idle window")
    _type("age 1")
    widget = QApplication.focusWidget()
    if widget is not None:  # an answer took the question and its focus away
        QTest.keyClick(widget, Qt.Key.Key_Return)
    result: dict[str, object] = {
        "line": line.text(),
        "answers": len(responses),
        "question_is_visible": front.isVisible(),
    }
    dialogs.close_all()
    line.close()
    return result


def _type(words: str) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClicks(widget, words)


def main() -> None:
    """Type twice: in the middle of a message, and with nothing begun."""
    make_application()
    found = {"composing": type_on(True), "idle": type_on(False)}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()

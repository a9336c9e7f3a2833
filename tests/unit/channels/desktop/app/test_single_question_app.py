"""One question on the screen, without the program's window."""

import signal
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from assistant.assembly.single_question.question import ask_on_screen
from assistant.channels.desktop.app.single_question_app import SingleQuestionApp
from assistant.channels.desktop.questions.dialog import question_dialog
from assistant.channels.desktop.questions.dialog.question_dialog import QuestionDialog
from assistant.channels.desktop.style.scale import LINGER_MS
from assistant.clock import SystemClock
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.model.question import Answered, Cancelled, QuestionSet
from assistant.settings import Settings, load

QUESTIONS: QuestionSet = parse_text_choice(
    {"type": "user_choice", "question": "Which?", "options": ["A", "B"]}, form_id="ask"
).questions


@pytest.fixture
def settings(home: Home) -> Settings:
    """The defaults, with dialogs that listen at once."""
    shipped = load(home, {}).settings
    questions = shipped.questions.model_copy(update={"arm_delay_ms": 0})
    return shipped.model_copy(update={"questions": questions})


class Acting:
    """Does something to the dialog as soon as it is there."""

    def __init__(self, act: Callable[[QuestionDialog], object]) -> None:
        self.has_acted = False
        self._act = act
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(10)

    def _look(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QuestionDialog) and widget.isVisible():
                self._timer.stop()
                self.has_acted = True
                self._act(widget)


def click(dialog: QuestionDialog) -> None:
    button = dialog.findChild(QWidget, "user_choice_2")
    assert isinstance(button, QWidget)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.fixture(autouse=True)
def limited(qapp: QApplication) -> Iterator[None]:
    """Let no test wait for ever: what a time-out raises inside Qt's loop does not end it."""
    limit = QTimer()
    limit.setSingleShot(True)
    limit.timeout.connect(lambda: qapp.exit(1))
    limit.start(20_000)
    yield
    limit.stop()


def test_a_click_in_the_dialog_answers(settings: Settings) -> None:
    acting = Acting(click)
    response = ask_on_screen(QUESTIONS, clock=SystemClock(), settings=settings)
    assert acting.has_acted
    assert isinstance(response, Answered)
    assert response.answers[0].option_ids == ("2",)


def test_a_dialog_that_is_closed_cancels(settings: Settings) -> None:
    acting = Acting(QuestionDialog.close)
    response = ask_on_screen(QUESTIONS, clock=SystemClock(), settings=settings)
    assert acting.has_acted
    assert isinstance(response, Cancelled)


def test_a_dialog_that_cannot_cancel_and_is_closed_is_no_answer(settings: Settings) -> None:
    acting = Acting(QuestionDialog.close)
    lasting = QUESTIONS.model_copy(update={"allow_cancel": False})
    assert ask_on_screen(lasting, clock=SystemClock(), settings=settings) is None
    assert acting.has_acted


def test_what_it_does_late_ends_no_other_loop() -> None:
    app = SingleQuestionApp(clock=SystemClock())
    app.settled()  # has it end at the latest after a while
    for wait_ms in (LINGER_MS + 500, 0):
        loop = QEventLoop()
        QTimer.singleShot(wait_ms, loop, partial(loop.exit, 7))
        assert loop.exec() == 7


def test_an_expired_wait_ends_it(settings: Settings) -> None:
    hurried = QUESTIONS.model_copy(update={"timeout_s": 0.2})
    response = ask_on_screen(hurried, clock=SystemClock(), settings=settings)
    assert response is not None
    assert response.outcome == "timeout"


def test_an_interrupt_ends_it(settings: Settings) -> None:
    acting = Acting(lambda _dialog: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        ask_on_screen(QUESTIONS, clock=SystemClock(), settings=settings)
    assert acting.has_acted


def test_a_dialog_that_cannot_be_shown_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_given: object) -> QuestionDialog:
        raise RuntimeError("no dialog today")

    monkeypatch.setattr(question_dialog, "QuestionDialog", broken)
    with pytest.raises(DeviceError, match="cannot be shown"):
        ask_on_screen(QUESTIONS, clock=SystemClock(), settings=settings)

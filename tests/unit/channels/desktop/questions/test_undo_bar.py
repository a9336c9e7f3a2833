import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.undo_bar import FRAME_MS, STILL_MS, UndoBar
from assistant.channels.desktop.widgets.theme import Theme
from assistant.questions.model.question import Answer
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import answered, asked, single

CONTROL = Qt.KeyboardModifier.ControlModifier
GREEN = answered(Answer(question_id="q", option_ids=("green",)))


class Stage:
    def __init__(self, context: DesktopContext, clock: ManualClock, qtbot: QtBot) -> None:
        self.clock = clock
        self.said: list[str] = []
        self.page = QWidget()
        self.elsewhere = QLineEdit()
        self.bar = UndoBar(context, announce=lambda _widget, text: self.said.append(text))
        box = QVBoxLayout(self.page)
        box.addWidget(self.elsewhere)
        box.addWidget(self.bar)
        self.bar.setVisible(False)
        with qtbot.waitExposed(self.page):
            self.page.show()
        self.page.activateWindow()
        self.elsewhere.setFocus()
        self.over: list[bool] = []
        self.bar.over.connect(lambda: self.over.append(True))

    def offer(self, seconds: float = 5.0) -> None:
        self.bar.offer(asked(single()), GREEN, seconds)

    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.bar._look()


@pytest.fixture
def stage(context: DesktopContext, clock: ManualClock, qtbot: QtBot) -> Stage:
    return Stage(context, clock, qtbot)


def test_it_names_the_answer_and_never_takes_the_focus(stage: Stage) -> None:
    assert not stage.bar.isVisible()
    stage.offer()
    assert stage.bar.isVisible()
    assert stage.bar.words.text() == "✔ Colour: Green"
    assert stage.elsewhere.hasFocus()
    assert stage.said == ["✔ Colour: Green. To undo, press Ctrl+Z."]
    assert stage.bar.button.accessibleName() == "Undo: ✔ Colour: Green"


def test_the_line_shortens_and_the_bar_goes_when_the_time_is_up(stage: Stage) -> None:
    stage.offer(5.0)
    stage.wait(2.0)
    assert stage.bar.share_left == pytest.approx(0.6)
    stage.wait(2.9)
    assert stage.over == []
    stage.wait(0.2)
    assert stage.over == [True]
    assert not stage.bar.isVisible()
    assert not stage.bar._frames.isActive()


def test_the_time_rests_while_somebody_is_about_to_press_it(stage: Stage) -> None:
    stage.offer(5.0)
    stage.bar.button.setFocus()
    stage.wait(60.0)
    assert stage.bar.isVisible()
    stage.elsewhere.setFocus()
    stage.wait(4.9)
    assert stage.over == []
    stage.wait(0.2)
    assert stage.over == [True]


def test_a_click_undoes_once(stage: Stage, qtbot: QtBot) -> None:
    stage.offer()
    with qtbot.waitSignal(stage.bar.undo):
        QTest.mouseClick(stage.bar.button, Qt.MouseButton.LeftButton)
    assert not stage.bar.isVisible()
    with qtbot.assertNotEmitted(stage.bar.undo):
        stage.bar._undo()
    assert stage.over == []


def test_the_key_undoes_from_wherever_the_focus_is(stage: Stage, qtbot: QtBot) -> None:
    stage.offer()
    stage.page.setFocus()
    with qtbot.waitSignal(stage.bar.undo):
        QTest.keyClick(stage.page, Qt.Key.Key_Z, CONTROL)


def test_the_key_does_nothing_without_an_offer(stage: Stage, qtbot: QtBot) -> None:
    stage.page.setFocus()
    with qtbot.assertNotEmitted(stage.bar.undo):
        QTest.keyClick(stage.page, Qt.Key.Key_Z, CONTROL)


def test_an_editor_with_something_to_undo_keeps_the_key(stage: Stage, qtbot: QtBot) -> None:
    stage.offer()
    stage.elsewhere.setFocus()
    QTest.keyClicks(stage.elsewhere, "ab")
    with qtbot.assertNotEmitted(stage.bar.undo):
        QTest.keyClick(stage.elsewhere, Qt.Key.Key_Z, CONTROL)
    assert stage.elsewhere.text() == ""


def test_a_newer_answer_replaces_the_older(stage: Stage) -> None:
    stage.offer(5.0)
    stage.wait(4.0)
    stage.bar.offer(asked(single()), answered(Answer(question_id="q", option_ids=("blue",))), 5.0)
    assert stage.bar.words.text() == "✔ Colour: Blue"
    assert stage.bar.share_left == 1.0


@pytest.mark.parametrize(("reduces", "interval"), [(False, FRAME_MS), (True, STILL_MS)])
def test_the_line_moves_in_steps_for_who_wants_no_motion(
    stage: Stage, theme: Theme, reduces: bool, interval: int
) -> None:
    theme.reduce_motion(reduces)
    stage.offer()
    assert stage.bar._frames.interval() == interval

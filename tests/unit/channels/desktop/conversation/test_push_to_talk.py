"""A button and a key that are tapped or held."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.push_to_talk import PushToTalkControl

CTRL = Qt.KeyboardModifier.ControlModifier


class Stage:
    """A window with a talk button and a line to type in, and what was told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.button = QPushButton()
        self.line = QLineEdit()
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.button)
        layout.addWidget(self.line)
        self.control = PushToTalkControl(button=self.button, window=self.window)
        self.told: list[object] = []
        self.control.tapped.connect(lambda: self.told.append("tapped"))
        self.control.held.connect(self.told.append)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.window.activateWindow()
        self.line.setFocus()
        qtbot.waitUntil(self.line.hasFocus)


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    return Stage(qtbot)


def test_a_short_press_is_a_tap(stage: Stage) -> None:
    QTest.mouseClick(stage.button, Qt.MouseButton.LeftButton)
    assert stage.told == ["tapped"]


def test_a_long_press_listens_until_it_ends(stage: Stage, qtbot: QtBot) -> None:
    QTest.mousePress(stage.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: stage.told == [True])
    QTest.mouseRelease(stage.button, Qt.MouseButton.LeftButton)
    assert stage.told == [True, False]


def test_the_key_is_tapped_wherever_the_keyboard_is(stage: Stage) -> None:
    for widget in (stage.line, stage.button):
        widget.setFocus()
        QTest.keyPress(widget, Qt.Key.Key_Space, CTRL)
        QTest.keyRelease(widget, Qt.Key.Key_Space, CTRL)
    assert stage.told == ["tapped", "tapped"]
    assert not stage.line.text()


@pytest.mark.parametrize("first", [Qt.Key.Key_Space, Qt.Key.Key_Control])
def test_letting_go_of_either_key_ends_the_hold(stage: Stage, qtbot: QtBot, first: Qt.Key) -> None:
    QTest.keyPress(stage.line, Qt.Key.Key_Space, CTRL)
    qtbot.waitUntil(lambda: stage.told == [True])
    QTest.keyRelease(stage.line, first, CTRL)
    assert stage.told == [True, False]
    QTest.keyRelease(stage.line, Qt.Key.Key_Space)
    assert stage.told == [True, False]


def test_losing_the_keyboard_ends_the_hold(stage: Stage, qtbot: QtBot) -> None:
    QTest.keyPress(stage.line, Qt.Key.Key_Space, CTRL)
    qtbot.waitUntil(lambda: stage.told == [True])
    stage.button.setFocus()
    assert stage.told == [True, False]


def test_letting_go_of_another_key_does_not_end_the_hold(stage: Stage, qtbot: QtBot) -> None:
    QTest.keyPress(stage.line, Qt.Key.Key_Space, CTRL)
    qtbot.waitUntil(lambda: stage.told == [True])
    QTest.keyRelease(stage.line, Qt.Key.Key_A)
    assert stage.told == [True]
    QTest.keyRelease(stage.line, Qt.Key.Key_Space, CTRL)
    assert stage.told == [True, False]

"""The Tab key goes through the window as it is read, whatever was made last."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.application import DesktopApp
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.turns import TextDelta, TurnFinished, TurnStarted
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.windows import child

IN_ORDER = ["history", "questions", "new_conversation", "more", "", "copy_reply", "dismiss"]
NEXT = ["attach", "microphone", "mute"]


@pytest.fixture
def used(make_app: MakeApp, qtbot: QtBot) -> DesktopApp:
    """A window in which a reply and a notice have come."""
    app = make_app()
    app.window.resize(900, 700)
    with qtbot.waitExposed(app.window):
        app.window.show()
    app.conversation.handle(
        Notice(code="low", text="The disk is nearly full.", severity=Severity.WARNING)
    )
    app.conversation.handle(TurnStarted(turn_id="t", text="Hi", spoken=False))
    app.conversation.handle(TextDelta(turn_id="t", text="Hello."))
    app.conversation.handle(
        TurnFinished(turn_id="t", text="Hello.", stop_reason="end_turn", spoken=False)
    )
    qtbot.waitUntil(
        lambda: bool(app.window.transcript.findChildren(QWidget, "copy_reply")),
    )
    return app


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_the_tab_key_goes_all_around(used: DesktopApp, qtbot: QtBot, key: Qt.Key) -> None:
    field = child(used.window, QWidget, "input")
    used.window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    reached: list[str] = []
    for _press in range(len(NEXT) + len(IN_ORDER) + 1):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
        now = QApplication.focusWidget()
        assert now is not None
        reached.append(now.objectName())
    expected = [*NEXT, *IN_ORDER, "input"]
    if key is Qt.Key.Key_Backtab:
        expected = [*expected[-2::-1], "input"]
    assert reached == expected

"""The sessions of coding agents in the list of what waits."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.pending_panel import PendingPanel
from assistant.coding_agents.model.session_board import (
    QuestionOpened,
    SessionBoard,
    SessionEvent,
    UserNeeded,
    WordsTaken,
    WorkDone,
)
from assistant.locale import use_language
from assistant.questions.model.asker import Asker
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import asked, pending, single
from tests.unit.channels.desktop.windows import child

SHOP = Asker(agent="Claude Code", project="webshop", session="a")
API = Asker(agent="Codex", project="api", session="b")
NEEDED = (WordsTaken(asker=API), UserNeeded(asker=API))


@pytest.fixture
def panel(qtbot: QtBot, context: DesktopContext) -> PendingPanel:
    panel = PendingPanel(context)
    panel.resize(330, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


def board(now: datetime, *events: SessionEvent) -> SessionBoard:
    found = SessionBoard()
    for event in events:
        found = found.after(event, now)
    return found


def lines(panel: PendingPanel) -> Sequence[str]:
    return [row.text for row in panel.sessions.rows]


def test_sessions_stand_below_the_questions_while_there_are_any(
    panel: PendingPanel, clock: ManualClock
) -> None:
    panel.show_items([pending()])
    assert panel.sessions.isHidden()
    done = WorkDone(asker=SHOP, last_sentence="Tests pass.")
    panel.show_sessions(board(clock.now(), done, *NEEDED))
    assert panel.sessions.isVisible()
    assert lines(panel) == [
        "Codex · api: is waiting for you (just now)",
        "Claude Code · webshop: is done (just now). “Tests pass.”",
    ]
    assert panel.sessions.y() > panel.rows[0].y()
    panel.show_sessions(SessionBoard())
    assert panel.sessions.isHidden()


def test_ages_follow_the_clock_and_words_the_language(
    panel: PendingPanel, clock: ManualClock
) -> None:
    panel.show_sessions(board(clock.now(), *NEEDED))
    (row,) = panel.sessions.rows
    clock.advance(180)
    panel.refresh()
    assert lines(panel) == ["Codex · api: is waiting for you (3 min)"]
    use_language("ko")
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    assert "Codex · api: 답을 기다리고" in row.text
    assert panel.sessions.rows == [row]


def test_nothing_waits_is_not_said_while_an_agent_waits_at_its_own_dialog(
    panel: PendingPanel, clock: ManualClock
) -> None:
    words = child(panel, QLabel, "nothing_waits")
    panel.show_sessions(board(clock.now(), WordsTaken(asker=API)))
    assert words.isVisible()
    panel.show_sessions(board(clock.now(), *NEEDED))
    assert not words.isVisible()


def test_a_session_that_asks_brings_its_oldest_question_up(
    panel: PendingPanel, clock: ManualClock
) -> None:
    answered = list[str]()
    panel.answer.connect(answered.append)
    now = clock.now()
    asks = (QuestionOpened(asker=SHOP, questions_id=one) for one in ("q1", "q2"))
    panel.show_sessions(board(now, *asks, WordsTaken(asker=API)))
    (row,) = panel.sessions.answerable
    assert row.answer_button.accessibleName() == "Answer: Claude Code · webshop"
    assert "is waiting for you" in row.answer_button.accessibleDescription()
    row.answer_button.click()
    assert answered == ["q1"]


def test_arrows_go_from_the_questions_to_the_sessions(
    panel: PendingPanel, clock: ManualClock
) -> None:
    panel.show_items([pending(asked(single(), set_id="q1"))])
    panel.show_sessions(board(clock.now(), QuestionOpened(asker=SHOP, questions_id="q1")))
    panel.focus_first()
    assert panel.rows[0].answer_button.hasFocus()
    QTest.keyClick(panel.rows[0].answer_button, Qt.Key.Key_Down)
    (row,) = panel.sessions.rows
    assert row.answer_button.hasFocus()
    QTest.keyClick(row.answer_button, Qt.Key.Key_Up)
    assert panel.rows[0].answer_button.hasFocus()


def test_the_focus_is_not_lost_with_a_session(panel: PendingPanel, clock: ManualClock) -> None:
    panel.show_sessions(board(clock.now(), QuestionOpened(asker=SHOP, questions_id="q1")))
    panel.sessions.rows[0].answer_button.setFocus()
    panel.show_sessions(SessionBoard())
    assert panel.close_button.hasFocus()


def test_a_session_that_was_long_quiet_keeps_its_row_in_its_place(
    panel: PendingPanel, clock: ManualClock
) -> None:
    now = clock.now()
    both = board(now, WordsTaken(asker=SHOP), WordsTaken(asker=API))
    panel.show_sessions(both)
    first, second = panel.sessions.rows
    panel.show_sessions(both.after(UserNeeded(asker=API), now + timedelta(seconds=1)))
    assert panel.sessions.rows == [second, first]
    QApplication.processEvents()
    assert second.y() < first.y()

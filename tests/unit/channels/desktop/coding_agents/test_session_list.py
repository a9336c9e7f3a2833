"""The sessions of coding agents in the list of what waits."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.coding_agents.task_card import TaskCard, plan_text
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.pending_panel import PendingPanel
from assistant.channels.desktop.style.tokens import DARK
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.session_board import (
    QuestionOpened,
    SessionBoard,
    SessionEvent,
    TaskTold,
    UserNeeded,
    WordsTaken,
    WorkDone,
)
from assistant.coding_agents.tasks.agent_task import (
    AgentTask,
    FileChange,
    PlanStep,
    Progress,
    TaskCall,
    TaskState,
)
from assistant.locale import use_language
from assistant.protocol.coding_agents import CloseAgentTask, StopAgentTask
from assistant.questions.model.asker import Asker
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.conversation.samples import asked, pending, single
from tests.unit.channels.desktop.windows import child, line_colours

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


def test_one_that_does_not_say_which_session_it_is_has_a_row_beside_the_first(
    panel: PendingPanel, clock: ManualClock
) -> None:
    """Of two sessions in a project the server cannot tell which has called it."""
    second, nameless = (SHOP.model_copy(update={"session": name}) for name in ("b", ""))
    panel.show_sessions(
        board(
            clock.now(),
            WordsTaken(asker=SHOP),
            WordsTaken(asker=second),
            QuestionOpened(asker=nameless, questions_id="q"),
        )
    )
    assert lines(panel) == [
        "Claude Code · webshop: is waiting for you (just now)",
        "Claude Code · webshop: is working (just now)",
        "Claude Code · webshop · 2: is working (just now)",
    ]
    assert len({id(row) for row in panel.sessions.rows}) == 3
    assert [not row.answer_button.isHidden() for row in panel.sessions.rows] == [True, False, False]


@pytest.mark.parametrize("is_wide", [True, False])
def test_where_a_line_is_wide_a_session_takes_one_alone(
    panel: PendingPanel, clock: ManualClock, is_wide: bool
) -> None:
    asks = QuestionOpened(asker=SHOP, questions_id="q")
    panel.show_sessions(board(clock.now(), WordsTaken(asker=API)))
    panel.sessions.set_wide(is_wide)
    panel.show_sessions(board(clock.now(), WordsTaken(asker=API), asks))
    panel.resize(480, 500)
    QApplication.processEvents()
    for row in panel.sessions.rows:
        (title,) = (one for one in row.findChildren(QLabel) if "·" in one.text())
        (does,) = (one for one in row.findChildren(QLabel) if "just now" in one.text())
        assert (does.y() < title.geometry().bottom()) is is_wide
        assert (does.x() > title.x()) is is_wide


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


TASK = AgentTask(
    agent=CodingAgent.CLAUDE_CODE,
    folder="/src/webshop",
    words="fix the login test",
    plan=(
        PlanStep(text="Look", progress=Progress.DONE),
        PlanStep(text="Fix", progress=Progress.RUNNING),
        PlanStep(text="Test"),
    ),
    calls=(
        TaskCall(
            call_id="1",
            title="Edit login.py",
            progress=Progress.RUNNING,
            changes=(FileChange(path="login.py", lines="- x = 1\n+ x = 2"),),
        ),
    ),
)


def card(panel: PendingPanel, clock: ManualClock, **changes: Any) -> TaskCard:
    """Return the card of a task that stands so."""
    told = TaskTold(asker=SHOP, task=replace(TASK, **changes))
    panel.show_sessions(board(clock.now(), told))
    return panel.sessions.rows[0].task


def text(card: TaskCard, name: str) -> str:
    label = child(card, QLabel, name)
    return "" if label.isHidden() else label.text()


def test_a_task_shows_its_words_its_plan_and_what_it_does_now(
    panel: PendingPanel, clock: ManualClock
) -> None:
    shown = card(panel, clock)
    assert text(shown, "task_words") == "“fix the login test”"
    assert text(shown, "task_plan") == "✓ Look\n▸ Fix\n○ Test"
    assert text(shown, "task_progress") == "1 of 3 steps; now: Edit login.py"
    (row,) = panel.sessions.rows
    assert "is working (just now); 1 of 3 steps; now: Edit login.py" in row.text
    panel.show_sessions(board(clock.now(), WordsTaken(asker=API)))
    assert panel.sessions.rows[0].task.isHidden()


def test_its_changes_and_its_reply_open_below_it_whole(
    panel: PendingPanel, clock: ManualClock, qtbot: QtBot
) -> None:
    reply = "The login test passes.\n\n" + "More. " * 200
    shown = card(panel, clock, state=TaskState.DONE, text=reply)
    assert text(shown, "task_sentence") == "The login test passes."
    assert shown.changes.head.text() == "1 file changed"
    assert shown.changes.area.isHidden()
    shown.changes.head.click()
    assert shown.changes.area.isVisible()
    assert shown.changes.area.text == "login.py\n- x = 1\n+ x = 2"
    qtbot.waitUntil(lambda: line_colours(shown.changes.area, 2) == {"+ x = 2": DARK.success})
    shown.reply.head.click()
    assert shown.reply.area.text == reply.strip()
    card(panel, clock, calls=(), text="")
    assert shown.changes.isHidden()
    assert shown.reply.isHidden()
    card(panel, clock, calls=(), text="It passes.")
    assert shown.reply.isHidden(), "the sentence says all of it"


def test_it_is_stopped_and_then_closed(
    panel: PendingPanel, context: DesktopContext, clock: ManualClock
) -> None:
    shown = card(panel, clock)
    assert shown.stop_button.accessibleName() == "Stop: Claude Code · webshop"
    assert shown.close_button.isHidden()
    shown.stop_button.click()
    card(panel, clock, state=TaskState.FAILED, problem="It broke off.", is_open=False)
    assert text(shown, "task_problem") == "It broke off."
    assert shown.stop_button.isHidden()
    shown.close_button.click()
    assert isinstance(context.engine, FakeEngineClient)
    assert context.engine.submitted == [StopAgentTask(session="a"), CloseAgentTask(session="a")]


@pytest.mark.parametrize(
    ("count", "done", "first", "last", "lines"),
    [
        (12, 0, "▸ 0", "○ 11", 12),
        (30, 0, "▸ 0", "…", 13),
        (30, 15, "…", "…", 14),
        (30, 29, "…", "▸ 29", 13),
    ],
)
def test_of_a_long_plan_the_part_is_shown_that_it_is_at(
    count: int, done: int, first: str, last: str, lines: int
) -> None:
    steps = tuple(
        PlanStep(
            text=str(n),
            progress=Progress.DONE
            if n < done
            else Progress.RUNNING
            if n == done
            else Progress.PENDING,
        )
        for n in range(count)
    )
    shown = plan_text(steps).split("\n")
    assert (shown[0], shown[-1], len(shown)) == (first, last, lines)
    assert f"▸ {done}" in shown

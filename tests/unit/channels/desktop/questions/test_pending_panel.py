from datetime import timedelta

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.channels.desktop.questions.pending_panel import PendingPanel, PendingRow
from assistant.locale import use_language
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import asked, pending, permission, single
from tests.unit.channels.desktop.windows import child

Key = Qt.Key


@pytest.fixture
def panel(qtbot: QtBot, context: DesktopContext) -> PendingPanel:
    panel = PendingPanel(context)
    panel.resize(330, 500)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


def three(panel: PendingPanel) -> list[PendingRow]:
    panel.show_items([pending(asked(single(), set_id=n)) for n in ("1", "2", "3")])
    return panel.rows


def test_an_empty_list_says_so(panel: PendingPanel) -> None:
    panel.show_items([])
    words = child(panel, QLabel, "nothing_waits")
    assert words.isVisible()
    assert "Nothing waits for you." in words.text()
    panel.show_items([pending()])
    assert not words.isVisible()


def test_a_row_says_what_who_when_where_and_how_far(
    panel: PendingPanel, clock: ManualClock
) -> None:
    clock.advance(150)
    panel.show_items(
        [
            pending(
                asked(single(), single("r"), source="calendar"),
                standing=PendingState.RESTORED,
                done=1,
                total=2,
                is_elsewhere=True,
            )
        ]
    )
    (row,) = panel.rows
    assert row.text == (
        "Colour: Which colour? From before the restart,"
        " calendar · another conversation · 2 min · ●○ 1/2"
    )


def test_a_row_says_that_others_are_like_it(panel: PendingPanel) -> None:
    panel.show_items([pending(alike=3)])
    assert panel.rows[0].text.endswith("just now · one of 3 alike")


def test_a_long_question_is_cut_and_whole_in_its_tool_tip(panel: PendingPanel) -> None:
    words = "Which " * 60
    panel.show_items([pending(asked(single(text=words)))])
    label = next(
        label for label in panel.rows[0].findChildren(QLabel) if label.text().endswith("…")
    )
    assert len(label.text()) <= 160
    assert label.toolTip() == words


def test_ages_grow_while_the_list_is_seen_and_rest_while_it_is_not(
    panel: PendingPanel, clock: ManualClock
) -> None:
    panel.show_items([pending()])
    assert panel.is_counting
    clock.advance(timedelta(hours=3).total_seconds())
    panel.refresh()
    assert panel.rows[0].text.endswith("3 h")
    panel.hide()
    assert not panel.is_counting


def test_the_buttons_say_what_the_person_wants(panel: PendingPanel, qtbot: QtBot) -> None:
    (row,) = [rows for rows in three(panel) if rows.item.id == "2"]
    with qtbot.waitSignal(panel.answer) as answer:
        QTest.mouseClick(row.answer_button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(panel.put_off) as put_off:
        row.later_action.trigger()
    with qtbot.waitSignal(panel.cancel) as cancel:
        row.cancel_action.trigger()
    assert [signal.args for signal in (answer, put_off, cancel)] == [["2"], ["2"], ["2"]]


@pytest.mark.parametrize(
    ("item", "later", "cancel"),
    [
        pytest.param(pending(), True, True, id="asked"),
        pytest.param(pending(standing=PendingState.PUT_OFF), False, True, id="put off already"),
        pytest.param(pending(permission()), False, True, id="permission"),
        pytest.param(pending(asked(single(), allow_cancel=False)), True, False, id="must stay"),
        pytest.param(
            pending(asked(single(), allow_cancel=False), standing=PendingState.RESTORED),
            False,
            False,
            id="nothing but an answer",
        ),
    ],
)
def test_the_menu_has_what_is_allowed(
    panel: PendingPanel, item: object, later: bool, cancel: bool
) -> None:
    panel.show_items([item])  # pyright: ignore[reportArgumentType]  # parametrized
    (row,) = panel.rows
    assert row.later_action.isVisible() is later
    assert row.cancel_action.isVisible() is cancel
    assert row.more_button.isVisible() is (later or cancel)


def test_arrows_move_among_the_questions_and_stop_at_the_ends(panel: PendingPanel) -> None:
    rows = three(panel)
    panel.focus_first()
    places: list[int] = []
    for key in (Key.Key_Up, Key.Key_Down, Key.Key_Down, Key.Key_Down, Key.Key_Up):
        focused = panel.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
        places.append([row.answer_button.hasFocus() for row in rows].index(True))
    assert places == [0, 1, 2, 2, 1]


def test_escape_closes_the_list_and_nothing_else(panel: PendingPanel, qtbot: QtBot) -> None:
    three(panel)
    panel.focus_first()
    focused = panel.focusWidget()
    assert focused is not None
    with qtbot.waitSignal(panel.closed):
        QTest.keyClick(focused, Key.Key_Escape)


def test_the_focus_stays_where_it_is_when_the_list_changes(panel: PendingPanel) -> None:
    second = three(panel)[1]
    second.answer_button.setFocus()
    panel.show_items([pending(asked(single(), set_id=n)) for n in ("0", "2", "3")])
    assert second.answer_button.hasFocus()
    assert [row.item.id for row in panel.rows] == ["0", "2", "3"]
    assert panel.rows[1] is second


def test_the_focus_does_not_leave_the_list_with_its_question(panel: PendingPanel) -> None:
    three(panel)[1].answer_button.setFocus()
    panel.show_items([pending(asked(single(), set_id="1"))])
    assert panel.close_button.hasFocus()


def test_a_question_that_came_lights_up_for_a_moment(panel: PendingPanel, qtbot: QtBot) -> None:
    first, second, _third = three(panel)
    panel.point_out("2")
    panel.point_out("unknown")
    assert [first.is_lit, second.is_lit] == [False, True]
    assert second.property("lit") is True
    second._point.setInterval(0)
    second.point_out()
    qtbot.waitUntil(lambda: second.property("lit") is False)


def test_every_button_has_a_name_and_says_which_question(panel: PendingPanel) -> None:
    panel.show_items([pending()])
    (row,) = panel.rows
    assert row.answer_button.accessibleName() == "Answer: Colour"
    assert "Which colour?" in row.answer_button.accessibleDescription()
    assert row.more_button.accessibleName() == "More about: Colour"
    for button in panel.findChildren(QAbstractButton):
        assert button.accessibleName() or button.text()


def test_it_takes_the_words_of_another_language(panel: PendingPanel) -> None:
    panel.show_items([pending()])
    use_language("ko")
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    assert panel.rows[0].answer_button.text() == "답하기"


def test_what_hangs_on_another_answer_cannot_be_answered_and_is_passed_over(
    panel: PendingPanel,
) -> None:
    panel.show_items(
        [
            pending(asked(single(), set_id=n), can_answer=n != "2", standing=PendingState.QUEUED)
            for n in ("1", "2", "3")
        ]
    )
    first, held, last = panel.rows
    assert not held.answer_button.isEnabled()
    panel.focus_first()
    assert first.answer_button.hasFocus()
    QTest.keyClick(first.answer_button, Key.Key_Down)
    assert last.answer_button.hasFocus()
    panel.show_items([held.item])
    panel.focus_first()
    assert panel.close_button.hasFocus()

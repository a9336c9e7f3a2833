import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.window_questions import BESIDE_PX
from assistant.channels.desktop.conversation.collapsible_entries import (
    LeftBranchEntry,
    ToolCallSummary,
)
from assistant.channels.desktop.conversation.message_entries import ReplyEntry, UserEntry
from assistant.channels.desktop.conversation.model.transcript import BranchPoint, TranscriptModel
from assistant.channels.desktop.conversation.question_entry import QuestionEntry
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.questions.model.pending_questions import PendingState
from assistant.protocol.messages import HistoryMessage, PastQuestion, ToolPart
from assistant.questions.model.question import Answer, Channel
from tests.unit.channels.desktop.conversation.samples import HERE, answered, asked, pending, single

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
GREEN = answered(Answer(question_id="q", option_ids=("green",)))
TWO = (
    pending(asked(single(), set_id="1")),
    pending(asked(single(), set_id="2"), standing=PendingState.PUT_OFF),
)


@pytest.fixture
def window(qtbot: QtBot, context: DesktopContext) -> MainWindow:
    window = MainWindow(context, rows=TranscriptModel(clock=context.clock))
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


# The list.


def test_the_head_counts_what_waits(window: MainWindow) -> None:
    button = window.header.questions_button
    assert (button.text(), button.accessibleName()) == ("", "Open questions")
    window.questions.show_pending(TWO)
    assert (button.text(), button.accessibleName()) == ("2", "Open questions: 2")


@pytest.mark.parametrize("way", ["button", "key"])
def test_the_list_opens_and_closes(window: MainWindow, way: str) -> None:
    window.questions.show_pending(TWO)
    panel, button = window.questions.panel, window.header.questions_button
    for is_open in (True, False):
        if way == "button":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(window.composer.field, Key.Key_L, CONTROL)
        assert panel.isVisible() is is_open
        assert button.isChecked() is is_open
    assert window.composer.field.hasFocus()


def test_opening_the_list_leads_the_keyboard_into_it_and_escape_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.questions.show_pending(TWO)
    window.questions.toggle_list()
    first = window.questions.panel.rows[0].answer_button
    assert first.hasFocus()
    with qtbot.assertNotEmitted(window.stop):
        QTest.keyClick(first, Key.Key_Escape)
    assert not window.questions.panel.isVisible()
    assert window.composer.field.hasFocus()


@pytest.mark.parametrize(
    ("width", "place"), [(BESIDE_PX, "beside"), (BESIDE_PX - 1, "above"), (480, "above")]
)
def test_the_list_stands_where_there_is_room(window: MainWindow, width: int, place: str) -> None:
    window.resize(width, 700)
    window.questions.show_pending(TWO)
    window.questions.toggle_list()
    QApplication.processEvents()
    panel, pages = window.questions.panel, window.welcome
    corner = panel.mapTo(window, panel.rect().topLeft())
    talk = pages.mapTo(window, pages.rect().topLeft())
    assert panel.property("place") == place
    if place == "beside":
        assert corner.x() > talk.x()
        assert corner.y() <= talk.y()
    else:
        assert corner.y() < talk.y()
        assert panel.width() == window.width()
        assert panel.height() <= window.height() // 2
    assert window.composer.isVisible()


def test_above_the_conversation_the_list_is_as_high_as_what_it_lists(window: MainWindow) -> None:
    panel = window.questions.panel
    window.resize(480, 760)
    window.transcript.rows.append_reply("A reply.")
    window.questions.show_pending(())
    window.questions.toggle_list()
    heights: list[int] = []
    for items in ((), TWO[:1], TWO):
        window.questions.show_pending(items)
        for _round in range(5):
            QApplication.processEvents()
        heights.append(panel.height())
    assert heights == sorted(set(heights))
    last = panel.rows[-1]
    assert last.mapTo(panel, last.rect().bottomLeft()).y() < panel.height()
    assert panel.height() <= window.height() // 2


def test_the_strip_names_what_nobody_is_being_asked(window: MainWindow, qtbot: QtBot) -> None:
    strip = window.questions.strip
    window.questions.show_pending(TWO[:1])
    assert not strip.isVisible()
    window.questions.show_pending(TWO)
    assert strip.isVisible()
    assert strip.text == "Waits for you: Which colour?"
    button = strip.findChild(QPushButton, "open_question")
    assert button is not None
    with qtbot.waitSignal(window.questions.open_question) as wanted:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wanted.args == ["2"]
    window.questions.toggle_list()
    assert not strip.isVisible()
    window.questions.toggle_list()
    assert strip.isVisible()


def test_the_strip_of_several_leads_to_the_list(window: MainWindow) -> None:
    rest = [pending(asked(single(), set_id=n), standing=PendingState.PUT_OFF) for n in "ab"]
    window.questions.show_pending(rest)
    assert window.questions.strip.text == "Waits for you: Which colour? (and 1 more)"
    button = window.questions.strip.findChild(QPushButton, "show_questions")
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.questions.panel.isVisible()


def test_a_key_answers_the_oldest_question(window: MainWindow, qtbot: QtBot) -> None:
    window.questions.show_pending(TWO)
    with qtbot.waitSignal(window.questions.open_question) as wanted:
        QTest.keyClick(window.composer.field, Key.Key_F6)
    assert wanted.args == ["1"]


def test_a_question_that_was_closed_is_pointed_out_at_the_button_and_in_the_list(
    window: MainWindow,
) -> None:
    window.questions.show_pending(TWO)
    window.questions.point_out("2")
    assert window.header.questions_button.property("lit") is True
    assert [row.is_lit for row in window.questions.panel.rows] == [False, True]


# The input line.


def test_the_input_line_names_the_question_that_its_words_answer(
    window: MainWindow, qtbot: QtBot
) -> None:
    composer = window.composer
    assert composer.field.placeholderText() == "Type a message"
    assert not composer.answering.isVisible()
    window.questions.show_asked(asked(single()))
    assert composer.field.placeholderText() == "Answer the question above, or write…"
    assert composer.field.accessibleDescription() == (
        "What you write answers the question: Which colour?"
    )
    assert composer.answering.isVisible()
    assert composer.answering.text() == "Colour"
    with qtbot.waitSignal(window.questions.open_question) as wanted:
        composer.answering.click()
    assert wanted.args == ["s"]
    window.questions.show_asked(None)
    assert not composer.answering.isVisible()
    assert composer.field.accessibleDescription() == ""


def test_words_that_were_an_answer_are_marked(window: MainWindow) -> None:
    window.transcript.rows.add_sent(1, "the green one", queued=True)
    window.transcript.rows.mark_answer(1, asked(single()))
    (entry,) = window.transcript.entries
    assert isinstance(entry, UserEntry)
    assert entry.note == "Answer to “Colour”"


def test_undoing_by_key_waits_until_the_input_line_has_nothing_to_undo(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.questions.offer_undo(asked(single()), GREEN, 5.0)
    assert window.composer.field.hasFocus()
    QTest.keyClicks(window.composer.field, "a")
    with qtbot.assertNotEmitted(window.questions.undo_bar.undo):
        QTest.keyClick(window.composer.field, Key.Key_Z, CONTROL)
    assert window.composer.field.toPlainText() == ""
    with qtbot.waitSignal(window.questions.undo_bar.undo):
        QTest.keyClick(window.composer.field, Key.Key_Z, CONTROL)
    assert not window.questions.undo_bar.isVisible()


def test_the_offer_to_undo_can_be_withdrawn(window: MainWindow) -> None:
    window.questions.offer_undo(asked(single()), GREEN, 5.0)
    assert window.questions.undo_bar.isVisible()
    window.questions.withdraw_undo()
    assert not window.questions.undo_bar.isVisible()


# Cards in the conversation.


def past(set_id: str, after: str | None) -> PastQuestion:
    return PastQuestion(
        questions=asked(single(), set_id=set_id),
        response=GREEN,
        asked_at=HERE.at,
        channel=Channel.VOICE,
        after=after,
    )


def test_questions_of_the_past_stand_at_their_place_with_their_answer(
    window: MainWindow,
) -> None:
    messages = [HistoryMessage(message_id=n, role="user", text=n) for n in ("1", "2")]
    window.transcript.rows.show_history(messages, [past("s", "1")])
    first, question, _second = window.transcript.entries
    assert isinstance(first, UserEntry)
    assert isinstance(question, QuestionEntry)
    assert question.outcome == "✔ Colour: Green"
    window.transcript.rows.note_change("s", asked(single(), set_id="s2", amends="s"), GREEN)
    assert "Changed to:" in str([w.text() for w in question.findChildren(type(question._round))])


def test_a_question_that_is_not_laid_out_yet_opens_again_in_its_place(
    window: MainWindow,
) -> None:
    messages = [HistoryMessage(message_id=str(n), role="user", text=str(n)) for n in range(60)]
    window.transcript.rows.show_history(messages, [past("s", None)])
    assert not [e for e in window.transcript.entries if isinstance(e, QuestionEntry)], "far away"
    window.transcript.rows.show_reopened(asked(single()))
    assert window.transcript.show_message("0")
    (card,) = [e for e in window.transcript.entries if isinstance(e, QuestionEntry)]
    assert card.is_open


def test_a_card_leads_to_everything_that_can_be_done(window: MainWindow, qtbot: QtBot) -> None:
    rows, transcript = window.transcript.rows, window.transcript
    rows.add_question(asked(single()))
    rows.close_question(asked(single()), GREEN, Channel.DESKTOP)
    (card,) = window.transcript.entries
    assert isinstance(card, QuestionEntry)
    for told, heard in (
        (card.open_wanted, window.questions.open_question),
        (card.change_wanted, transcript.change_answer),
        (card.return_wanted, transcript.return_to),
        (card.reopen_wanted, transcript.reopen_question),
    ):
        with qtbot.waitSignal(heard) as signal:
            told.emit("s")
        assert signal.args == ["s"]


def test_a_question_as_text_stands_in_the_conversation_until_it_is_withdrawn(
    window: MainWindow,
) -> None:
    window.transcript.rows.show_text_list(asked(single()), "Which colour?\n1. Red")
    (card,) = window.transcript.entries
    assert isinstance(card, QuestionEntry)
    assert window.transcript.isVisible()
    assert "Answer in the input line below." in [
        label.text() for label in card.findChildren(type(card._round))
    ]
    window.transcript.rows.hide_text_list("s")
    assert "Answer in the input line below." not in [
        label.text() for label in card.findChildren(type(card._round))
    ]


def test_a_call_of_the_past_that_asked_is_shown_by_its_question_alone(
    window: MainWindow,
) -> None:
    calls = [
        ToolPart(tool_use_id=name, name=name, arguments="{}", result="x")
        for name in ("ask_user_question", "clock")
    ]
    call = HistoryMessage(message_id="1", role="assistant", text="", parts=tuple(calls))
    window.transcript.rows.show_history([call], [past("s", "1")])
    tool, question = window.transcript.entries
    assert isinstance(tool, ToolCallSummary)
    assert tool.name == "clock"
    assert isinstance(question, QuestionEntry)


def test_what_only_parts_two_pieces_of_a_reply_makes_no_entry(window: MainWindow) -> None:
    window.transcript.rows.append_reply("Before.")
    window.transcript.rows.add_question(asked(single()))
    window.transcript.rows.append_reply("\n\n")
    assert len(window.transcript.entries) == 2
    window.transcript.rows.append_reply("\n    code")
    last = window.transcript.entries[-1]
    assert isinstance(last, ReplyEntry)
    assert last.markdown.text == "    code"


def test_what_is_on_a_branch_that_was_left_can_be_read_and_nothing_else(
    window: MainWindow,
) -> None:
    rows = window.transcript.rows
    for set_id in ("s", "later"):
        rows.add_question(asked(single(), set_id=set_id))
        rows.close_question(asked(single(), set_id=set_id), GREEN, Channel.DESKTOP)
        window.transcript.rows.append_reply(f"after {set_id}")
        window.transcript.rows.end_segment()
    anew = asked(single(), set_id="anew", amends="s")
    rows.add_question(anew)
    rows.close_question(anew, GREEN, Channel.DESKTOP)
    rows.add_question(asked(single(), set_id="open"))
    window.transcript.rows.clear(branch=BranchPoint(left_at="s", taken_at="anew"))
    window.transcript.rows.show_history([], [past("anew", None)])
    card, left = window.transcript.entries
    assert isinstance(card, QuestionEntry)
    assert isinstance(left, LeftBranchEntry)
    assert not left.is_open
    left.set_open(True)
    first, question, second = left.entries
    assert isinstance(first, ReplyEntry)
    assert isinstance(second, ReplyEntry)
    assert [first.markdown.text, second.markdown.text] == ["after s", "after later"]
    assert isinstance(question, QuestionEntry)
    assert question.isVisibleTo(left)
    assert question.outcome == "✔ Colour: Green"
    assert question.findChild(QPushButton, "change") is None
    assert question.findChild(QPushButton, "go_back") is None
    window.transcript.rows.clear()
    assert window.transcript.is_empty


def test_a_branch_left_at_its_end_leaves_nothing_to_read(window: MainWindow) -> None:
    window.transcript.rows.close_question(asked(single()), GREEN, Channel.DESKTOP)
    window.transcript.rows.clear(branch=BranchPoint(left_at="s", taken_at="anew"))
    assert window.transcript.is_empty
    window.transcript.rows.clear(branch=BranchPoint(left_at="unknown", taken_at="anew"))
    assert window.transcript.is_empty

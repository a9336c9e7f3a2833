"""The conversation in the window: turns, scrolling, what is drawn, links."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from assistant.call_ending import CallEnding, ending_state
from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.conversation.collapsible_entries import (
    ThinkingEntry,
    ToolCallSummary,
)
from assistant.channels.desktop.conversation.latency_breakdown import LatencyBreakdown
from assistant.channels.desktop.conversation.message_entries import (
    RemarkEntry,
    ReplyEntry,
    RoundHeader,
    TurnEndEntry,
    UserEntry,
)
from assistant.channels.desktop.conversation.model.turn_latency import TurnLatency
from assistant.channels.desktop.markdown.code_view import CodeView
from assistant.channels.desktop.markdown.document_view import MarkdownView, SegmentView
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.widgets.dialogs import LinkDialog
from assistant.channels.desktop.widgets.theme import Theme
from assistant.conversation.turn.model.recovery_actions import try_again
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, _, use_language
from assistant.protocol.conversation import RetryReply
from assistant.protocol.notices import Notice, NoticeAction
from tests.unit.channels.desktop.windows import child, grow, reply, texts

Key = Qt.Key


@pytest.mark.requirement("MSG-04")
@pytest.mark.parametrize(("is_error", "role"), [(False, "tool_result"), (True, "error")])
def test_what_a_tool_gave_back_is_framed_as_a_result_or_an_error(
    window: MainWindow, role: str, *, is_error: bool
) -> None:
    rows = window.transcript.rows
    rows.begin_turn("t", number=1, sent=None)
    rows.add_tool("u", "clock", "{}")
    rows.finish_tool("u", "clock", "12:00", is_error=is_error)
    (entry,) = (one for one in window.transcript.entries if isinstance(one, ToolCallSummary))
    (words,) = (label for label in entry.findChildren(QLabel) if label.text() == "12:00")
    frame = words.parentWidget()
    assert frame is not None
    assert frame.property("role") == role


@pytest.mark.requirement(
    "C-48", "G-20", "MSG-01", "MSG-02", "MSG-03", "MSG-04", "MSG-05", "MSG-06", "MSG-07", "MSG-08"
)
def test_a_turn_is_laid_out_in_the_order_it_happened(window: MainWindow) -> None:
    rows = window.transcript.rows
    rows.add_user("What time is it?", spoken=True)
    rows.begin_turn("t", number=1, sent=None)
    rows.append_thinking("hm")
    rows.append_reply("I look.")
    rows.end_segment()
    rows.add_tool("u", "clock", '{"zone": "UTC"}')
    rows.finish_tool("u", "clock", "12:00", is_error=False)
    rows.append_reply("It is ")
    rows.append_reply("noon.")
    rows.end_turn("t", stop_reason="end_turn")
    entries = window.transcript.entries
    assert [type(entry) for entry in entries] == [
        RoundHeader,
        UserEntry,
        ThinkingEntry,
        ReplyEntry,
        ToolCallSummary,
        ReplyEntry,
        TurnEndEntry,
    ]
    last = entries[-2]
    assert isinstance(last, ReplyEntry)
    assert last.markdown.text == "It is noon."


def test_queued_words_move_down_to_their_turn(window: MainWindow) -> None:
    rows = window.transcript.rows
    rows.add_sent(1, "first", queued=False)
    rows.begin_turn("t", number=1, sent=1)
    rows.add_sent(2, "second", queued=True)
    queued = window.transcript.entries[-1]
    assert isinstance(queued, UserEntry)
    assert queued.queued.isVisibleTo(window)
    rows.append_reply("reply to the first")
    rows.sent_settled(2)
    rows.begin_turn("u", number=2, sent=2)
    assert window.transcript.entries[-1] is queued
    assert not queued.queued.isVisibleTo(window)


def test_queued_words_can_be_taken_back_into_the_empty_input_line(window: MainWindow) -> None:
    withdrawn: list[int] = []
    window.transcript.withdraw_wanted.connect(withdrawn.append)
    window.transcript.rows.add_sent(2, "second", queued=True)
    queued = window.transcript.entries[-1]
    assert isinstance(queued, UserEntry)
    assert queued.queued.button.accessibleName() == "Take back: second"
    queued.queued.button.click()
    assert withdrawn == [2]
    window.transcript.rows.withdraw_sent(2)
    window.return_words("second")
    assert window.transcript.is_empty
    assert window.composer.field.toPlainText() == "second"
    field = window.composer.field
    field.moveCursor(QTextCursor.MoveOperation.End)
    window.return_words("another")
    assert field.toPlainText() == "another\nsecond", "nothing is lost"
    field.insertPlainText(" word")
    assert field.toPlainText() == "another\nsecond word", "the person goes on where they were"
    field.undo()
    field.undo()
    assert field.toPlainText() == "second"


def test_a_failure_has_its_buttons_where_it_stands(window: MainWindow) -> None:
    wanted: list[object] = []
    window.transcript.action_wanted.connect(wanted.append)
    action = NoticeAction(label="Try again", command=RetryReply())
    window.transcript.rows.fail_turn(
        "t", "Network error", "Try again.", cancelled=False, actions=(action,)
    )
    (entry,) = window.transcript.entries
    (button,) = entry.findChildren(QPushButton, "remark_action")
    button.click()
    assert wanted == [action]


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
def test_a_reply_that_was_stopped_is_made_anew_with_the_keyboard(
    window: MainWindow, language: InterfaceLanguage
) -> None:
    use_language(language)
    wanted: list[object] = []
    window.transcript.action_wanted.connect(wanted.append)
    action = try_again()
    window.transcript.rows.fail_turn("t", "", "", cancelled=True, actions=(action,))
    (entry,) = window.transcript.entries
    (button,) = entry.findChildren(QPushButton, "remark_action")
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert (
        QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name)
        == _("Try again")
        != ""
    )
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert wanted == [action]


def test_a_notice_has_its_buttons(window: MainWindow) -> None:
    wanted: list[tuple[str, NoticeAction]] = []

    def take(code: str, action: NoticeAction) -> None:
        wanted.append((code, action))

    window.notices.action_wanted.connect(take)
    action = NoticeAction(label="Undo", command=RetryReply())
    window.show_notices([Notice(code="fact", text="Kept.", actions=(action,))])
    (button,) = window.findChildren(QPushButton, "notice_action")
    assert button.text() == "Undo"
    button.click()
    assert wanted == [("fact", action)]


@pytest.mark.requirement("MSG-12")
def test_reasoning_is_folded_and_opens_at_a_click(window: MainWindow) -> None:
    window.transcript.rows.append_thinking("because")
    (entry,) = window.transcript.entries
    assert isinstance(entry, ThinkingEntry)
    assert "because" not in texts(entry)
    QTest.mouseClick(entry.head, Qt.MouseButton.LeftButton)
    window.transcript.rows.append_thinking(" so")
    assert "because so" in texts(entry)


@pytest.mark.requirement("MSG-10", "MSG-11")
@pytest.mark.parametrize(("is_error", "state"), [(False, "done"), (True, "failed")])
def test_a_tool_shows_its_name_arguments_and_result(
    window: MainWindow, is_error: bool, state: str
) -> None:
    window.transcript.rows.add_tool("u", "clock", '{"zone":"서울"}')
    (entry,) = window.transcript.entries
    assert isinstance(entry, ToolCallSummary)
    assert entry.state == "running…"
    window.transcript.rows.finish_tool("u", "clock", "12:00", is_error=is_error)
    assert entry.state == state
    entry.set_open(True)
    assert '{\n  "zone": "서울"\n}' in texts(entry)
    assert "12:00" in texts(entry)


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
@pytest.mark.parametrize("ending", CallEnding)
def test_a_call_that_was_not_run_has_not_failed(
    window: MainWindow, ending: CallEnding, language: InterfaceLanguage
) -> None:
    use_language(language)
    window.transcript.rows.add_tool("u", "clock", "{}")
    window.transcript.rows.finish_tool("u", "clock", "told", is_error=True, ending=ending)
    (entry,) = window.transcript.entries
    assert isinstance(entry, ToolCallSummary)
    assert entry.state == ending_state(ending)
    assert entry.state != _("failed")
    assert entry.property("went") == "nowhere"
    entry.set_open(True)
    assert ("told" in texts(entry)) is ending.has_words


def test_a_call_that_the_user_refused_has_not_failed(window: MainWindow) -> None:
    window.transcript.rows.add_tool("u", "clock", '{"zone":"서울"}')
    window.transcript.rows.finish_tool(
        "u", "clock", "for the model", is_error=True, ending=CallEnding.REFUSED
    )
    (entry,) = window.transcript.entries
    assert isinstance(entry, ToolCallSummary)
    assert entry.state == "not allowed by you"
    assert entry.property("went") == "nowhere"
    entry.set_open(True)
    assert "for the model" not in texts(entry)


def test_a_failure_says_what_and_what_to_do(window: MainWindow) -> None:
    window.transcript.rows.fail_turn("t", "No network.", "Check the cable.", cancelled=False)
    window.transcript.rows.fail_turn("t", "", "", cancelled=True)
    failure, remark = window.transcript.entries
    assert isinstance(failure, RemarkEntry)
    assert texts(failure) == ["No network.", "Check the cable."]
    assert failure.property("role") == "error"
    assert texts(remark) == ["Stopped."]


def test_the_wait_is_written_under_the_words(window: MainWindow) -> None:
    window.transcript.rows.add_user("hello", spoken=True)
    window.transcript.rows.begin_turn("t", number=1, sent=None)
    window.transcript.rows.note_latency("t", 0.62)
    _head, entry = window.transcript.entries
    assert isinstance(entry, UserEntry)
    assert entry.note == "Spoken · Reply began after 0.6 s"


def test_the_wait_for_a_spoken_answer_opens_to_where_the_time_went(window: MainWindow) -> None:
    window.transcript.rows.add_user("hello", spoken=True)
    window.transcript.rows.begin_turn("t", number=1, sent=None)
    window.transcript.rows.note_latency("t", 0.62, TurnLatency(0.25, 0.2, 0.07, 0.1))
    _head, entry = window.transcript.entries
    assert isinstance(entry, UserEntry)
    assert entry.note == "Spoken"
    assert entry.latency is not None
    assert entry.latency.text() == "Reply began after 0.6 s"
    assert entry.findChildren(LatencyBreakdown) == []
    QTest.keyClick(entry.latency, Qt.Key.Key_Space)
    (breakdown,) = entry.findChildren(LatencyBreakdown)
    assert breakdown.isVisible()
    assert texts(breakdown) == ["Heard 250 ms", "Understood 200 ms", "Model 70 ms", "Voice 100 ms"]
    QTest.mouseClick(entry.latency, Qt.MouseButton.LeftButton)
    assert not breakdown.isVisible()


# Scrolling.


def fill(window: MainWindow) -> None:
    for number in range(40):
        window.transcript.rows.add_user(f"line {number}", spoken=False)


def test_new_words_scroll_into_view_unless_the_person_scrolled_away(
    window: MainWindow, qtbot: QtBot
) -> None:
    fill(window)
    bar = window.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.setValue(bar.maximum() // 2)
    middle = bar.value()
    before = bar.maximum()
    fill(window)
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert bar.value() == middle
    assert not window.transcript.follows
    window.transcript.follow()
    assert bar.value() == bar.maximum()


def test_sending_goes_back_to_the_end(window: MainWindow, qtbot: QtBot) -> None:
    fill(window)
    bar = window.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(0)
    window.transcript.rows.add_sent(1, "hello", queued=False)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_the_wheel_over_a_reply_scrolls_the_conversation(window: MainWindow, qtbot: QtBot) -> None:
    entry = reply(window, "word " * 4000)
    bar = window.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: entry.is_built and bar.value() == bar.maximum() > 200)
    part = entry.markdown.parts[-1]
    assert isinstance(part, ProseView)
    seen = window.transcript.viewport()
    at = seen.mapTo(window, seen.rect().center())
    qtbot.waitUntil(lambda: window.childAt(at) is part.viewport())
    QTest.wheelEvent(window.windowHandle(), QPointF(at), QPoint(0, 120))
    assert bar.value() < bar.maximum()


# Rendering.


def test_two_hundred_kilobytes_stream_without_touching_what_is_finished(
    window: MainWindow,
) -> None:
    paragraph = "Some **words** that make a paragraph of a usual length. " * 8 + "\n\n"
    entry = reply(window, paragraph)
    counts: dict[SegmentView, int] = {}
    size = len(paragraph)
    while size < 200_000:
        settled = {part: part.rendered for part in entry.markdown.parts[:-2]}
        assert all(counts.get(part, count) == count for part, count in settled.items())
        counts.update(settled)
        grow(entry, paragraph)
        size += len(paragraph)
    assert len(entry.markdown.parts) > 40
    assert max(part.rendered for part in entry.markdown.parts) < 30


def test_code_that_grows_is_added_to_and_not_made_anew(theme: Theme) -> None:
    view = MarkdownView(theme=theme, text="```py\n")
    for number in range(50):
        view.append(f"x = {number}\n")
    (code,) = view.parts
    assert isinstance(code, CodeView)
    assert code.rendered == 1
    view.deleteLater()


def test_code_can_be_copied(window: MainWindow) -> None:
    entry = reply(window, "```py\nx = 1\ny = 2\n```\n")
    (code,) = entry.markdown.parts
    code.findChildren(QToolButton)[0].click()
    assert QGuiApplication.clipboard().text() == "x = 1\ny = 2"


def test_a_selection_survives_the_words_that_follow(window: MainWindow) -> None:
    entry = reply(window, "select me ")
    (prose,) = entry.markdown.parts
    assert isinstance(prose, ProseView)
    cursor = prose.textCursor()
    cursor.setPosition(0)
    cursor.setPosition(6, QTextCursor.MoveMode.KeepAnchor)
    prose.setTextCursor(cursor)
    grow(entry, "and more")
    assert prose.textCursor().selectedText() == "select"


def test_nothing_is_loaded_to_show_a_reply(window: MainWindow) -> None:
    entry = reply(window, "![x](https://example.org/x.png) ![y](/etc/hostname)")
    (prose,) = entry.markdown.parts
    assert isinstance(prose, ProseView)
    assert prose.toPlainText() == "x ![y](/etc/hostname)"


def test_the_persons_words_are_not_markup(window: MainWindow) -> None:
    window.transcript.rows.add_user("<b>x</b> **y**", spoken=False)
    (entry,) = window.transcript.entries
    assert isinstance(entry, UserEntry)
    assert entry.text == "<b>x</b> **y**"


# Links.


def link_dialog(window: MainWindow) -> LinkDialog | None:
    return window.findChild(LinkDialog)


def test_a_link_opens_only_after_its_address_was_shown(
    window: MainWindow, opened: list[str]
) -> None:
    entry = reply(window, "[bank](https://example.org/login?a=b)")
    entry.link_clicked.emit("https://example.org/login?a=b")
    dialog = link_dialog(window)
    assert dialog is not None
    assert "https://example.org/login?a=b" in texts(dialog)
    assert opened == []
    go_on = child(dialog, QPushButton, "link_open")
    go_on.click()
    assert opened == ["https://example.org/login?a=b"]


def test_a_link_is_not_opened_by_the_key_that_is_pressed_by_habit(
    window: MainWindow, opened: list[str]
) -> None:
    window.ask_to_open("https://example.org")
    dialog = link_dialog(window)
    assert dialog is not None
    QTest.keyClick(dialog, Key.Key_Return)
    assert not dialog.isVisible()
    assert opened == []


def test_letters_that_look_alike_are_shown_as_what_they_are(window: MainWindow) -> None:
    window.ask_to_open("https://аpple.com/")
    dialog = link_dialog(window)
    assert dialog is not None
    assert "https://xn--pple-43d.com/" in texts(dialog)
    assert "Its name has letters that may look like others: аpple.com" in texts(dialog)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "smb://host",
        "mailto:a@example.org?attach=/etc/passwd",
        "https://bank.example@evil.example/",
        "https://exam\u200bple.org/",
    ],
)
def test_other_addresses_are_not_even_asked_about(window: MainWindow, address: str) -> None:
    window.ask_to_open(address)
    assert link_dialog(window) is None

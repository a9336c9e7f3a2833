import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.asking_presenter import AskingPresenter
from assistant.channels.desktop.bars import Progress
from assistant.channels.desktop.code_view import CodeView
from assistant.channels.desktop.composer import Composer
from assistant.channels.desktop.conversation_presenter import ConversationPresenter
from assistant.channels.desktop.header import LOUD_DBFS, QUIET_DBFS, Header, meter_share
from assistant.channels.desktop.header_menu import MenuEntry
from assistant.channels.desktop.link_dialog import LinkDialog
from assistant.channels.desktop.markdown_view import MarkdownView, View
from assistant.channels.desktop.prose import ProseView
from assistant.channels.desktop.theme import Theme
from assistant.channels.desktop.tokens import DARK, LIGHT
from assistant.channels.desktop.transcript_cards import (
    EndLine,
    RemarkEntry,
    ReplyEntry,
    RoundHead,
    UserEntry,
)
from assistant.channels.desktop.transcript_folding import ThinkingEntry, ToolEntry
from assistant.channels.desktop.transcript_rows import ReplyRow
from assistant.channels.desktop.view import Activity, ConversationView, QuestionsView, Status
from assistant.channels.desktop.window import MainWindow
from assistant.conversation.commands import SendAgain
from assistant.conversation.events import Action, Notice, Severity
from assistant.conversation.states import Session
from assistant.locale import use_language
from tests.helpers.clock import ManualClock
from tests.helpers.engine import FakeEngineClient

Key = Qt.Key


@pytest.fixture
def opened() -> list[str]:
    """Links that were opened outside."""
    return []


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, clock: ManualClock, opened: list[str]) -> MainWindow:
    window = MainWindow(theme=theme, clock=clock, wake_phrase="hey jarvis", open_link=opened.append)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


def reply(window: MainWindow, text: str) -> ReplyEntry:
    window.append_reply("t", text)
    entry = window.transcript.entries[-1]
    assert isinstance(entry, ReplyEntry)
    return entry


def grow(entry: ReplyEntry, text: str) -> None:
    entry.show_row(ReplyRow(text=entry.text + text))


def texts(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


def test_it_is_a_view(window: MainWindow) -> None:
    view: ConversationView = window
    questions: QuestionsView = window.questions
    engine = FakeEngineClient()
    asking = AskingPresenter(
        engine=engine,
        view=questions,
        clock=ManualClock(),
        undo_s=5.0,
        open_dialog=lambda _id: False,
    )
    ConversationPresenter(engine=engine, view=view, asking=asking)


def test_an_empty_conversation_says_how_to_begin_and_who_answers(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_model("SmolLM2")
    assert window.welcome.isVisible()
    assert "Say “hey jarvis”, or type below." in texts(window.welcome)
    assert "SmolLM2 answers." in texts(window.welcome)
    with qtbot.waitSignal(window.send) as sent:
        window.welcome.findChildren(QToolButton)[0].click()
    assert sent.args == ["What is the capital of France?"]
    window.add_user("hello", spoken=False)
    assert not window.welcome.isVisible()
    window.clear()
    assert window.welcome.isVisible()


# The input line.


def test_the_input_line_has_the_focus_and_enter_sends(window: MainWindow, qtbot: QtBot) -> None:
    assert window.focusWidget() is window.composer.field
    QTest.keyClicks(window.composer.field, "hello")
    QTest.keyClick(window.composer.field, Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(window.composer.field, "you")
    with qtbot.waitSignal(window.send) as sent:
        QTest.keyClick(window.composer.field, Key.Key_Return)
    assert sent.args == ["hello\nyou"]
    assert window.composer.field.toPlainText() == ""


def test_typing_is_told_with_the_first_letter_and_now_and_then(
    window: MainWindow, theme: Theme, qtbot: QtBot
) -> None:
    told: list[None] = []
    window.composer.typing.connect(lambda: told.append(None))
    QTest.keyClicks(window.composer.field, "  ")
    assert told == [], "blanks are nothing to be sent"
    QTest.keyClicks(window.composer.field, "hello")
    assert len(told) == 1
    eager = Composer(theme=theme, typing_every_s=0.0)
    qtbot.addWidget(eager)
    eager.typing.connect(lambda: told.append(None))
    QTest.keyClicks(eager.field, "hello")
    assert len(told) == 6, "each letter, once the last time is long enough ago"


def test_blank_words_are_not_sent_and_stay(window: MainWindow, qtbot: QtBot) -> None:
    QTest.keyClicks(window.composer.field, "  ")
    with qtbot.assertNotEmitted(window.send):
        QTest.keyClick(window.composer.field, Key.Key_Return)
    assert not window.composer.send_button.isEnabled()


def test_the_input_line_grows_with_its_lines_up_to_a_limit(window: MainWindow) -> None:
    heights: list[int] = []
    for lines in (1, 3, 8, 40):
        window.composer.field.setPlainText("\n".join("x" * lines))
        heights.append(window.composer.field.height())
    assert heights[0] < heights[1] < heights[2]
    assert heights[3] == heights[2]


@pytest.mark.parametrize("activity", list(Activity))
def test_the_input_line_is_never_disabled(window: MainWindow, activity: Activity) -> None:
    window.show_status(Status(activity=activity, can_stop=True))
    assert window.composer.field.isEnabled()
    assert not window.composer.field.isReadOnly()


def test_escape_stops_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.stop):
        QTest.keyClick(window.composer.field, Key.Key_Escape)
    window.composer.send_button.setFocus()
    with qtbot.waitSignal(window.stop):
        QTest.keyClick(window.composer.send_button, Key.Key_Escape)


def test_letters_typed_elsewhere_go_into_the_input_line(window: MainWindow) -> None:
    entry = reply(window, "Some words.")
    (prose,) = entry.markdown.parts
    prose.setFocus()
    QTest.keyClicks(prose, "hi")
    assert window.composer.field.toPlainText() == "hi"


def test_pasted_text_loses_its_looks(window: MainWindow) -> None:
    QGuiApplication.clipboard().setText("plain")
    window.composer.field.paste()
    assert window.composer.field.toPlainText() == "plain"


def test_the_buttons_say_what_the_person_wants(window: MainWindow, qtbot: QtBot) -> None:
    window.show_status(Status(activity=Activity.SPEAKING, can_stop=True))
    for name, signal in (
        ("microphone", window.microphone),
        ("mute", window.mute),
        ("stop", window.stop),
        ("new_conversation", window.new_conversation),
    ):
        button = window.findChild(QToolButton, name)
        assert button is not None
        assert button.accessibleName()
        with qtbot.waitSignal(signal):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_stop_shows_only_while_there_is_something_to_stop(window: MainWindow) -> None:
    assert not window.composer.stop_button.isVisible()
    window.show_status(Status(activity=Activity.THINKING, can_stop=True))
    assert window.composer.stop_button.isVisible()


# The header.


@pytest.mark.parametrize(
    ("status", "state", "line"),
    [
        (Status(), "Ready", ""),
        (Status(is_muted=True), "Microphone off", ""),
        (Status(is_waiting=True), "Waiting for your choice", ""),
        (
            Status(activity=Activity.LISTENING, session=Session.ACTIVE),
            "Listening",
            "Voice session",
        ),
        (Status(activity=Activity.THINKING, is_muted=True), "Thinking", "Microphone off"),
        (Status(activity=Activity.USING_TOOL), "Working", ""),
        (Status(activity=Activity.WAITING, is_waiting=True), "Waiting for your choice", ""),
        (
            Status(activity=Activity.SPEAKING, session=Session.ENDING, is_waiting=True),
            "Speaking",
            "Voice session ending · Waiting for your choice",
        ),
    ],
)
def test_the_header_says_what_goes_on(
    window: MainWindow, status: Status, state: str, line: str
) -> None:
    window.show_status(status)
    assert (window.header.state_text, window.header.session_text) == (state, line)
    assert window.header.accessibleDescription().startswith(state)


def test_the_model_is_named_in_a_wide_window_and_in_a_narrow_one(window: MainWindow) -> None:
    window.show_model("SmolLM2")
    window.resize(900, 700)
    assert window.header.model_text == "SmolLM2"
    assert window.header.session_text == ""
    window.resize(400, 700)
    assert window.header.session_text == "SmolLM2"


def test_where_there_are_several_models_a_narrow_window_lists_them_too(window: MainWindow) -> None:
    wanted: list[str] = []
    window.switch_model.connect(wanted.append)
    window.show_model("one")
    window.show_models(("one", "two"))
    window.resize(520, 700)
    assert window.header.session_text == ""
    menu = window.header.model_menu
    assert menu.isVisibleTo(window.header)
    menu.choose("two")
    assert wanted == ["two"]
    assert window.header.model_text == "one", "only the engine says which model answers"
    window.show_model("two")
    assert window.header.model_text == "two"


def test_a_header_that_is_narrow_from_the_start_is_laid_out_so(qtbot: QtBot, theme: Theme) -> None:
    header = Header(theme=theme)
    header.set_model("one")
    header.resize(400, 60)
    qtbot.addWidget(header, before_close_func=lambda _widget: header.hide())
    with qtbot.waitExposed(header):
        header.show()
    assert header.session_text == "one"
    assert not header.model_menu.isVisible()


def test_where_the_window_has_no_room_for_them_the_models_are_in_the_menu(
    window: MainWindow,
) -> None:
    wanted: list[str] = []
    window.switch_model.connect(wanted.append)
    entry = window.header.menu.action(MenuEntry.MODEL)
    window.show_model("one")
    window.resize(400, 700)
    assert not entry.isVisible(), "there is nothing to choose from"
    window.show_models(("one", "two"))
    assert entry.isVisible()
    assert entry.text() == "Model"
    entries = entry.menu()
    assert isinstance(entries, QMenu)
    assert [(a.text(), a.isChecked()) for a in entries.actions()] == [("one", True), ("two", False)]
    entries.actions()[1].trigger()
    assert wanted == ["two"]
    window.resize(900, 700)
    assert not entry.isVisible(), "the button has it"
    window.header.model_menu.choose("two")
    assert wanted == ["two", "two"]


@pytest.mark.parametrize(
    ("dbfs", "share"),
    [(-120.0, 0.0), (QUIET_DBFS, 0.0), (LOUD_DBFS, 1.0), (0.0, 1.0), (-36.0, 0.5)],
)
def test_the_meter_is_linear_in_decibels(dbfs: float, share: float) -> None:
    assert meter_share(dbfs) == pytest.approx(share)


def test_the_meter_moves_only_while_something_goes_on(window: MainWindow) -> None:
    orb = window.header.orb
    assert not orb.is_moving
    window.show_status(Status(activity=Activity.LISTENING))
    window.show_level(-36.0)
    assert orb.is_moving
    assert orb.level == pytest.approx(0.5)
    window.show_status(Status())
    assert not orb.is_moving
    assert orb.level == 0.0


# The conversation.


def test_a_turn_is_laid_out_in_the_order_it_happened(window: MainWindow) -> None:
    window.add_user("What time is it?", spoken=True)
    window.begin_turn("t", number=1, sent=None)
    window.append_thinking("t", "hm")
    window.append_reply("t", "I look.")
    window.end_segment("t")
    window.add_tool("u", "clock", '{"zone": "UTC"}')
    window.finish_tool("u", "clock", "12:00", is_error=False)
    window.append_reply("t", "It is ")
    window.append_reply("t", "noon.")
    window.end_turn("t", stop_reason="end_turn")
    entries = window.transcript.entries
    assert [type(entry) for entry in entries] == [
        RoundHead,
        UserEntry,
        ThinkingEntry,
        ReplyEntry,
        ToolEntry,
        ReplyEntry,
        EndLine,
    ]
    last = entries[-2]
    assert isinstance(last, ReplyEntry)
    assert last.markdown.text == "It is noon."


def test_queued_words_move_down_to_their_turn(window: MainWindow) -> None:
    window.add_sent(1, "first", queued=False)
    window.begin_turn("t", number=1, sent=1)
    window.add_sent(2, "second", queued=True)
    queued = window.transcript.entries[-1]
    assert isinstance(queued, UserEntry)
    assert queued.queued.isVisibleTo(window)
    window.append_reply("t", "reply to the first")
    window.sent_settled(2)
    window.begin_turn("u", number=2, sent=2)
    assert window.transcript.entries[-1] is queued
    assert not queued.queued.isVisibleTo(window)


def test_queued_words_can_be_taken_back_into_the_empty_input_line(window: MainWindow) -> None:
    withdrawn: list[int] = []
    window.withdraw.connect(withdrawn.append)
    window.add_sent(2, "second", queued=True)
    queued = window.transcript.entries[-1]
    assert isinstance(queued, UserEntry)
    assert queued.queued.button.accessibleName() == "Take back: second"
    queued.queued.button.click()
    assert withdrawn == [2]
    window.withdraw_sent(2)
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
    window.act.connect(wanted.append)
    action = Action(label="Try again", command=SendAgain())
    window.fail_turn("t", "Network error", "Try again.", cancelled=False, actions=(action,))
    (entry,) = window.transcript.entries
    (button,) = entry.findChildren(QPushButton, "remark_action")
    button.click()
    assert wanted == [action]


def test_a_notice_has_its_buttons(window: MainWindow) -> None:
    wanted: list[tuple[str, Action]] = []

    def take(code: str, action: Action) -> None:
        wanted.append((code, action))

    window.act_on_notice.connect(take)
    action = Action(label="Undo", command=SendAgain())
    window.show_notices([Notice(code="fact", text="Kept.", actions=(action,))])
    (button,) = window.notices.findChildren(QPushButton, "notice_action")
    assert button.text() == "Undo"
    button.click()
    assert wanted == [("fact", action)]


def test_a_reply_that_is_made_anew_leaves_nothing_of_the_broken_one(window: MainWindow) -> None:
    window.append_thinking("t", "because")
    window.append_reply("t", "Hello the")
    window.restart_reply("t")
    window.append_reply("t", "Hello there.")
    window.end_segment("t")
    (entry,) = window.transcript.entries
    assert isinstance(entry, ReplyEntry)
    assert entry.markdown.text == "Hello there."
    window.restart_reply("t")
    assert len(window.transcript.entries) == 1, "what is complete stands"


def test_reasoning_is_folded_and_opens_at_a_click(window: MainWindow) -> None:
    window.append_thinking("t", "because")
    (entry,) = window.transcript.entries
    assert isinstance(entry, ThinkingEntry)
    assert "because" not in texts(entry)
    QTest.mouseClick(entry.head, Qt.MouseButton.LeftButton)
    window.append_thinking("t", " so")
    assert "because so" in texts(entry)


@pytest.mark.parametrize(("is_error", "state"), [(False, "done"), (True, "failed")])
def test_a_tool_shows_its_name_arguments_and_result(
    window: MainWindow, is_error: bool, state: str
) -> None:
    window.add_tool("u", "clock", '{"zone":"서울"}')
    (entry,) = window.transcript.entries
    assert isinstance(entry, ToolEntry)
    assert entry.state == "running…"
    window.finish_tool("u", "clock", "12:00", is_error=is_error)
    assert entry.state == state
    entry.set_open(True)
    assert '{\n  "zone": "서울"\n}' in texts(entry)
    assert "12:00" in texts(entry)


def test_a_failure_says_what_and_what_to_do(window: MainWindow) -> None:
    window.fail_turn("t", "No network.", "Check the cable.", cancelled=False)
    window.fail_turn("t", "", "", cancelled=True)
    failure, remark = window.transcript.entries
    assert isinstance(failure, RemarkEntry)
    assert texts(failure) == ["No network.", "Check the cable."]
    assert failure.property("role") == "error"
    assert texts(remark) == ["Stopped."]


def test_the_wait_is_written_under_the_words(window: MainWindow) -> None:
    window.add_user("hello", spoken=True)
    window.begin_turn("t", number=1, sent=None)
    window.show_latency("t", 0.62)
    _head, entry = window.transcript.entries
    assert isinstance(entry, UserEntry)
    assert entry.note == "Spoken · 0.6 s"


def test_what_is_heard_shows_and_goes(window: MainWindow) -> None:
    window.show_interim("what")
    window.show_interim("what is")
    (ghost,) = window.transcript.entries
    assert isinstance(ghost, UserEntry)
    assert ghost.text == "what is"
    window.append_reply("t", "still replying")
    assert window.transcript.entries[-1] is ghost
    window.show_interim("")
    assert ghost not in window.transcript.entries


# Scrolling.


def fill(window: MainWindow) -> None:
    for number in range(40):
        window.add_user(f"line {number}", spoken=False)


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
    window.add_sent(1, "hello", queued=False)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_the_wheel_over_a_reply_scrolls_the_conversation(window: MainWindow, qtbot: QtBot) -> None:
    entry = reply(window, "word " * 4000)
    bar = window.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 200 and bar.value() == bar.maximum())
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
    counts: dict[View, int] = {}
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
    window.add_user("<b>x</b> **y**", spoken=False)
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
    go_on = dialog.findChild(QPushButton, "link_open")
    assert go_on is not None
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


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "smb://host"])
def test_other_addresses_are_not_even_asked_about(window: MainWindow, address: str) -> None:
    window.ask_to_open(address)
    assert link_dialog(window) is None


# Bars.


def test_a_notice_shows_its_colour_text_and_hint_and_can_be_dismissed(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_notices(
        (
            Notice(code="mic", text="No microphone.", hint="Type.", severity=Severity.WARNING),
            Notice(code="net", text="No network.", severity=Severity.ERROR),
        )
    )
    first = window.findChild(QWidget, "notice_mic")
    assert first is not None
    assert texts(first)[-2:] == ["No microphone.", "Type."]
    assert first.property("severity") == "warning"
    close = first.findChild(QToolButton, "dismiss")
    assert close is not None
    with qtbot.waitSignal(window.dismiss_notice) as dismissed:
        QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert dismissed.args == ["mic"]
    window.show_notices(())
    assert not window.notices.isVisible()


def test_the_caption_shows_while_there_is_one(window: MainWindow) -> None:
    window.show_caption("Hello there.")
    assert window.caption.isVisible()
    assert window.caption.text == "Hello there."
    window.show_caption("")
    assert not window.caption.isVisible()


def test_a_download_is_shown_until_it_is_done(window: MainWindow) -> None:
    window.show_progress(Progress(name="whisper", done_bytes=5_000_000))
    assert window.setup.isVisible()
    assert window.setup.value == -1
    window.show_progress(Progress(name="whisper", done_bytes=5_000_000, total_bytes=20_000_000))
    assert window.setup.value == 25
    assert texts(window.setup) == ["Downloading whisper", "5 / 20 MB"]
    window.show_progress(Progress(name="whisper", is_finished=True))
    assert not window.setup.isVisible()
    window.show_progress(Progress(name="whisper", is_finished=True, error="no network"))
    assert "whisper could not be downloaded: no network" in texts(window.setup)


# Theme and language at run time.


def test_the_theme_changes_while_it_runs(window: MainWindow, theme: Theme) -> None:
    entry = reply(window, "[x](https://example.org)")
    (prose,) = entry.markdown.parts
    assert isinstance(prose, ProseView)
    assert DARK.link.lower() in prose.toHtml().lower()
    theme.choose("light")
    assert theme.tokens is LIGHT
    assert LIGHT.link.lower() in prose.toHtml().lower()
    assert LIGHT.window in QApplication.instance().styleSheet()  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]


def test_text_grows_with_its_scale(window: MainWindow, theme: Theme) -> None:
    entry = reply(window, "word " * 200)
    before = entry.height()
    theme.set_scale(2.0)
    QApplication.processEvents()
    assert QApplication.font().pixelSize() == 28
    assert entry.sizeHint().height() > before


def test_every_part_takes_the_words_of_another_language(window: MainWindow) -> None:
    window.show_status(Status(activity=Activity.LISTENING, session=Session.ACTIVE))
    window.add_tool("u", "clock", "")
    use_language("ko")
    QApplication.sendEvent(window, QEvent(QEvent.Type.LanguageChange))
    (tool,) = window.transcript.entries
    assert isinstance(tool, ToolEntry)
    assert window.header.state_text == "듣는 중"
    assert window.header.session_text == "음성 대화 중"
    assert window.composer.field.placeholderText() == "메시지를 입력하세요"
    assert tool.state == "실행 중…"
    assert "무엇을 도와드릴까요?" in [label.text() for label in window.welcome.findChildren(QLabel)]


def test_every_control_has_a_name(window: MainWindow) -> None:
    window.show_status(Status(activity=Activity.LISTENING, can_stop=True))
    nameless = [
        button.objectName()
        for button in window.findChildren(QToolButton)
        if button.isVisible() and not (button.accessibleName() or button.text())
    ]
    assert nameless == []


def test_nobody_is_welcomed_before_it_is_known_which_conversation_goes_on(
    window: MainWindow,
) -> None:
    window.begin_opening()
    assert not window.welcome.isVisible()
    window.add_sent(1, "Is anybody there?", queued=False)
    assert window.transcript.isVisible()
    window.clear()
    assert window.welcome.isVisible()

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.app.window_questions import BESIDE_PX
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.dialogs import (
    DeleteDialog,
    ExportDialog,
    TypedDeleteDialog,
    delete_every_conversation_dialog,
)
from assistant.channels.desktop.history.model.date_groups import group_by_date
from assistant.channels.desktop.history.model.presenter import HistoryView
from assistant.channels.desktop.widgets.drawer import PANEL_PX
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.history import (
    ConversationSummary,
    CopyConversation,
    DeleteConversation,
    DeleteEverything,
    ExportConversations,
    FileFormat,
    ImportConversations,
    ListConversations,
)
from assistant.protocol.messages import HistoryMessage
from assistant.timer import Timer, TimerKind
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.chosen_files import Files
from tests.unit.channels.desktop.contexts import make_context
from tests.unit.channels.desktop.conversation.samples import asked, pending, single
from tests.unit.channels.desktop.history.history_samples import NOON, summary

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
WIDE, NARROW = (1100, 760), (560, 720)
THREE = (summary("a"), summary("b"), summary("c"))


@pytest.fixture
def files() -> Files:
    return Files()


@pytest.fixture
def context(
    theme: Theme, home: Home, engine: FakeEngineClient, clock: ManualClock, files: Files
) -> DesktopContext:
    return make_context(theme, home, engine=engine, clock=clock, ask_file=files)


@pytest.fixture
def window(qtbot: QtBot, context: DesktopContext) -> MainWindow:
    window = MainWindow(context, rows=TranscriptModel(clock=context.clock))
    view: HistoryView = window.history
    assert view is window.history
    window.history.presenter.handle(
        ConversationOpened(conversation_id="a", resumed=True, model="m")
    )
    window.resize(*WIDE)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    return window


def show(window: MainWindow, *conversations: ConversationSummary) -> None:
    window.history.show_conversations(group_by_date(conversations, now=NOON), "a")


def dialog(window: MainWindow, kind: type[QDialog]) -> QDialog:
    """Return the dialog of this kind that is open."""
    return next(d for d in window.findChildren(kind) if d.isVisible())


def press(window: MainWindow, key: Qt.Key) -> None:
    """Press a key with Ctrl in the input line."""
    QTest.keyClick(window.composer.field, key, CONTROL)


# The panel.


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_button_opens_and_closes_the_panel(
    window: MainWindow, engine: FakeEngineClient, size: tuple[int, int]
) -> None:
    window.resize(*size)
    button, panel = window.header.history_button, window.history.panel
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert engine.submitted == [ListConversations()]
    assert panel.isVisible()
    assert button.isChecked()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()
    assert not button.isChecked()
    assert window.composer.field.hasFocus()


def test_the_keys_lead_into_the_panel_and_out_of_it(window: MainWindow) -> None:
    show(window, *THREE)
    panel = window.history.panel
    press(window, Key.Key_H)
    assert panel.list.hasFocus()
    assert panel.list.currentIndex().data() == "About a"
    window.composer.field.setFocus()
    press(window, Key.Key_H)
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, Key.Key_H, CONTROL)
    assert not panel.isVisible()
    assert window.composer.field.hasFocus()


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_a_new_conversation_is_written_to_at_once(
    window: MainWindow, size: tuple[int, int]
) -> None:
    window.resize(*size)
    panel = window.history.panel
    press(window, Key.Key_K)
    assert panel.search.hasFocus()
    QTest.keyClick(panel.search, Key.Key_N, CONTROL)
    assert window.composer.field.hasFocus()
    assert panel.isVisible() == (size == WIDE)


@pytest.mark.parametrize("key", [Key.Key_F, Key.Key_K])
def test_a_key_leads_to_the_search_and_escape_back(window: MainWindow, key: Qt.Key) -> None:
    panel = window.history.panel
    press(window, key)
    assert panel.search.hasFocus()
    QTest.keyClick(panel.search, Key.Key_Escape)
    assert not panel.isVisible()
    assert window.composer.field.hasFocus()


def test_escape_in_the_panel_stops_nothing(window: MainWindow, qtbot: QtBot) -> None:
    show(window, *THREE)
    press(window, Key.Key_H)
    with qtbot.assertNotEmitted(window.stop):
        QTest.keyClick(window.history.panel.list, Key.Key_Escape)


def test_where_it_lies_over_the_conversation_it_goes_once_a_conversation_is_chosen(
    window: MainWindow,
) -> None:
    window.resize(*NARROW)
    window.history.go_to_list()
    assert window.history.panel.isVisible()
    window.history.conversation_chosen()
    assert not window.history.panel.isVisible()
    window.resize(*WIDE)
    window.history.go_to_list()
    window.history.conversation_chosen()
    assert window.history.panel.isVisible()
    assert window.composer.field.hasFocus()


def test_a_click_beside_it_takes_it_away_and_the_focus_to_the_input_line(
    window: MainWindow,
) -> None:
    window.resize(*NARROW)
    show(window, *THREE)
    window.history.go_to_list()
    scrim = window.history.drawer.scrim
    QTest.mouseClick(
        scrim, Qt.MouseButton.LeftButton, pos=QPoint(scrim.width() - 5, scrim.height() // 2)
    )
    assert not window.history.panel.isVisible()
    assert window.composer.field.hasFocus()


@pytest.mark.parametrize("rings_first", [True, False])
def test_what_rings_can_be_stopped_where_the_panel_lies_over_the_rest(
    window: MainWindow, *, rings_first: bool
) -> None:
    window.resize(*NARROW)
    ring = Timer(
        timer_id="tea",
        kind=TimerKind.TIMER,
        label="tea",
        due_at=NOON,
        zone="UTC",
        ringing_since=NOON,
    )
    if rings_first:
        window.ringing.show_entries((ring,))
    window.history.go_to_list()
    window.ringing.show_entries((ring,))
    QApplication.processEvents()
    assert is_seen(window, "stop_tea")
    window.history.toggle()
    QApplication.processEvents()
    assert is_seen(window, "stop_tea")
    field = window.composer.field
    assert window.childAt(field.mapTo(window, field.rect().center())) is field.viewport()


def is_seen(window: MainWindow, name: str) -> bool:
    """Whether nothing lies over the middle of a button."""
    (button,) = (one for one in window.findChildren(QPushButton, name) if one.isVisible())
    place = button.mapTo(window, button.rect().center())
    return window.childAt(place) is button


def test_the_list_of_questions_goes_above_where_both_have_no_room(window: MainWindow) -> None:
    questions = window.questions
    questions.show_pending((pending(asked(single())),))
    questions.toggle_list()
    assert questions.panel.property("place") == "beside"
    window.history.toggle()
    assert window.width() - PANEL_PX < BESIDE_PX
    assert questions.panel.property("place") == "above"
    window.history.toggle()
    assert questions.panel.property("place") == "beside"


def test_it_may_stand_open_from_the_start(
    context: DesktopContext, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    context.settings.set("ui", "history_open", True)
    window = MainWindow(context, rows=TranscriptModel(clock=context.clock))
    window.resize(*WIDE)
    with qtbot.waitExposed(window):
        window.show()
    assert engine.submitted == [ListConversations()]
    assert window.history.panel.isVisible()
    assert window.header.history_button.isChecked()
    assert window.focusWidget() is window.composer.field


def test_every_button_of_the_panel_has_a_name(window: MainWindow) -> None:
    window.history.toggle()
    panel = window.history.panel
    for button in (panel.new_button, panel.more_button, panel.close_button):
        assert button.accessibleName()
        assert button.toolTip()


# What is asked first.


def choose(window: MainWindow, conversation_id: str, *, place: int) -> None:
    """Choose an entry of a conversation's menu."""
    shown = window.history.panel.list
    shown.menu_of(shown.conversations.index_of(conversation_id)).actions()[place].trigger()


def test_a_conversation_is_deleted_only_once_that_is_confirmed(
    window: MainWindow, engine: FakeEngineClient
) -> None:
    show(window, *THREE)
    for is_wanted in (False, True):
        choose(window, "b", place=3)
        asking = dialog(window, DeleteDialog)
        assert isinstance(asking, DeleteDialog)
        assert "About b" in asking.accessibleDescription()
        assert asking.focusWidget() is asking.cancel_button
        if is_wanted:
            asking.confirm_button.click()
            assert engine.submitted == [DeleteConversation(conversation_id="b")]
        else:
            QTest.keyClick(asking, Key.Key_Return)
            assert not asking.isVisible()
            assert engine.submitted == []


def test_everything_is_deleted_only_once_the_word_is_typed(
    window: MainWindow, context: DesktopContext, engine: FakeEngineClient
) -> None:
    delete_every_conversation_dialog(context, parent=window).open()
    asking = dialog(window, TypedDeleteDialog)
    assert isinstance(asking, TypedDeleteDialog)
    QTest.keyClicks(asking.field, "delet")
    assert not asking.confirm_button.isEnabled()
    QTest.keyClicks(asking.field, "E ")
    asking.confirm_button.click()
    assert engine.submitted == [DeleteEverything()]


@pytest.mark.parametrize(
    ("is_all", "is_complete", "name", "form", "which"),
    [
        (False, False, "About b.md", FileFormat.MARKDOWN, "b"),
        (False, True, "About b.jsonl", FileFormat.JSON_LINES, "b"),
        (True, True, "Parley conversations.jsonl", FileFormat.JSON_LINES, None),
        (True, False, "Parley conversations.md", FileFormat.MARKDOWN, None),
    ],
)
def test_conversations_are_written_to_the_file_that_was_chosen(
    window: MainWindow,
    files: Files,
    engine: FakeEngineClient,
    is_all: bool,
    is_complete: bool,
    name: str,
    form: FileFormat,
    which: str | None,
) -> None:
    show(window, *THREE)
    files.path = Path("there") / name
    choose(window, "b", place=2)
    asking = dialog(window, ExportDialog)
    assert isinstance(asking, ExportDialog)
    (asking.all if is_all else asking.one).setChecked(True)
    (asking.complete if is_complete else asking.readable).setChecked(True)
    asking.confirm_button.click()
    assert files.asked == [(name, form.value)]
    assert engine.submitted == [
        ExportConversations(path=files.path, format=form, conversation_id=which)
    ]


def test_nothing_is_written_where_no_file_is_chosen(
    window: MainWindow, files: Files, engine: FakeEngineClient
) -> None:
    window.history.panel.export_action.trigger()
    asking = dialog(window, ExportDialog)
    assert isinstance(asking, ExportDialog)
    assert not asking.one.isEnabled()
    asking.confirm_button.click()
    assert len(files.asked) == 1
    assert engine.submitted == []


def test_the_menu_copies_the_conversation_that_is_held(
    window: MainWindow, engine: FakeEngineClient
) -> None:
    window.header.menu.action(MenuEntry.COPY).trigger()
    assert engine.submitted == [CopyConversation(conversation_id="a")]
    window.history.copy_text("# A\n\n**You**: hello\n")
    assert QGuiApplication.clipboard().text() == "# A\n\n**You**: hello\n"


def test_the_menu_exports_the_conversation_that_is_held_if_there_is_anything_in_it(
    window: MainWindow,
) -> None:
    window.header.menu.action(MenuEntry.EXPORT).trigger()
    empty = dialog(window, ExportDialog)
    assert isinstance(empty, ExportDialog)
    assert not empty.one.isEnabled()
    empty.reject()
    window.transcript.rows.add_user("hello", spoken=False)
    window.header.menu.action(MenuEntry.EXPORT).trigger()
    full = dialog(window, ExportDialog)
    assert isinstance(full, ExportDialog)
    assert full.one.isChecked()


def test_conversations_are_read_from_the_file_that_was_chosen(
    window: MainWindow, files: Files, engine: FakeEngineClient
) -> None:
    files.path = Path("old.jsonl")
    window.history.panel.import_action.trigger()
    assert engine.submitted == [ImportConversations(path=files.path)]
    assert files.asked == [("", "jsonl")]


# Words that are changed.


def test_words_are_changed_in_the_input_line_and_sent_in_their_place(
    window: MainWindow, qtbot: QtBot
) -> None:
    field = window.composer.field
    field.setPlainText("half a thought")
    window.history.begin_editing("1", "old words")
    assert field.toPlainText() == "old words"
    assert field.hasFocus()
    assert window.composer.editing.isVisible()
    assert window.composer.editing.text.startswith("Changing a message")
    assert field.accessibleName() == "Changed message"
    field.setPlainText("new words")
    with (
        qtbot.waitSignal(window.composer.resend) as edited,
        qtbot.assertNotEmitted(window.send),
    ):
        QTest.keyClick(field, Key.Key_Return)
    assert edited.args == ["1", "new words", ()]
    assert field.toPlainText() == "half a thought"
    assert not window.composer.editing.isVisible()
    with qtbot.waitSignal(window.send):
        QTest.keyClick(field, Key.Key_Return)


@pytest.mark.parametrize("way", ["key", "button", "other conversation"])
def test_words_are_left_as_they_were(window: MainWindow, qtbot: QtBot, way: str) -> None:
    field = window.composer.field
    field.setPlainText("half a thought")
    window.history.begin_editing("1", "old words")
    window.history.begin_editing("2", "other old words")
    with qtbot.assertNotEmitted(window.stop), qtbot.assertNotEmitted(window.composer.resend):
        if way == "key":
            QTest.keyClick(field, Key.Key_Escape)
        elif way == "button":
            window.composer.editing.leave_button.click()
        else:
            window.history.end_editing()
            window.history.end_editing()
    assert field.toPlainText() == "half a thought"
    assert not window.composer.editing.isVisible()
    with qtbot.waitSignal(window.stop):
        QTest.keyClick(field, Key.Key_Escape)


@pytest.mark.parametrize(
    ("before", "written", "left"),
    [
        ("", "old words", ""),
        ("", "new words", "new words"),
        ("half a thought", "old words", "half a thought"),
        ("half a thought", "new words", "half a thought\n\nnew words"),
    ],
)
def test_what_was_written_stays_where_its_message_went_away(
    window: MainWindow, before: str, written: str, left: str
) -> None:
    field = window.composer.field
    field.setPlainText(before)
    window.history.begin_editing("1", "old words")
    field.setPlainText(written)
    window.history.end_editing()
    assert field.toPlainText() == left
    assert not window.composer.editing.isVisible()


def test_what_was_written_for_one_message_is_kept_while_another_is_changed(
    window: MainWindow,
) -> None:
    field = window.composer.field
    field.setPlainText("a draft")
    window.history.begin_editing("1", "one")
    field.setPlainText("one, changed")
    window.history.begin_editing("2", "two")
    assert field.toPlainText() == "two"
    window.history.begin_editing("1", "one")
    assert field.toPlainText() == "one, changed"
    QTest.keyClick(field, Key.Key_Escape)
    assert field.toPlainText() == "a draft"
    window.history.begin_editing("1", "one")
    assert field.toPlainText() == "one", "what was given up is gone"


def test_words_that_come_back_while_a_message_is_changed_wait_for_its_end(
    window: MainWindow,
) -> None:
    field = window.composer.field
    field.setPlainText("a draft")
    window.history.begin_editing("1", "one")
    window.history.return_words("queued")
    assert field.toPlainText() == "one"
    QTest.keyClick(field, Key.Key_Escape)
    assert field.toPlainText() == "queued\na draft"


def test_words_that_were_not_sent_come_back(window: MainWindow) -> None:
    field = window.composer.field
    window.history.return_words("new words")
    assert field.toPlainText() == "new words"


def test_the_question_that_words_answer_is_not_named_while_others_are_changed(
    window: MainWindow,
) -> None:
    window.questions.show_asked(asked(single()))
    assert window.composer.answering.isVisible()
    window.history.begin_editing("1", "old words")
    assert not window.composer.answering.isVisible()
    window.history.end_editing()
    assert window.composer.answering.isVisible()


def message(message_id: str, role: str, text: str, *siblings: str) -> HistoryMessage:
    """Return a message of the past; the user's begin rounds."""
    return HistoryMessage(
        message_id=message_id,
        role=role,
        text=text,
        siblings=siblings,
        round=1 if role == "user" else None,
    )


def actions(window: MainWindow, qtbot: QtBot) -> QWidget:
    """Return what stands below the user's words, once they are laid out."""
    qtbot.waitUntil(lambda: bool(window.transcript.findChildren(QWidget, "message_actions")))
    return window.transcript.findChildren(QWidget, "message_actions")[0]


def test_words_of_the_past_can_be_changed_and_have_their_versions(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.transcript.rows.show_history(
        [message("2", "user", "what\nabout it", "1", "2", "3"), message("4", "assistant", "Yes.")],
        (),
    )
    row = actions(window, qtbot)
    buttons = {button.objectName(): button for button in row.findChildren(QToolButton)}
    assert all(button.accessibleName() for button in buttons.values())
    with qtbot.waitSignal(window.transcript.edit_wanted) as wanted:
        buttons["edit_message"].click()
    assert wanted.args == ["2", "what\nabout it"]
    for name, version in (("branch_back", "1"), ("branch_on", "3")):
        with qtbot.waitSignal(window.transcript.branch_wanted) as branch:
            buttons[name].click()
        assert branch.args == [version]


def test_words_without_versions_have_no_arrows(window: MainWindow, qtbot: QtBot) -> None:
    window.transcript.rows.show_history([message("2", "user", "what")], ())
    row = actions(window, qtbot)
    shown = [b.objectName() for b in row.findChildren(QToolButton) if b.isVisible()]
    assert shown == ["edit_message"]


def test_words_can_be_changed_as_soon_as_they_are_stored(window: MainWindow, qtbot: QtBot) -> None:
    window.transcript.rows.add_user("hello", spoken=False)
    window.transcript.rows.begin_turn("t", number=1, sent=None)
    row = actions(window, qtbot)
    assert not row.isVisible()
    window.transcript.rows.words_kept("t", "7", ("5", "7"))
    assert row.isVisible()
    back = row.findChildren(QToolButton, "branch_back")[0]
    on = row.findChildren(QToolButton, "branch_on")[0]
    assert (back.isEnabled(), on.isEnabled()) == (True, False)
    assert window.history.show_message("7")
    assert not window.history.show_message("unknown")


# The menu.


def test_the_menu_shows_what_somebody_answers_and_nothing_else(window: MainWindow) -> None:
    menu = window.header.menu
    shown = [entry for entry in MenuEntry if menu.action(entry).isVisible()]
    assert shown == [MenuEntry.COPY, MenuEntry.EXPORT, MenuEntry.SETTINGS, MenuEntry.QUIT]
    chosen: list[str] = []
    menu.offer(MenuEntry.MEMORY, lambda: chosen.append("memory"))
    menu.action(MenuEntry.MEMORY).trigger()
    assert chosen == ["memory"]
    assert menu.accessibleName() == "More"


def test_the_settings_are_in_the_menu(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.settings):
        window.header.menu.action(MenuEntry.SETTINGS).trigger()


@pytest.mark.parametrize(("width", "has_menu"), [(380, False), (520, True), (900, True)])
def test_the_state_can_be_read_at_every_width(
    window: MainWindow, qtbot: QtBot, width: int, has_menu: bool
) -> None:
    header = window.header
    window.conversation_opened(
        model="a-model-with-a-name", models=("a-model-with-a-name", "another")
    )
    window.resize(width, 600)
    assert header.model_menu.isVisible() is has_menu
    assert ("a-model-with-a-name" in header.session_text) is not has_menu
    label = next(part for part in header.findChildren(QLabel) if part.text() == header.state_text)
    needed = label.fontMetrics().horizontalAdvance(label.text())
    qtbot.waitUntil(lambda: label.width() >= needed)


def test_letters_go_to_the_search_line_that_has_the_focus(window: MainWindow) -> None:
    press(window, Key.Key_F)
    QTest.keyClicks(window.history.panel.search, "tea")
    assert isinstance(window.focusWidget(), QLineEdit)
    assert window.history.panel.search.text() == "tea"
    assert window.composer.field.toPlainText() == ""

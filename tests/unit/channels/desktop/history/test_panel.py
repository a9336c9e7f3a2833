from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt, SignalInstance
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.conversation_list import (
    ConversationDelegate,
    ConversationsModel,
    more_rect,
)
from assistant.channels.desktop.history.dialogs import DeleteDialog, ExportDialog
from assistant.channels.desktop.history.model.date_groups import group_by_date
from assistant.channels.desktop.history.model.presenter import HistorySearchResult
from assistant.channels.desktop.history.panel import HistoryPanel
from assistant.channels.desktop.history.row_list import utf16_length
from assistant.channels.desktop.history.search_box import PAUSE_MS
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.history import ConversationSummary, RenameConversation, SearchHit
from tests.helpers.clock import ManualClock
from tests.helpers.effort import calls_of
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.history.history_samples import NOON, hit, summary

Key = Qt.Key
THREE = (summary("a"), summary("b"), summary("c"))


class Said:
    """Takes the place of a screen reader."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __call__(self, widget: QWidget, text: str) -> None:
        self.texts.append(text)


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def panel(qtbot: QtBot, context: DesktopContext, said: Said) -> HistoryPanel:
    panel = HistoryPanel(context, announce=said)
    qtbot.addWidget(panel)
    panel.resize(300, 600)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    return panel


def show(panel: HistoryPanel, *conversations: ConversationSummary, current: str = "") -> None:
    panel.show_conversations(group_by_date(conversations, now=NOON), current)


def titles(panel: HistoryPanel) -> list[str]:
    model = panel.list.conversations
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def heard(signal: SignalInstance) -> list[tuple[object, ...]]:
    """Return a list that takes whatever the signal says."""
    taken: list[tuple[object, ...]] = []

    def take(*what: object) -> None:
        taken.append(what)

    signal.connect(take)
    return taken


def editor_of(panel: HistoryPanel) -> QLineEdit:
    """Return the field in which a title is being written."""
    return panel.list.findChildren(QLineEdit, "rename")[0]


def is_visible(panel: HistoryPanel, name: str) -> bool:
    """Return whether a part of the panel is on the screen."""
    return panel.findChildren(QWidget, name)[0].isVisible()


# The list.


def test_conversations_are_listed_below_their_days(panel: HistoryPanel) -> None:
    show(panel, *THREE, current="b")
    assert titles(panel) == ["Today", "About a", "About b", "About c"]
    assert not is_visible(panel, "no_conversations")


def test_an_empty_list_says_so_once_that_is_known(panel: HistoryPanel) -> None:
    assert not is_visible(panel, "no_conversations")
    show(panel)
    assert is_visible(panel, "no_conversations")


def test_each_row_says_everything_to_a_screen_reader(panel: HistoryPanel) -> None:
    show(panel, *THREE, current="b")
    model = panel.list.conversations
    read = [
        model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(model.rowCount())
    ]
    assert read[0] == "Today"
    assert read[1].startswith("About a, m · ")
    assert not read[1].endswith("open now")
    assert read[2].endswith(", open now")


def test_the_keyboard_alone_reaches_and_opens_every_conversation(panel: HistoryPanel) -> None:
    opened = heard(panel.open_wanted)
    show(panel, *THREE, current="a")
    panel.focus_rows()
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, Key.Key_Return)
    QTest.keyClick(panel.list, Key.Key_Down)
    QTest.keyClick(panel.list, Key.Key_Down)
    QTest.keyClick(panel.list, Key.Key_Down)
    QTest.keyClick(panel.list, Key.Key_Enter)
    assert opened == [("a", ""), ("c", "")]


def test_the_arrow_up_leads_from_the_first_conversation_to_the_search(
    panel: HistoryPanel,
) -> None:
    show(panel, *THREE, current="b")
    panel.focus_rows()
    QTest.keyClick(panel.list, Key.Key_Up)
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, Key.Key_Up)
    assert panel.search.hasFocus()
    QTest.keyClick(panel.search, Key.Key_Down)
    assert panel.list.hasFocus()


def test_a_click_opens_a_conversation_and_on_a_heading_does_nothing(panel: HistoryPanel) -> None:
    opened = heard(panel.open_wanted)
    show(panel, *THREE)
    for row in (0, 2):
        rect = panel.list.visualRect(panel.list.conversations.index(row, 0))
        QTest.mouseClick(
            panel.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(30, 20)
        )
    assert opened == [("b", "")]


def test_escape_closes_the_panel(panel: HistoryPanel) -> None:
    closed = heard(panel.closed)
    show(panel, *THREE)
    panel.focus_rows()
    QTest.keyClick(panel.list, Key.Key_Escape)
    panel.focus_search()
    QTest.keyClick(panel.search, Key.Key_Escape)
    panel.new_button.setFocus()
    QTest.keyClick(panel.new_button, Key.Key_Escape)
    assert len(closed) == 3


@pytest.mark.parametrize("way", ["F2", "double click", "menu"])
def test_a_title_is_written_in_its_place(
    panel: HistoryPanel, engine: FakeEngineClient, qtbot: QtBot, way: str
) -> None:
    show(panel, *THREE, current="a")
    panel.focus_rows()
    index = panel.list.conversations.index_of("b")
    panel.list.setCurrentIndex(index)
    if way == "F2":
        QTest.keyClick(panel.list, Key.Key_F2)
    elif way == "menu":
        panel.list.menu_of(index).actions()[1].trigger()
    else:
        at = panel.list.visualRect(index).topLeft() + QPoint(30, 20)
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseDClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    editor = editor_of(panel)
    assert editor.text() == "About b"
    editor.selectAll()
    QTest.keyClicks(editor, "Jeju")
    QTest.keyClick(editor, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(engine.submitted))  # Qt commits when the key was processed
    assert engine.submitted == [RenameConversation(conversation_id="b", title="Jeju")]


def test_a_title_is_changed_only_to_another_and_a_blank_one_takes_it_away(
    panel: HistoryPanel, engine: FakeEngineClient
) -> None:
    show(panel, *THREE)
    model = panel.list.conversations
    for title in (" About  a", " A  trip\n", "  "):
        model.setData(model.index_of("a"), title)
    assert engine.submitted == [
        RenameConversation(conversation_id="a", title="A trip"),
        RenameConversation(conversation_id="a", title=""),
    ]


def test_escape_leaves_a_title_as_it_was_and_the_panel_open(
    panel: HistoryPanel, engine: FakeEngineClient
) -> None:
    closed = heard(panel.closed)
    show(panel, *THREE)
    panel.list.rename(panel.list.conversations.index_of("b"))
    editor = editor_of(panel)
    QTest.keyClicks(editor, "Jeju")
    QTest.keyClick(editor, Key.Key_Escape)
    assert (engine.submitted, closed) == ([], [])


def test_a_title_that_is_being_written_survives_what_happens_meanwhile(
    panel: HistoryPanel, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    show(panel, *THREE)
    panel.list.rename(panel.list.conversations.index_of("b"))
    editor = editor_of(panel)
    editor.selectAll()
    QTest.keyClicks(editor, "Je")
    show(panel, summary("new"), *THREE)
    QTest.keyClicks(editor, "ju")
    QTest.keyClick(editor, Key.Key_Return)
    qtbot.waitUntil(lambda: titles(panel)[1] == "About new")
    assert engine.submitted == [RenameConversation(conversation_id="b", title="Jeju")]


def test_the_menu_of_a_row_offers_everything(panel: HistoryPanel) -> None:
    opened = heard(panel.open_wanted)
    show(panel, *THREE)
    menu = panel.list.menu_of(panel.list.conversations.index_of("b"))
    texts = [action.text().split("\t")[0] for action in menu.actions()]
    assert texts == ["Open", "Rename", "Export…", "Delete…"]
    for place in (0, 2, 3):
        menu.actions()[place].trigger()
    assert opened == [("b", "")]
    (exporting,) = panel.findChildren(ExportDialog)
    assert "About b" in exporting.one.text()
    (deleting,) = panel.findChildren(DeleteDialog)
    assert "About b" in deleting.accessibleDescription()
    assert panel.list.menu_of(QModelIndex()).actions() == []


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
def test_the_menu_opens_at_its_button_without_opening_the_conversation(
    panel: HistoryPanel,
) -> None:
    opened = heard(panel.open_wanted)
    show(panel, *THREE)
    rect = panel.list.visualRect(panel.list.conversations.index_of("b"))
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=more_rect(rect).center())
    menu = panel.list.findChildren(QMenu, "conversation_menu")[0]
    assert menu.isVisible()
    menu.close()
    assert opened == []


def test_the_delete_key_wants_to_delete(panel: HistoryPanel) -> None:
    show(panel, *THREE, current="b")
    panel.focus_rows()
    QTest.keyClick(panel.list, Key.Key_Delete)
    (deleting,) = panel.findChildren(DeleteDialog)
    assert "About b" in deleting.accessibleDescription()


def test_the_focus_stays_on_its_conversation_when_the_list_changes(panel: HistoryPanel) -> None:
    show(panel, *THREE, current="a")
    panel.focus_rows()
    panel.list.setCurrentIndex(panel.list.conversations.index_of("c"))
    show(panel, summary("new"), *THREE, current="a")
    show(panel, THREE[2], THREE[0], current="a")
    assert panel.list.currentIndex().data() == "About c"
    show(panel, THREE[0], current="a")
    assert panel.list.conversations.rowCount() == 2


def test_the_model_keeps_qts_rules(theme: Theme, clock: ManualClock) -> None:
    model = ConversationsModel(clock=clock)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.show(group_by_date(THREE, now=NOON), "a")
    model.show(group_by_date(THREE[1:], now=NOON), "b")
    model.show((), "")
    model.show(group_by_date(THREE, now=NOON), "b")
    many = [summary(str(n)) for n in range(1000)]
    model.show(group_by_date(many, now=NOON), "b")
    model.show(group_by_date([many[700], *many[:700], *many[701:]], now=NOON), "b")
    renamed = summary("700", title="Jeju")
    model.show(group_by_date([renamed, *many[:700], *many[701:]], now=NOON), "b")
    titles = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert titles[:3] == ["Today", "Jeju", "About 0"]
    assert len(titles) == len(set(titles)) == 1001


def test_somebody_who_scrolled_away_stays_where_they_are(panel: HistoryPanel) -> None:
    many = [summary(str(n)) for n in range(1000)]
    show(panel, *many, current="0")
    panel.list.setCurrentIndex(panel.list.conversations.index_of("0"))
    bar = panel.list.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    show(panel, many[900], *many[:900], *many[901:], current="0")
    assert bar.value() == place > 0
    show(panel, summary("900", title="Jeju"), *many[:900], *many[901:], current="0")
    assert bar.value() == place
    assert panel.list.currentIndex().data() == "About 0"


def test_of_ten_thousand_conversations_those_in_sight_are_drawn(
    panel: HistoryPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    paint = ConversationDelegate.paint

    def painted(delegate: Any, painter: QPainter, option: Any, index: Any) -> None:
        drawn.append(index.row())
        paint(delegate, painter, option, index)

    monkeypatch.setattr(ConversationDelegate, "paint", painted)

    def effort(count: int) -> int:
        many = [summary(str(n)) for n in range(count)]
        show(panel, *many)
        panel.grab()
        drawn.clear()
        work = calls_of(lambda: show(panel, summary("new"), *many, current="new"))
        panel.list.verticalScrollBar().setValue(panel.list.verticalScrollBar().maximum() // 2)
        panel.grab()
        assert 0 < len(drawn) < 200
        return work

    assert effort(10_000) < 11 * effort(1_000)


# The search.


def search(panel: HistoryPanel, text: str) -> None:
    """Write into the search line and let the pause pass."""
    panel.search.setFocus()
    panel.search.selectAll()
    QTest.keyClicks(panel.search, text)
    panel.search.pause.timeout.emit()


def show_found(panel: HistoryPanel, query: str, *hits: SearchHit, note: str = "") -> None:
    panel.show_found(HistorySearchResult(query=query, hits=hits, note=note))


def test_a_search_begins_after_a_pause_in_typing(panel: HistoryPanel) -> None:
    searched = heard(panel.searched)
    QTest.keyClicks(panel.search, "wor")
    assert panel.search.pause.interval() == PAUSE_MS == 150
    assert panel.search.pause.isActive()
    assert searched == []
    panel.search.pause.timeout.emit()
    panel.search.pause.timeout.emit()
    assert searched == [("wor",)]


def test_what_was_found_takes_the_place_of_the_list(panel: HistoryPanel, said: Said) -> None:
    opened = heard(panel.open_wanted)
    show(panel, *THREE)
    search(panel, "word")
    assert not panel.is_searching
    show_found(panel, "word", hit("a", "1"), hit("b", "2"))
    assert panel.is_searching
    assert said.texts == ["Found: 2"]
    QTest.keyClick(panel.search, Key.Key_Down)
    QTest.keyClick(panel.found, Key.Key_Down)
    QTest.keyClick(panel.found, Key.Key_Return)
    assert opened == [("b", "2")]


def test_enter_in_the_search_line_goes_to_the_best_even_before_it_was_found(
    panel: HistoryPanel,
) -> None:
    opened = heard(panel.open_wanted)
    QTest.keyClicks(panel.search, "word")
    QTest.keyClick(panel.search, Key.Key_Return)
    assert opened == []
    show_found(panel, "word", hit("a", "1"))
    assert opened == [("a", "1")]
    QTest.keyClick(panel.search, Key.Key_Return)
    assert opened == [("a", "1")] * 2


def test_a_result_that_comes_too_late_is_not_shown(panel: HistoryPanel) -> None:
    search(panel, "word")
    search(panel, "other")
    show_found(panel, "word", hit("a", "1"))
    assert not panel.is_searching


def test_escape_goes_back_to_the_list(panel: HistoryPanel) -> None:
    closed, searched = heard(panel.closed), heard(panel.searched)
    show(panel, *THREE)
    search(panel, "word")
    show_found(panel, "word", hit("a", "1"))
    QTest.keyClick(panel.search, Key.Key_Escape)
    assert (panel.is_searching, panel.search.text()) == (False, "")
    search(panel, "word")
    show_found(panel, "word", hit("a", "1"))
    panel.focus_rows()
    QTest.keyClick(panel.found, Key.Key_Escape)
    assert not panel.is_searching
    assert panel.list.hasFocus()
    assert closed == []
    assert searched == [("word",), ("",)] * 2


def test_a_note_stands_above_what_was_found_and_is_read_out(
    panel: HistoryPanel, said: Said
) -> None:
    search(panel, "word")
    show_found(panel, "word", note="Nothing found for “word”.")
    assert panel.note == said.texts[-1] == "Nothing found for “word”."
    assert is_visible(panel, "found_note")
    show_found(panel, "word", hit("a", "1"))
    assert not is_visible(panel, "found_note")


def test_a_hit_says_everything_to_a_screen_reader(panel: HistoryPanel) -> None:
    show_found_in = hit("a", "1", role="assistant")
    search(panel, "word")
    show_found(panel, "word", show_found_in)
    text = panel.found.found.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text.startswith("About a, Reply · ")
    assert text.endswith(": the word is here")


def coloured(picture: QImage, colour: str) -> int:
    """Return how many pixels have a colour."""
    wanted = QImage(1, 1, QImage.Format.Format_RGB32)
    wanted.fill(colour)
    pixel = wanted.pixel(0, 0)
    return sum(
        picture.pixel(x, y) == pixel
        for x in range(0, picture.width(), 2)
        for y in range(0, picture.height(), 2)
    )


@pytest.mark.parametrize("snippet", ["the word is here", "🐱🐱 word"])
def test_matches_are_marked(panel: HistoryPanel, theme: Theme, snippet: str) -> None:
    begin = snippet.index("word")
    search(panel, "word")
    show_found(panel, "word", hit("a", "1", snippet=snippet, matches=()))
    plain = coloured(panel.found.grab().toImage(), theme.tokens.primary_soft)
    show_found(panel, "word", hit("a", "1", snippet=snippet, matches=((begin, begin + 4),)))
    marked = coloured(panel.found.grab().toImage(), theme.tokens.primary_soft)
    assert plain == 0
    assert marked > 30


def test_a_long_snippet_ends_in_dots_and_draws(panel: HistoryPanel) -> None:
    search(panel, "word")
    show_found(panel, "word", hit("a", "1", snippet="word 낱말 " * 60, matches=((0, 4),)))
    assert not panel.found.grab().isNull()


def test_qt_counts_characters_beyond_the_basic_plane_twice() -> None:
    assert utf16_length("a🐱b") == 4


def test_its_parts_have_names(panel: HistoryPanel) -> None:
    assert panel.new_button.accessibleName() == "New conversation"
    assert panel.search.accessibleName() == "Search all conversations"
    assert panel.list.accessibleName() == "Conversations"

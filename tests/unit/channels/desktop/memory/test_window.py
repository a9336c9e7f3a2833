from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.memory.editor import MemoryEditor
from assistant.channels.desktop.memory.model.presenter import MemoryView
from assistant.channels.desktop.memory.window import MemoryWindow
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import use_language
from assistant.memory.model.outcomes import ArchivedVersion, StoredMemory
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.memory import (
    ArchivedRead,
    CompactMemory,
    MemoryRead,
    MemorySaved,
    ReadArchived,
    SaveMemory,
)
from tests.helpers.engine.fake_client import FakeEngineClient

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
PATHS = {
    MemoryScope.WORKSPACE: Path("/home/ada/workspaces/shop/memory.md"),
    MemoryScope.AGENT: Path("/home/ada/workspaces/shop/agents/teacher/memory.md"),
    MemoryScope.PERSONAL: Path("/home/ada/memory/me.md"),
}


def file(scope: MemoryScope, text: str, limit: int = 8000) -> StoredMemory:
    return StoredMemory(
        scope=scope, path=PATHS[scope], text=text, digest=f"digest of {text}", limit=limit
    )


def archived(name: str, scope: MemoryScope = MemoryScope.WORKSPACE) -> ArchivedVersion:
    when = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
    return ArchivedVersion(name=name, scope=scope, at=when, characters=5210)


class Stage:
    """The panel, an engine played by the test, and what left the window."""

    def __init__(self, context: DesktopContext, engine: FakeEngineClient) -> None:
        self.engine = engine
        self.folders: list[Path] = []
        self.copied: list[str] = []
        self.window = MemoryWindow(
            context, show_folder=self.folders.append, copy=self.copied.append
        )

    def read(self, *files: StoredMemory, archive: tuple[ArchivedVersion, ...] = ()) -> None:
        self.window.handle(MemoryRead(files=files, archive=archive))

    @property
    def editor(self) -> MemoryEditor:
        return self.window.editors[self.window.current_scope]

    def sent(self, kind: type[Command]) -> list[Command]:
        return [one for one in self.engine.submitted if isinstance(one, kind)]

    @property
    def dialogs(self) -> list[ChoiceDialog]:
        return [one for one in self.window.findChildren(ChoiceDialog) if one.isVisible()]

    def choose(self, name: str) -> None:
        button = self.dialogs[-1].findChild(QPushButton, name)
        assert isinstance(button, QPushButton)
        button.click()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def stage(qtbot: QtBot, context: DesktopContext, engine: FakeEngineClient) -> Iterator[Stage]:
    stage = Stage(context, engine)
    stage.window.handle(
        ConversationOpened(
            conversation_id="c", resumed=False, model="m", workspace="shop", agent="teacher"
        )
    )
    with qtbot.waitExposed(stage.window):
        stage.window.present()
    stage.read(
        file(MemoryScope.WORKSPACE, "- beans"),
        file(MemoryScope.AGENT, ""),
        file(MemoryScope.PERSONAL, "- me"),
    )
    yield stage
    stage.window.hide()


def test_it_is_a_view(stage: Stage) -> None:
    view: MemoryView = stage.window
    assert view is stage.window


def test_it_opens_at_the_workspace_ready_to_type(stage: Stage) -> None:
    assert stage.editor.field.text == "- beans"
    assert stage.window.focusWidget() is stage.editor.field
    assert stage.editor.count_text == "7 of 8,000 characters"
    assert stage.editor.state_text == ""
    assert "“shop”" in stage.editor.field.accessibleDescription()


def test_it_opens_at_the_scope_that_is_wanted(stage: Stage) -> None:
    stage.window.present(MemoryScope.PERSONAL)

    assert stage.window.current_scope is MemoryScope.PERSONAL
    assert stage.editor.field.text == "- me"


def test_before_the_files_are_read_nothing_can_be_typed(
    qtbot: QtBot, context: DesktopContext, engine: FakeEngineClient
) -> None:
    stage = Stage(context, engine)
    stage.window.present()
    assert stage.editor.field.isReadOnly()
    assert stage.editor.state_text == "Reading…"

    stage.read(file(MemoryScope.WORKSPACE, "- beans"))
    assert not stage.editor.field.isReadOnly()
    stage.window.hide()


def test_an_empty_memory_says_how_something_gets_into_it(stage: Stage) -> None:
    stage.window.show_scope(MemoryScope.AGENT)

    assert stage.editor.field.placeholderText().startswith("Nothing is remembered yet. Say ")
    assert not stage.editor.shorten_button.isEnabled()
    assert not stage.editor.earlier_button.isEnabled()


def test_what_is_typed_is_saved_by_key(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    assert stage.editor.state_text == "Unsaved changes"
    assert stage.window.tabs.tabText(0) == "This workspace •"
    assert stage.window.tabs.accessibleTabName(0) == "This workspace, unsaved changes"
    assert stage.window.isWindowModified()

    QTest.keyClick(stage.window, Key.Key_S, CTRL)
    assert stage.sent(SaveMemory) == [
        SaveMemory(
            scope=MemoryScope.WORKSPACE,
            text="x- beans",
            digest="digest of - beans",
            path=PATHS[MemoryScope.WORKSPACE],
        )
    ]
    assert stage.editor.state_text == "Saving…"

    stage.window.handle(MemorySaved(scope=MemoryScope.WORKSPACE))
    assert stage.editor.state_text == ""
    assert stage.window.tabs.tabText(0) == "This workspace"
    assert not stage.window.isWindowModified()


def test_typing_is_undone_and_redone(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    QTest.keyClick(stage.editor.field, Key.Key_Z, CTRL)
    assert stage.editor.field.text == "- beans"
    assert stage.editor.state_text == ""

    stage.editor.field.redo()
    assert stage.editor.state_text == "Unsaved changes"


def test_taking_back_can_be_undone(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.editor.revert_button.click()
    assert stage.editor.field.text == "- beans"
    assert not stage.editor.revert_button.isEnabled()

    stage.editor.field.undo()
    assert stage.editor.field.text == "x- beans"
    assert stage.editor.save_button.isEnabled()


def test_a_change_elsewhere_appears(stage: Stage) -> None:
    stage.read(file(MemoryScope.WORKSPACE, "- beans\n- cups"))

    assert stage.editor.field.text == "- beans\n- cups"
    assert not stage.editor.is_in_conflict


def test_a_conflict_shows_both_and_keeps_ones_own_words(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.read(file(MemoryScope.WORKSPACE, "- cups"))

    assert stage.editor.is_in_conflict
    assert stage.editor.field.text == "x- beans"
    assert stage.editor.theirs_field.text == "- cups"
    assert stage.editor.theirs_field.isReadOnly()
    assert not stage.editor.save_button.isEnabled()

    stage.editor.mine_button.click()
    sent = stage.sent(SaveMemory)[-1]
    assert isinstance(sent, SaveMemory)
    assert (sent.text, sent.digest) == ("x- beans", "digest of - cups")
    assert not stage.editor.is_in_conflict


def test_what_the_file_says_is_taken_and_that_can_be_undone(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.read(file(MemoryScope.WORKSPACE, "- cups"))
    stage.editor.theirs_button.click()

    assert stage.editor.field.text == "- cups"
    assert not stage.editor.is_in_conflict
    stage.editor.field.undo()
    assert stage.editor.field.text == "x- beans"


def test_what_went_wrong_is_told_and_the_words_stay(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.editor.save_button.click()
    stage.window.handle(MemorySaved(scope=MemoryScope.WORKSPACE, problem="The disk is full."))

    assert stage.editor.problem_text == "The disk is full."
    assert stage.editor.field.text == "x- beans"
    assert stage.editor.save_button.isEnabled()


def test_near_the_limit_and_over_it_there_is_a_warning(stage: Stage) -> None:
    stage.read(file(MemoryScope.WORKSPACE, "x" * 95, limit=100))
    assert stage.editor.state_text == "Almost full"
    stage.editor.field.appendPlainText("x" * 10)
    assert stage.editor.state_text == "Unsaved changes · Over the limit: it has to become shorter"
    assert stage.editor.count_text == "106 of 100 characters"


def test_making_it_shorter_is_explained_first(stage: Stage) -> None:
    stage.editor.shorten_button.click()
    assert stage.sent(CompactMemory) == []
    assert "earlier versions" in stage.dialogs[0].accessibleDescription()
    stage.choose("shorten_no")
    assert stage.sent(CompactMemory) == []

    stage.editor.shorten_button.click()
    stage.choose("shorten_yes")
    assert stage.sent(CompactMemory) == [CompactMemory(scope=MemoryScope.WORKSPACE)]
    assert stage.editor.state_text == "The model is making it shorter…"
    assert not stage.editor.shorten_button.isEnabled()


def test_the_folder_is_shown(stage: Stage) -> None:
    stage.editor.folder_button.click()

    assert stage.folders == [PATHS[MemoryScope.WORKSPACE].parent]


# Earlier versions.


def test_an_earlier_version_is_read_copied_and_put_back(stage: Stage) -> None:
    stage.read(
        file(MemoryScope.WORKSPACE, "- b"),
        archive=(archived("w2"), archived("me1", MemoryScope.PERSONAL), archived("w1")),
    )
    assert stage.editor.earlier_button.text() == "Earlier versions (2)"
    stage.editor.earlier_button.click()
    archive = stage.window.archive_window
    assert archive is not None
    assert archive.list.count() == 2
    assert "5,210 characters" in archive.list.item(0).text()
    assert stage.sent(ReadArchived) == [ReadArchived(name="w2")]
    assert not archive.put_back_button.isEnabled()

    QTest.keyClick(archive.list, Key.Key_Down)
    assert stage.sent(ReadArchived)[-1] == ReadArchived(name="w1")
    stage.window.handle(ArchivedRead(name="w2", text="- late"))
    assert archive.field.text == ""
    stage.window.handle(ArchivedRead(name="w1", text="- beans, all of them"))
    assert archive.field.text == "- beans, all of them"
    assert archive.field.isReadOnly()

    archive.copy_button.click()
    assert stage.copied == ["- beans, all of them"]
    archive.put_back_button.click()
    assert not archive.isVisible()
    assert stage.editor.field.text == "- beans, all of them"
    assert stage.editor.state_text == "Unsaved changes"
    stage.editor.field.undo()
    assert stage.editor.field.text == "- b"


def test_the_list_of_earlier_versions_follows_and_keeps_its_place(stage: Stage) -> None:
    stage.read(file(MemoryScope.WORKSPACE, "- b"), archive=(archived("w2"), archived("w1")))
    stage.editor.earlier_button.click()
    archive = stage.window.archive_window
    assert archive is not None
    archive.list.setCurrentRow(1)
    stage.window.handle(ArchivedRead(name="w1", text="- old"))

    stage.read(
        file(MemoryScope.WORKSPACE, "- c"), archive=(archived("w3"), archived("w2"), archived("w1"))
    )

    assert archive.list.currentRow() == 2
    assert archive.field.text == "- old"
    archive.show_archive(())
    assert archive.list.count() == 0
    assert not archive.copy_button.isEnabled()


# Leaving.


def test_esc_closes_it_where_nothing_would_be_lost(stage: Stage) -> None:
    QTest.keyClick(stage.editor.field, Key.Key_Escape)

    assert not stage.window.isVisible()
    assert stage.window.may_close(lambda: None)


def test_unsaved_words_are_asked_about(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    QTest.keyClick(stage.editor.field, Key.Key_Escape)
    assert stage.window.isVisible()
    assert len(stage.dialogs) == 1

    stage.choose("leave_stay")
    assert stage.editor.field.text == "x- beans"
    stage.window.close()
    stage.choose("leave_discard")
    assert not stage.window.isVisible()
    stage.window.present()
    assert stage.editor.field.text == "- beans"


def test_unsaved_words_are_saved_before_it_closes(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.window.close()
    stage.choose("leave_save")
    assert stage.window.isVisible()

    stage.window.handle(MemorySaved(scope=MemoryScope.WORKSPACE))
    assert not stage.window.isVisible()


def test_the_program_does_not_end_over_unsaved_words(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.window.hide()

    ended: list[str] = []
    assert not stage.window.may_close(lambda: ended.append("first"))
    assert stage.window.isVisible()
    stage.choose("leave_stay")
    assert not stage.window.may_close(lambda: ended.append("second"))
    QTest.keyClick(stage.dialogs[0], Key.Key_Escape)
    assert not stage.window.may_close(lambda: ended.append("third"))
    assert not stage.window.may_close(lambda: ended.append("third"))
    assert len(stage.dialogs) == 1
    assert ended == []
    stage.choose("leave_discard")
    assert ended == ["third"]
    assert stage.window.may_close(lambda: None)


def test_the_program_goes_on_where_words_could_not_be_saved(stage: Stage) -> None:
    ended: list[str] = []
    QTest.keyClicks(stage.editor.field, "x")
    assert not stage.window.may_close(lambda: ended.append("now"))
    stage.choose("leave_save")
    stage.window.handle(MemorySaved(scope=MemoryScope.WORKSPACE, problem="The disk is full."))
    assert stage.window.isVisible()
    stage.window.close()
    stage.choose("leave_discard")

    assert ended == []


def test_staying_once_does_not_end_the_program_later(stage: Stage) -> None:
    ended: list[str] = []
    QTest.keyClicks(stage.editor.field, "x")
    assert not stage.window.may_close(lambda: ended.append("late"))
    stage.choose("leave_stay")
    stage.window.close()
    stage.choose("leave_discard")

    assert ended == []


def test_words_for_another_persona_are_named(stage: Stage) -> None:
    stage.window.show_scope(MemoryScope.AGENT)
    QTest.keyClicks(stage.editor.field, "- mine")
    other = StoredMemory(
        scope=MemoryScope.AGENT, path=Path("/elsewhere.md"), text="- o", digest="o", limit=8000
    )
    stage.read(other)

    label = stage.window.findChild(QWidget, "memory_drafts")
    assert isinstance(label, QWidget)
    assert label.isVisible()
    assert stage.editor.field.text == "- o"
    assert stage.window.has_unsaved
    stage.read(file(MemoryScope.AGENT, ""))
    assert stage.editor.field.text == "- mine"
    assert not label.isVisible()


# By keyboard, by ear, in other languages.


def test_the_tabs_are_turned_by_key_and_the_focus_follows(stage: Stage) -> None:
    QTest.keyClick(stage.editor.field, Key.Key_Tab, CTRL)
    assert stage.window.current_scope is MemoryScope.AGENT
    assert stage.window.focusWidget() is stage.editor.field
    QTest.keyClick(stage.editor.field, Key.Key_Tab, CTRL)
    QTest.keyClick(stage.editor.field, Key.Key_Tab, CTRL)
    assert stage.window.current_scope is MemoryScope.WORKSPACE

    stage.window.tabs.setFocus()
    QTest.keyClick(stage.window.tabs, Key.Key_Right)
    assert stage.window.current_scope is MemoryScope.AGENT
    assert stage.window.focusWidget() is stage.window.tabs


def test_everything_is_reached_by_tab_and_has_a_name(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    stage.read(file(MemoryScope.WORKSPACE, "- cups"), archive=(archived("w1"),))
    seen: set[str] = set()
    for _step in range(20):
        focused = stage.window.focusWidget()
        name = focused.accessibleName() or (
            focused.text() if isinstance(focused, QAbstractButton) else ""
        )
        assert name, focused.objectName()
        seen.add(focused.objectName())
        QTest.keyClick(focused, Key.Key_Tab)
    assert {
        "memory_text",
        "memory_theirs",
        "memory_mine",
        "memory_take_theirs",
        "memory_revert",
        "memory_earlier",
        "memory_folder",
        "memory_tabs",
    } <= seen
    interface = QAccessible.queryAccessibleInterface(stage.editor.field)
    assert interface.role() == QAccessible.Role.EditableText


def test_it_speaks_the_language_of_the_interface_and_keeps_what_is_typed(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    use_language("ko")
    stage.window.rebuild()

    assert stage.editor.save_button.text() == "저장"
    assert stage.editor.field.text == "x- beans"
    assert stage.editor.field.hasFocus()
    assert "‘shop’" in stage.editor.field.accessibleDescription()
    stage.editor.field.undo()
    assert stage.editor.field.text == "- beans"


def test_a_held_key_does_not_save_again_and_again(stage: Stage) -> None:
    QTest.keyClicks(stage.editor.field, "x")
    for is_repeat in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_S, CTRL, "s", is_repeat)
        QApplication.sendEvent(stage.editor.field, event)
    QTest.keyClick(stage.window, Key.Key_S, CTRL)
    QTest.keyClick(stage.window, Key.Key_S, CTRL)

    assert len(stage.sent(SaveMemory)) == 1


def test_it_fits_into_a_narrow_window(stage: Stage, theme: Theme) -> None:
    stage.window.resize(400, 520)
    QApplication.processEvents()

    assert stage.window.width() == 400
    for button in stage.editor.findChildren(QPushButton):
        if button.isVisible():
            right = button.mapTo(stage.window, button.rect().topRight()).x()
            assert right <= stage.window.width(), button.objectName()

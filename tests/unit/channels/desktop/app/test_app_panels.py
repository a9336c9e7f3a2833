"""What the header's menu opens, in the whole desktop app."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.app.overflow_menu import MenuEntry
from assistant.channels.desktop.history.dialogs import TypedDeleteDialog
from assistant.channels.desktop.settings.activity_page import PAGE_CALLS, ActivityEntry
from assistant.channels.desktop.settings.servers_page import ServersPage
from assistant.channels.desktop.settings.tools_page import ToolsPage
from assistant.home import Home
from assistant.memory.model.outcomes import StoredMemory
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.history import (
    BranchFrom,
    DeleteEverything,
    ListConversations,
    OpenConversation,
    SearchHistory,
)
from assistant.protocol.mcp_servers import ListServers
from assistant.protocol.memory import MemoryRead, ReadMemory
from assistant.protocol.personas import ListPersonas, PersonasListed
from assistant.protocol.sent_context import ContextSent, Layer, SentPart
from assistant.protocol.tools import ListToolCalls, ListTools
from assistant.settings import load
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.conftest import MakeApp
from tests.unit.channels.desktop.conversation.tool_samples import TOOLS, calls, servers
from tests.unit.channels.desktop.history.history_samples import found, hit, listed


@pytest.fixture
def app(make_app: MakeApp) -> DesktopApp:
    app = make_app()
    app.window.resize(1100, 760)
    app.window.show()
    return app


def choose(app: DesktopApp, entry: MenuEntry) -> None:
    action = app.window.header.menu.action(entry)
    assert action.isVisible()
    action.trigger()


def test_the_menu_opens_what_was_sent(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    part = SentPart(layer=Layer.BASE, text="Be kind.", characters=8, full_characters=8)
    engine.emit(ContextSent(turn_id="t", parts=(part,), limit=100, messages=1, left_out=0))
    QCoreApplication.processEvents()
    choose(app, MenuEntry.CONTEXT)
    assert app.windows.context.isVisible()
    qtbot.waitUntil(lambda: Layer.BASE in app.windows.context.rows)


def test_the_menu_opens_memory_and_personas(app: DesktopApp, engine: FakeEngineClient) -> None:
    choose(app, MenuEntry.MEMORY)
    assert app.windows.memory.isVisible()
    assert ReadMemory() in engine.submitted
    choose(app, MenuEntry.PERSONA)
    assert app.windows.personas.isVisible()
    assert ListPersonas() in engine.submitted


def test_what_is_opened_first_late_knows_what_was_told_before(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    engine.emit(
        ConversationOpened(
            conversation_id="c", resumed=False, model="m", workspace="garden", agent="gardener"
        )
    )
    qtbot.waitUntil(lambda: app.persona_switch.text() == "gardener · garden")
    choose(app, MenuEntry.PERSONA)
    engine.emit(
        PersonasListed(
            workspaces=("default", "garden"),
            agents=("default", "gardener"),
            personas=(("default", ""), ("gardener", "You garden.")),
            workspace="default",
            agent="default",
        )
    )
    qtbot.waitUntil(lambda: app.windows.personas.chosen == ("garden", "gardener"))
    choose(app, MenuEntry.MEMORY)
    about = app.windows.memory.editors[MemoryScope.WORKSPACE].findChildren(QLabel)
    assert any("garden" in label.text() for label in about)


def test_nothing_is_made_before_it_is_opened(app: DesktopApp) -> None:
    app.run(begin=app.quit_soon)

    shown = {type(widget).__name__ for widget in app.window.findChildren(QDialog)}
    assert shown == set()


def test_the_persona_in_use_stands_in_the_header(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    switch = app.persona_switch
    assert not switch.isVisible()
    engine.emit(
        ConversationOpened(
            conversation_id="c", resumed=False, model="m", workspace="garden", agent="gardener"
        )
    )
    qtbot.waitUntil(switch.isVisible)
    assert app.window.header.isAncestorOf(switch)
    assert "gardener" in switch.accessibleDescription()


def test_the_window_does_not_close_over_unsaved_words(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    choose(app, MenuEntry.MEMORY)
    file = StoredMemory(
        scope=MemoryScope.WORKSPACE, path=Path("m.md"), text="", digest="d", limit=100
    )
    engine.emit(MemoryRead(files=(file,)))
    QCoreApplication.processEvents()
    app.windows.memory.presenter.type(MemoryScope.WORKSPACE, "- new")
    qtbot.waitUntil(lambda: app.windows.memory.has_unsaved)
    asked: list[bool] = []

    def discard() -> None:
        asked.append(app.window.isVisible())
        asking = [d for d in app.windows.memory.findChildren(QDialog) if d.isVisible()]
        asking[0].findChildren(QPushButton, "leave_discard")[0].click()

    QTimer.singleShot(0, app.window.close)
    QTimer.singleShot(50, discard)
    assert app.run() == 0
    assert asked == [True]


def test_the_list_of_conversations_is_kept_and_remembers_that_it_was_open(
    app: DesktopApp, engine: FakeEngineClient, home: Home, qtbot: QtBot
) -> None:
    assert ListConversations() not in engine.submitted
    app.window.history.toggle()
    assert engine.submitted[-1] == ListConversations()
    assert load(home, {}).settings.ui.history_open is True
    engine.emit(listed("a", "b"))
    panel = app.window.history.panel
    qtbot.waitUntil(lambda: panel.list.conversations.rowCount() == 3)
    panel.open_wanted.emit("b", "")
    assert engine.submitted[-1] == OpenConversation(conversation_id="b")
    panel.search.setText("word")
    panel.search.pause.timeout.emit()
    assert engine.submitted[-1] == SearchHistory(query="word")
    engine.emit(found("word", hit("a", "7")))
    qtbot.waitUntil(lambda: panel.is_searching)
    panel.found.open_first()
    assert engine.submitted[-1] == OpenConversation(conversation_id="a", message_id="7")
    app.window.history.toggle()
    assert load(home, {}).settings.ui.history_open is False


def test_changed_words_go_to_the_engine(app: DesktopApp, engine: FakeEngineClient) -> None:
    app.window.transcript.edit_wanted.emit("7", "old")
    assert app.window.composer.field.toPlainText() == "old"
    app.window.composer.field.setPlainText("new")
    app.window.composer.field.submitted.emit()
    assert engine.submitted[-1] == BranchFrom(message_id="7", text="new", attachments=())
    engine.emit(ConversationOpened(conversation_id="c", resumed=True, model="m"))
    QCoreApplication.processEvents()
    app.window.transcript.branch_wanted.emit("8")
    assert engine.submitted[-1] == OpenConversation(conversation_id="c", message_id="8")


def test_everything_is_deleted_from_the_settings_once_confirmed(
    app: DesktopApp, engine: FakeEngineClient
) -> None:
    app.settings.open_page("data")
    app.settings.findChildren(QPushButton, "delete_all")[0].click()
    asking = app.settings.findChildren(TypedDeleteDialog)[0]
    asking.field.setText("delete")
    asking.confirm_button.click()
    assert engine.submitted[-1] == DeleteEverything()


def test_the_settings_show_tools_servers_and_what_tools_did(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    app.settings.open_page("tools")
    assert {ListTools(), ListServers(), ListToolCalls(limit=PAGE_CALLS)} <= set(engine.submitted)
    engine.emit(TOOLS, servers(), calls(2, 1))
    pages = {page.name: page for page in app.settings.pages}
    tools, shown = pages["tools"], pages["servers"]
    assert isinstance(tools, ToolsPage)
    assert isinstance(shown, ServersPage)
    qtbot.waitUntil(lambda: len(tools.rows) == len(TOOLS.tools))
    qtbot.waitUntil(lambda: len(shown.rows) == 2)
    qtbot.waitUntil(lambda: len(app.settings.findChildren(ActivityEntry)) == 2)

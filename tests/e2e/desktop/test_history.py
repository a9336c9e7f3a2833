"""Conversations of the past, from the window to the database and back."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton

from assistant.channels.desktop.history.dialogs import DeleteDialog
from assistant.channels.desktop.history.panel import HistoryPanel
from assistant.home import Home
from assistant.protocol.history import (
    ConversationSummary,
    DeleteEverything,
    ExportConversations,
    FileFormat,
    ImportConversations,
)
from tests.e2e.conftest import Desktop
from tests.helpers.llm.messages_server import MessagesServer

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
Start = Callable[[Home], Desktop]


def panel_of(window: Desktop) -> HistoryPanel:
    """Return the list of conversations."""
    return window.app.window.history.panel


def titles(window: Desktop) -> list[str]:
    """Return the titles of the conversations in the list, top to bottom."""
    model = panel_of(window).list.conversations
    rows = [model.row(model.index(number, 0)) for number in range(model.rowCount())]
    return [row.title for row in rows if isinstance(row, ConversationSummary)]


def hold(window: Desktop, server: MessagesServer, words: str, reply: str) -> None:
    """Say something and wait for the reply."""
    server.reply(reply)
    window.say(words)
    window.wait_until(
        lambda: window.shows(reply) and not window.app.window.composer.stop_button.isVisible()
    )


def begin_anew(window: Desktop) -> None:
    """Begin a new conversation and wait for it."""
    before = window.app.history.current
    window.app.window.new_conversation.emit()
    window.wait_until(lambda: window.app.history.current != before)


def open_list(window: Desktop, *wanted: str) -> None:
    """Open the list with its key and wait until it shows these titles."""
    if not panel_of(window).isVisible():
        QTest.keyClick(window.app.window.composer.field, Key.Key_H, CONTROL)
    window.wait_until(lambda: titles(window) == list(wanted))


def version_button(window: Desktop, name: str) -> QToolButton | None:
    """Return the visible button of this name below words of the user's."""
    buttons = window.app.window.transcript.findChildren(QToolButton, name)
    return next((button for button in buttons if button.isVisible()), None)


def test_a_conversation_is_found_gone_on_with_renamed_and_deleted(
    served: Home, server: MessagesServer, desktop: Start
) -> None:
    window = desktop(served)
    hold(window, server, "How do I brew green tea?", "Use water of seventy degrees.")
    first = window.app.history.current
    begin_anew(window)
    hold(window, server, "Where is Jeju?", "South of the Korean mainland.")
    open_list(window, "Where is Jeju?", "How do I brew green tea?")
    panel = panel_of(window)

    QTest.keyClick(panel.list, Key.Key_F, CONTROL)
    QTest.keyClicks(panel.search, "seventy")
    QTest.keyClick(panel.search, Key.Key_Return)
    window.wait_until(lambda: window.app.history.current == first)
    window.wait_until(lambda: window.shows("Use water of seventy degrees."))
    assert not window.shows("South of the Korean mainland.")

    hold(window, server, "And black tea?", "Boiling water.")
    sent = [message["content"] for message in server.requests[-1].body["messages"]]
    assert "How do I brew green tea?" in json.dumps(sent)
    QTest.keyClick(panel.search, Key.Key_Escape)
    open_list(window, "How do I brew green tea?", "Where is Jeju?")

    panel.focus_rows()
    QTest.keyClick(panel.list, Key.Key_F2)
    editor = panel.list.findChildren(QLineEdit, "rename")[0]
    editor.selectAll()
    QTest.keyClicks(editor, "Tea")
    QTest.keyClick(editor, Key.Key_Return)
    window.wait_until(lambda: titles(window) == ["Tea", "Where is Jeju?"])

    panel.list.setFocus()
    QTest.keyClick(panel.list, Key.Key_Delete)
    asking = window.app.window.findChildren(DeleteDialog)[0]
    asking.confirm_button.click()
    window.wait_until(lambda: titles(window) == ["Where is Jeju?"])
    window.wait_until(lambda: window.app.history.current != first)
    assert not window.shows("Boiling water.")


def test_words_are_changed_and_sent_again_and_both_versions_stay(
    served: Home, server: MessagesServer, desktop: Start
) -> None:
    window = desktop(served)
    hold(window, server, "A name for a cat?", "Tiger.")
    window.wait_until(lambda: version_button(window, "edit_message") is not None)
    edit = version_button(window, "edit_message")
    assert edit is not None
    edit.click()
    field = window.app.window.composer.field
    assert field.toPlainText() == "A name for a cat?"
    field.setPlainText("A name for a dog?")
    server.reply("Bello.")
    QTest.keyClick(field, Key.Key_Return)
    window.wait_until(lambda: window.shows("Bello."))
    assert "cat" not in json.dumps(server.requests[-1].body["messages"])
    window.wait_until(lambda: version_button(window, "branch_back") is not None)
    window.wait_until(lambda: window.shows("2 / 2"))
    back = version_button(window, "branch_back")
    assert back is not None
    back.click()
    window.wait_until(lambda: window.shows("Tiger."))
    window.wait_until(lambda: window.shows("1 / 2"))
    window.wait_until(lambda: not window.shows("Bello."))
    on = version_button(window, "branch_on")
    assert on is not None
    on.click()
    window.wait_until(lambda: window.shows("Bello."))
    window.wait_until(lambda: window.shows("2 / 2"))


def test_what_is_exported_can_be_deleted_and_imported(
    served: Home, server: MessagesServer, desktop: Start, tmp_path: Path
) -> None:
    window = desktop(served)
    hold(window, server, "How do I brew green tea?", "Use water of seventy degrees.")
    open_list(window, "How do I brew green tea?")
    submit, target = window.app.engine.submit, tmp_path / "all.jsonl"
    submit(ExportConversations(path=target, format=FileFormat.JSON_LINES))
    window.wait_until(target.exists)
    submit(DeleteEverything())
    window.wait_until(lambda: titles(window) == [])
    submit(ImportConversations(path=target))
    window.wait_until(lambda: titles(window) == ["How do I brew green tea?"])
    panel_of(window).open_wanted.emit(
        panel_of(window)
        .list.conversations.conversation(panel_of(window).list.first_row())
        .conversation_id,  # pyright: ignore[reportOptionalMemberAccess]
        "",
    )
    window.wait_until(lambda: window.shows("Use water of seventy degrees."))

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.server_dialog import ServerDialog
from assistant.channels.desktop.settings.servers_page import ServerRow, ServersPage
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.mcp_server import ServerConfig, ServerState, StdioTarget
from assistant.protocol.mcp_servers import (
    CancelSignIn,
    ListServers,
    ReconnectServer,
    RemoveServer,
    SaveServer,
    ServerEntry,
    ServerSaved,
    ServersListed,
    SignInToServer,
    SignOutOfServer,
    UseServerPrompt,
)
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.conversation.tool_samples import EVERYTHING, REMOTE, servers


@pytest.fixture
def page(context: DesktopContext, engine: FakeEngineClient) -> Iterator[ServersPage]:
    page = ServersPage(context)
    page.load()
    page.show()
    assert engine.submitted == [ListServers()]
    engine.submitted.clear()
    yield page
    page.close()


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]


def row(page: ServersPage, name: str) -> ServerRow:
    return next(row for row in page.rows if row.objectName() == f"server_{name}")


def opened(page: ServersPage) -> ServerDialog:
    assert page.dialog is not None
    return page.dialog


def line(dialog: ServerDialog, name: str) -> QLineEdit:
    found = dialog.findChild(QLineEdit, name)
    assert isinstance(found, QLineEdit)
    return found


def field(dialog: ServerDialog, name: str) -> TextArea:
    found = dialog.findChild(TextArea, name)
    assert isinstance(found, TextArea)
    return found


def test_servers_are_shown_with_what_they_bring_and_what_is_wrong(page: ServersPage) -> None:
    page.handle(servers())
    good, lost = row(page, "everything"), row(page, "remote")
    assert "everything · Everything 2026.8" in words(good)
    assert "Connected" in words(good)
    assert any("and 2 more" in text and "Resources: readme" in text for text in words(good))
    assert good.again_button.isHidden()
    assert {"Not reached", "Nobody answers at example.com."} <= set(words(lost))
    assert not lost.again_button.isHidden()
    assert lost.again_button.accessibleName() == "Try again remote"


def test_there_being_none_is_said(page: ServersPage) -> None:
    page.handle(ServersListed(servers=()))
    assert "No server yet." in words(page)


def test_how_it_stands_is_followed_in_the_rows_there_are(page: ServersPage) -> None:
    page.handle(servers())
    before = page.rows
    page.handle(servers(remote=ServerState.CONNECTED))
    assert page.rows == before
    assert "Connected" in words(row(page, "remote"))
    assert row(page, "remote").again_button.isHidden()


def test_a_server_is_switched_off_and_tried_again(
    page: ServersPage, engine: FakeEngineClient
) -> None:
    page.handle(servers())
    row(page, "everything").switch.click()
    row(page, "remote").again_button.click()
    assert engine.submitted == [
        SaveServer(config=replace(EVERYTHING, is_enabled=False), replaces="everything"),
        ReconnectServer(name="remote"),
    ]
    page.handle(ServerSaved(name="everything", error="The disk is full."))
    assert not page.problem.isHidden()
    assert page.problem.text() == "The disk is full."


def test_a_server_is_added_from_what_its_instructions_show(
    page: ServersPage, engine: FakeEngineClient
) -> None:
    page.add_button.click()
    dialog = opened(page)
    field(dialog, "server_paste").setPlainText(
        '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "files"], "timeout_s": 60}}}'
    )
    assert line(dialog, "server_name").text() == "files"
    assert line(dialog, "server_timeout_s").text() == "60"
    line(dialog, "server_timeout_s").setText("90")
    dialog.save_button.click()
    config = ServerConfig(
        name="files", target=StdioTarget(program="npx", arguments=("-y", "files")), timeout_s=90
    )
    assert engine.submitted == [SaveServer(config=config, replaces=None)]
    assert not dialog.save_button.isEnabled()


def test_what_is_wrong_is_said_and_what_was_typed_stays(
    page: ServersPage, engine: FakeEngineClient
) -> None:
    page.add_button.click()
    dialog = opened(page)
    line(dialog, "server_name").setText("mine")
    dialog.submit()
    assert "Enter the command." in words(dialog)
    assert engine.submitted == []
    dialog.kind.setCurrentIndex(1)
    line(dialog, "server_url").setText("https://example.com/mcp")
    dialog.submit()
    page.handle(ServerSaved(name="mine", error="There is an MCP server called mine already."))
    assert "There is an MCP server called mine already." in words(dialog)
    assert dialog.isVisible()
    assert dialog.save_button.isEnabled()
    page.handle(ServerSaved(name="mine"))
    assert page.dialog is None


def test_a_server_is_edited_with_what_it_has(page: ServersPage, engine: FakeEngineClient) -> None:
    page.handle(servers())
    row(page, "remote").edit_button.click()
    dialog = opened(page)
    assert not field(dialog, "server_paste").isVisible()
    assert dialog.kind.currentIndex() == 1
    assert field(dialog, "server_headers").text == "Authorization: Bearer x"
    line(dialog, "server_name").setText("other")
    dialog.submit()
    assert engine.submitted == [SaveServer(config=replace(REMOTE, name="other"), replaces="remote")]


def test_a_server_is_forgotten_only_once_that_is_confirmed(
    page: ServersPage, engine: FakeEngineClient
) -> None:
    page.handle(servers())
    row(page, "remote").remove_button.click()
    (asking,) = page.findChildren(ChoiceDialog)
    assert engine.submitted == []
    button = asking.findChild(QPushButton, "remove_server")
    assert isinstance(button, QPushButton)
    button.click()
    assert engine.submitted == [RemoveServer(name="remote")]


def test_a_prompt_of_a_server_is_chosen_from_a_menu(
    page: ServersPage, engine: FakeEngineClient
) -> None:
    entry = ServerEntry(
        config=EVERYTHING, state=ServerState.CONNECTED, prompts=("greet", "a & b" + "x" * 99)
    )
    page.handle(ServersListed(servers=(entry,)))
    shown = row(page, "everything")
    assert not shown.prompt_button.isHidden()
    greet, other = shown.prompts().actions()
    assert greet.text() == "greet"
    assert other.text().startswith("a && b")
    assert len(other.text()) < 70
    other.trigger()
    assert engine.submitted == [UseServerPrompt(server="everything", prompt=entry.prompts[1])]
    page.handle(ServersListed(servers=(replace(entry, state=ServerState.LOST),)))
    assert row(page, "everything").prompt_button.isHidden()


def test_the_user_signs_in_where_a_server_wants_it_and_signs_out(
    page: ServersPage, engine: FakeEngineClient
) -> None:
    page.handle(servers(remote=ServerState.SIGN_IN))
    shown = row(page, "remote")
    assert "Needs you to sign in" in words(shown)
    assert shown.sign_out_button.isHidden()
    assert row(page, "everything").sign_in_button.isHidden()
    assert shown.cancel_button.isHidden()
    shown.sign_in_button.click()
    page.handle(servers(remote=ServerState.SIGNING_IN))
    assert "Waiting for your browser…" in words(shown)
    shown.cancel_button.click()
    assert engine.submitted.pop() == CancelSignIn(name="remote")
    entry = ServerEntry(config=REMOTE, state=ServerState.CONNECTED, is_signed_in=True)
    page.handle(ServersListed(servers=(entry,)))
    shown = row(page, "remote")
    assert shown.sign_in_button.isHidden()
    shown.sign_out_button.click()
    assert engine.submitted == [SignInToServer(name="remote"), SignOutOfServer(name="remote")]

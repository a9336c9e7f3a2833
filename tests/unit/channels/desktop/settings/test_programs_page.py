"""Which coding agents ask here, whether other programs reach Parley, and which server shows its questions too."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.field_page import FieldPage
from assistant.channels.desktop.settings.fields import (
    ChoiceField,
    NumberField,
    SwitchField,
)
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.settings.programs_page import ProgramsPage
from assistant.channels.desktop.settings.questions_page import QuestionsPage
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.coding_agents.model.agents import CodingAgent
from assistant.home import Home
from assistant.locale import use_language
from assistant.mcp_server import ServerState
from assistant.protocol.coding_agents import (
    AgentSetupEntry,
    AgentSetupsListed,
    AskTestQuestion,
    ListAgentSetups,
    SetUpAgent,
)
from assistant.protocol.mcp_servers import ListServers, ServersListed
from assistant.settings import save
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.conversation.tool_samples import servers
from tests.unit.channels.desktop.settings.stores import HomeStore


@pytest.fixture
def store(home: Home) -> HomeStore:
    return HomeStore(home)


@pytest.fixture
def window(context: DesktopContext, qtbot: QtBot) -> Iterator[SettingsWindow]:
    window = SettingsWindow(context, lambda: [ProgramsPage(context)])
    with qtbot.waitExposed(window):
        window.open_page("programs")
    yield window
    window.close()


@pytest.fixture
def programs(window: SettingsWindow) -> FieldPage:
    (page,) = window.pages
    assert isinstance(page, FieldPage)
    return page


def port_of(page: SettingsPage) -> NumberField:
    (port,) = (field for field in page.findChildren(NumberField) if field.key == "port")
    return port


def test_the_api_is_switched_off(programs: FieldPage, store: HomeStore) -> None:
    switch = next(field for field in programs.fields if field.key == "enabled")
    assert isinstance(switch, SwitchField)
    assert switch.control.isChecked()
    QTest.mouseClick(switch.control, Qt.MouseButton.LeftButton)
    assert store.get("api", "enabled") is False


def test_what_is_wrong_is_said_in_the_language_of_the_interface(
    programs: FieldPage, window: SettingsWindow
) -> None:
    port = port_of(programs)
    port.control.setText("99999")
    port.apply()
    use_language("ko")
    window.rebuild()
    again = port_of(window.pages[0])
    assert again.control.text() == "99999"
    assert "api.port" in again.error != port.error
    again.load()
    window.rebuild()
    assert port_of(window.pages[0]).error == ""


def test_a_port_is_set_refused_and_given_up(programs: FieldPage, store: HomeStore) -> None:
    port = next(field for field in programs.fields if field.key == "port")
    assert isinstance(port, NumberField)
    assert port.control.text() == ""
    assert port.control.placeholderText() == "Any that is free"
    for typed, is_taken, kept in (
        ("8123", True, 8123),
        ("99999", False, 8123),
        ("eighty", False, 8123),
        ("", True, 0),
    ):
        port.control.setText(typed)
        QTest.keyClick(port.control, Qt.Key.Key_Return)
        assert (port.error == "", store.get("api", "port")) == (is_taken, kept)
    assert port.control.text() == ""


def test_nothing_is_saved_by_looking(programs: FieldPage, home: Home) -> None:
    programs.apply()
    assert not home.settings_file.exists()


@pytest.fixture
def presenter(context: DesktopContext, qtbot: QtBot) -> Iterator[tuple[QuestionsPage, ChoiceField]]:
    page = QuestionsPage(context)
    window = SettingsWindow(context, lambda: [page])
    with qtbot.waitExposed(window):
        window.open_page("questions")
    field = next(field for field in page.fields if field.key == "presenter")
    assert isinstance(field, ChoiceField)
    yield page, field
    window.close()


def offered(field: ChoiceField) -> list[str]:
    return [field.control.itemText(index) for index in range(field.control.count())]


def able(name: str) -> ServersListed:
    """Return the servers, the first of which can show a choice."""
    first, *rest = servers(remote=ServerState.CONNECTED).servers
    tools = (*first.tools, f"{name}__provide_choice")
    config = replace(first.config, name=name)
    return ServersListed(servers=(replace(first, config=config, tools=tools), *rest))


def test_a_server_that_can_show_questions_is_offered_and_chosen(
    presenter: tuple[QuestionsPage, ChoiceField], engine: FakeEngineClient, store: HomeStore
) -> None:
    page, field = presenter
    assert engine.submitted == [ListServers()]
    page.handle(servers())
    assert offered(field) == ["Parley alone"]
    page.handle(able("phone"))
    assert offered(field) == ["Parley alone", "phone"]
    assert field.control.currentData() == ""
    field.control.setFocus()
    QTest.keyClick(field.control, Qt.Key.Key_Down)
    assert store.get("questions", "presenter") == "phone"
    page.handle(able("lamp"))
    assert offered(field) == ["Parley alone", "lamp", "phone"]
    assert field.control.currentData() == "phone"
    page.apply()
    assert store.get("questions", "presenter") == "phone"


def test_a_server_that_is_away_keeps_its_name(
    presenter: tuple[QuestionsPage, ChoiceField], home: Home
) -> None:
    page, field = presenter
    save(home, "questions", "presenter", "away")
    page.load()
    page.handle(servers())
    assert field.control.currentText() == "away"


CLAUDE = AgentSetupEntry(agent=CodingAgent.CLAUDE_CODE, is_set_up=True, detail="It works.")
CODEX = AgentSetupEntry(agent=CodingAgent.CODEX)


def test_agents_are_listed_with_what_may_be_done(
    context: DesktopContext, engine: FakeEngineClient
) -> None:
    page = ProgramsPage(context)
    page.load()
    assert engine.submitted[-1] == ListAgentSetups()
    page.handle(AgentSetupsListed(agents=(CLAUDE, CODEX)))
    claude, codex = page.rows
    assert (claude.state.text(), codex.state.text()) == ("Asks in Parley", "Not set up")
    assert [button.text() for row in page.rows for button in row.buttons] == [
        "Ask a test question",
        "Remove…",
        "Set up…",
    ]
    engine.submitted.clear()
    for row in page.rows:
        for button in row.buttons:
            button.click()
    assert engine.submitted == [
        AskTestQuestion(agent=CodingAgent.CLAUDE_CODE),
        SetUpAgent(agent=CodingAgent.CLAUDE_CODE, is_removal=True),
        SetUpAgent(agent=CodingAgent.CODEX),
    ]
    page.close()


def test_while_something_is_done_with_an_agent_nothing_else_is(
    context: DesktopContext, engine: FakeEngineClient
) -> None:
    page = ProgramsPage(context)
    page.handle(AgentSetupsListed(agents=(replace(CLAUDE, is_busy=True), CODEX)))
    assert [button.isEnabled() for row in page.rows for button in row.buttons] == [
        False,
        False,
        True,
    ]
    page.close()

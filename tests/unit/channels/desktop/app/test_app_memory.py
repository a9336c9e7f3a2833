"""Memory, workspaces and personas in the app: how one gets there, and what closing loses."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.application import DesktopApp
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog
from assistant.home import Home
from assistant.memory.model.outcomes import StoredMemory
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.memory import MemoryRead
from assistant.protocol.personas import AgentSaved, PersonasListed
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.app.conftest import MakeApp

LISTED = PersonasListed(
    workspaces=("default", "shop"),
    agents=("default", "teacher"),
    personas=(("default", "You are Parley."), ("teacher", "You teach.")),
    workspace="default",
    agent="default",
)
READ = MemoryRead(
    files=tuple(
        StoredMemory(
            scope=scope, path=Path(f"/{scope.value}.md"), text="- tea", digest="1", limit=8000
        )
        for scope in MemoryScope
    )
)


@pytest.fixture
def app(make_app: MakeApp) -> DesktopApp:
    app = make_app()
    app.window.resize(1000, 700)
    app.window.show()
    return app


def tell(engine: FakeEngineClient, *events: EngineEvent) -> None:
    engine.emit(*events)
    QCoreApplication.processEvents()


def opened(workspace: str, agent: str) -> ConversationOpened:
    return ConversationOpened(
        conversation_id="c", resumed=False, model="m", workspace=workspace, agent=agent
    )


def answer(app: DesktopApp, name: str) -> None:
    """Choose in the dialog that is open somewhere."""
    for window in app.application.topLevelWidgets():
        if isinstance(window, ChoiceDialog) and window.isVisible():
            button = window.findChild(QPushButton, name)
            assert isinstance(button, QPushButton)
            button.click()
            return
    raise AssertionError("nothing is asked")


def test_the_header_names_the_persona_in_use_and_leads_to_the_others(
    app: DesktopApp, engine: FakeEngineClient
) -> None:
    switch = app.persona_switch
    tell(engine, opened("default", "default"))
    assert not switch.isVisible()
    tell(engine, opened("shop", "teacher"))
    assert switch.isVisible()
    assert switch.text() == "teacher · shop"
    switch.click()
    assert app.windows.personas.isVisible()

    app.window.resize(600, 700)
    QCoreApplication.processEvents()
    assert not switch.isVisible()
    assert app.window.width() == 600


def test_a_question_names_files_of_the_workspace_in_use(
    app: DesktopApp, engine: FakeEngineClient, home: Home
) -> None:
    for name in ("default", "shop"):
        folder = home.workspace(name)
        folder.mkdir(parents=True)
        (folder / f"{name}.md").write_text("x", encoding="utf-8")
    tell(engine, opened("shop", "default"))

    assert app.dialogs.resolve("shop.md") == (home.workspace("shop") / "shop.md").resolve()
    assert app.dialogs.resolve("default.md") is None
    assert app.dialogs.resolve("../default/default.md") is None


def test_closing_asks_about_an_unsaved_persona_and_goes_on_after_it(
    app: DesktopApp, engine: FakeEngineClient
) -> None:
    app.windows.personas.present()
    tell(engine, LISTED)
    app.windows.personas.choose_persona("teacher")
    app.windows.personas.edit_button.click()
    app.windows.personas.editors[0].field.appendPlainText("Well.")

    app.window.close()
    assert app.window.isVisible()
    answer(app, "leave_save")
    assert app.window.isVisible()
    tell(engine, AgentSaved(name="teacher"))

    assert not app.window.isVisible()


def test_one_is_asked_about_both(app: DesktopApp, engine: FakeEngineClient) -> None:
    app.windows.memory.present(MemoryScope.PERSONAL)
    app.windows.personas.present()
    tell(engine, READ, LISTED)
    QTest.keyClicks(app.windows.memory.editors[MemoryScope.PERSONAL].field, "x")
    app.windows.personas.edit_button.click()
    app.windows.personas.editors[0].field.appendPlainText("Well.")

    app.window.close()
    answer(app, "leave_stay")
    app.window.close()
    answer(app, "leave_discard")
    assert app.window.isVisible()
    answer(app, "leave_discard")

    assert not app.window.isVisible()


def test_esc_in_a_window_of_its_own_stops_nothing(
    app: DesktopApp, engine: FakeEngineClient, qtbot: QtBot
) -> None:
    app.windows.memory.present()
    tell(engine, READ)
    qtbot.waitUntil(app.windows.memory.isActiveWindow)
    before = list(engine.submitted)
    QTest.keyClick(app.windows.memory.editors[MemoryScope.WORKSPACE].field, Qt.Key.Key_Escape)

    assert not app.windows.memory.isVisible()
    assert engine.submitted == before

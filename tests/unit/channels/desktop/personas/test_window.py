from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.personas.editor import PersonaEditor
from assistant.channels.desktop.personas.name_dialogs import WorkspaceDialog
from assistant.channels.desktop.personas.switch_button import PersonaSwitchButton
from assistant.channels.desktop.personas.window import PersonaWindow
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog
from assistant.locale import use_language
from assistant.memory.personas import PERSONA_LIMIT
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.personas import (
    AgentSaved,
    CreateWorkspace,
    ListPersonas,
    PersonasListed,
    SaveAgent,
    UsePersona,
    WorkspaceCreated,
)
from tests.helpers.engine.fake_client import FakeEngineClient

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
FEW = {"default": "You are Parley.", "teacher": "You teach."}
MANY = FEW | {f"persona-{n:02}": f"You are number {n}." for n in range(50)}


def listed(
    personas: dict[str, str] = FEW, workspaces: tuple[str, ...] = ("default", "shop")
) -> PersonasListed:
    return PersonasListed(
        workspaces=workspaces,
        agents=tuple(personas),
        personas=tuple(personas.items()),
        workspace="default",
        agent="default",
    )


def opened(workspace: str = "default", agent: str = "default") -> ConversationOpened:
    return ConversationOpened(
        conversation_id="c", resumed=False, model="m", workspace=workspace, agent=agent
    )


class Stage:
    """The panel, and an engine played by the test."""

    def __init__(self, context: DesktopContext, engine: FakeEngineClient) -> None:
        self.engine = engine
        self.window = PersonaWindow(context)
        self.switch = PersonaSwitchButton(parent=self.window)

    def handle(self, event: EngineEvent) -> None:
        self.window.handle(event)
        self.switch.handle(event)

    @property
    def editor(self) -> PersonaEditor:
        return self.window.editors[0]

    @property
    def dialog(self) -> WorkspaceDialog:
        dialog = self.window.workspace_dialog
        assert dialog is not None
        return dialog

    @property
    def names(self) -> list[str]:
        shown = self.window.list
        return [shown.item(row).text() for row in range(shown.count())]

    def sent(self, kind: type[Command]) -> list[Command]:
        return [one for one in self.engine.submitted if isinstance(one, kind)]

    def choose(self, name: str) -> None:
        dialogs = [one for one in self.editor.findChildren(ChoiceDialog) if one.isVisible()]
        button = dialogs[-1].findChild(QPushButton, name)
        assert isinstance(button, QPushButton)
        button.click()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def stage(qtbot: QtBot, context: DesktopContext, engine: FakeEngineClient) -> Iterator[Stage]:
    stage = Stage(context, engine)
    stage.window.handle(opened())
    with qtbot.waitExposed(stage.window):
        stage.window.present()
    stage.window.handle(listed())
    yield stage
    for editor in stage.window.editors:
        editor.hide()
    stage.window.hide()


# Choosing.


def test_it_asks_what_there_is_and_shows_what_is_in_use(stage: Stage) -> None:
    assert stage.sent(ListPersonas)
    assert stage.names == ["default", "teacher"]
    assert stage.window.chosen == ("default", "default")
    assert not stage.window.use_button.isEnabled()
    assert stage.window.outcome_text == "This conversation is held with these."


def test_another_persona_begins_a_new_conversation_and_that_is_said_first(stage: Stage) -> None:
    stage.window.choose_persona("teacher")
    assert stage.window.outcome_text.startswith("A new conversation begins in “default” with")
    assert "stays in the history" in stage.window.outcome_text

    stage.window.use_button.click()

    assert stage.sent(UsePersona) == [UsePersona(workspace="default", agent="teacher")]
    assert not stage.window.isVisible()


def test_another_workspace_is_used_likewise(stage: Stage) -> None:
    stage.window.choose_workspace("shop")
    stage.window.use_button.click()

    assert stage.sent(UsePersona) == [UsePersona(workspace="shop", agent="default")]


def test_it_is_chosen_by_keyboard_alone(stage: Stage) -> None:
    assert stage.window.focusWidget() is stage.window.list
    QTest.keyClick(stage.window.list, Key.Key_Down)
    QTest.keyClick(stage.window.list, Key.Key_Return)

    assert stage.sent(UsePersona) == [UsePersona(workspace="default", agent="teacher")]


def test_what_is_in_use_already_is_not_used_again(stage: Stage) -> None:
    QTest.keyClick(stage.window.list, Key.Key_Return)

    assert stage.sent(UsePersona) == []


def test_the_conversation_says_what_is_in_use(stage: Stage) -> None:
    stage.handle(opened("shop", "teacher"))

    assert stage.window.chosen == ("shop", "teacher")
    assert not stage.window.use_button.isEnabled()
    assert stage.switch.text() == "teacher · shop"
    stage.handle(opened())
    assert stage.switch.isHidden()


def test_what_was_chosen_stays_chosen_when_the_list_comes_anew(stage: Stage) -> None:
    stage.window.choose_workspace("shop")
    stage.window.choose_persona("teacher")
    stage.window.handle(listed(MANY, ("default", "other", "shop")))
    assert stage.window.chosen == ("shop", "teacher")

    stage.window.handle(listed({"default": "You are Parley."}, ("default",)))
    assert stage.window.chosen == ("default", "default")


def test_fifty_personas_are_searched(stage: Stage) -> None:
    assert stage.window.query.isHidden()
    stage.window.handle(listed(MANY))
    assert not stage.window.query.isHidden()
    assert len(stage.names) == 52

    QTest.keyClicks(stage.window.query, "persona-4")
    assert stage.names == [f"persona-4{n}" for n in range(10)]
    for key in (Key.Key_Up, Key.Key_Down, Key.Key_Down, Key.Key_Up):
        QTest.keyClick(stage.window.query, key)
    assert stage.window.chosen == ("default", "persona-41")
    QTest.keyClick(stage.window.query, Key.Key_Return)
    assert stage.sent(UsePersona) == [UsePersona(workspace="default", agent="persona-41")]


def test_a_search_without_a_find_says_so_and_uses_nothing(stage: Stage) -> None:
    stage.window.handle(listed(MANY))
    QTest.keyClicks(stage.window.query, "nobody")

    assert stage.names == []
    assert stage.window.chosen is None
    assert not stage.window.use_button.isEnabled()
    assert not stage.window.edit_button.isEnabled()


def test_coming_back_to_the_window_looks_again(stage: Stage, qtbot: QtBot) -> None:
    qtbot.waitUntil(stage.window.isActiveWindow)
    before = len(stage.sent(ListPersonas))
    QApplication.sendEvent(stage.window, QEvent(QEvent.Type.ActivationChange))

    assert len(stage.sent(ListPersonas)) == before + 1


# A new workspace.


def test_a_workspace_is_made_and_chosen(stage: Stage) -> None:
    stage.window.new_workspace_button.click()
    assert not stage.dialog.create_button.isEnabled()
    QTest.keyClicks(stage.dialog.name.line, "My shop")
    assert stage.dialog.name.remark == "It will be called My-shop."
    QTest.keyClick(stage.dialog.name.line, Key.Key_Return)
    assert stage.sent(CreateWorkspace) == [CreateWorkspace(name="My-shop")]

    stage.window.handle(listed(workspaces=("default", "My-shop", "shop")))
    stage.window.handle(WorkspaceCreated(name="My-shop"))

    assert stage.window.workspace_dialog is None
    assert stage.window.chosen == ("My-shop", "default")


def test_a_workspace_that_cannot_be_made_keeps_what_was_typed(stage: Stage) -> None:
    stage.window.new_workspace_button.click()
    QTest.keyClicks(stage.dialog.name.line, "SHOP")
    assert stage.dialog.name.remark == "There is one called shop already."
    assert not stage.dialog.create_button.isEnabled()
    QTest.keyClicks(stage.dialog.name.line, "2")
    stage.dialog.create_button.click()
    stage.window.handle(WorkspaceCreated(name="SHOP2", problem="The disk is full."))

    assert stage.dialog.name.remark == "The disk is full."
    assert stage.dialog.name.line.text() == "SHOP2"
    assert stage.dialog.create_button.isEnabled()
    stage.dialog.reject()
    assert stage.window.workspace_dialog is None


# A new persona.


def test_a_new_persona_begins_with_an_example_that_takes_its_name(stage: Stage) -> None:
    stage.window.new_button.click()
    assert stage.editor.focusWidget() is stage.editor.name.line
    assert not stage.editor.can_save
    QTest.keyClicks(stage.editor.name.line, "Cook")
    assert stage.editor.field.text.startswith("You are Cook, ")

    stage.editor.field.appendPlainText("You cook.")
    QTest.keyClicks(stage.editor.name.line, "ie")
    assert stage.editor.field.text.startswith("You are Cook, ")


def test_a_new_persona_is_saved_and_chosen(stage: Stage, qtbot: QtBot) -> None:
    stage.window.new_button.click()
    qtbot.waitUntil(stage.editor.isActiveWindow)
    QTest.keyClicks(stage.editor.name.line, "My cook")
    stage.editor.field.replace("You cook.")
    QTest.keyClick(stage.editor, Key.Key_S, CTRL)
    QTest.keyClick(stage.editor, Key.Key_S, CTRL)
    assert stage.sent(SaveAgent) == [SaveAgent(name="My-cook", persona="You cook.")]

    stage.window.handle(listed(FEW | {"My-cook": "You cook."}))
    stage.window.handle(AgentSaved(name="My-cook"))

    assert stage.window.editors == ()
    assert stage.window.chosen == ("default", "My-cook")


def test_a_new_persona_that_is_refused_stays_on_the_screen(stage: Stage) -> None:
    stage.window.new_button.click()
    QTest.keyClicks(stage.editor.name.line, "cook")
    stage.editor.submit()
    stage.window.handle(AgentSaved(name="cook", problem="The disk is full."))

    assert stage.editor.problem_text == "The disk is full."
    assert stage.editor.can_save


def test_there_is_one_editor_a_persona(stage: Stage) -> None:
    for _time in range(2):
        stage.window.new_button.click()
        stage.window.edit_button.click()

    assert len(stage.window.editors) == 2


# Editing.


@pytest.fixture
def editing(stage: Stage) -> Stage:
    stage.window.choose_persona("teacher")
    stage.window.edit_button.click()
    return stage


def test_an_edited_persona_replaces_what_was_read(editing: Stage) -> None:
    editor = editing.editor
    assert editor.field.text == "You teach."
    assert not editor.name.isVisible()
    assert not editor.can_save
    editor.field.appendPlainText("Well.")
    editor.save_button.click()

    assert editing.sent(SaveAgent) == [
        SaveAgent(name="teacher", persona="You teach.\nWell.", replaces="You teach.")
    ]
    editing.window.handle(AgentSaved(name="teacher"))
    assert editing.window.editors == ()


def test_how_another_persona_was_saved_does_not_close_this_one(editing: Stage) -> None:
    editing.window.handle(AgentSaved(name="default"))

    assert len(editing.window.editors) == 1


def test_a_persona_that_changed_meanwhile_is_shown_beside(editing: Stage) -> None:
    editor = editing.editor
    editor.field.replace("You teach well.")
    editor.submit()
    editing.window.handle(
        AgentSaved(name="teacher", problem="changed", conflict="You teach maths.")
    )
    assert editor.theirs_field.text == "You teach maths."
    assert editor.theirs_field.isVisible()
    assert not editor.can_save

    editor.mine_button.click()
    assert editing.sent(SaveAgent)[-1] == SaveAgent(
        name="teacher", persona="You teach well.", replaces="You teach maths."
    )


def test_what_the_file_says_is_taken_and_that_can_be_undone(editing: Stage) -> None:
    editor = editing.editor
    editor.field.replace("You teach well.")
    editor.submit()
    editing.window.handle(
        AgentSaved(name="teacher", problem="changed", conflict="You teach maths.")
    )
    editor.theirs_button.click()

    assert editor.field.text == "You teach maths."
    assert not editor.has_unsaved
    editor.field.undo()
    assert editor.field.text == "You teach well."


def test_a_persona_over_the_limit_cannot_be_saved(editing: Stage) -> None:
    editing.editor.field.replace("x" * PERSONA_LIMIT)
    assert editing.editor.can_save
    editing.editor.field.appendPlainText("x")

    assert not editing.editor.can_save
    assert editing.editor.count_text == "8,002 of 8,000 characters"


def test_a_persona_that_would_say_nothing_cannot_be_saved(editing: Stage) -> None:
    editing.editor.field.replace(" ")

    assert not editing.editor.can_save


def test_the_preview_shows_where_it_stands_in_what_the_assistant_is_told(
    editing: Stage,
) -> None:
    editing.editor.field.replace("You are **kind**.")
    editing.editor.tabs.setCurrentIndex(1)

    texts = editing.editor.preview_texts
    assert texts[0].startswith("First Parley's own instructions")
    assert texts[1] == "You are **kind**."
    assert texts[2].startswith("Then the date")


# Leaving.


def test_unsaved_words_are_asked_about(editing: Stage) -> None:
    editing.editor.field.appendPlainText("Well.")
    QTest.keyClick(editing.editor.field, Key.Key_Escape)
    assert len(editing.window.editors) == 1
    editing.choose("leave_stay")
    ended: list[str] = []
    assert not editing.window.may_close(lambda: ended.append("first"))
    editing.choose("leave_stay")
    assert not editing.window.may_close(lambda: ended.append("second"))
    editing.choose("leave_discard")

    assert editing.window.editors == ()
    assert ended == ["second"]
    assert editing.window.may_close(lambda: None)
    assert editing.sent(SaveAgent) == []


def test_unsaved_words_are_saved_before_it_closes(editing: Stage) -> None:
    editing.editor.field.appendPlainText("Well.")
    editing.editor.close()
    editing.choose("leave_save")
    assert len(editing.sent(SaveAgent)) == 1
    editing.window.handle(AgentSaved(name="teacher"))

    assert editing.window.editors == ()


def test_words_that_cannot_be_saved_are_not_offered_to_be(stage: Stage) -> None:
    stage.window.new_button.click()
    stage.editor.field.appendPlainText("You cook.")
    stage.editor.close()
    dialog = stage.editor.findChild(ChoiceDialog)
    assert isinstance(dialog, ChoiceDialog)

    assert dialog.findChild(QPushButton, "leave_save") is None
    stage.choose("leave_discard")
    assert stage.window.editors == ()


def test_what_was_not_touched_closes_at_once(stage: Stage) -> None:
    stage.window.new_button.click()
    QTest.keyClick(stage.editor, Key.Key_Escape)
    stage.window.edit_button.click()
    QTest.keyClick(stage.editor, Key.Key_Escape)

    assert stage.window.editors == ()


# By ear, in other languages, in little room.


def test_everything_is_reached_by_tab_and_has_a_name(stage: Stage) -> None:
    stage.window.handle(listed(MANY))
    stage.window.choose_persona("teacher")
    seen: set[str] = set()
    for _step in range(12):
        focused = stage.window.focusWidget()
        name = focused.accessibleName() or (
            focused.text() if isinstance(focused, QAbstractButton) else ""
        )
        assert name, focused.objectName()
        seen.add(focused.objectName())
        QTest.keyClick(focused, Key.Key_Tab)
    assert {
        "workspaces",
        "workspace_new",
        "persona_query",
        "personas",
        "persona_use",
        "persona_edit",
        "persona_new",
    } <= seen


def test_a_screen_reader_hears_name_mark_and_text(stage: Stage) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole

    assert stage.window.list.item(0).data(role) == "default. in use. You are Parley."
    assert stage.window.list.item(1).data(role) == "teacher. You teach."


def test_long_names_are_cut_off_and_never_push(stage: Stage) -> None:
    name = "x" * 64
    stage.window.handle(listed(FEW | {name: "You are long."}, ("default", "y" * 64)))
    stage.handle(opened("y" * 64, name))
    stage.window.resize(380, 420)
    QApplication.processEvents()

    assert stage.window.width() == 380
    assert len(stage.switch.text()) == 24
    assert name in stage.switch.toolTip()
    picture = QImage(stage.window.list.grab().toImage())
    assert picture.width() <= 380


def test_the_language_changes_while_it_is_open(editing: Stage) -> None:
    editing.editor.field.appendPlainText("Well.")
    use_language("ko")
    editing.window.rebuild()
    editing.editor.rebuild()

    assert editing.editor.save_button.text() == "저장"
    assert editing.editor.field.text == "You teach.\nWell."
    editing.editor.field.undo()
    assert editing.editor.field.text == "You teach."
    assert editing.window.chosen == ("default", "teacher")

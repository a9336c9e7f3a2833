"""The way to other personas and workspaces."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtWidgets import QWidget

from assistant.channels.desktop.personas.editor import PersonaEditor
from assistant.channels.desktop.personas.model.persona_list import persona_of
from assistant.channels.desktop.personas.name_dialogs import WorkspaceDialog
from assistant.channels.desktop.personas.window import PersonaWindow
from assistant.channels.desktop.widgets.theme import Theme
from assistant.protocol.client import EngineClient
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


class PersonaWindowController:
    """The windows of workspaces and personas and what connects them with the engine; GUI thread.

    Attributes:
        window: Chooses.
    """

    def __init__(
        self, *, engine: EngineClient, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self._engine = engine
        self._theme = theme
        self._editors: dict[str, PersonaEditor] = {}
        """By the name of the persona; empty for the new one."""
        self._workspace_dialog: WorkspaceDialog | None = None
        self._then: Callable[[], object] | None = None
        self.window: Final = PersonaWindow(theme=theme, parent=parent)
        self.window.use.connect(self._use)
        self.window.new_workspace.connect(self._ask_workspace)
        self.window.new_persona.connect(lambda: self._open_editor(""))
        self.window.edit.connect(self._open_editor)
        self.window.looked_at.connect(self._ask)

    @property
    def editors(self) -> tuple[PersonaEditor, ...]:
        """The editors that are open."""
        return tuple(self._editors.values())

    @property
    def workspace_dialog(self) -> WorkspaceDialog | None:
        """The dialog for a new workspace, while it is open."""
        return self._workspace_dialog

    def open(self) -> None:
        """Show the window."""
        self._ask()
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        self.window.list.setFocus()

    def handle(self, event: EngineEvent) -> None:
        """Take one event of the engine; those about something else do nothing."""
        match event:
            case ConversationOpened() if event.workspace:
                self.window.show_in_use(event.workspace, event.agent)
            case PersonasListed():
                self.window.show_listed(event)
            case WorkspaceCreated():
                self._workspace_created(event)
            case AgentSaved():
                self._saved(event)
            case _:
                pass

    def may_close(self, then: Callable[[], object]) -> bool:
        """Whether the program may end without losing words; if not, the user is asked.

        Args:
            then: Called once it may, or there is more to be asked.
        """
        for editor in self.editors:
            if editor.has_unsaved:
                self._then = then
                editor.show()
                editor.raise_()
                editor.ask_to_leave()
                return False
        return True

    def _ask(self) -> None:
        self._engine.submit(ListPersonas())

    def _use(self, workspace: str, agent: str) -> None:
        self._engine.submit(UsePersona(workspace=workspace, agent=agent))
        self.window.close()

    def _ask_workspace(self) -> None:
        listed = self.window.listed
        if listed is None:
            return
        dialog = WorkspaceDialog(taken=listed.workspaces, parent=self.window)
        dialog.wanted.connect(self._create_workspace)
        dialog.finished.connect(self._workspace_dialog_closed)
        self._workspace_dialog = dialog
        dialog.open()

    def _create_workspace(self, name: str) -> None:
        self._engine.submit(CreateWorkspace(name=name))

    def _workspace_dialog_closed(self, _result: int) -> None:
        if self._workspace_dialog is not None:
            self._workspace_dialog.deleteLater()
            self._workspace_dialog = None

    def _workspace_created(self, event: WorkspaceCreated) -> None:
        dialog = self._workspace_dialog
        if dialog is None:
            return
        if event.problem:
            dialog.refuse(event.problem)
            return
        dialog.accept()
        self.window.choose_workspace(event.name)

    def _open_editor(self, name: str) -> None:
        listed = self.window.listed
        if listed is None:
            return
        editor = self._editors.get(name)
        if editor is None:
            editor = PersonaEditor(
                theme=self._theme,
                name=name,
                persona=persona_of(listed, name),
                taken=listed.agents,
                parent=self.window,
            )
            editor.save.connect(self._save)
            editor.stayed.connect(self._stay)
            editor.finished.connect(partial(self._editor_closed, name))
            self._editors[name] = editor
        editor.show()
        editor.raise_()
        editor.activateWindow()

    def _save(self, name: str, persona: str, replaces: str | None) -> None:
        self._engine.submit(SaveAgent(name=name, persona=persona, replaces=replaces))

    def _editor_closed(self, name: str, _result: int) -> None:
        editor = self._editors.pop(name, None)
        if editor is not None:
            editor.deleteLater()
        then, self._then = self._then, None
        if then is not None:
            then()

    def _stay(self) -> None:
        self._then = None

    def _saved(self, event: AgentSaved) -> None:
        editor = next((one for one in self.editors if one.agent == event.name), None)
        if editor is None:
            return
        if editor.settled(event.problem, event.conflict):
            self.window.choose_persona(event.name)
        else:
            self._stay()

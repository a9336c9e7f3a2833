"""The window of workspaces and personas: which there are, which is in use, another, and editors."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.personas.editor import PersonaEditor
from assistant.channels.desktop.personas.list_delegate import (
    MARK_ROLE,
    SUMMARY_ROLE,
    PersonaDelegate,
)
from assistant.channels.desktop.personas.model.persona_list import (
    FILTER_FROM,
    PersonaRow,
    persona_of,
    persona_rows,
)
from assistant.channels.desktop.personas.name_dialogs import WorkspaceDialog
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.rebuilt import Rebuilt
from assistant.locale import _
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.personas import (
    AgentSaved,
    CreateWorkspace,
    ListPersonas,
    PersonasListed,
    UsePersona,
    WorkspaceCreated,
)

_NAME_ROLE: Final = Qt.ItemDataRole.UserRole
_STEPS: Final[Mapping[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class PersonaWindow(Rebuilt, QDialog):
    """Chooses the workspace and persona of a new conversation, and edits them."""

    def __init__(self, context: DesktopContext, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._listed: PersonasListed | None = None
        self._in_use = ("", "")
        self._editors: dict[str, PersonaEditor] = {}
        """By the name of the persona; empty for the new one."""
        self._workspace_dialog: WorkspaceDialog | None = None
        self._then: Callable[[], object] | None = None
        """What goes on once an editor has been left."""
        self._delegate = PersonaDelegate(theme=context.theme)
        self.setObjectName("persona_window")
        self.begin()
        self.resize(560, 600)
        self.setMinimumSize(380, 420)

    @override
    def build(self) -> QWidget:
        self.setWindowTitle(_("Workspace and persona"))
        self.workspaces = Dropdown(theme=self._context.theme)
        self.workspaces.setObjectName("workspaces")
        self.workspaces.setAccessibleName(_("Workspace"))
        self.workspaces.setSizeAdjustPolicy(
            Dropdown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.workspaces.setMinimumContentsLength(12)
        self.workspaces.currentIndexChanged.connect(self._refresh)
        workspace_label = plain_label(_("Workspace"), wraps=False)
        workspace_label.setBuddy(self.workspaces)
        self.new_workspace_button = push_button(
            "workspace_new", _("New workspace…"), on_click=self._ask_workspace
        )
        self.query = QLineEdit()
        self.query.setObjectName("persona_query")
        self.query.setPlaceholderText(_("Search personas"))
        self.query.setAccessibleName(_("Search personas"))
        self.query.setClearButtonEnabled(True)
        self.query.textChanged.connect(self._fill_list)
        self.query.installEventFilter(self)
        self.list = QListWidget()
        self.list.setObjectName("personas")
        self.list.setAccessibleName(_("Persona"))
        self.list.setProperty("role", "choices")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setItemDelegate(self._delegate)
        self.list.currentItemChanged.connect(self._refresh)
        self.list.itemActivated.connect(self._use)
        persona_label = plain_label(_("Persona"), wraps=False)
        persona_label.setBuddy(self.list)
        self._nothing = plain_label(_("No persona has these words."), role="secondary")
        self._outcome = plain_label(role="description")
        self.use_button = push_button(
            "persona_use", _("Begin a new conversation"), role="primary", on_click=self._use
        )
        self.use_button.setDefault(True)
        self.edit_button = push_button("persona_edit", _("Edit…"), on_click=self._edit)
        self.new_button = push_button(
            "persona_new", _("New persona…"), on_click=lambda: self._open_editor("")
        )
        workspace = vbox(
            workspace_label,
            hbox((self.workspaces, 1), self.new_workspace_button, gap=8),
            margins=(0, 4, 0, 4),
            gap=8,
        )
        content = QWidget()
        vbox(
            plain_label(
                _(
                    "A workspace is what you work on, with its own memory and files. A persona is"
                    " who the assistant is, with a memory of its own in each workspace."
                ),
                role="secondary",
            ),
            workspace,
            persona_label,
            self.query,
            (self.list, 1),
            self._nothing,
            self._outcome,
            flow(self.use_button, self.edit_button, self.new_button),
            inside=content,
            margins=(18, 16, 18, 16),
            gap=8,
        )
        self._nothing.hide()
        self.query.hide()
        if self._listed is not None:
            self.show_listed(self._listed)
        self._refresh()
        return content

    def present(self) -> None:
        """Show the window."""
        self._ask()
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus()

    def handle(self, event: EngineEvent) -> None:
        """Take one event of the engine; those about something else do nothing."""
        match event:
            case ConversationOpened() if event.workspace:
                self._show_in_use(event.workspace, event.agent)
            case PersonasListed():
                self.show_listed(event)
            case WorkspaceCreated():
                self._workspace_created(event)
            case AgentSaved():
                self._saved(event)
            case _:
                pass

    @property
    def editors(self) -> tuple[PersonaEditor, ...]:
        """The editors that are open."""
        return tuple(self._editors.values())

    @property
    def workspace_dialog(self) -> WorkspaceDialog | None:
        """The dialog for a new workspace, while it is open."""
        return self._workspace_dialog

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

    @property
    def chosen(self) -> tuple[str, str] | None:
        """The workspace and persona that are chosen; None if no persona is."""
        workspace = self.workspaces.currentData()
        if self.list.currentRow() < 0 or not workspace:
            return None
        return str(workspace), str(self.list.currentItem().data(_NAME_ROLE))

    @property
    def outcome_text(self) -> str:
        """What choosing would do, as shown."""
        return self._outcome.text()

    def show_listed(self, listed: PersonasListed) -> None:
        """Show what there is; what was chosen stays chosen if it is there still."""
        chosen = self.chosen
        is_first = self._listed is None
        self._listed = listed
        workspace, agent = chosen or self._in_use
        if is_first and not workspace:
            workspace, agent = listed.workspace, listed.agent
        self.workspaces.blockSignals(True)
        self.workspaces.clear()
        for name in listed.workspaces:
            self.workspaces.addItem(name, name)
        self.workspaces.setCurrentIndex(max(0, self.workspaces.findData(workspace)))
        self.workspaces.blockSignals(False)
        self.query.setVisible(len(listed.personas) >= FILTER_FROM)
        if self.query.isHidden():
            self.query.clear()
        self._fill_list(agent=agent)

    def _show_in_use(self, workspace: str, agent: str) -> None:
        """Mark what the conversation is held with, and choose it."""
        self._in_use = (workspace, agent)
        if self._listed is not None:
            self.choose_workspace(workspace)
            self._fill_list(agent=agent)

    def choose_workspace(self, name: str) -> None:
        """Choose a workspace; one that is not there changes nothing."""
        index = self.workspaces.findData(name)
        if index >= 0:
            self.workspaces.setCurrentIndex(index)

    def choose_persona(self, name: str) -> None:
        """Choose a persona; one that is not there changes nothing."""
        self.query.clear()
        self._select(name)

    def _fill_list(self, *_text: object, agent: str | None = None) -> None:
        listed = self._listed
        if listed is None:
            return
        wanted = agent if agent is not None else (self.chosen or ("", ""))[1]
        self.list.blockSignals(True)
        self.list.clear()
        for shown in persona_rows(listed, self.query.text()):
            self.list.addItem(self._item(shown))
        self.list.blockSignals(False)
        self._nothing.setVisible(not self.list.count())
        self._select(wanted or self._in_use[1])
        self._refresh()

    def _item(self, row: PersonaRow) -> QListWidgetItem:
        mark = _("in use") if row.name == self._in_use[1] else ""
        summary = row.summary or _("Says nothing yet")
        item = QListWidgetItem(row.name)
        item.setData(_NAME_ROLE, row.name)
        item.setData(SUMMARY_ROLE, summary)
        item.setData(MARK_ROLE, mark)
        spoken = ". ".join(part for part in (row.name, mark, summary) if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        item.setToolTip(plain_tip(row.name))
        return item

    def _select(self, name: str) -> None:
        for index in range(self.list.count()):
            if self.list.item(index).data(_NAME_ROLE) == name:
                self.list.setCurrentRow(index)
                self.list.scrollToItem(self.list.item(index))
                return
        if self.list.count() and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)

    def _refresh(self, *_arguments: object) -> None:
        chosen = self.chosen
        is_in_use = chosen == self._in_use
        self.use_button.setEnabled(chosen is not None and not is_in_use)
        self.edit_button.setEnabled(chosen is not None)
        if chosen is None:
            self._outcome.setText("")
        elif is_in_use:
            self._outcome.setText(_("This conversation is held with these."))
        else:
            self._outcome.setText(
                _(
                    "A new conversation begins in “{workspace}” with “{persona}”; later ones do"
                    " too. The one you are in stays in the history, as it is."
                ).format(workspace=chosen[0], persona=chosen[1])
            )

    def _ask(self) -> None:
        self._context.engine.submit(ListPersonas())

    def _use(self, *_arguments: object) -> None:
        if self.chosen is not None and self.use_button.isEnabled():
            workspace, agent = self.chosen
            self._context.engine.submit(UsePersona(workspace=workspace, agent=agent))
            self.close()

    def _edit(self) -> None:
        if self.chosen is not None:
            self._open_editor(self.chosen[1])

    # Workspaces.

    def _ask_workspace(self) -> None:
        if self._listed is None:
            return
        dialog = WorkspaceDialog(taken=self._listed.workspaces, parent=self)
        dialog.wanted.connect(self._create_workspace)
        dialog.finished.connect(self._workspace_dialog_closed)
        self._workspace_dialog = dialog
        dialog.open()

    def _create_workspace(self, name: str) -> None:
        self._context.engine.submit(CreateWorkspace(name=name))

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
        self.choose_workspace(event.name)

    # Editors.

    def _open_editor(self, name: str) -> None:
        listed = self._listed
        if listed is None:
            return
        editor = self._editors.get(name)
        if editor is None:
            editor = PersonaEditor(
                self._context,
                name=name,
                persona=persona_of(listed, name),
                taken=listed.agents,
                parent=self,
            )
            editor.stayed.connect(self._stay)
            editor.finished.connect(partial(self._editor_closed, name))
            self._editors[name] = editor
        editor.show()
        editor.raise_()
        editor.activateWindow()

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
            self.choose_persona(event.name)
        else:
            self._stay()

    @override
    def eventFilter(self, arg__1: QObject, arg__2: QEvent) -> bool:
        # The arrows move in the list while words are typed above it.
        if isinstance(arg__2, QKeyEvent) and arg__2.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(arg__2.key())
            if step is not None and self.list.count():
                row = self.list.currentRow() + step
                self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
                return True
        return super().eventFilter(arg__1, arg__2)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._ask()  # somebody may have changed the files meanwhile

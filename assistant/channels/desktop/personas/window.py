"""The window of workspaces and personas: which there are, which is in use, and another."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.personas.list_delegate import (
    MARK_ROLE,
    SUMMARY_ROLE,
    PersonaDelegate,
)
from assistant.channels.desktop.personas.model.persona_list import (
    FILTER_FROM,
    PersonaRow,
    persona_rows,
)
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.labels import plain_label, plain_tip
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.protocol.personas import PersonasListed

_NAME_ROLE: Final = Qt.ItemDataRole.UserRole
_STEPS: Final[Mapping[int, int]] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class PersonaWindow(Translated, QDialog):
    """Chooses the workspace and persona of a new conversation.

    Signals:
        use: Begin a new conversation with this workspace and persona.
        new_workspace: Make another workspace.
        new_persona: Make another persona.
        edit: Edit the persona of this name.
        looked_at: The window came to the front; somebody may have changed the files meanwhile.
    """

    use = Signal(str, str)
    new_workspace = Signal()
    new_persona = Signal()
    edit = Signal(str)
    looked_at = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._listed: PersonasListed | None = None
        self._in_use = ("", "")
        self.setObjectName("persona_window")
        self._about = plain_label(role="secondary")
        self._workspace_label = plain_label(wraps=False)
        self.workspaces = Dropdown(theme=theme)
        self.workspaces.setObjectName("workspaces")
        self.workspaces.setSizeAdjustPolicy(
            Dropdown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.workspaces.setMinimumContentsLength(12)
        self.workspaces.currentIndexChanged.connect(self._refresh)
        self._workspace_label.setBuddy(self.workspaces)
        self.new_workspace_button = push_button("workspace_new", on_click=self.new_workspace)
        self._persona_label = plain_label(wraps=False)
        self.query = QLineEdit()
        self.query.setObjectName("persona_query")
        self.query.setClearButtonEnabled(True)
        self.query.textChanged.connect(self._fill_list)
        self.query.installEventFilter(self)
        self.list = QListWidget()
        self.list.setObjectName("personas")
        self.list.setProperty("role", "choices")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._delegate = PersonaDelegate(theme=theme)
        self.list.setItemDelegate(self._delegate)
        self.list.currentItemChanged.connect(self._refresh)
        self.list.itemActivated.connect(self._use)
        self._persona_label.setBuddy(self.list)
        self._nothing = plain_label(role="secondary")
        self.use_button = push_button("persona_use", role="primary", on_click=self._use)
        self.use_button.setDefault(True)
        self.edit_button = push_button("persona_edit", on_click=self._edit)
        self.new_button = push_button("persona_new", on_click=self.new_persona)
        self._outcome = plain_label(role="description")
        workspace = vbox(
            self._workspace_label,
            hbox((self.workspaces, 1), self.new_workspace_button, gap=8),
            margins=(0, 4, 0, 4),
            gap=8,
        )
        vbox(
            self._about,
            workspace,
            self._persona_label,
            self.query,
            (self.list, 1),
            self._nothing,
            self._outcome,
            flow(self.use_button, self.edit_button, self.new_button),
            inside=self,
            margins=(18, 16, 18, 16),
            gap=8,
        )
        self.resize(560, 600)
        self.setMinimumSize(380, 420)
        self.retranslate()

    @property
    def listed(self) -> PersonasListed | None:
        """What there is; None until it is known."""
        return self._listed

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

    def show_in_use(self, workspace: str, agent: str) -> None:
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

    def _use(self, *_arguments: object) -> None:
        if self.chosen is not None and self.use_button.isEnabled():
            self.use.emit(*self.chosen)

    def _edit(self) -> None:
        if self.chosen is not None:
            self.edit.emit(self.chosen[1])

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

    @override
    def retranslate(self) -> None:
        self.setWindowTitle(_("Workspace and persona"))
        self._about.setText(
            _(
                "A workspace is what you work on, with its own memory and files. A persona is who"
                " the assistant is, with a memory of its own in each workspace."
            )
        )
        self._workspace_label.setText(_("Workspace"))
        self.workspaces.setAccessibleName(_("Workspace"))
        self.new_workspace_button.setText(_("New workspace…"))
        self._persona_label.setText(_("Persona"))
        self.list.setAccessibleName(_("Persona"))
        self.query.setPlaceholderText(_("Search personas"))
        self.query.setAccessibleName(_("Search personas"))
        self._nothing.setText(_("No persona has these words."))
        self._nothing.setVisible(self._listed is not None and not self.list.count())
        self.query.setVisible(
            self._listed is not None and len(self._listed.personas) >= FILTER_FROM
        )
        self.use_button.setText(_("Begin a new conversation"))
        self.edit_button.setText(_("Edit…"))
        self.new_button.setText(_("New persona…"))
        self._fill_list()
        self._refresh()

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
            self.looked_at.emit()

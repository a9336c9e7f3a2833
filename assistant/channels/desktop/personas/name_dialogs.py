"""Asking for the name of a workspace or a persona."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from assistant.channels.desktop.personas.model.persona_list import NameAdvice, advise_name
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.locale import _
from assistant.memory.model.persona_names import MOST_CHARACTERS


class NameField(FormField):
    """A line for a name, which says what becomes of it while it is typed.

    Signals:
        changed: The name is another.
    """

    changed = Signal()

    def __init__(self) -> None:
        self.line = QLineEdit()
        super().__init__(self.line, _("Name"))
        self._taken: tuple[str, ...] = ()
        self.line.setObjectName("name")
        self.line.setMaxLength(4 * MOST_CHARACTERS)
        self.line.textChanged.connect(self._text_changed)

    @property
    def advice(self) -> NameAdvice:
        """What becomes of what stands in the line."""
        return advise_name(self.line.text(), self._taken)

    @property
    def remark(self) -> str:
        """What is said about it, as shown."""
        return self.error or self._hint.text()

    def begin(self, taken: tuple[str, ...]) -> None:
        """Begin with an empty line, where these names are taken."""
        self._taken = taken
        self.line.clear()
        self._show_advice()

    def _text_changed(self) -> None:
        self._show_advice()
        self.changed.emit()

    def _show_advice(self) -> None:
        advice = self.advice if self.line.text() else NameAdvice(name="")
        self.describe(_("Name"), advice.remark)
        self.show_error(advice.problem)


class WorkspaceDialog(FittedDialog):
    """Asks for the name of a new workspace.

    Signals:
        wanted: Make it; carries the name.
    """

    wanted = Signal(str)

    def __init__(self, *, taken: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workspace_dialog")
        self.setMinimumWidth(380)
        self.setWindowTitle(_("New workspace"))
        self.name = NameField()
        self.name.begin(taken)
        self.name.changed.connect(self._changed)
        self.create_button = push_button(
            "workspace_create", _("Create"), role="primary", on_click=self._create
        )
        self.create_button.setDefault(True)
        cancel = push_button("workspace_cancel", _("Cancel"), on_click=self.reject)
        about = plain_label(
            _("A workspace keeps what belongs to one piece of work: its memory and its files."),
            role="secondary",
        )
        buttons = dialog_buttons(cancel, self.create_button)
        vbox(about, self.name, buttons, inside=self, margins=(20, 18, 20, 16), gap=12)
        self._changed()
        self.name.line.setFocus()

    def refuse(self, problem: str) -> None:
        """Say why it could not be made; what was typed stays."""
        self.name.describe(_("Name"))
        self.name.show_error(problem)
        self.create_button.setEnabled(True)

    def _changed(self) -> None:
        self.create_button.setEnabled(not self.name.advice.problem)

    def _create(self) -> None:
        advice = self.name.advice
        if not advice.problem:
            self.create_button.setEnabled(False)
            self.wanted.emit(advice.name)

"""Asking for the name of a workspace or a persona."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.personas.model.persona_list import NameAdvice, advise_name
from assistant.channels.desktop.widgets.flow_layout import FlowLayout
from assistant.channels.desktop.widgets.labels import bare_label, plain_label, restyle
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _
from assistant.memory.model.persona_names import MOST_CHARACTERS


class NameField(QWidget):
    """A line for a name, which says what becomes of it while it is typed.

    Signals:
        changed: The name is another.
    """

    changed = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._taken: tuple[str, ...] = ()
        self._label = bare_label()
        self.line = QLineEdit()
        self.line.setObjectName("name")
        self.line.setMaxLength(4 * MOST_CHARACTERS)
        self.line.textChanged.connect(self._text_changed)
        self._label.setBuddy(self.line)
        self._remark = plain_label(role="description")
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(5)
        box.addWidget(self._label)
        box.addWidget(self.line)
        box.addWidget(self._remark)
        self.retranslate()

    @property
    def advice(self) -> NameAdvice:
        """What becomes of what stands in the line."""
        return advise_name(self.line.text(), self._taken)

    @property
    def remark(self) -> str:
        """What is said about it, as shown."""
        return self._remark.text()

    def begin(self, taken: tuple[str, ...]) -> None:
        """Begin with an empty line, where these names are taken."""
        self._taken = taken
        self.line.clear()
        self.retranslate()

    def show_problem(self, problem: str) -> None:
        """Say why the name was not taken."""
        self._say(problem, is_problem=bool(problem))

    def _text_changed(self) -> None:
        self.retranslate()
        self.changed.emit()

    def _say(self, text: str, *, is_problem: bool) -> None:
        self._remark.setText(text)
        self._remark.setVisible(bool(text))
        self.line.setAccessibleDescription(text)
        for widget, name, value in (
            (self._remark, "role", "error" if is_problem else "description"),
            (self.line, "invalid", "true" if is_problem else "false"),
        ):
            if widget.property(name) != value:
                widget.setProperty(name, value)
                restyle(widget)

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self._label.setText(_("Name"))
        self.line.setAccessibleName(_("Name"))
        advice = self.advice
        if not self.line.text():
            self._say("", is_problem=False)
        else:
            self._say(advice.problem or advice.remark, is_problem=bool(advice.problem))


class WorkspaceDialog(Translated, QDialog):
    """Asks for the name of a new workspace.

    Signals:
        wanted: Make it; carries the name.
    """

    wanted = Signal(str)

    def __init__(self, *, taken: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workspace_dialog")
        self.setMinimumWidth(380)
        self._about = plain_label(role="secondary")
        self.name = NameField()
        self.name.begin(taken)
        self.name.changed.connect(self._changed)
        self.create_button = QPushButton()
        self.create_button.setObjectName("workspace_create")
        self.create_button.setProperty("role", "primary")
        self.create_button.setDefault(True)
        self.create_button.clicked.connect(self._create)
        self.cancel_button = QPushButton()
        self.cancel_button.setObjectName("workspace_cancel")
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.reject)
        buttons = QWidget()
        flow = FlowLayout(buttons, gap=8)
        flow.addWidget(self.create_button)
        flow.addWidget(self.cancel_button)
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 18, 20, 16)
        box.setSpacing(12)
        box.addWidget(self._about)
        box.addWidget(self.name)
        box.addWidget(buttons)
        self.retranslate()
        self._changed()
        self.name.line.setFocus()

    def refuse(self, problem: str) -> None:
        """Say why it could not be made; what was typed stays."""
        self.name.show_problem(problem)
        self.create_button.setEnabled(True)

    def _changed(self) -> None:
        self.create_button.setEnabled(not self.name.advice.problem)

    def _create(self) -> None:
        advice = self.name.advice
        if not advice.problem:
            self.create_button.setEnabled(False)
            self.wanted.emit(advice.name)

    @override
    def retranslate(self) -> None:
        self.setWindowTitle(_("New workspace"))
        self._about.setText(
            _("A workspace keeps what belongs to one piece of work: its memory and its files.")
        )
        self.create_button.setText(_("Create"))
        self.cancel_button.setText(_("Cancel"))

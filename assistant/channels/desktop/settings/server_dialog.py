"""The dialog that adds an MCP server, or edits one."""

from typing import Final

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTabBar,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from assistant.channels.desktop.settings.model.server_form import (
    FormProblem,
    ServerFields,
    definition_of,
    fields_from_json,
    server_fields_of,
)
from assistant.channels.desktop.widgets.flow_layout import FlowLayout
from assistant.channels.desktop.widgets.labels import bare_label, plain_label, restyle
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.locale import _
from assistant.protocol.mcp_servers import ServerDefinition

_SHORT: Final = 84
"""Height of a field of some lines, in logical pixels."""

_Control = QLineEdit | TextArea


class _Part(QWidget):
    """A field with its title, an explanation, and what is wrong with it."""

    def __init__(self, control: _Control) -> None:
        super().__init__()
        self.control: Final = control
        self._title = bare_label()
        self._title.setBuddy(control)
        self._hint = plain_label(role="description")
        self._problem = plain_label(role="error")
        self._problem.hide()
        if isinstance(control, TextArea):
            control.setFixedHeight(_SHORT)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        for part in (self._title, control, self._hint, self._problem):
            box.addWidget(part)

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self.control.text if isinstance(self.control, TextArea) else self.control.text()

    def begin(self, text: str) -> None:
        """Show another text."""
        if isinstance(self.control, TextArea):
            self.control.begin(text)
        else:
            self.control.setText(text)

    def say(self, *, title: str, hint: str = "") -> None:
        """Show title and explanation."""
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.control.setAccessibleName(title)
        self.control.setAccessibleDescription(hint)

    def show_field_error(self, problem: str) -> None:
        """Show what is wrong with it; nothing if that is empty."""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.control.setProperty("invalid", "true" if problem else "false")
        restyle(self.control)
        if problem:
            self.control.setFocus()


class ServerDialog(QDialog):
    """Asks how a server is reached. It stays open until the server was saved.

    Args:
        definition: The server that is edited; None adds one.
        parent: What the window belongs to.

    Signals:
        save: Keep the server; carries its `ServerDefinition`, and the name of the one it replaces
            or None.
    """

    save = Signal(object, object)

    def __init__(self, *, definition: ServerDefinition | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._definition = definition
        self.setObjectName("server_dialog")
        pasting = TextArea("server_paste")
        self.paste = _Part(pasting)
        self.paste.setVisible(definition is None)
        self.name = _Part(_line("server_name"))
        self.kind = QTabBar()
        self.kind.setObjectName("server_kind")
        self.kind.setDrawBase(False)
        self.kind.setExpanding(False)
        self.kind.addTab("")
        self.kind.addTab("")
        self.command = _Part(_line("server_command"))
        self.environment = _Part(TextArea("server_environment"))
        self.folder = _Part(_line("server_folder"))
        self.url = _Part(_line("server_url"))
        self.headers = _Part(TextArea("server_headers"))
        self._caution = plain_label(role="secondary")
        self.problem = plain_label(role="error")
        self.problem.setObjectName("server_problem")
        self.problem.hide()
        self.save_button = QPushButton()
        self.save_button.setObjectName("server_save")
        self.save_button.setProperty("role", "primary")
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self.submit)
        self.cancel_button = QPushButton()
        self.cancel_button.setObjectName("server_cancel")
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.reject)
        self.kind.currentChanged.connect(self._turn)
        pasting.textChanged.connect(self._pasted)
        self._lay_out()
        self.resize(560, 640)
        self.setMinimumSize(360, 400)
        self._show(ServerFields() if definition is None else server_fields_of(definition))
        self.retranslate()
        (self.paste if definition is None else self.name).control.setFocus()

    @property
    def fields(self) -> ServerFields:
        """What stands in the form."""
        return ServerFields(
            name=self.name.text,
            is_remote=self.kind.currentIndex() == 1,
            command=self.command.text,
            environment=self.environment.text,
            folder=self.folder.text,
            url=self.url.text,
            headers=self.headers.text,
        )

    def submit(self) -> None:
        """Save what stands in the form, or say what is wrong with it."""
        self._forgive()
        was = self._definition
        try:
            definition = definition_of(
                self.fields, is_enabled=True if was is None else was.is_enabled
            )
        except FormProblem as problem:
            self._parts[problem.field].show_field_error(problem.problem)
            return
        self.save_button.setEnabled(False)
        self.save.emit(definition, None if was is None else was.name)

    def settle(self, error: str) -> None:
        """Take how saving went; closes unless there is an error."""
        self.save_button.setEnabled(True)
        if not error:
            self.accept()
            return
        self.problem.setText(error)
        self.problem.show()

    @property
    def _parts(self) -> dict[str, _Part]:
        return {
            "paste": self.paste,
            "name": self.name,
            "command": self.command,
            "environment": self.environment,
            "folder": self.folder,
            "url": self.url,
            "headers": self.headers,
        }

    def _lay_out(self) -> None:
        column = QWidget()
        column.setObjectName("column")
        inside = QVBoxLayout(column)
        inside.setContentsMargins(18, 16, 18, 8)
        inside.setSpacing(12)
        inside.addWidget(self.paste)
        inside.addWidget(self.name)
        inside.addWidget(self.kind)
        for part in (self.command, self.environment, self.folder, self.url, self.headers):
            inside.addWidget(part)
        inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(column)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        foot = QWidget()
        flow = FlowLayout(foot, gap=8)
        flow.addWidget(self.save_button)
        flow.addWidget(self.cancel_button)
        below = QVBoxLayout()
        below.setContentsMargins(18, 4, 18, 16)
        below.setSpacing(8)
        below.addWidget(self._caution)
        below.addWidget(self.problem)
        below.addWidget(foot)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(scroll, 1)
        box.addLayout(below)

    def _show(self, fields: ServerFields) -> None:
        self.name.begin(fields.name)
        self.command.begin(fields.command)
        self.environment.begin(fields.environment)
        self.folder.begin(fields.folder)
        self.url.begin(fields.url)
        self.headers.begin(fields.headers)
        self.kind.setCurrentIndex(int(fields.is_remote))
        self._turn(self.kind.currentIndex())

    def _turn(self, index: int) -> None:
        for part in (self.command, self.environment, self.folder):
            part.setVisible(index == 0)
        for part in (self.url, self.headers):
            part.setVisible(index == 1)

    def _pasted(self) -> None:
        """Fill the form from a piece of JSON, as soon as it is whole."""
        self._forgive()
        if not self.paste.text.strip():
            return
        try:
            self._show(fields_from_json(self.paste.text))
        except FormProblem as problem:
            self.paste.show_field_error(problem.problem)

    def _forgive(self) -> None:
        self.problem.hide()
        for part in self._parts.values():
            part.show_field_error("")

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        is_new = self._definition is None
        self.setWindowTitle(_("Add an MCP server") if is_new else _("Edit the MCP server"))
        self.setAccessibleName(self.windowTitle())
        self.paste.say(
            title=_("Paste what its instructions show"),
            hint=_("The JSON with “mcpServers” fills in the rest. Or enter it by hand."),
        )
        self.name.say(title=_("Name"))
        self.kind.setTabText(0, _("A program on this computer"))
        self.kind.setTabText(1, _("An address"))
        self.kind.setAccessibleName(_("How it is reached"))
        self.command.say(
            title=_("Command"),
            hint=_("As in a terminal, such as npx -y @modelcontextprotocol/server-everything"),
        )
        self.environment.say(
            title=_("Environment"), hint=_("A line NAME=value each. It is kept in a private file.")
        )
        self.folder.say(
            title=_("Folder"),
            hint=_("If this is empty, the server starts in a private empty folder."),
        )
        self.url.say(title=_("Address"), hint=_("Such as https://example.com/mcp"))
        self.headers.say(
            title=_("Headers"),
            hint=_("A line Name: value each, such as a key. They are kept in a private file."),
        )
        self._caution.setText(
            _(
                "A server you add sees what its tools are called with. Its tools ask you before"
                " they run."
            )
        )
        self.save_button.setText(_("Save"))
        self.cancel_button.setText(_("Cancel"))

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        self.reject()
        arg__1.accept()


def _line(name: str) -> QLineEdit:
    line = QLineEdit()
    line.setObjectName(name)
    return line

"""The dialog that adds an MCP server, or edits one."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.model.server_form import (
    FormProblem,
    ServerFields,
    config_of,
    fields_from_json,
    server_fields_of,
)
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import tab_bar
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, dialog_buttons, scroll_area, vbox
from assistant.channels.desktop.widgets.text_area import TextArea
from assistant.locale import _
from assistant.mcp_server import ServerConfig

_SHORT: Final = 84
"""Height of a field of some lines, in logical pixels."""
_LINES: Final = ("name", "command", "folder", "url", "client_id", "callback_port", "timeout_s")
_COMMAND: Final = ("command", "environment", "folder")
_ADDRESS: Final = ("url", "headers", "client_id", "callback_port")
"""What a server is reached with that is a program, or that has an address."""


class ServerDialog(QDialog):
    """Asks how a server is reached. It stays open until the server was saved.

    Args:
        config: The server that is edited; None adds one.
        parent: What the window belongs to.

    Signals:
        save: Keep the server; carries its `ServerConfig`, and the name of the one it replaces
            or None.
    """

    save = Signal(object, object)

    def __init__(self, *, config: ServerConfig | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._config = config
        self.setObjectName("server_dialog")
        self._lines = {name: QLineEdit() for name in _LINES}
        for name, line in self._lines.items():
            line.setObjectName(f"server_{name}")
        self._areas = {
            name: TextArea(f"server_{name}") for name in ("paste", "environment", "headers")
        }
        for area in self._areas.values():
            area.setFixedHeight(_SHORT)
        words = _words()
        self._fields = {
            name: FormField(control, *words[name])
            for name, control in (self._lines | self._areas).items()
        }
        self._fields["paste"].setVisible(config is None)
        self.kind = tab_bar("server_kind", _("A program on this computer"), _("An address"))
        self.kind.setAccessibleName(_("How it is reached"))
        self.problem = plain_label(role="failed")
        self.problem.setObjectName("server_problem")
        self.problem.hide()
        self.save_button = push_button(
            "server_save", _("Save"), role="primary", on_click=self.submit
        )
        self.save_button.setDefault(True)
        self.kind.currentChanged.connect(self._turn)
        self._areas["paste"].textChanged.connect(self._pasted)
        self._lay_out()
        self.resize(560, 640)
        self.setMinimumSize(360, 400)
        self._show(ServerFields() if config is None else server_fields_of(config))
        title = _("Add an MCP server") if config is None else _("Edit the MCP server")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        (self._areas["paste"] if config is None else self._lines["name"]).setFocus()

    @property
    def fields(self) -> ServerFields:
        """What stands in the form."""
        areas = {name: self._areas[name].text for name in ("environment", "headers")}
        lines = {name: line.text() for name, line in self._lines.items()}
        return ServerFields(is_remote=self.kind.currentIndex() == 1, **lines, **areas)

    def submit(self) -> None:
        """Save what stands in the form, or say what is wrong with it."""
        self._forgive()
        was = self._config
        try:
            config = config_of(self.fields, is_enabled=True if was is None else was.is_enabled)
        except FormProblem as problem:
            self._show_problem(problem)
            return
        self.save_button.setEnabled(False)
        self.save.emit(config, None if was is None else was.name)

    def settle(self, error: str) -> None:
        """Take how saving went; closes unless there is an error."""
        self.save_button.setEnabled(True)
        if not error:
            self.accept()
            return
        self.problem.setText(error)
        self.problem.show()

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setObjectName("column")
        fields = self._fields
        vbox(
            fields["paste"],
            fields["name"],
            self.kind,
            *(fields[name] for name in _COMMAND + _ADDRESS),
            fields["timeout_s"],
            STRETCH,
            inside=inside,
            margins=(18, 16, 18, 8),
            gap=12,
        )
        below = vbox(
            plain_label(
                _(
                    "A server you add sees what its tools are called with. Its tools ask you before"
                    " they run."
                ),
                role="secondary",
            ),
            self.problem,
            dialog_buttons(
                push_button("server_cancel", _("Cancel"), on_click=self.reject),
                self.save_button,
            ),
            margins=(18, 4, 18, 16),
            gap=8,
        )
        vbox((scroll_area(inside), 1), below, inside=self)

    def _show(self, fields: ServerFields) -> None:
        for name, line in self._lines.items():
            line.setText(getattr(fields, name))
        self._areas["environment"].begin(fields.environment)
        self._areas["headers"].begin(fields.headers)
        self.kind.setCurrentIndex(int(fields.is_remote))
        self._turn(self.kind.currentIndex())

    def _turn(self, index: int) -> None:
        for name in _COMMAND + _ADDRESS:
            self._fields[name].setVisible((name in _ADDRESS) is (index == 1))

    def _pasted(self) -> None:
        """Fill the form from a piece of JSON, as soon as it is whole."""
        self._forgive()
        text = self._areas["paste"].text
        if not text.strip():
            return
        try:
            self._show(fields_from_json(text))
        except FormProblem as problem:
            self._show_problem(problem)

    def _show_problem(self, problem: FormProblem) -> None:
        self._fields[problem.field].show_error(problem.problem)
        (self._lines | self._areas)[problem.field].setFocus()

    def _forgive(self) -> None:
        self.problem.hide()
        for field in self._fields.values():
            field.show_error("")

    @override
    def closeEvent(self, arg__1: QCloseEvent) -> None:
        self.reject()
        arg__1.accept()


def _words() -> dict[str, tuple[str, str]]:
    """Return the title and the hint of each field."""
    return {
        "paste": (
            _("Paste what its instructions show"),
            _("The JSON with “mcpServers” fills in the rest. Or enter it by hand."),
        ),
        "name": (_("Name"), ""),
        "command": (
            _("Command"),
            _("As in a terminal, such as npx -y @modelcontextprotocol/server-everything"),
        ),
        "environment": (
            _("Environment"),
            _("A line NAME=value each. It is kept in a private file."),
        ),
        "folder": (
            _("Folder"),
            _("If this is empty, the server starts in a private empty folder."),
        ),
        "url": (_("Address"), _("Such as https://example.com/mcp")),
        "headers": (
            _("Headers"),
            _("A line Name: value each, such as a key. They are kept in a private file."),
        ),
        "client_id": (
            _("Client id"),
            _("Only if its operator gave you one: most servers need none to sign in."),
        ),
        "callback_port": (
            _("Port for the way back"),
            _("Only if the operator wants one: the address is http://127.0.0.1:PORT/callback"),
        ),
        "timeout_s": (
            _("Seconds for a call"),
            _("From 1 to 300. If this is empty, the time limit of all tools counts."),
        ),
    }

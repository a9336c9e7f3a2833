"""The settings page about MCP servers: which there are, how it stands with them, and new ones."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QMenu, QPushButton
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage, clear_layout
from assistant.channels.desktop.settings.server_dialog import ServerDialog
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Switch
from assistant.channels.desktop.widgets.dialogs import ChoiceDialog, DialogChoice
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.channels.desktop.widgets.model.short_text import elided
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _, mark
from assistant.mcp_server import HttpTarget, ServerConfig, ServerState, StdioTarget
from assistant.protocol.events import EngineEvent
from assistant.protocol.mcp_servers import (
    CancelSignIn,
    ListServers,
    ReconnectServer,
    RemoveServer,
    SaveServer,
    ServerEntry,
    ServerSaved,
    ServersListed,
    SignInToServer,
    SignOutOfServer,
    UseServerPrompt,
)

_STATES: Final = {
    ServerState.OFF: mark("Off"),
    ServerState.CONNECTING: mark("Connecting…"),
    ServerState.CONNECTED: mark("Connected"),
    ServerState.LOST: mark("Not reached"),
    ServerState.SIGN_IN: mark("Needs you to sign in"),
    ServerState.SIGNING_IN: mark("Waiting for your browser…"),
}
_ROLES: Final = {
    ServerState.OFF: "secondary",
    ServerState.CONNECTING: "secondary",
    ServerState.CONNECTED: "success",
    ServerState.LOST: "failed",
    ServerState.SIGN_IN: "failed",
    ServerState.SIGNING_IN: "secondary",
}
_REACHED: Final = 200
"""Characters of a command or an address that are shown."""
_PROMPT: Final = 60
"""Characters of a prompt's name that are shown."""
_NAMED: Final = 8
"""Tools, resources or prompts that are named, each."""


class ServerRow(QFrame):
    """One server: where it is, how it stands with it, what it brings, and what may be done."""

    def __init__(self, entry: ServerEntry, *, theme: Theme, page: "ServersPage") -> None:
        super().__init__()
        self._entry = entry
        self._page = page
        self.setObjectName(f"server_{entry.config.name}")
        self.setProperty("role", "panel")
        self._name = plain_label()
        self.state = plain_label()
        self.state.setWordWrap(False)
        self.switch = Switch(theme=theme)
        self.switch.clicked.connect(self._switched)
        self._reached = plain_label(role="description", mono=True)
        self._brings = plain_label(role="description")
        self._detail = plain_label(role="failed")
        self.edit_button = self._button("edit", _("Edit…"), lambda: page.edit(self._entry.config))
        self.prompt_button = self._button("prompts", _("Use a prompt…"), self._offer_prompts)
        self._prompt_menu = QMenu(self)
        self.sign_in_button = self._button(
            "sign_in", _("Sign in…"), lambda: page.sign_in(self._entry)
        )
        self.cancel_button = self._button(
            "cancel_sign_in", _("Cancel"), lambda: page.cancel_sign_in(self._entry)
        )
        self.sign_out_button = self._button(
            "sign_out", _("Sign out"), lambda: page.sign_out(self._entry)
        )
        self.again_button = self._button(
            "again", _("Try again"), lambda: page.reconnect(self._entry)
        )
        self.remove_button = self._button(
            "remove", _("Remove…"), lambda: page.ask_to_remove(self._entry)
        )
        middle = Qt.AlignmentFlag.AlignVCenter
        head = hbox((self._name, 1), (self.state, middle), (self.switch, middle), gap=10)
        foot = flow(
            self.sign_in_button,
            self.cancel_button,
            self.edit_button,
            self.prompt_button,
            self.again_button,
            self.sign_out_button,
            self.remove_button,
            gap=4,
        )
        vbox(
            head,
            self._reached,
            self._brings,
            self._detail,
            foot,
            inside=self,
            margins=(14, 9, 12, 7),
            gap=4,
        )
        self.show_entry(entry)

    def _button(self, name: str, text: str, act: Callable[[], None]) -> QPushButton:
        server = self._entry.config.name
        button = push_button(f"{name}_{server}", text, role="link", on_click=act)
        button.setAccessibleName(f"{text} {server}")
        return button

    def show_entry(self, entry: ServerEntry) -> None:
        """Show how it stands with the server now."""
        self._entry = entry
        config = entry.config
        name = config.name
        self._name.setText(f"{name} · {entry.title}" if entry.title else name)
        self.state.setText(_(_STATES[entry.state]))
        self.state.setProperty("role", _ROLES[entry.state])
        restyle(self.state)
        self.switch.setChecked(config.is_enabled)
        self.switch.setAccessibleName(_("Use {server}").format(server=name))
        reached = _address(config)
        self._reached.setText(elided(reached, _REACHED))
        brings = _brings(entry)
        self._brings.setText(brings)
        self._brings.setVisible(bool(brings))
        self._detail.setText(entry.detail)
        self._detail.setVisible(bool(entry.detail))
        wants_user = entry.state in {ServerState.SIGN_IN, ServerState.SIGNING_IN}
        self.sign_in_button.setVisible(wants_user)
        self.cancel_button.setVisible(entry.state is ServerState.SIGNING_IN)
        self.sign_out_button.setVisible(entry.is_signed_in)
        self.again_button.setVisible(entry.state in {ServerState.LOST, ServerState.SIGN_IN})
        self.prompt_button.setVisible(entry.state is ServerState.CONNECTED and bool(entry.prompts))

    def prompts(self) -> QMenu:
        """Return the menu of the server's prompts; the words of a chosen one are put before you."""
        self._prompt_menu.clear()
        for prompt in self._entry.prompts:
            # An ampersand of the server's would underline a letter.
            action = self._prompt_menu.addAction(elided(prompt, _PROMPT).replace("&", "&&"))
            action.triggered.connect(partial(self._page.use_prompt, self._entry, prompt))
        return self._prompt_menu

    def _offer_prompts(self) -> None:
        below = self.prompt_button.rect().bottomLeft()
        self.prompts().popup(self.prompt_button.mapToGlobal(below))

    def _switched(self, is_enabled: bool) -> None:
        self._page.enable(self._entry.config, is_enabled=is_enabled)


class ServersPage(SettingsPage):
    """The MCP servers: which there are, and new ones."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(context, name="servers", title=_("MCP servers"), icon=Icon.SERVER)
        self._engine = context.engine
        self._servers: tuple[ServerEntry, ...] = ()
        self._rows: dict[str, ServerRow] = {}
        self.dialog: ServerDialog | None = None
        about = SettingsNote(
            _(
                "MCP servers bring more tools: calendars, documents, smart homes. What they"
                " bring asks you before it runs, unless you say otherwise on the page Tools."
            )
        )
        self._list = vbox(gap=8)
        self.problem = plain_label(role="failed")
        self.problem.hide()
        self.add_button = push_button(
            "add_server", _("Add a server…"), on_click=lambda: self.edit(None)
        )
        self._box.addWidget(about)
        self._box.addLayout(self._list)
        self._box.addWidget(self.problem)
        self._box.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._fill()

    @property
    def rows(self) -> tuple[ServerRow, ...]:
        """The servers that are shown, top to bottom."""
        return tuple(self._rows.values())

    @override
    def load(self) -> None:
        self.problem.hide()
        self._engine.submit(ListServers())

    @override
    def handle(self, event: EngineEvent) -> None:
        match event:
            case ServersListed():
                names = [entry.config.name for entry in event.servers]
                before = [entry.config.name for entry in self._servers]
                self._servers = event.servers
                if names != before:
                    self._fill()
                for entry in event.servers:
                    self._rows[entry.config.name].show_entry(entry)
            case ServerSaved() if self.dialog is not None:
                self.dialog.settle(event.error)
            case ServerSaved():
                self.problem.setText(event.error)
                self.problem.setVisible(bool(event.error))
            case _:
                pass

    def edit(self, config: ServerConfig | None) -> None:
        """Open the form for a server, or for a new one."""
        self.dialog = ServerDialog(config=config, parent=self.window())
        self.dialog.save.connect(self._save)
        self.dialog.finished.connect(self._closed)
        self.dialog.open()

    def enable(self, config: ServerConfig, *, is_enabled: bool) -> None:
        """Use a server, or let it rest."""
        self._save(replace(config, is_enabled=is_enabled), config.name)

    def reconnect(self, entry: ServerEntry) -> None:
        """Try a server again."""
        self._engine.submit(ReconnectServer(name=entry.config.name))

    def sign_in(self, entry: ServerEntry) -> None:
        """Open the browser at a server's sign-in."""
        self._engine.submit(SignInToServer(name=entry.config.name))

    def cancel_sign_in(self, entry: ServerEntry) -> None:
        """Wait no more for the browser."""
        self._engine.submit(CancelSignIn(name=entry.config.name))

    def sign_out(self, entry: ServerEntry) -> None:
        """Forget how the user signed in at a server."""
        self._engine.submit(SignOutOfServer(name=entry.config.name))

    def use_prompt(self, entry: ServerEntry, prompt: str, *_checked: bool) -> None:
        """Put the words of a server's prompt into the composer."""
        self._engine.submit(UseServerPrompt(server=entry.config.name, prompt=prompt))

    def ask_to_remove(self, entry: ServerEntry) -> None:
        """Ask whether a server is to be forgotten."""
        name = entry.config.name
        ChoiceDialog(
            title=_("Remove {server}?").format(server=name),
            text=_("Its tools go away, and so does what you entered for it."),
            choices=(
                DialogChoice(
                    name="remove_server",
                    label=_("Remove"),
                    act=lambda: self._engine.submit(RemoveServer(name=name)),
                ),
                DialogChoice(
                    name="keep_server", label=_("Keep"), act=lambda: None, is_primary=True
                ),
            ),
            parent=self.window(),
        ).open()

    def _save(self, config: ServerConfig, replaces: str | None) -> None:
        self._engine.submit(SaveServer(config=config, replaces=replaces))

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _fill(self) -> None:
        clear_layout(self._list)
        self._rows = {
            entry.config.name: ServerRow(entry, theme=self._context.theme, page=self)
            for entry in self._servers
        }
        for shown in self._rows.values():
            self._list.addWidget(shown)
        if not self._rows:
            self._list.addWidget(plain_label(_("No server yet."), role="secondary"))


def _address(config: ServerConfig) -> str:
    match config.target:
        case HttpTarget() as address:
            return address.url
        case StdioTarget() as command:
            return " ".join((command.program, *command.arguments))


def _brings(entry: ServerEntry) -> str:
    return "\n".join(
        f"{title}: {_named(names)}"
        for title, names in (
            (_("Tools"), entry.tools),
            (_("Resources"), entry.resources),
            (_("Prompts"), entry.prompts),
        )
        if names
    )


def _named(names: tuple[str, ...]) -> str:
    shown = ", ".join(elided(name, 60) for name in names[:_NAMED])
    more = len(names) - _NAMED
    return shown if more <= 0 else _("{names} and {n} more").format(names=shown, n=more)

"""The settings page about Telegram: the bot, the accounts that are linked, and one more."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFrame
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.settings.field_page import section_fields
from assistant.channels.desktop.settings.fields import SettingField
from assistant.channels.desktop.settings.page import SettingsNote, SettingsPage, clear_layout
from assistant.channels.desktop.settings.secret_field import SecretField
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.controls import Dropdown
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.qr_picture import qr_picture
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.events import EngineEvent
from assistant.protocol.telegram import (
    HideLinkCode,
    ListTelegram,
    MapTelegramAccount,
    ShowLinkCode,
    TelegramAccountEntry,
    TelegramLink,
    TelegramListed,
    TelegramState,
    UnlinkTelegramAccount,
    state_text,
)


class AccountRow(QFrame):
    """One account: who it is, where it talks, and a button that unlinks it."""

    def __init__(
        self,
        entry: TelegramAccountEntry,
        *,
        listed: TelegramListed,
        theme: Theme,
        engine: EngineClient,
    ) -> None:
        super().__init__()
        self._entry = entry
        self._engine = engine
        self.setObjectName(f"account_{entry.user_id}")
        self.setProperty("role", "panel")
        self.workspace = self._choice(theme, listed.workspaces, entry.workspace)
        self.workspace.setAccessibleName(_("Workspace of {name}").format(name=entry.name))
        self.agent = self._choice(theme, listed.agents, entry.agent)
        self.agent.setAccessibleName(_("Persona of {name}").format(name=entry.name))
        self.unlink = push_button(
            f"unlink_{entry.user_id}",
            text=_("Unlink"),
            on_click=lambda: engine.submit(UnlinkTelegramAccount(user_id=entry.user_id)),
        )
        self.unlink.setAccessibleName(_("Unlink {name}").format(name=entry.name))
        head = hbox((plain_label(entry.name), 1), self.unlink, gap=10)
        where = hbox(
            *(
                (vbox(plain_label(words, role="description"), choice, gap=3), 1)
                for words, choice in (
                    (_("Workspace"), self.workspace),
                    (_("Persona"), self.agent),
                )
            ),
            gap=8,
        )
        vbox(head, where, inside=self, gap=6, margins=(14, 9, 12, 9))

    def _choice(self, theme: Theme, names: Sequence[str], chosen: str) -> Dropdown:
        choice = Dropdown(theme=theme)
        with QSignalBlocker(choice):
            for name in dict.fromkeys((*names, chosen)):
                choice.addItem(name, name)
            choice.setCurrentIndex(choice.findData(chosen))
        choice.activated.connect(self._chosen)
        return choice

    def _chosen(self, _index: int) -> None:
        workspace: str = self.workspace.currentData()
        agent: str = self.agent.currentData()
        if (workspace, agent) != (self._entry.workspace, self._entry.agent):
            self._engine.submit(
                MapTelegramAccount(user_id=self._entry.user_id, workspace=workspace, agent=agent)
            )


class LinkPanel(QFrame):
    """A code that links one account, as a picture and in letters."""

    def __init__(self, link: TelegramLink, *, bot_name: str, engine: EngineClient) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setObjectName("link_code")
        picture = plain_label()
        picture.setObjectName("link_picture")
        if link.address:
            picture.setPixmap(qr_picture(link.address, scale=self.devicePixelRatioF()))
            picture.setAccessibleName(_("A picture of the link, for the camera of the phone"))
        code = selectable(plain_label(f"{link.code[:4]} {link.code[4:]}", role="headline"))
        code.setObjectName("link_letters")
        until = f"{link.expires_at.astimezone():%H:%M}"
        how = (
            _("Scan the picture with your phone, or send this code to @{bot}.").format(bot=bot_name)
            if link.address
            else _("Send this code to your bot.")
        )
        words = vbox(
            plain_label(how),
            code,
            plain_label(
                _("It links one account and is good until {time}.").format(time=until),
                role="description",
            ),
            push_button(
                "hide_code", text=_("Cancel"), on_click=lambda: engine.submit(HideLinkCode())
            ),
            gap=8,
        )
        words.addStretch(1)
        top = Qt.AlignmentFlag.AlignTop
        hbox((picture, top), (words, 1), inside=self, gap=16, margins=(14, 12, 12, 12))


class TelegramPage(SettingsPage):
    """How Parley is reached over Telegram."""

    def __init__(self, context: DesktopContext) -> None:
        super().__init__(
            context, name="telegram", title=_("Telegram"), icon=Icon.PAPER_PLANE, gap=18
        )
        self._listed = TelegramListed()
        self._is_heard = False
        """Whether the engine has told how things stand."""
        self._fields = section_fields(context, "telegram")
        self.rows: tuple[AccountRow, ...] = ()
        self.token_field = SecretField(
            secrets=context.secrets.telegram_token,
            title=_("Token of your bot"),
            hint=_(
                "In Telegram, write /newbot to @BotFather: it gives you the token."
                " It is kept in the system's key store."
            ),
            stored=_("A token is stored. Type to replace it."),
            missing=_("No token yet"),
        )
        self._state = vbox(gap=0)
        self.link_button = push_button("link_account", _("Link an account…"), on_click=self._link)
        self._accounts = vbox(gap=8)
        about = SettingsNote(
            _(
                "Write or speak to Parley from your phone, and answer its questions there."
                " Only accounts that you link here reach it; anybody else is told how to link, and"
                " no more. From there Parley looks things up in its own data and the folders that"
                " you opened, and changes what can be undone: notes, lists, timers, lines of memory,"
                " what is in the trash, the volume of its voice. All else it does at this computer"
                " only."
            )
        )
        self._box.addWidget(about)
        self._box.addWidget(self.token_field)
        self._box.addLayout(self._state)
        self._box.addWidget(plain_label(_("Linked accounts"), role="section"))
        self._box.addLayout(self._accounts)
        self._box.addLayout(hbox(self.link_button, STRETCH))
        for field in self._fields:
            self._box.addWidget(field)
        self._fill()

    @override
    def load(self) -> None:
        self.token_field.load()
        for field in self._fields:
            if isinstance(field, SettingField):
                field.load()
        self._context.engine.submit(ListTelegram())

    @override
    def apply(self) -> None:
        for field in self._fields:
            if isinstance(field, SettingField):
                field.apply()
        if self._listed.link is not None:
            self._context.engine.submit(HideLinkCode())

    @override
    def handle(self, event: EngineEvent) -> None:
        if isinstance(event, TelegramListed):
            self._listed, self._is_heard = event, True
            self._fill()

    def _fill(self) -> None:
        listed = self._listed
        theme, engine = self._context.theme, self._context.engine
        self._show_state()
        self.link_button.setVisible(listed.link is None)
        clear_layout(self._accounts)
        if listed.problem:
            self._accounts.addWidget(plain_label(listed.problem, role="failed"))
        self.rows = tuple(
            AccountRow(entry, listed=listed, theme=theme, engine=engine)
            for entry in listed.accounts
        )
        for row in self.rows:
            self._accounts.addWidget(row)
        if not self.rows:
            self._accounts.addWidget(plain_label(_("No account is linked."), role="secondary"))
        if listed.link is not None:
            self._accounts.addWidget(
                LinkPanel(listed.link, bot_name=listed.bot_name, engine=engine)
            )

    def _show_state(self) -> None:
        listed = self._listed
        clear_layout(self._state)
        if self._is_heard and listed.state is not TelegramState.NO_TOKEN:
            text = state_text(listed, self._context.clock.now())
            role = "failed" if listed.state.is_trouble else "secondary"
            self._state.addWidget(plain_label(text, role=role, name="bot_state"))

    def _link(self) -> None:
        if self._context.secrets.telegram_token.is_set():
            self._context.engine.submit(ShowLinkCode())
        else:
            self.token_field.show_error(_("Enter the token of your bot first."))
            self.token_field.control.setFocus(Qt.FocusReason.OtherFocusReason)

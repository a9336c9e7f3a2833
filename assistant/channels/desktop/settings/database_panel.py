"""Where the user's devices meet: the address of a database, its password, and whether it works."""

from dataclasses import dataclass, field
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import flow, vbox
from assistant.errors import ConfigError
from assistant.locale import _, joined
from assistant.protocol.sync import (
    EncryptRecords,
    ListSync,
    OpenRecords,
    PassphraseTried,
    SyncTried,
    TrySync,
)
from assistant.settings.schema import controls
from assistant.sync.model.address import EXAMPLE, DatabaseAddress, read_address
from assistant.sync.model.status import SyncStatus
from assistant.sync.model.status_text import fault_hint, fault_text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """What stood in the fields when the database was chosen."""

    url: str
    password: str = field(repr=False)
    """Empty if the stored one is used."""
    has_passphrase: bool


class DatabasePanel(QFrame):
    """Takes an address, tries it, and has the device use it.

    Nothing is saved before the database was reached: until then nobody knows whether what the user
    has said so far would go to the right place.

    Signals:
        saved: Another database is used, or none.
        refused: What the user wanted was not done; carries why.
    """

    saved = Signal()
    refused = Signal(str)

    def __init__(self, context: DesktopContext) -> None:
        super().__init__()
        self._settings = context.settings
        self._password = context.secrets.sync_password
        self._passphrase = context.secrets.sync_passphrase  # it belongs to one database
        self._engine = context.engine
        self._awaited = ""
        """The address that is being tried."""
        self._is_wanted = False
        """Whether it is to be used if it works."""
        self._is_opening = False
        """Whether a passphrase is being tried; the database is set and not used until then."""
        self._is_encrypted = False
        """Whether the database that is chosen was found encrypted: then it is opened, else encrypted."""
        self._tried: SyncTried | None = None
        self.setObjectName("database")
        self.url: Final = QLineEdit()
        self.url.setObjectName("setting_sync_url")
        self.url.setPlaceholderText(EXAMPLE)
        self.secret: Final = QLineEdit()
        self.secret.setObjectName("sync_password")
        self.secret.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase: Final = QLineEdit()
        self.passphrase.setObjectName("sync_passphrase")
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        shown = controls("sync")["url"]
        self._url_field = FormField(self.url, _(shown.title), _(shown.hint))
        self._passphrase_field = FormField(
            self.passphrase,
            _("Passphrase, if you want one"),
            _("Only your devices can read what they share then; each needs the same one."),
        )
        self._secret_field = FormField(
            self.secret, _("Password"), _("Kept in the system's key store.")
        )
        self.use_button: Final = push_button(
            "use_database", _("Connect"), role="primary", on_click=self._use
        )
        self.try_button: Final = push_button("try_database", _("Try it"), on_click=self._try)
        self.forget_button: Final = push_button(
            "forget_database", _("Forget this database"), role="link", on_click=self._forget
        )
        self.result: Final = plain_label(name="database_result")
        self._hint = plain_label(role="description")
        for edit in (self.url, self.secret, self.passphrase):
            edit.textChanged.connect(self._edited)
            edit.returnPressed.connect(self._use)
        self.url.editingFinished.connect(self._part)
        vbox(
            self._url_field,
            self._secret_field,
            self._passphrase_field,
            flow(self.use_button, self.try_button, self.forget_button),
            self.result,
            self._hint,
            inside=self,
            gap=12,
        )
        self.load()

    def load(self) -> None:
        """Show what is used."""
        self.url.setText(str(self._settings.get("sync", "url")))
        self.url.setCursorPosition(0)  # in a narrow window the server's name matters most
        self.secret.clear()
        self.passphrase.clear()
        self._tried, self._awaited = None, ""
        self._is_opening = False
        self._show()

    def settle(self, tried: SyncTried) -> None:
        """Show what came of trying, and use the database if that was wanted and it works."""
        if tried.url != self._awaited:
            return
        self._awaited = ""
        self._tried = tried
        self._is_encrypted = tried.is_encrypted
        if tried.problem is None and self._is_wanted:
            if self.passphrase.text() and tried.devices and not tried.is_encrypted:
                self._refuse(
                    self._passphrase_field,
                    _(
                        "This database is not encrypted. Leave this empty; once you are connected,"
                        " you can encrypt it below."
                    ),
                )
            else:
                self._save()
        elif tried.problem is not None and self._is_wanted:
            fault = tried.problem.fault
            self.refused.emit(joined(fault_text(fault), fault_hint(fault)))
        self._show()

    def _refuse(self, beside: FormField, why: str) -> None:
        """Show beside a field why something was not done, and tell it where nobody looks at it."""
        beside.show_error(why)
        self.refused.emit(why)

    def follow(self, status: SyncStatus) -> None:
        """Set the passphrase as soon as the engine knows the database."""
        if self._is_opening and self.passphrase.text() and status.address == self.url.text():
            passphrase = self.passphrase.text()
            self.passphrase.clear()
            self._is_opening = True
            self._engine.submit(
                OpenRecords(secret=passphrase)
                if self._is_encrypted
                else EncryptRecords(passphrase=passphrase)
            )

    def passphrase_tried(self, tried: PassphraseTried) -> None:
        """Begin to use the database, or say why its passphrase does not do."""
        if not self._is_opening:
            return
        self._is_opening = False
        if tried.refusal:
            self._passphrase_field.show_error(tried.refusal)
        else:
            self._settings.set("sync", "enabled", True, self._opened)
        self._show()

    def _opened(self, problem: str | None) -> None:
        self._settled(problem)
        self.saved.emit()

    def _settled(self, problem: str | None) -> None:
        """Show beside the address what came of saving a setting, which the settings tell."""
        self._url_field.show_error(problem or "")

    def _show(self) -> None:
        self.secret.setPlaceholderText(
            _("A password is stored. Type to replace it.")
            if self._password.is_set()
            else _("No password yet")
        )
        self._enable()
        self._show_result()

    # What the user does.

    def _edited(self) -> None:
        self._tried, self._awaited, self._is_opening = None, "", False
        self._url_field.show_error("")
        self._secret_field.show_error("")
        self._passphrase_field.show_error("")
        self._enable()
        self._show_result()

    def _part(self) -> None:
        """Part a pasted address from its password as soon as the field is left."""
        if self.url.text().strip():
            self._read()

    def _try(self) -> None:
        self._begin(is_wanted=False)

    def _use(self) -> None:
        if self.use_button.isEnabled():
            self._begin(is_wanted=True)

    def _begin(self, *, is_wanted: bool) -> None:
        address = self._read()
        if address is None:
            return
        self._is_wanted = is_wanted
        self._awaited = address.url
        self._tried = None
        self._engine.submit(TrySync(url=address.url, password=self._typed(address.url)))
        self._enable()
        self._show_result()

    def _typed(self, url: str) -> str | None:
        """Return the password to try; the stored one goes to the database it belongs to alone."""
        if self.secret.text() or url != self._settings.get("sync", "url"):
            return self.secret.text()
        return None

    def _read(self) -> DatabaseAddress | None:
        """Return the address; its password goes into the field below."""
        try:
            address = read_address(self.url.text())
        except ConfigError as error:
            self._url_field.show_error(joined(error.message, error.hint))
            return None
        if address.url != self.url.text():
            self.url.setText(address.url)
            self.url.setCursorPosition(0)
        if address.password:
            self.secret.setText(address.password)
        return address

    def _save(self) -> None:
        """Keep the password, then use the database; each step begins once the one before is done."""
        chosen = _Chosen(
            url=self.url.text(),
            password=self.secret.text(),
            has_passphrase=bool(self.passphrase.text()),
        )
        if chosen.password:
            self._password.set(chosen.password, partial(self._password_kept, chosen))
        else:
            self._password_kept(chosen, None)

    def _password_kept(self, chosen: _Chosen, problem: str | None) -> None:
        if problem is not None:
            self._refuse(self._secret_field, problem)
        elif chosen.url == self._settings.get("sync", "url"):
            self._use_chosen(chosen, None)
        else:  # what opened another database would lock this one for every other device
            self._passphrase.clear(partial(self._use_chosen, chosen))

    def _use_chosen(self, chosen: _Chosen, problem: str | None) -> None:
        if problem is not None:
            self._refuse(self._url_field, problem)
            return
        values = {"url": chosen.url, "enabled": not chosen.has_passphrase}
        self._settings.set_together("sync", values, partial(self._used, chosen))

    def _used(self, chosen: _Chosen, problem: str | None) -> None:
        """Go on once the database is the one in use."""
        self._settled(problem)
        if problem is not None:
            return
        if self.secret.text() == chosen.password:
            tried = self._tried
            self.secret.clear()
            self._tried = tried  # clearing the field is no change of the user's
        self._is_opening = chosen.has_passphrase
        if self._is_opening:
            self._engine.submit(ListSync())  # it may have told of the database before this is known
        self._show()
        self.saved.emit()

    def _forget(self) -> None:
        """Forget the address, then the password, then the passphrase."""
        self._settings.set("sync", "url", "", self._address_forgotten)

    def _address_forgotten(self, problem: str | None) -> None:
        if problem is None:
            self._password.clear(self._password_forgotten)
        else:
            self._show_forgotten(problem)

    def _password_forgotten(self, problem: str | None) -> None:
        if problem is None:
            self._passphrase.clear(self._forgotten)
        else:
            self._forgotten(problem)

    def _forgotten(self, problem: str | None) -> None:
        if problem is not None:
            self.refused.emit(problem)
        self._show_forgotten(problem)

    def _show_forgotten(self, problem: str | None) -> None:
        self.load()
        self._settled(problem)
        self.saved.emit()

    # What is shown.

    def _enable(self) -> None:
        stored, url = str(self._settings.get("sync", "url")), self.url.text().strip()
        is_free = bool(url) and not self._awaited
        typed = self.secret.text() or self.passphrase.text()
        is_other = url != stored or bool(typed)
        self.use_button.setEnabled(is_free and is_other and not self._is_opening)
        self._passphrase_field.setVisible(url != stored or bool(self._passphrase_field.error))
        self.try_button.setEnabled(is_free)
        self.forget_button.setVisible(bool(stored))

    def _show_result(self) -> None:
        text, hint, role = "", "", "secondary"
        if self._awaited or self._is_opening:
            text = _("Trying…")
        elif self._tried is not None and self._tried.problem is not None:
            problem = self._tried.problem
            text, hint, role = fault_text(problem.fault), fault_hint(problem.fault), "failed"
            hint = f"{problem.detail}\n{hint}" if problem.detail else hint
        elif self._tried is not None:
            text, role = _works(self._tried), "success"
        self.result.setText(text)
        self.result.setProperty("role", role)
        restyle(self.result)
        self.result.setVisible(bool(text))
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))


def _works(tried: SyncTried) -> str:
    match tried.devices:
        case 0:
            text = _("It works. This will be the first device there.")
        case 1:
            text = _("It works. One device uses it already.")
        case count:
            text = _("It works. {n} devices use it already.").format(n=count)
    if tried.is_encrypted:
        return f"{text} " + _("It is encrypted: have your passphrase ready.")
    return text

"""Encryption of what the user's devices share: encrypt it, open it, change the passphrase, make a sheet."""

from enum import Enum
from typing import Final

from PySide6.QtWidgets import QFrame, QLineEdit

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import flow, vbox
from assistant.locale import _
from assistant.protocol.client import EngineClient
from assistant.protocol.sync import ChangePassphrase, EncryptRecords, MakeRecoveryCode, OpenRecords
from assistant.sync.model.faults import SyncFault
from assistant.sync.model.status import SyncStatus


class _Lock(Enum):
    """How it stands with the encryption."""

    UNKNOWN = "unknown"
    """The server was not reached yet."""
    PLAIN = "plain"
    LOCKED = "locked"
    """Encrypted, and this device cannot open it."""
    OPENED = "opened"


class PassphrasePanel(QFrame):
    """Hidden until it is known whether the records are encrypted."""

    def __init__(self, *, engine: EngineClient) -> None:
        super().__init__()
        self._engine = engine
        self._lock = _Lock.UNKNOWN
        self._is_encrypting = False
        self.setObjectName("passphrase")
        self._about = plain_label(role="description")
        self.secret: Final = self._edit("passphrase_secret")
        self.new: Final = self._edit("passphrase_new")
        self._secret_field = FormField(self.secret)
        self._new_field = FormField(self.new)
        self.main_button: Final = push_button("passphrase_main", on_click=self._act)
        self.sheet_button: Final = push_button(
            "recovery_sheet", _("Print recovery sheet…"), on_click=self._make_sheet
        )
        self.secret.returnPressed.connect(self._act)
        self.new.returnPressed.connect(self._act)
        vbox(
            plain_label(_("Encryption"), role="section"),
            self._about,
            self._secret_field,
            self._new_field,
            flow(self.main_button, self.sheet_button),
            inside=self,
            gap=10,
        )
        self._show()

    @property
    def is_locked(self) -> bool:
        """Whether nothing goes on before something is entered here."""
        return self._lock is _Lock.LOCKED

    def show_status(self, status: SyncStatus) -> None:
        """Show what can be done as it stands."""
        lock = _lock_of(status)
        if lock is not self._lock:
            self._lock = lock
            self.secret.clear()
            self.new.clear()
            self._show()

    def show_refusal(self, text: str) -> None:
        """Show why what was wanted was not done; nothing if that is empty."""
        field = self._new_field if self._lock is _Lock.PLAIN else self._secret_field
        field.show_error(text)
        self._encrypting(is_so=False)
        if not text and self._lock is _Lock.OPENED:
            self.secret.clear()
            self.new.clear()

    def _show(self) -> None:
        self.setVisible(self._lock is not _Lock.UNKNOWN)
        about, title, hint, button = _WORDS[self._lock]()
        self._about.setText(about)
        self._secret_field.describe(title, hint)
        is_opened = self._lock is _Lock.OPENED
        is_plain = self._lock is _Lock.PLAIN
        self._new_field.describe(
            _("New passphrase"),
            _("You get a recovery sheet, in case you forget it.")
            if is_plain
            else _("Only if you want another one."),
        )
        self.main_button.setText(_("Encrypting…") if self._is_encrypting else button)
        self.main_button.setAccessibleName(self.main_button.text())
        self._secret_field.setVisible(not is_plain)
        self._new_field.setVisible(is_opened or is_plain)
        self.sheet_button.setVisible(is_opened)

    def _edit(self, name: str) -> QLineEdit:
        edit = QLineEdit()
        edit.setObjectName(name)
        edit.setEchoMode(QLineEdit.EchoMode.Password)
        return edit

    def _act(self) -> None:
        if self._is_encrypting:
            return
        secret, new = self.secret.text(), self.new.text()
        if not secret and self._lock is not _Lock.PLAIN:
            self._secret_field.show_error(_("Enter it first."))
            self.secret.setFocus()
        elif self._lock is _Lock.LOCKED:
            self._engine.submit(OpenRecords(secret=secret))
        elif not new:
            self._new_field.show_error(_("Enter it first."))
            self.new.setFocus()
        elif self._lock is _Lock.PLAIN:
            self._encrypting(is_so=True)
            self._engine.submit(EncryptRecords(passphrase=new))
        else:
            self._engine.submit(ChangePassphrase(secret=secret, passphrase=new))

    def _encrypting(self, *, is_so: bool) -> None:
        """Show whether it is being encrypted, which takes minutes where very much is stored."""
        self._is_encrypting = is_so
        self.main_button.setEnabled(not is_so)
        self.new.setReadOnly(is_so)
        self._show()

    def _make_sheet(self) -> None:
        secret = self.secret.text()
        if secret:
            self._engine.submit(MakeRecoveryCode(secret=secret))
        else:
            self._secret_field.show_error(_("Enter it first."))
            self.secret.setFocus()


def _lock_of(status: SyncStatus) -> _Lock:
    fault = None if status.problem is None else status.problem.fault
    if fault in {SyncFault.PASSPHRASE_MISSING, SyncFault.PASSPHRASE_WRONG}:
        return _Lock.LOCKED
    if fault in {SyncFault.REMOVED, SyncFault.ENCRYPTION_GONE}:
        return _Lock.UNKNOWN
    if status.is_encrypted:
        return _Lock.OPENED
    return _Lock.UNKNOWN if status.last_sync is None else _Lock.PLAIN


def _plain() -> tuple[str, str, str, str]:
    about = _(
        "Whoever runs the database can read what your devices share: conversations, memory,"
        " questions. You can encrypt it. Your other devices wait meanwhile, and each needs the"
        " passphrase afterwards; one that is off asks for it when it is on again."
    )
    return about, "", "", _("Encrypt")


def _locked() -> tuple[str, str, str, str]:
    return (
        _("Another device of yours has encrypted what is in the database."),
        _("Passphrase or recovery code"),
        _("Your other devices asked for it once; the code is on your recovery sheet."),
        _("Open"),
    )


def _opened() -> tuple[str, str, str, str]:
    return (
        _(
            "What your devices share is encrypted; whoever runs the database cannot read it."
            " A recovery sheet opens it without the passphrase: keep it where you keep papers."
            " A new one makes the one before useless."
        ),
        _("Passphrase so far, or recovery code"),
        _("Needed for a new recovery sheet, and to change the passphrase."),
        _("Change passphrase"),
    )


_WORDS: Final = {
    _Lock.UNKNOWN: _plain,
    _Lock.PLAIN: _plain,
    _Lock.LOCKED: _locked,
    _Lock.OPENED: _opened,
}
"""What stands there: the explanation, title and hint of the field, and the button."""

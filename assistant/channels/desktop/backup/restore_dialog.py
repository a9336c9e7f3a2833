"""Looks through a backup, says what restoring it would do, and asks. Changes nothing itself."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from assistant.backup.backup import is_encrypted, verify_backup
from assistant.backup.model.contents import BackupManifest
from assistant.backup.wording import contents_text, verified_text
from assistant.channels.desktop.backup.background_call import BackgroundCall
from assistant.channels.desktop.backup.parts import WorkProgress, error_text, password_edit
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label, restyle
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.encryption.errors import WrongPassphraseError
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.locale import _


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreRequest:
    """A backup that the user wants in the place of the home."""

    file: Path
    passphrase: str | None = field(default=None, repr=False)
    """Of an encrypted one."""


ERASE: Final = "erase"
"""The user wants everything of theirs deleted."""
Afterwards = RestoreRequest | Literal["erase"]
"""What is done with the home once the program has ended."""


class RestoreDialog(FittedDialog):
    """Opened with `open`.

    Args:
        home: What would be replaced.
        file: The backup.
        confirmed: Called if the user wants it.
        parent: The window it belongs to.
    """

    def __init__(
        self,
        *,
        home: Home,
        file: Path,
        confirmed: Callable[[RestoreRequest], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._home = home
        self._file = file
        self._confirmed = confirmed
        self._call: BackgroundCall | None = None
        self._checked: RestoreRequest | None = None
        self.setObjectName("restore_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = _("Restore")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(460)
        self.passphrase: Final = password_edit("restore_passphrase")
        self.passphrase.returnPressed.connect(self._go_on)
        self._passphrase_field = FormField(
            self.passphrase,
            _("Passphrase of the backup"),
            _("It was chosen when the backup was written."),
        )
        self.found: Final = plain_label(name="restore_found")
        self._contents = plain_label(role="description", mono=True)
        self.warning: Final = plain_label(name="restore_warning")
        self._progress = WorkProgress()
        self.problem: Final = plain_label(role="failed", name="restore_problem")
        self.go_button: Final = push_button("restore_go", on_click=self._go_on)
        self.close_button: Final = push_button("restore_close", _("Cancel"), on_click=self.reject)
        self.close_button.setAutoDefault(True)
        vbox(
            plain_label(title, role="title"),
            plain_label(file.name, role="description"),
            self._passphrase_field,
            self.found,
            self._contents,
            self.warning,
            self._progress,
            self.problem,
            dialog_buttons(self.close_button, self.go_button),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )
        for part in (
            self._passphrase_field,
            self.found,
            self._contents,
            self.warning,
            self.problem,
            self.go_button,
        ):
            part.hide()
        self._begin()

    @override
    def done(self, arg__1: int) -> None:
        if self._call is not None:
            self._call.cancel()
        super().done(arg__1)

    def _begin(self) -> None:
        file = self._file
        self._progress.show_step(_("Checking the backup"))
        self._call = BackgroundCall(
            self, lambda _report: is_encrypted(file), done=self._looked, failed=self._failed
        )

    def _looked(self, is_locked: bool) -> None:
        self._call = None
        if is_locked:
            self._progress.hide()
            self._passphrase_field.show()
            self._offer(_("Open"), role="primary")
            self.passphrase.setFocus()
        else:
            self._check(None)

    def _go_on(self) -> None:
        if self._call is not None:
            return
        if self._checked is not None:
            request = self._checked
            self.accept()
            self._confirmed(request)
        elif self.passphrase.text():
            self._check(self.passphrase.text())
        else:
            self._passphrase_field.show_error(_("Enter it first."))

    def _check(self, passphrase: str | None) -> None:
        file = self._file
        self._passphrase_field.show_error("")
        self.go_button.setEnabled(False)
        self._progress.show_step(_("Checking the backup"))
        self._call = BackgroundCall(
            self,
            lambda _report: verify_backup(file, passphrase=passphrase),
            done=lambda manifest: self._show(manifest, passphrase),
            failed=self._failed,
        )

    def _show(self, manifest: BackupManifest, passphrase: str | None) -> None:
        self._call = None
        self._checked = RestoreRequest(file=self._file, passphrase=passphrase)
        self._progress.hide()
        self._passphrase_field.hide()
        self.found.setText(verified_text(manifest))
        self._contents.setText(contents_text(manifest))
        keys = (
            _("Keys and tokens in it replace those of this computer's file of keys.")
            if manifest.has_keys
            else _("Keys and tokens of this computer stay.")
        )
        self.warning.setText(
            "\n".join(
                (
                    _(
                        "It takes the place of everything you have here: conversations, memory,"
                        " personas, notes, files and settings. What is here now is kept in a folder"
                        " beside {folder}, until you delete that."
                    ).format(folder=self._home.root),
                    keys,
                    _("Restore only what you trust: a backup holds settings that start programs."),
                    _("Parley closes, restores it, and opens again."),
                )
            )
        )
        for label in (self.found, self._contents, self.warning):
            label.show()
        self._offer(_("Restore"), role="danger")
        self.close_button.setDefault(True)
        self.close_button.setFocus()

    def _failed(self, error: AssistantError) -> None:
        self._call = None
        self._progress.hide()
        if isinstance(error, WrongPassphraseError):
            self.go_button.setEnabled(True)
            self._passphrase_field.show_error(error_text(error))
            self.passphrase.selectAll()
            self.passphrase.setFocus()
            return
        self._passphrase_field.hide()
        self.go_button.hide()
        self.problem.setText(error_text(error))
        self.problem.show()

    def _offer(self, text: str, *, role: str) -> None:
        self.go_button.setText(text)
        self.go_button.setAccessibleName(text)
        self.go_button.setProperty("role", role)
        restyle(self.go_button)
        self.go_button.setEnabled(True)
        self.go_button.show()

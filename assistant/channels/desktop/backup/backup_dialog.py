"""Asks how a backup is to be, writes it, and says what came of it."""

from datetime import datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from assistant import __version__
from assistant.backup.backup import Backup, BackupPlan, write_backup
from assistant.backup.stored_keys import stored_keys
from assistant.backup.wording import default_name, left_out_text, written_text
from assistant.channels.desktop.backup.background_call import BackgroundCall, Report
from assistant.channels.desktop.backup.parts import WorkProgress, error_text, password_edit
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.dialogs import FittedDialog
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import dialog_buttons, vbox
from assistant.encryption.errors import EncryptionError
from assistant.encryption.wrapped_key import check_passphrase
from assistant.errors import AssistantError
from assistant.home import Home
from assistant.locale import _
from assistant.storage.damaged_rows import damage_text

_MOST_NAMED: Final = 5
"""Files that were not copied and are named."""


class BackupDialog(FittedDialog):
    """Opened with `open`; closing it while the backup is being written leaves nothing."""

    def __init__(self, context: DesktopContext, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._call: BackgroundCall | None = None
        self.setObjectName("backup_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = _("Back up")
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumWidth(420)
        self._about = plain_label(
            _(
                "Everything of yours in one file: conversations, memory, personas, notes, files and"
                " settings. You can go on working meanwhile."
            )
        )
        self.passphrase: Final = password_edit("backup_passphrase")
        self.again: Final = password_edit("backup_passphrase_again")
        self._passphrase_field = FormField(
            self.passphrase,
            _("Passphrase, if you want one"),
            _(
                "Without one, whoever has the file can read it. With one, the file is encrypted; if"
                " you lose the passphrase, nobody can open it, and what is in it is lost."
            ),
        )
        self._again_field = FormField(self.again, _("The same once more"))
        self.keys: Final = QCheckBox(_("With keys and tokens, to move to another computer"))
        self.keys.setObjectName("backup_keys")
        self._progress = WorkProgress()
        self.outcome: Final = selectable(plain_label(name="backup_outcome"))
        self.problem: Final = plain_label(role="failed", name="backup_problem")
        self.go_button: Final = push_button(
            "backup_go", _("Choose a file…"), role="primary", on_click=self._choose
        )
        self.close_button: Final = push_button("backup_close", _("Cancel"), on_click=self.reject)
        self.go_button.setDefault(True)
        vbox(
            plain_label(title, role="title"),
            self._about,
            self._passphrase_field,
            self._again_field,
            self.keys,
            self._progress,
            self.outcome,
            self.problem,
            dialog_buttons(self.close_button, self.go_button),
            inside=self,
            gap=12,
            margins=(20, 18, 20, 16),
        )
        self.outcome.hide()
        self.problem.hide()
        for edit in (self.passphrase, self.again):
            edit.textChanged.connect(self._typed)
            edit.returnPressed.connect(self._choose)
        self._typed()

    @override
    def done(self, arg__1: int) -> None:
        if self._call is not None:
            self._call.cancel()
        super().done(arg__1)

    def _typed(self) -> None:
        has_passphrase = bool(self.passphrase.text())
        self._passphrase_field.show_error("")
        self._again_field.show_error("")
        self._again_field.setVisible(has_passphrase)
        self.keys.setVisible(has_passphrase)  # in a plain file anybody could read them

    def _choose(self) -> None:
        passphrase = self.passphrase.text()
        if passphrase:
            try:
                check_passphrase(passphrase)
            except EncryptionError as error:
                self._passphrase_field.show_error(error_text(error))
                self.passphrase.setFocus()
                return
            if self.again.text() != passphrase:
                self._again_field.show_error(_("The two passphrases are not the same."))
                self.again.setFocus()
                return
        self._context.ask_file.to_write(
            self,
            title=_("Back up"),
            name=default_name(self._context.clock.now(), is_encrypted=bool(passphrase)),
            kind="parley" if passphrase else "tar.gz",
            done=self._write,
        )

    def _write(self, file: Path) -> None:
        passphrase = self.passphrase.text() or None
        with_keys = passphrase is not None and self.keys.isChecked()
        home, now = self._context.home, self._context.clock.now()
        self._show_form(False)
        self.problem.hide()
        self._progress.show_step(_("Copying…"))
        self._call = BackgroundCall(
            self,
            lambda report: _backup(home, file, passphrase, now, with_keys, report),
            done=lambda written: self._written(written, str(file)),
            failed=self._failed,
            progressed=self._progress.show_step,
        )

    def _written(self, written: Backup, file: str) -> None:
        self._call = None
        self._progress.hide()
        told = [written_text(written, file), left_out_text(has_keys=written.manifest.has_keys)]
        if written.damaged_rows:
            told.append(damage_text(written.damaged_rows))
        named = written.left_out[:_MOST_NAMED]
        told.extend(_("Not copied: {file}").format(file=path) for path in named)
        if len(written.left_out) > len(named):
            told.append(_("And {n} more.").format(n=len(written.left_out) - len(named)))
        self.outcome.setText("\n".join(told))
        self.outcome.show()
        self.close_button.setText(_("Done"))
        self.close_button.setAccessibleName(self.close_button.text())
        self.close_button.setFocus()

    def _failed(self, error: AssistantError) -> None:
        self._call = None
        self._progress.hide()
        self._show_form(True)
        self.problem.setText(error_text(error))
        self.problem.show()

    def _show_form(self, is_shown: bool) -> None:
        for part in (self._about, self._passphrase_field, self.go_button):
            part.setVisible(is_shown)
        for part in (self._again_field, self.keys):
            part.setVisible(is_shown and bool(self.passphrase.text()))


def _backup(
    home: Home,
    file: Path,
    passphrase: str | None,
    now: datetime,
    with_keys: bool,
    report: Report,
) -> Backup:
    """Write the backup; on a thread."""
    plan = BackupPlan(
        home=home,
        file=file,
        parley=__version__,
        now=now,
        passphrase=passphrase,
        keys=stored_keys(home) if with_keys else None,
        is_replacing=True,  # the file dialog asked
    )
    return write_backup(plan, on_part=lambda part: report(part.path))

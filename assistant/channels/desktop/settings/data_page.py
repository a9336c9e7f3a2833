"""The settings page about what Parley keeps: conversations in files, backups, deleting."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton, QWidget

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.dialogs import (
    DeleteEverythingDialog,
    ExportDialog,
    import_conversations,
)
from assistant.channels.desktop.history.file_dialogs import BACKUP_ENDINGS
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.channels.desktop.backup.restore_dialog import RestoreRequest


class DataPage(SettingsPage):
    """Conversations in and out, and away; everything into a backup and back.

    Args:
        context: What it is made with.
        restore: Called with the backup that the user wants in the place of the home; confirmed.
    """

    def __init__(
        self, context: DesktopContext, *, restore: "Callable[[RestoreRequest], None]"
    ) -> None:
        super().__init__(context, name="data", title=_("Data"), icon=Icon.DOWNLOAD)
        self._restore = restore
        window = self.window
        self._add(
            _(
                "Every conversation is kept on this computer. Export them to read them elsewhere,"
                " to keep a copy, or to move to another computer."
            ),
            push_button(
                "export_all",
                _("Export all…"),
                on_click=lambda: ExportDialog(context, parent=window()).open(),
            ),
            push_button(
                "import",
                _("Import…"),
                on_click=lambda: import_conversations(context, parent=window()),
            ),
        )
        self._add(
            _(
                "A backup is one file with everything of yours: conversations, memory, personas,"
                " notes, files and settings. Restoring it puts all of that in the place of what is"
                " here, on this computer or another one."
            ),
            push_button("back_up", _("Back up…"), on_click=self._back_up),
            push_button("restore", _("Restore…"), on_click=self._ask_what_to_restore),
        )
        self._add(
            _("Deleting cannot be undone. Memory, personas and settings stay."),
            push_button(
                "delete_all",
                _("Delete every conversation…"),
                role="danger",
                on_click=lambda: DeleteEverythingDialog(context, parent=window()).open(),
            ),
        )

    def _add(self, words: str, *buttons: QPushButton) -> None:
        """Add a paragraph and the buttons that belong to it."""
        part = QWidget()
        below = hbox(*buttons, STRETCH, gap=8)
        about = plain_label(words, role="secondary")
        vbox(about, below, inside=part, margins=(0, 0, 0, 6), gap=9)
        for button in buttons:
            button.setAccessibleDescription(words)
        self._box.addWidget(part)

    def _back_up(self) -> None:
        from assistant.channels.desktop.backup.backup_dialog import BackupDialog  # ciphers

        BackupDialog(self._context, parent=self.window()).open()

    def _ask_what_to_restore(self) -> None:
        self._context.ask_file.to_read(
            self.window(), title=_("Restore"), kind=BACKUP_ENDINGS, done=self._check_backup
        )

    def _check_backup(self, file: Path) -> None:
        from assistant.channels.desktop.backup.restore_dialog import RestoreDialog

        RestoreDialog(
            home=self._context.home, file=file, confirmed=self._restore, parent=self.window()
        ).open()

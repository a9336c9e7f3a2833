"""The settings page about what Parley keeps: what and where, in files, in backups, and deleting it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from assistant.backup.wording import size_text
from assistant.channels.desktop.backup.background_call import BackgroundCall, Report
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.dialogs import (
    ExportDialog,
    TypedDeleteDialog,
    delete_every_conversation_dialog,
    import_conversations,
)
from assistant.channels.desktop.history.file_dialogs import BACKUP_ENDINGS
from assistant.channels.desktop.settings.model.kept_data import KeptData, kept_data
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label, selectable
from assistant.channels.desktop.widgets.layouts import flow, hbox, vbox
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.channels.desktop.backup.restore_dialog import Afterwards


class KeptRow(QFrame):
    """One kind of what is kept: where it is, how long, and how large."""

    def __init__(self, kept: KeptData) -> None:
        super().__init__()
        self.kept: Final = kept
        self.setObjectName(f"kept_{kept.name}")
        self.setProperty("role", "panel")
        self._size = plain_label(role="secondary", wraps=False)
        place = selectable(plain_label(str(kept.place), role="description", mono=True))
        vbox(
            hbox((plain_label(kept.title), 1), self._size, gap=10),
            plain_label(kept.until, role="description"),
            place,
            inside=self,
            margins=(14, 9, 14, 9),
            gap=2,
        )

    def show_size(self, size: int) -> None:
        """Show how large it is."""
        self._size.setText(size_text(size) if size else _("nothing"))


def _size(path: Path) -> int:
    """Size of a file or of what is in a folder; what cannot be read counts nothing."""
    try:
        if path.is_dir():
            return sum(_size(each) for each in path.iterdir() if not each.is_symlink())
        return path.stat().st_size
    except OSError:
        return 0


class DataPage(SettingsPage):
    """What is kept; conversations in and out, and away; everything into a backup and back.

    Args:
        context: What it is made with.
        end_for: Called with what the user wants done with the home; confirmed.
    """

    def __init__(self, context: DesktopContext, *, end_for: "Callable[[Afterwards], None]") -> None:
        super().__init__(context, name="data", title=_("Privacy and data"), icon=Icon.LOCK)
        self._end_for = end_for
        window = self.window
        self._box.addWidget(plain_label(_("What is kept, and where"), role="section"))
        self._kept = {kept.name: KeptRow(kept) for kept in kept_data(context.home)}
        for row in self._kept.values():
            self._box.addWidget(row)
        self._box.addSpacing(6)
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
            _("Deleting cannot be undone. Back up before, if you may want something again."),
            push_button(
                "delete_all",
                _("Delete every conversation…"),
                role="risky",
                on_click=lambda: delete_every_conversation_dialog(context, parent=window()).open(),
            ),
            push_button(
                "erase", _("Delete everything of mine…"), role="risky", on_click=self._ask_to_erase
            ),
        )

    @override
    def load(self) -> None:
        paths = {name: row.kept.paths for name, row in self._kept.items()}

        def measure(_report: Report) -> dict[str, int]:
            return {name: sum(map(_size, each)) for name, each in paths.items()}

        BackgroundCall(self, measure, done=self._measured, failed=lambda _error: None)

    def _measured(self, sizes: dict[str, int]) -> None:
        for name, size in sizes.items():
            self._kept[name].show_size(size)

    def _ask_to_erase(self) -> None:
        TypedDeleteDialog(
            name="erase_everything",
            title=_("Delete everything of yours on this computer?"),
            text=_(
                "Conversations, memory, personas, notes, files, settings, keys and what was learned of"
                " your voice go for good; Parley then begins anew. Voices and models stay. So does"
                " what is elsewhere: on other devices, in a shared database, at Telegram, in the"
                " settings of coding agents."
            ),
            confirmed=lambda: self._end_for("erase"),
            parent=self.window(),
        ).open()

    def _add(self, words: str, *buttons: QPushButton) -> None:
        """Add a paragraph and the buttons that belong to it."""
        part = QWidget()
        below = flow(*buttons)
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
            home=self._context.home, file=file, confirmed=self._end_for, parent=self.window()
        ).open()

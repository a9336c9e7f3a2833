"""The settings page about what Parley keeps: conversations in files, backups, deleting."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.fields import TranslatedText
from assistant.channels.desktop.settings.page import SettingsPage
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class _Part(Translated, QWidget):
    """A paragraph, and the buttons that belong to it."""

    def __init__(
        self, *, words: TranslatedText, buttons: tuple[tuple[QPushButton, TranslatedText], ...]
    ) -> None:
        super().__init__()
        self._words_text = words
        self._buttons = buttons
        self._words = plain_label(role="secondary")
        below = hbox(*(button for button, _text in buttons), STRETCH, gap=8)
        vbox(self._words, below, inside=self, margins=(0, 0, 0, 6), gap=9)
        self.retranslate()

    @override
    def retranslate(self) -> None:
        self._words.setText(self._words_text())
        for button, text in self._buttons:
            button.setText(text())
            button.setAccessibleDescription(self._words.text())


class DataPage(SettingsPage):
    """Conversations in and out, and away; everything into a backup and back.

    Signals:
        export_wanted: The user wants all conversations in a file.
        import_wanted: They want conversations read from one.
        delete_wanted: They want every conversation deleted; nothing is confirmed yet.
        backup_wanted: They want everything of theirs in a file.
        restore_wanted: They want everything replaced by what is in one; nothing is confirmed yet.
    """

    export_wanted = Signal()
    import_wanted = Signal()
    delete_wanted = Signal()
    backup_wanted = Signal()
    restore_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(name="data", title=lambda: _("Data"), icon=Icon.DOWNLOAD)
        export_button = push_button("export_all", on_click=self.export_wanted)
        import_button = push_button("import", on_click=self.import_wanted)
        backup_button = push_button("back_up", on_click=self.backup_wanted)
        restore_button = push_button("restore", on_click=self.restore_wanted)
        delete_button = push_button("delete_all", role="danger", on_click=self.delete_wanted)
        self._box.addWidget(
            _Part(
                words=lambda: _(
                    "Every conversation is kept on this computer. Export them to read them"
                    " elsewhere, to keep a copy, or to move to another computer."
                ),
                buttons=(
                    (export_button, lambda: _("Export all…")),
                    (import_button, lambda: _("Import…")),
                ),
            )
        )
        self._box.addWidget(
            _Part(
                words=lambda: _(
                    "A backup is one file with everything of yours: conversations, memory,"
                    " personas, notes, files and settings. Restoring it puts all of that in the"
                    " place of what is here, on this computer or another one."
                ),
                buttons=(
                    (backup_button, lambda: _("Back up…")),
                    (restore_button, lambda: _("Restore…")),
                ),
            )
        )
        self._box.addWidget(
            _Part(
                words=lambda: _("Deleting cannot be undone. Memory, personas and settings stay."),
                buttons=((delete_button, lambda: _("Delete every conversation…")),),
            )
        )

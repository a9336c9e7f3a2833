"""The settings page about what Parley keeps of what was said."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.fields import TranslatedText
from assistant.channels.desktop.widgets.icons import Icon
from assistant.channels.desktop.widgets.labels import plain_label
from assistant.locale import _


class _Part(QWidget):
    """A paragraph, and the buttons that belong to it."""

    def __init__(
        self, *, words: TranslatedText, buttons: tuple[tuple[QPushButton, TranslatedText], ...]
    ) -> None:
        super().__init__()
        self._words_text = words
        self._buttons = buttons
        self._words = plain_label(role="secondary")
        row = QHBoxLayout()
        row.setSpacing(8)
        for button, _text in buttons:
            button.setAutoDefault(False)
            row.addWidget(button)
        row.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 6)
        box.setSpacing(9)
        box.addWidget(self._words)
        box.addLayout(row)
        self.retranslate()

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        self._words.setText(self._words_text())
        for button, text in self._buttons:
            button.setText(text())
            button.setAccessibleDescription(self._words.text())

    @override
    def changeEvent(self, arg__1: QEvent) -> None:
        super().changeEvent(arg__1)
        if arg__1.type() == QEvent.Type.LanguageChange:
            self.retranslate()


class DataPage(QObject):
    """Implements `SettingsPage`: conversations in and out, and away.

    Signals:
        export_wanted: The user wants all conversations in a file.
        import_wanted: They want conversations read from one.
        delete_wanted: They want every conversation deleted; nothing is confirmed yet.
    """

    export_wanted = Signal()
    import_wanted = Signal()
    delete_wanted = Signal()

    name = "data"
    icon = Icon.DOWNLOAD

    def __init__(self) -> None:
        super().__init__()
        self.export_button = QPushButton()
        self.export_button.setObjectName("export_all")
        self.export_button.clicked.connect(self.export_wanted)
        self.import_button = QPushButton()
        self.import_button.setObjectName("import")
        self.import_button.clicked.connect(self.import_wanted)
        self.delete_button = QPushButton()
        self.delete_button.setObjectName("delete_all")
        self.delete_button.setProperty("role", "danger")
        self.delete_button.clicked.connect(self.delete_wanted)

    @property
    def title(self) -> str:
        """In the interface's language."""
        return _("Data")

    def build(self, parent: QWidget) -> QWidget:
        """Make the page."""
        page = QWidget(parent)
        page.setObjectName("column")
        box = QVBoxLayout(page)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(14)
        box.addWidget(
            _Part(
                words=lambda: _(
                    "Every conversation is kept on this computer. Export them to read them"
                    " elsewhere, to keep a copy, or to move to another computer."
                ),
                buttons=(
                    (self.export_button, lambda: _("Export all…")),
                    (self.import_button, lambda: _("Import…")),
                ),
            )
        )
        box.addWidget(
            _Part(
                words=lambda: _("Deleting cannot be undone. Memory, personas and settings stay."),
                buttons=((self.delete_button, lambda: _("Delete every conversation…")),),
            )
        )
        return page

    def load(self) -> None:
        """There are no values to show."""

    def apply(self) -> None:
        """There is nothing to save."""

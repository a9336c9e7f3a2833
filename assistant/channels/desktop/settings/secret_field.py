"""The field of the settings window for a key, which goes in and is never shown again."""

from typing import Protocol

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from assistant.channels.desktop.settings.fields import TranslatedText
from assistant.channels.desktop.widgets.labels import bare_label, plain_label
from assistant.locale import _


class SecretStore(Protocol):
    """Where one secret is kept. It is never read back into the window."""

    def is_set(self) -> bool:
        """Whether there is one."""
        ...

    def set(self, secret: str) -> str | None:
        """Keep it; returns what went wrong, in the user's language, or None."""
        ...

    def clear(self) -> str | None:
        """Forget it; returns what went wrong, in the user's language, or None."""
        ...


class SecretField(QWidget):
    """A key that goes in and is never shown again."""

    saved = Signal()

    def __init__(
        self, *, secrets: SecretStore, title: TranslatedText, hint: TranslatedText
    ) -> None:
        super().__init__()
        self._secrets = secrets
        self._title_text, self._hint_text = title, hint
        self._title = bare_label()
        self.control = QLineEdit()
        self.control.setObjectName("setting_secret")
        self.control.setEchoMode(QLineEdit.EchoMode.Password)
        self.save_button = _small_button("secret_save")
        self.save_button.clicked.connect(self._save)
        self.control.returnPressed.connect(self._save)
        self.clear_button = _small_button("secret_clear")
        self.clear_button.clicked.connect(self._clear)
        self._title.setBuddy(self.control)
        self._hint = plain_label(role="description")
        self.error_label = plain_label(role="error")
        self.error_label.hide()
        row = QHBoxLayout()
        row.addWidget(self.control, 1)
        row.addWidget(self.save_button)
        row.addWidget(self.clear_button)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(5)
        box.addWidget(self._title)
        box.addLayout(row)
        box.addWidget(self._hint)
        box.addWidget(self.error_label)
        self.load()

    def load(self) -> None:
        """Show whether there is a key."""
        self.control.clear()
        self.retranslate()

    def _save(self) -> None:
        secret = self.control.text().strip()
        if secret:
            self._settle(self._secrets.set(secret))

    def _clear(self) -> None:
        self._settle(self._secrets.clear())

    def _settle(self, error: str | None) -> None:
        self.error_label.setText(error or "")
        self.error_label.setVisible(bool(error))
        if error is None:
            self.load()
            self.saved.emit()

    def retranslate(self) -> None:
        """Take the words of the interface's language."""
        is_set = self._secrets.is_set()
        self._title.setText(self._title_text())
        self._hint.setText(self._hint_text())
        self.control.setPlaceholderText(
            _("A key is stored. Type to replace it.") if is_set else _("No key yet")
        )
        self.control.setAccessibleName(self._title_text())
        self.control.setAccessibleDescription(self._hint_text())
        self.save_button.setText(_("Save"))
        self.clear_button.setText(_("Remove"))
        self.clear_button.setVisible(is_set)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _small_button(name: str) -> QPushButton:
    button = QPushButton()
    button.setObjectName(name)
    button.setAutoDefault(False)
    return button

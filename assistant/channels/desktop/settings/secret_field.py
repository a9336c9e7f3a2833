"""The field of the settings window for a key, which goes in and is never shown again."""

from functools import partial
from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit
from typing_extensions import override

from assistant.channels.desktop.settings.fields import Saved, TranslatedText
from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _


class SecretStore(Protocol):
    """Where one secret is kept; GUI thread. It is never read back into the window."""

    def is_set(self) -> bool:
        """Whether there is one, or one is being kept."""
        ...

    def set(self, secret: str, then: Saved = lambda _problem: None) -> None:
        """Keep it, after what was saved before; returns at once. `then` is called on the GUI thread."""
        ...

    def clear(self, then: Saved = lambda _problem: None) -> None:
        """Forget it, as `set` keeps one."""
        ...


class SecretField(Translated, FormField):
    """A key that goes in and is never shown again.

    Args:
        secrets: Where it is kept.
        title: What it is.
        hint: What is done with it.
        stored: Stands in the field while there is one; by default of a key.
        missing: Stands in the field while there is none; by default of a key.

    Signals:
        refused: It was not kept, or not forgotten; carries why.
    """

    refused = Signal(str)

    def __init__(
        self,
        *,
        secrets: SecretStore,
        title: TranslatedText,
        hint: TranslatedText,
        stored: TranslatedText = lambda: _("A key is stored. Type to replace it."),
        missing: TranslatedText = lambda: _("No key yet"),
    ) -> None:
        self.control = QLineEdit()
        self.save_button = push_button("secret_save")
        self.clear_button = push_button("secret_clear")
        super().__init__(self.control, buttons=(self.save_button, self.clear_button))
        self._secrets = secrets
        self._title_text, self._hint_text = title, hint
        self._stored_text, self._missing_text = stored, missing
        self._saving = ""
        """What is being kept."""
        self.control.setObjectName("setting_secret")
        self.control.setEchoMode(QLineEdit.EchoMode.Password)
        self.control.returnPressed.connect(self._save)
        self.save_button.clicked.connect(self._save)
        self.clear_button.clicked.connect(self._clear)
        self.load()

    def load(self) -> None:
        """Show whether there is a key."""
        self.control.clear()
        self.retranslate()

    def _save(self) -> None:
        secret = self.control.text().strip()
        if secret and secret != self._saving:
            self._saving = secret
            self.retranslate()
            self._secrets.set(secret, partial(self._settle, secret))

    def _clear(self) -> None:
        self._secrets.clear(partial(self._settle, ""))

    def _settle(self, secret: str, problem: str | None) -> None:
        """Show what came of keeping a key; what was typed since stays."""
        if self._saving == secret:
            self._saving = ""
        self.show_error(problem or "")
        if problem is not None:
            self.refused.emit(problem)
        elif self.control.text().strip() == secret:
            self.control.clear()
        self.retranslate()

    @override
    def retranslate(self) -> None:
        is_set = self._secrets.is_set()
        self.describe(self._title_text(), self._hint_text())
        self.control.setPlaceholderText(self._stored_text() if is_set else self._missing_text())
        self.save_button.setText(_("Saving…") if self._saving else _("Save"))
        self.clear_button.setText(_("Remove"))
        self.clear_button.setVisible(is_set)

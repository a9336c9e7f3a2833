"""The field of the settings window for a key, which goes in and is never shown again."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from assistant.channels.desktop.widgets.buttons import push_button
from assistant.channels.desktop.widgets.form_field import FormField
from assistant.locale import _

if TYPE_CHECKING:
    from assistant.engine.settings_store import StoredKey


class SecretField(FormField):
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
        secrets: "StoredKey",
        title: str,
        hint: str,
        stored: str = "",
        missing: str = "",
    ) -> None:
        self.control = QLineEdit()
        self.save_button = push_button("secret_save", on_click=self._save)
        self.clear_button = push_button("secret_clear", _("Remove"), on_click=self._clear)
        super().__init__(self.control, title, hint, buttons=(self.save_button, self.clear_button))
        self._secrets = secrets
        self._stored = stored or _("A key is stored. Type to replace it.")
        self._missing = missing or _("No key yet")
        self._saving = ""
        """What is being kept."""
        self.control.setObjectName("setting_secret")
        self.control.setEchoMode(QLineEdit.EchoMode.Password)
        self.control.returnPressed.connect(self._save)
        self.load()

    def load(self) -> None:
        """Show whether there is a key."""
        self.control.clear()
        self._show()

    def _save(self) -> None:
        secret = self.control.text().strip()
        if secret and secret != self._saving:
            self._saving = secret
            self._show()
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
        self._show()

    def _show(self) -> None:
        is_set = self._secrets.is_set()
        self.control.setPlaceholderText(self._stored if is_set else self._missing)
        self.save_button.setText(_("Saving…") if self._saving else _("Save"))
        self.clear_button.setVisible(is_set)

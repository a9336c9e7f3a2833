"""Where the window reads and writes settings, and secrets, which are never shown again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from assistant.settings.schema import SettingValue

if TYPE_CHECKING:
    from assistant.engine.settings_store import StoredKey, StoredSettings


Saved = Callable[[str | None], None]
"""Told what is wrong with a value, in the user's language, or None once it is saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The secrets that the user may enter."""

    anthropic_key: "StoredKey"
    telegram_token: "StoredKey"
    sync_password: "StoredKey"
    """Of the database that the user's devices share."""
    sync_passphrase: "StoredKey"
    """What opens the records in it."""


class WindowSettings(QObject):
    """The settings, with signals of what became of those that the window saves.

    Signals:
        saved: A value was saved; carries section, key and value.
        refused: Values were not; carries why.
    """

    saved = Signal(str, str, object)
    refused = Signal(str)

    def __init__(self, store: "StoredSettings") -> None:
        super().__init__()
        self._store: Final = store

    def get(self, section: str, key: str) -> SettingValue:
        """Return the value in use, or the one that is being saved."""
        return self._store.get(section, key)

    def default(self, section: str, key: str) -> SettingValue:
        """Return the value as shipped."""
        return self._store.default(section, key)

    def set(
        self, section: str, key: str, value: SettingValue, then: Saved = lambda _problem: None
    ) -> None:
        """Save a value; otherwise as `StoredSettings.set_together`."""
        self.set_together(section, {key: value}, then)

    def set_together(
        self,
        section: str,
        values: Mapping[str, SettingValue],
        then: Saved = lambda _problem: None,
    ) -> None:
        """Save values, all or none; `then` is called before the signals."""
        self._store.set_together(section, values, partial(self._settle, section, values, then))

    def close(self) -> None:
        """Return once everything is saved."""
        self._store.close()

    def _settle(
        self, section: str, values: Mapping[str, SettingValue], then: Saved, problem: str | None
    ) -> None:
        then(problem)
        if problem is not None:
            self.refused.emit(problem)
            return
        for key, value in values.items():
            self.saved.emit(section, key, value)

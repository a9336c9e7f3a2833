"""Where the pages of the settings window read and write, as tests have it."""

from collections.abc import Mapping
from functools import cached_property

from typing_extensions import override

from assistant.channels.desktop.settings.stored_values import Saved
from assistant.engine.settings_store import StoredKey, StoredSettings
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import joined
from assistant.settings import Settings, SettingValue, defaults, load, save_together


class HomeStore(StoredSettings):
    """The settings of a real home, saved at once."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._read: tuple[bytes | None, Settings] | None = None
        """What the file held when it was read, if there was one, and the settings then."""
        self.changes: list[Mapping[str, SettingValue]] = []
        """What was saved at once, the newest last."""

    @override
    def get(self, section: str, key: str) -> SettingValue:
        file = self._home.settings_file
        held = file.read_bytes() if file.is_file() else None
        if self._read is None or self._read[0] != held:  # a window asks for each of its fields
            self._read = held, load(self._home, {}).settings
        value: SettingValue = getattr(getattr(self._read[1], section), key)
        return value

    @override
    def default(self, section: str, key: str) -> SettingValue:
        value: SettingValue = getattr(getattr(self._shipped, section), key)
        return value

    @cached_property
    def _shipped(self) -> Settings:
        return defaults()

    @override
    def set(
        self, section: str, key: str, value: SettingValue, then: Saved = lambda _problem: None
    ) -> None:
        """Save at once."""
        self.set_together(section, {key: value}, then)

    @override
    def set_together(
        self,
        section: str,
        values: Mapping[str, SettingValue],
        then: Saved = lambda _problem: None,
    ) -> None:
        """Save at once."""
        self.changes.append(values)
        try:
            save_together(self._home, section, values)
        except ConfigError as error:
            then(joined(error.message, error.hint))
        else:
            then(None)

    @override
    def close(self) -> None:
        """Everything is saved."""


class MemorySecret(StoredKey):
    """A secret in memory."""

    def __init__(self, secret: str = "") -> None:
        self.secret = secret
        self.error: str | None = None

    @override
    def is_set(self) -> bool:
        return bool(self.secret)

    @override
    def set(self, secret: str, then: Saved = lambda _problem: None) -> None:
        """Keep it at once."""
        if self.error is None:
            self.secret = secret
        then(self.error)

    @override
    def clear(self, then: Saved = lambda _problem: None) -> None:
        """Forget it at once."""
        if self.error is None:
            self.secret = ""
        then(self.error)

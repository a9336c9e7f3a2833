"""Reads and writes settings and the API key for the settings window, and informs the engine."""

import asyncio
import threading

from assistant.errors import AssistantError, ConfigError
from assistant.home import Home
from assistant.llm.api_keys import ANTHROPIC, KeyStore
from assistant.protocol.client import EngineClient
from assistant.protocol.settings import (
    ApiChanged,
    MemoryChanged,
    ModelChanged,
    SyncChanged,
    TelegramChanged,
    VoiceChanged,
)
from assistant.settings import Settings, load, save


class StoredSettings:
    """Implements `SettingsStore` over the settings file; GUI thread.

    Settings of another device, and those of `parley config set`, come into the file as well.
    """

    def __init__(self, *, home: Home, settings: Settings, engine: EngineClient) -> None:
        self._home = home
        self._values = settings.model_dump()
        self._engine = engine
        self._written_at = self._last_written()

    def get(self, section: str, key: str) -> str | float | bool:
        """Return the value in use."""
        written_at = self._last_written()
        if written_at != self._written_at:
            self._written_at = written_at
            self._values = load(self._home).settings.model_dump()
        value: str | float | bool = self._values[section][key]
        return value

    def set(self, section: str, key: str, value: str | float | bool) -> str | None:
        """Save a value; returns what is wrong with it, or None."""
        try:
            save(self._home, section, key, value)
        except ConfigError as error:
            return f"{error.message} {error.hint}".strip()
        self._values[section][key] = value
        match section:
            case "api":
                self._engine.submit(ApiChanged())
            case "llm":
                self._engine.submit(ModelChanged())
            case "memory":
                self._engine.submit(MemoryChanged())
            case "sync":
                self._engine.submit(SyncChanged())
            case "telegram":
                self._engine.submit(TelegramChanged())
            case "voice":
                self._engine.submit(VoiceChanged())
            case _:
                pass
        return None

    def _last_written(self) -> int:
        try:
            return self._home.settings_file.stat().st_mtime_ns
        except OSError:
            return 0


class StoredKey:
    """Implements `SecretStore` over the key store; GUI thread.

    The key store may be a slow service. Reading happens once, on a thread (`look_ahead`); writing waits for
    it, at most as long as `KeyStore` bounds it.

    Args:
        keys: Where it is kept.
        engine: Told that it is another.
        name: Which key.
        changed: What the engine is told; that the model's key changed by default.
    """

    def __init__(
        self,
        *,
        keys: KeyStore,
        engine: EngineClient,
        name: str = ANTHROPIC,
        changed: ModelChanged | TelegramChanged | SyncChanged | None = None,
    ) -> None:
        self._keys = keys
        self._engine = engine
        self._name = name
        self._changed = changed or ModelChanged()
        self._is_set = False

    def look_ahead(self) -> None:
        """Read on a thread whether there is a key; returns at once."""
        threading.Thread(target=self._look, name="key-store", daemon=True).start()

    def is_set(self) -> bool:
        """Whether there is a key."""
        return self._is_set

    def set(self, secret: str) -> str | None:
        """Keep a key; returns what went wrong, or what the user should know, or None."""
        try:
            asyncio.run(self._keys.set(secret, self._name))
        except AssistantError as error:
            return f"{error.message} {error.hint}".strip()
        self._is_set = True
        self._engine.submit(self._changed)
        return None

    def clear(self) -> str | None:
        """Forget the key; returns what went wrong, or None."""
        try:
            asyncio.run(self._keys.delete(self._name))
        except AssistantError as error:
            return f"{error.message} {error.hint}".strip()
        self._is_set = False
        self._engine.submit(self._changed)
        return None

    def _look(self) -> None:
        self._is_set = asyncio.run(self._keys.get(self._name)) is not None

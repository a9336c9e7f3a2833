"""Reads and writes settings and the API key for the settings window, and informs the engine."""

import asyncio
import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from typing import Final

from assistant.errors import AssistantError, ConfigError
from assistant.home import Home
from assistant.llm.api_keys import ANTHROPIC, KeyStore
from assistant.locale import _, joined
from assistant.private_files import WRITER_S
from assistant.protocol.client import EngineClient
from assistant.protocol.settings import (
    ApiChanged,
    MemoryChanged,
    ModelChanged,
    SyncChanged,
    TelegramChanged,
    VoiceChanged,
)
from assistant.settings import Settings, SettingValue, load, save

_log = logging.getLogger(__name__)

Saved = Callable[[str | None], None]
"""Told what is wrong with a value, or None once it is saved."""

_CLOSE_S: Final = WRITER_S + 1
"""Seconds that what is left to save has at the end: what waits for another writer may come to its turn."""
_UNREAD: Final = -1
"""When a file was written that has to be read: its time alone may not tell it from the one before."""


class StoredSettings:
    """Implements `SettingsStore` over the settings file; GUI thread.

    Settings of another device, and those of `parley config set`, come into the file as well. Another
    process may be writing it: saving is done on a thread, one value after the other.

    Args:
        home: Whose settings.
        settings: As they are.
        engine: Told what changed, once it is saved.
        deliver: Has a function run on the GUI thread; any thread.
    """

    def __init__(
        self,
        *,
        home: Home,
        settings: Settings,
        engine: EngineClient,
        deliver: Callable[[Callable[[], None]], None],
    ) -> None:
        self._home = home
        self._values = settings.model_dump()
        self._engine = engine
        self._deliver = deliver
        self._written_at = self._last_written()
        self._saving: dict[tuple[str, str], list[SettingValue]] = {}
        """What is being saved, by section and key, the newest last."""
        self._waiting: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def get(self, section: str, key: str) -> SettingValue:
        """Return the value in use, or the one that is being saved."""
        if saving := self._saving.get((section, key)):
            return saving[-1]
        written_at = self._last_written()
        if written_at != self._written_at:
            self._written_at = written_at
            self._values = load(self._home).settings.model_dump()
        value: SettingValue = self._values[section][key]
        return value

    def set(
        self, section: str, key: str, value: SettingValue, then: Saved = lambda _problem: None
    ) -> None:
        """Save a value, after those before it; returns at once. `then` is called on the GUI thread."""
        self._saving.setdefault((section, key), []).append(value)
        self._waiting.put(partial(self._save, section, key, value, then))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="settings", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Return once everything is saved, or `_CLOSE_S` are over."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._waiting.put(None)
        thread.join(_CLOSE_S)
        if thread.is_alive():
            _log.error("Settings were not saved in time")

    def _work(self) -> None:
        while (work := self._waiting.get()) is not None:
            work()

    def _save(self, section: str, key: str, value: SettingValue, then: Saved) -> None:
        problem = None
        try:
            save(self._home, section, key, value)
        except ConfigError as error:
            _log.warning("%s.%s is not saved", section, key)  # at the end nobody else is told
            problem = joined(error.message, error.hint)
        except Exception as error:  # noqa: BLE001  # a bug: those after it are saved all the same
            _log.exception("A setting broke something")
            problem = _("Something went wrong inside Parley ({error}).").format(
                error=type(error).__name__
            )
        self._deliver(partial(self._settle, section, key, then, problem))
        if problem is None:
            self._tell(section)

    def _settle(self, section: str, key: str, then: Saved, problem: str | None) -> None:
        saving = self._saving[section, key]
        saving.pop(0)
        if not saving:
            del self._saving[section, key]
        self._written_at = _UNREAD
        then(problem)

    def _tell(self, section: str) -> None:
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
            return joined(error.message, error.hint)
        self._is_set = True
        self._engine.submit(self._changed)
        return None

    def clear(self) -> str | None:
        """Forget the key; returns what went wrong, or None."""
        try:
            asyncio.run(self._keys.delete(self._name))
        except AssistantError as error:
            return joined(error.message, error.hint)
        self._is_set = False
        self._engine.submit(self._changed)
        return None

    def _look(self) -> None:
        self._is_set = asyncio.run(self._keys.get(self._name)) is not None

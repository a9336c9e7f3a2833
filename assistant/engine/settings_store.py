"""Reads and writes settings and keys for the settings window, and informs the engine."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

from assistant.engine.save_queue import Saved, SaveQueue
from assistant.home import Home
from assistant.llm.api_keys import ANTHROPIC, KeyStore
from assistant.protocol.client import EngineClient
from assistant.protocol.settings import (
    ModelChanged,
    SettingsSaved,
    SyncChanged,
    TelegramChanged,
)
from assistant.settings import Settings, SettingValue, defaults, load, save_together

_UNREAD: Final = -1
"""When a file was written that has to be read: its time alone may not tell it from the one before."""


def _unheard(_problem: str | None) -> None: ...


class StoredSettings:
    """Where the window reads and writes settings: the settings file; GUI thread.

    Settings of another device, and those of `parley config set`, come into the file as well.

    Args:
        home: Whose settings.
        settings: As they are.
        engine: Receives what changed, once it is saved.
        saving: Another process may be writing the file; saves one value after the other.
    """

    def __init__(
        self, *, home: Home, settings: Settings, engine: EngineClient, saving: SaveQueue
    ) -> None:
        self._home = home
        self._values = settings.model_dump()
        self._engine = engine
        self._queue = saving
        self._written_at = self._last_written()
        self._saving: dict[tuple[str, str], list[SettingValue]] = {}
        """What is being saved, by section and key, the newest last."""

    def get(self, section: str, key: str) -> SettingValue:
        """The value in use, or the one being saved."""
        if saving := self._saving.get((section, key)):
            return saving[-1]
        written_at = self._last_written()
        if written_at != self._written_at:
            self._written_at = written_at
            self._values = load(self._home).settings.model_dump()
        value: SettingValue = self._values[section][key]
        return value

    def default(self, section: str, key: str) -> SettingValue:
        """The value as shipped."""
        value: SettingValue = self._defaults[section][key]
        return value

    @cached_property
    def _defaults(self) -> dict[str, dict[str, Any]]:
        return defaults().model_dump()

    def set(self, section: str, key: str, value: SettingValue, then: Saved = _unheard) -> None:
        """Queue a save; returns at once. `then` is called on the GUI thread."""
        self.set_together(section, {key: value}, then)

    def set_together(
        self, section: str, values: Mapping[str, SettingValue], then: Saved = _unheard
    ) -> None:
        """Save all values or none; otherwise as `set`."""
        for key, value in values.items():
            self._saving.setdefault((section, key), []).append(value)
        self._queue.put(
            partial(self._save, section, values),
            partial(self._settle, section, tuple(values), then),
            name=" and ".join(f"{section}.{key}" for key in values),
        )

    def close(self) -> None:
        """Return once everything is saved, keys too, or the time limit is over."""
        self._queue.close()

    def _save(self, section: str, values: Mapping[str, SettingValue]) -> None:
        save_together(self._home, section, values)
        self._engine.submit(SettingsSaved())

    def _settle(self, section: str, keys: Sequence[str], then: Saved, problem: str | None) -> None:
        for key in keys:
            saving = self._saving[section, key]
            saving.pop(0)
            if not saving:
                del self._saving[section, key]
        self._written_at = _UNREAD
        then(problem)

    def _last_written(self) -> int:
        try:
            return self._home.settings_file.stat().st_mtime_ns
        except OSError:
            return 0


class StoredKey:
    """One secret in the key store; GUI thread. It is never read back into the window.

    The key store may be a slow service: it is read once, on a thread (`look_ahead`), and written in the
    queue of what is saved.

    Args:
        keys: Where it is kept.
        engine: Receives the change, once it is saved.
        saving: Keeps it, after what was to be saved before.
        deliver: Has a function run on the GUI thread; any thread.
        name: Which key.
        changed: What the engine receives; that the model's key changed by default.
        check: Raises AssistantError if a key is not to be kept; on the thread that saves.
    """

    def __init__(
        self,
        *,
        keys: KeyStore,
        engine: EngineClient,
        saving: SaveQueue,
        deliver: Callable[[Callable[[], None]], None],
        name: str = ANTHROPIC,
        changed: ModelChanged | TelegramChanged | SyncChanged | None = None,
        check: Callable[[str], Coroutine[Any, Any, object]] | None = None,
    ) -> None:
        self._keys = keys
        self._engine = engine
        self._queue = saving
        self._deliver = deliver
        self._name = name
        self._changed = changed or ModelChanged()
        self._check = check
        self._is_set: bool | None = None
        """Whether there is a key; None until that is known."""
        self._saving: list[bool] = []
        """Whether there will be one after each of the changes that are being saved."""

    def look_ahead(self) -> None:
        """Read on a thread whether there is a key; returns at once."""
        threading.Thread(target=self._look, name="key-store", daemon=True).start()

    def is_set(self) -> bool:
        """Whether there is a key, or one is being saved."""
        return self._saving[-1] if self._saving else bool(self._is_set)

    def set(self, secret: str, then: Saved = _unheard) -> None:
        """Queue saving a key; returns at once. `then` is called on the GUI thread."""
        self._change(partial(self._keep, secret), True, then)

    def clear(self, then: Saved = _unheard) -> None:
        """Forget the key; as `set`."""
        self._change(partial(self._keys.delete, self._name), False, then)

    async def _keep(self, secret: str) -> None:
        if self._check is not None:
            await self._check(secret)
        await self._keys.set(secret, self._name)

    def _change(
        self, change: Callable[[], Coroutine[Any, Any, object]], will_be_set: bool, then: Saved
    ) -> None:
        def save_it() -> None:
            asyncio.run(change())
            self._engine.submit(self._changed)

        def settle(problem: str | None) -> None:
            self._saving.pop(0)
            if problem is None:
                self._is_set = will_be_set
            then(problem)

        self._saving.append(will_be_set)
        self._queue.put(save_it, settle, name=f"the key {self._name}")

    def _look(self) -> None:
        is_set = asyncio.run(self._keys.get(self._name)) is not None
        self._deliver(partial(self._found, is_set))

    def _found(self, is_set: bool) -> None:
        if self._is_set is None:  # what was kept since is newer
            self._is_set = is_set

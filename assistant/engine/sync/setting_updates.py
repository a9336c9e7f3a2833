"""Has the settings that belong to the user travel, and applies those that arrive. Engine loop only."""

import asyncio
import logging
import tomllib
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import UTC, datetime
from typing import Any, Final, Protocol, cast

from assistant.clock import Clock
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.settings import MemoryChanged, ModelChanged, TelegramChanged, VoiceChanged
from assistant.protocol.sync import SettingsArrived
from assistant.settings import Settings, SettingValue, load, save
from assistant.settings.schema import users_settings
from assistant.sync.model.records import Body, RecordKey, RecordKind

_log = logging.getLogger(__name__)

_COMMANDS: Final[Mapping[str, Command]] = {
    "llm": ModelChanged(),
    "memory": MemoryChanged(),
    "telegram": TelegramChanged(),
    "voice": VoiceChanged(),
}
"""What is done when settings of a section changed; those of others hold from the next start."""


class ValueRecords(Protocol):
    """Where records are kept that have no table of their own."""

    async def put_values(self, values: Mapping[RecordKey, Body | None]) -> None:
        """Store or delete values in one transaction."""
        ...

    async def value(self, key: RecordKey) -> Body | None:
        """Return a value, or None."""
        ...

    async def values(self, kind: RecordKind) -> Mapping[str, Body]:
        """Return the values of a kind by their keys."""
        ...


class SettingUpdates:
    """Keeps the settings file and the records of settings alike.

    Args:
        home: Whose settings.
        records: Where records of settings are kept.
        clock: Dates what changed.
        do: Carries out a command.
        emit: Takes events.
    """

    def __init__(
        self,
        *,
        home: Home,
        records: ValueRecords,
        clock: Clock,
        do: Callable[[Command], Awaitable[None]],
        emit: Callable[[SettingsArrived], None],
    ) -> None:
        self._home = home
        self._records = records
        self._clock = clock
        self._do = do
        self._emit = emit
        self._looked_at: float | None = None
        """When the file was changed as it was last looked at."""
        self._changing = asyncio.Lock()

    async def look(self) -> None:
        """Note what was changed in the file since, if it was written at all.

        Raises:
            StoreError: If it cannot be noted.
        """
        async with self._changing:
            written_at = await asyncio.to_thread(self._written_at)
            if written_at is None or written_at == self._looked_at:
                return
            chosen = await asyncio.to_thread(self._chosen)
            known = await self._records.values(RecordKind.SETTING)
            at = datetime.fromtimestamp(written_at, UTC).isoformat(timespec="milliseconds")
            await self._records.put_values(
                {
                    RecordKey(RecordKind.SETTING, name): {"value": value, "changed_at": at}
                    for name, value in chosen.items()
                    if name not in known or known[name].get("value") != value
                }
            )
            self._looked_at = written_at

    async def take(self, keys: Collection[RecordKey]) -> None:
        """Apply settings that arrived.

        Raises:
            StoreError: If they cannot be read.
        """
        changed: set[str] = set()
        async with self._changing:
            for key in keys:
                body = await self._records.value(key)
                if body is not None and await self._apply(key.key, body.get("value")):
                    changed.add(key.key)
            self._looked_at = await asyncio.to_thread(self._written_at)
        if changed:
            self._emit(SettingsArrived(names=tuple(sorted(changed))))
        sections = {name.partition(".")[0] for name in changed}
        for section in sorted(sections & _COMMANDS.keys()):
            await self._do(_COMMANDS[section])

    async def value(self, name: str) -> object:
        """Return what the records say of a setting, or None.

        Raises:
            StoreError: If they cannot be read.
        """
        body = await self._records.value(RecordKey(RecordKind.SETTING, name))
        return None if body is None else body.get("value")

    async def choose(self, name: str, value: object) -> None:
        """Give a setting the value that the user decided for.

        Raises:
            StoreError: If it cannot be noted.
        """
        key = RecordKey(RecordKind.SETTING, name)
        at = self._clock.now().isoformat(timespec="milliseconds")
        await self._records.put_values({key: {"value": value, "changed_at": at}})
        await self.take([key])

    async def _apply(self, name: str, value: object) -> bool:
        """Write one setting into the file; whether it is another now."""
        section, _dot, key = name.partition(".")
        settings = (await asyncio.to_thread(load, self._home, {})).settings
        current = _travelling(settings)
        if name not in current or not isinstance(value, str | int | float):
            return False  # a newer program's, or none that travels
        if current[name] == value:
            return False
        try:
            await asyncio.to_thread(save, self._home, section, key, value)
        except ConfigError as error:
            _log.warning("A setting of another device is not taken: %s", error.message)
            return False
        return True

    def _chosen(self) -> Mapping[str, SettingValue]:
        """Return the settings that travel and stand in the file, as they are in use.

        One that the user has not touched has no record: the default may differ between versions.
        """
        try:
            document = tomllib.loads(self._home.settings_file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            _log.warning("The settings file is not read: %s", error)
            return {}
        return {
            name: value
            for name, value in _travelling(load(self._home, {}).settings).items()
            if _entry(document, name) == value  # else it is wrong in the file, and not in use
        }

    def _written_at(self) -> float | None:
        try:
            return self._home.settings_file.stat().st_mtime
        except OSError:
            return None


def _travelling(settings: Settings) -> dict[str, SettingValue]:
    dumped = settings.model_dump()
    return {f"{section}.{key}": dumped[section][key] for section, key in users_settings()}


def _entry(document: Mapping[str, Any], name: str) -> object:
    section, _dot, key = name.partition(".")
    values = document.get(section)
    return cast("Mapping[str, object]", values).get(key) if isinstance(values, Mapping) else None

"""Has the settings that belong to the user travel, and applies those that arrive. Engine loop only."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final, cast

from assistant.clock import Clock
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.settings import SettingsSaved
from assistant.protocol.sync import SettingsArrived
from assistant.settings import Settings, SettingValue, load, save
from assistant.settings.schema import users_settings
from assistant.storage.key_value import StateRepository
from assistant.sync.model.records import Body, RecordKey, RecordKind
from assistant.sync.repository import SyncRepository
from assistant.toml_text import parse_toml
from assistant.tools.model.permission_classes import classes_arrived

_log = logging.getLogger(__name__)

_SHOWN: Final = "sync.settings"
"""The key of the memo of what file and records last agreed on."""
_CLASSES: Final = "tools.classes"
"""Of this setting only what is stricter arrives."""


class SettingUpdates:
    """Keeps the settings file and the records of settings alike.

    What differs from what they last agreed on in the file is the user's change, and is noted; what
    differs in the records arrived, and is written into the file, after a restart if need be.

    Args:
        home: Whose settings.
        records: Where records of settings are kept.
        memo: Where it is kept what they last agreed on.
        clock: Dates what changed.
        do: Carries out a command.
        emit: Takes events.
    """

    def __init__(
        self,
        *,
        home: Home,
        records: SyncRepository,
        memo: StateRepository,
        clock: Clock,
        do: Callable[[Command], Awaitable[None]],
        emit: Callable[[SettingsArrived], None],
    ) -> None:
        self._home = home
        self._records = records
        self._memo = memo
        self._clock = clock
        self._do = do
        self._emit = emit
        self._looked_at: float | None = None
        """When the file was changed as it was last looked at."""
        self._has_looked = False
        self._changing = asyncio.Lock()

    async def look(self) -> None:
        """Bring file and records together on the first call and after changes of the file.

        Raises:
            StoreError: If the records cannot be read or written.
        """
        async with self._changing:
            written_at = await asyncio.to_thread(self._written_at)
            if self._has_looked and written_at == self._looked_at:
                return
            changed = await self._reconcile()
        await self._notify(changed)

    async def take(self) -> None:
        """Apply settings that arrived.

        Raises:
            StoreError: If the records cannot be read or written.
        """
        async with self._changing:
            changed = await self._reconcile()
        await self._notify(changed)

    async def _reconcile(self) -> set[str]:
        """Record the user's changes and write arrived ones; returns the names of the latter."""
        written_at = await asyncio.to_thread(self._written_at)
        found = await asyncio.to_thread(self._found)
        records = await self._records.values(RecordKind.SETTING)
        before = await self._agreed()
        noted: dict[RecordKey, Body | None] = {}
        agreed: dict[str, object] = {}
        arrived: set[str] = set()
        at = datetime.fromtimestamp(written_at or 0.0, UTC).isoformat(timespec="milliseconds")
        for name, (value, is_chosen) in found.items():
            stored = records[name].get("value") if name in records else None
            is_edited = value != before[name] if name in before else is_chosen
            is_edited = is_edited and value is not None and written_at is not None
            if is_edited and value != stored:
                noted[RecordKey(RecordKind.SETTING, name)] = {"value": value, "changed_at": at}
            elif stored is not None and value != stored:
                taken = _taken(name, value, stored)
                if taken != value:
                    if not await self._write(name, taken):
                        continue
                    arrived.add(name)
                agreed[name] = taken
                continue
            if value is not None and (is_edited or name in records):
                agreed[name] = value
        if noted:
            await self._records.put_values(noted)
        if before | agreed != before:
            await self._memo.put(_SHOWN, json.dumps(before | agreed))
        self._looked_at, self._has_looked = written_at, True
        return arrived

    async def _notify(self, changed: set[str]) -> None:
        if changed:
            self._emit(SettingsArrived(names=tuple(sorted(changed))))
            await self._do(SettingsSaved())

    async def _agreed(self) -> dict[str, object]:
        text = await self._memo.get(_SHOWN)
        return {} if text is None else json.loads(text)

    async def value(self, name: str) -> object:
        """What the records say of a setting.

        Raises:
            StoreError: If they cannot be read.
        """
        body = await self._records.value(RecordKey(RecordKind.SETTING, name))
        return None if body is None else body.get("value")

    async def choose(self, name: str, value: object) -> None:
        """Apply the value that the user decided for.

        Raises:
            StoreError: If it cannot be noted.
        """
        key = RecordKey(RecordKind.SETTING, name)
        at = self._clock.now().isoformat(timespec="milliseconds")
        await self.look()  # what the user changed before in the file is not this decision
        await self._records.put_values({key: {"value": value, "changed_at": at}})
        if name == _CLASSES:  # chosen here, so also what lets a tool do more
            async with self._changing:
                await self._write(name, value)
        await self.take()

    async def _write(self, name: str, value: object) -> bool:
        """Returns whether that succeeded."""
        section, _dot, key = name.partition(".")
        if not isinstance(value, str | int | float):
            return False  # a newer program's
        try:
            await asyncio.to_thread(save, self._home, section, key, value)
        except ConfigError as error:
            _log.warning("A setting of another device is not taken: %s", error.message)
            return False
        return True

    def _found(self) -> Mapping[str, tuple[SettingValue | None, bool]]:
        """Synchronised settings: the value in use, and whether it stands in the file.

        An untouched setting has no record: the default may differ between versions. An invalid one
        is not in use; it is None.
        """
        try:
            document = parse_toml(self._home.settings_file.read_text(encoding="utf-8-sig"))
        except FileNotFoundError:
            document = {}
        except (OSError, ValueError) as error:
            _log.warning("The settings file is not read: %s", error)
            return {}
        return {
            name: (value if entry is None or entry == value else None, entry is not None)
            for name, value in _travelling(load(self._home, {}).settings).items()
            for entry in [_entry(document, name)]
        }

    def _written_at(self) -> float | None:
        try:
            return self._home.settings_file.stat().st_mtime
        except OSError:
            return None


def _taken(name: str, here: SettingValue | None, arrived: object) -> object:
    """What a setting becomes here when another device's value arrives."""
    if name != _CLASSES or not isinstance(arrived, str):
        return arrived
    return classes_arrived(here if isinstance(here, str) else "", arrived)


def _travelling(settings: Settings) -> dict[str, SettingValue]:
    dumped = settings.model_dump()
    return {f"{section}.{key}": dumped[section][key] for section, key in users_settings()}


def _entry(document: Mapping[str, Any], name: str) -> object:
    section, _dot, key = name.partition(".")
    values = document.get(section)
    return cast("Mapping[str, object]", values).get(key) if isinstance(values, Mapping) else None

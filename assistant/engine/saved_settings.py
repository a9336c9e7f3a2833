"""Has the program go by the settings file as soon as it is written, whoever wrote it.

The settings window, another device, `parley config set`, an editor. Engine loop only.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence, Set
from typing import Final

from assistant.engine.command_dispatcher import CommandDispatcher, UnhandledCommandError
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.notices import Notice
from assistant.protocol.settings import (
    ApiChanged,
    ModelChanged,
    RulesChanged,
    SettingsSaved,
    SyncChanged,
    TelegramChanged,
    VoiceChanged,
)
from assistant.protocol.sync import SettingsArrived
from assistant.settings import Settings, load

_log = logging.getLogger(__name__)

WRONG_SETTINGS: Final = "settings_not_followed"
LOOK_S: Final = 2.0
"""How often is looked whether the file was written by another program: one `stat`."""
_PARTS: Final[Mapping[str, Command]] = {
    "api": ApiChanged(),
    "llm": ModelChanged(),
    "sync": SyncChanged(),
    "telegram": TelegramChanged(),
    "voice": VoiceChanged(),
}
"""What is done when settings of a section changed, where a part of the program stands for it."""
_DONE: Final = frozenset(
    {
        "llm.local_accepted",
        "llm.starter_download",
        "llm.starter_model",
        "tools.classes",
        "tools.enabled",
        "voice.volume",
    }
)
"""What commands of the program write once they have applied it."""
_CHOSEN: Final = "person"
"""The section with workspace and agent: a command of its own changes them."""


class SavedSettings:
    """Compares the settings file with what the program goes by.

    Args:
        home: Whose settings.
        settings: What the program goes by.
        problems: What is wrong with them already.
        do: Carries out a command.
        emit: Takes events.
        pause: Waits so many seconds.
    """

    def __init__(
        self,
        *,
        home: Home,
        settings: Settings,
        problems: Sequence[ConfigError] = (),
        do: Callable[[Command], Awaitable[None]],
        emit: Callable[[SettingsArrived | Notice], None],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._home = home
        self._applied = settings
        self._do = do
        self._emit = emit
        self._pause = pause
        self._written_at = self._last_written()
        self._problems = frozenset(problem.message for problem in problems)
        self._is_wrong = False
        self._looking = asyncio.Lock()

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(SettingsSaved, self._take)

    async def watch(self) -> None:
        """Apply what other programs write; ends when it is cancelled."""
        while True:
            await self._pause(LOOK_S)
            if await asyncio.to_thread(self._last_written) != self._written_at:
                names = await self._apply(_DONE)
                if names:
                    self._emit(SettingsArrived(names=names))

    async def _take(self, command: SettingsSaved) -> None:
        await self._apply(frozenset())

    async def _apply(self, done: Set[str]) -> tuple[str, ...]:
        """Have each part concerned go by the file.

        A file with a mistake that was not there at the start is not followed: the defaults that
        stand in for what cannot be read are not what the user wants.

        Args:
            done: What is applied already.

        Returns:
            The names of what changed.
        """
        async with self._looking:
            self._written_at = await asyncio.to_thread(self._last_written)
            loaded = await asyncio.to_thread(load, self._home)
            new = [one for one in loaded.problems if one.message not in self._problems]
            if new:
                self._is_wrong = True
                self._emit(Notice.of(new[0], WRONG_SETTINGS))
                return ()
            if self._is_wrong:
                self._is_wrong = False
                self._emit(Notice(code=WRONG_SETTINGS, text="", resolved=True))
            before, self._applied = self._applied.model_dump(), loaded.settings
            after = self._applied.model_dump()
            names = tuple(
                sorted(
                    f"{section}.{key}"
                    for section, values in after.items()
                    if section != _CHOSEN
                    for key, value in values.items()
                    if value != before[section][key]
                )
            )
            await self._notify({name.partition(".")[0] for name in names if name not in done})
            return names

    async def _notify(self, sections: set[str]) -> None:
        if not sections:
            return
        concerned = (_PARTS[section] for section in sorted(sections & _PARTS.keys()))
        for command in (RulesChanged(), *concerned):
            try:
                await self._do(command)
            except UnhandledCommandError:  # a terminal has no voice, for one
                _log.debug("Nothing here takes %s", type(command).__name__)

    def _last_written(self) -> int | None:
        """Return when the file was written, in nanoseconds; None if there is none."""
        try:
            return self._home.settings_file.stat().st_mtime_ns
        except OSError:
            return None

"""The program goes by the settings file once it is written, whoever wrote it."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

import pytest

from assistant.engine.command_dispatcher import CommandDispatcher, UnhandledCommandError
from assistant.engine.saved_settings import WRONG_SETTINGS, SavedSettings
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
from assistant.settings import SettingValue, load, save
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.scripted_model import ScriptedModel


class Program:
    """A program that goes by its settings, and looks at the file when it is told to."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.done: list[Command] = []
        self.told: list[SettingsArrived | Notice] = []
        self.lacks: set[type[Command]] = set()
        """Commands that nobody takes, as where there is no voice."""
        self._looks: asyncio.Queue[None] = asyncio.Queue()
        loaded = load(home)
        self._saved = SavedSettings(
            home=home,
            settings=loaded.settings,
            problems=loaded.problems,
            do=self._do,
            emit=self.told.append,
            pause=self._pause,
        )
        self._commands = CommandDispatcher()
        self._saved.register_commands(self._commands)
        self._is_waiting = asyncio.Event()

    async def window_saved(self) -> None:
        await self._commands.dispatch(SettingsSaved())

    async def look(self) -> None:
        """Have the watch look once."""
        self._is_waiting.clear()
        self._looks.put_nowait(None)
        await self._is_waiting.wait()

    @asynccontextmanager
    async def watching(self) -> AsyncGenerator[None]:
        watch = asyncio.create_task(self._saved.watch())
        await self._is_waiting.wait()
        yield
        watch.cancel()
        await asyncio.wait([watch])

    async def _pause(self, _seconds: float) -> None:
        self._is_waiting.set()
        await self._looks.get()

    async def _do(self, command: Command) -> None:
        if type(command) in self.lacks:
            raise UnhandledCommandError(type(command).__name__)
        self.done.append(command)


def write(home: Home, values: Mapping[str, SettingValue]) -> None:
    for name, value in values.items():
        section, _, key = name.partition(".")
        save(home, section, key, value)


@pytest.mark.parametrize(
    ("values", "done"),
    [
        ({"voice.speed": 1.5}, [RulesChanged(), VoiceChanged()]),
        ({"llm.profile": "starter"}, [RulesChanged(), ModelChanged()]),
        ({"memory.automatic": False}, [RulesChanged()]),
        ({"escalation.quiet": "22:00-07:00"}, [RulesChanged()]),
        ({"api.enabled": False}, [RulesChanged(), ApiChanged()]),
        ({"sync.name": "Laptop"}, [RulesChanged(), SyncChanged()]),
        (
            {"telegram.ring_timers": True, "voice.speed": 1.5},
            [RulesChanged(), TelegramChanged(), VoiceChanged()],
        ),
        ({"person.agent": "coach"}, []),
        ({"voice.speed": 1.0}, []),
    ],
)
async def test_whom_a_change_concerns_is_told_once(
    home: Home, values: dict[str, SettingValue], done: list[Command]
) -> None:
    program = Program(home)
    write(home, values)
    await program.window_saved()
    await program.window_saved()
    assert program.done == done
    assert program.told == []


async def test_what_another_program_wrote_is_applied_and_shown(home: Home) -> None:
    program = Program(home)
    async with program.watching():
        await program.look()
        assert program.done == []
        write(home, {"telegram.ring_timers": True})
        await program.look()
        await program.look()
    assert program.done == [RulesChanged(), TelegramChanged()]
    assert program.told == [SettingsArrived(names=("telegram.ring_timers",))]


@pytest.mark.parametrize(
    "values",
    [{"voice.volume": 40}, {"llm.starter_download": False}, {"tools.enabled": "run_command"}],
)
async def test_what_the_program_wrote_itself_is_not_applied_again(
    home: Home, values: dict[str, SettingValue]
) -> None:
    program = Program(home)
    async with program.watching():
        write(home, values)
        await program.look()
    assert program.done == []


async def test_what_nothing_here_goes_by_keeps_nobody_else_from_it(home: Home) -> None:
    program = Program(home)
    program.lacks.add(TelegramChanged)
    write(home, {"telegram.ring_timers": True, "voice.speed": 1.5})
    await program.window_saved()
    assert program.done == [RulesChanged(), VoiceChanged()]


@pytest.mark.parametrize("wrong", ["[voice\n", "[voice]\nspeed = 9.0\n"])
async def test_a_file_with_a_new_mistake_is_told_of_and_not_followed(
    home: Home, wrong: str
) -> None:
    write(home, {"telegram.ring_timers": True})
    program = Program(home)
    good = home.settings_file.read_text(encoding="utf-8")
    async with program.watching():
        home.settings_file.write_text(wrong, encoding="utf-8")
        await program.look()
        (told,) = program.told
        assert isinstance(told, Notice)
        assert told.code == WRONG_SETTINGS
        assert program.done == []
        home.settings_file.write_text(good + "[voice]\nspeed = 1.5\n", encoding="utf-8")
        await program.look()
    assert program.done == [RulesChanged(), VoiceChanged()]
    assert program.told[1:] == [
        Notice(code=WRONG_SETTINGS, text="", resolved=True),
        SettingsArrived(names=("voice.speed",)),
    ]


async def test_a_mistake_that_was_there_at_the_start_holds_nothing_up(home: Home) -> None:
    write(home, {"ui.theme": "dark"})
    with home.settings_file.open("a", encoding="utf-8") as file:
        file.write("[voice]\nspeed = 9.0\n")
    program = Program(home)
    write(home, {"telegram.ring_timers": True})
    await program.window_saved()
    assert program.done == [RulesChanged(), TelegramChanged()]


async def test_how_loud_coding_agents_are_holds_at_once_in_a_running_program(home: Home) -> None:
    async with opened(home, ScriptedModel()) as running:
        settings = running.core.conversation_factory
        assert settings.settings.coding_agents.attention == "sound"
        save(home, "coding_agents", "attention", "silent")
        await running.do(SettingsSaved())
        assert settings.settings.coding_agents.attention == "silent"

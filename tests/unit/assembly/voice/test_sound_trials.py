"""Trying microphone, wake word, speaker and echo, over devices in memory and a made-up room."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import numpy as np
import pytest

from assistant.assembly.voice.sound_trials import SoundTrials, loaded_wake_word
from assistant.assembly.voice.voice_loop import VoiceDevices
from assistant.background_tasks import BackgroundTasks
from assistant.clock import Clock, SystemClock
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.first_run import (
    EndSoundTrials,
    SoundTrial,
    SoundTried,
    TrialStanding,
    TryEcho,
    TryMicrophone,
    TrySpeaker,
)
from assistant.protocol.voice import MicrophoneLevel
from assistant.protocol.wake_words import WakeWordTried
from assistant.settings import Settings, VoiceSettings, load, save
from assistant.voice.devices.pacers import FreePacing
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.events import Samples
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom
from tests.helpers.audio.memory_speaker import MemorySpeaker
from tests.helpers.audio.signals import InMemoryInput, MarkerWake, call, noise, silence, tone
from tests.unit.assembly.voice.test_wake_word_commands import PausableVoice

HELLO = TrySpeaker(text="Hello", language="en")


class Bench:
    """The commands with what they need, and what they told."""

    def __init__(
        self, home: Home, microphone: InputDevice | None, speaker: OutputDevice | None
    ) -> None:
        self.voice = PausableVoice()
        self.wake: MarkerWake | None = MarkerWake()
        self.events: list[EngineEvent] = []
        self._told = asyncio.Event()
        self._commands = CommandDispatcher()
        self._tasks = BackgroundTasks()

        def devices(_settings: Settings, clock: Clock) -> VoiceDevices:
            return VoiceDevices(input=microphone, output=speaker, pacer=FreePacing(), clock=clock)

        def say(_home: Home, _voice: VoiceSettings, _command: TrySpeaker) -> tuple[Samples, int]:
            return tone(440, 0.2, peak=0.5), 16_000

        self.service = SoundTrials(
            home=home,
            emit=self._emit,
            devices=devices,
            clock=SystemClock(),
            voice=self.voice,
            spawn=self._tasks.spawn,
            load_wake_word=lambda _home, _voice: self.wake,
            say=say,
        )
        self.service.register_commands(self._commands)

    def _emit(self, event: EngineEvent) -> None:
        self.events.append(event)
        self._told.set()

    async def send(self, command: Command) -> None:
        await self._commands.dispatch(command)

    async def until(self, wanted: Callable[[EngineEvent], bool]) -> EngineEvent:
        """Return the first event that is wanted."""
        while True:
            for event in self.events:
                if wanted(event):
                    return event
            self._told.clear()
            await self._told.wait()

    async def over(self, trial: SoundTrial) -> SoundTried:
        """Wait until a trial is over."""
        event = await self.until(
            lambda event: (
                isinstance(event, SoundTried)
                and event.trial is trial
                and event.standing is not TrialStanding.UNDER_WAY
            )
        )
        assert isinstance(event, SoundTried)
        return event

    async def aclose(self) -> None:
        await self._tasks.cancel_all()
        await self.service.aclose()


Make = Callable[[InputDevice | None, OutputDevice | None], Bench]


@pytest.fixture
async def bench(home: Home) -> AsyncIterator[Make]:
    made: list[Bench] = []

    def make(microphone: InputDevice | None, speaker: OutputDevice | None) -> Bench:
        made.append(Bench(home, microphone, speaker))
        return made[-1]

    yield make
    for one in made:
        await one.aclose()


async def test_the_level_and_the_wake_word_are_told_while_the_voice_rests(bench: Make) -> None:
    microphone = InMemoryInput()
    there = bench(microphone, None)
    await there.send(TryMicrophone())
    assert (await there.over(SoundTrial.MICROPHONE)).text == "memory"
    assert not there.voice.hears
    microphone.feed(noise(0.5, 0.3), 0.5)
    level = await there.until(lambda event: isinstance(event, MicrophoneLevel))
    assert isinstance(level, MicrophoneLevel)
    assert -30 < level.dbfs < 0
    await there.over(SoundTrial.WAKE_WORD)
    microphone.feed(np.concatenate((silence(2.0), call(), silence(0.5))), 3.3)
    await there.until(lambda event: isinstance(event, WakeWordTried))
    await there.send(EndSoundTrials())
    assert there.voice.hears
    assert not microphone.is_open


async def test_a_model_that_is_not_here_is_looked_for_again(bench: Make) -> None:
    microphone = InMemoryInput()
    there = bench(microphone, None)
    there.wake = None
    await there.send(TryMicrophone())
    await there.over(SoundTrial.MICROPHONE)
    microphone.feed(noise(0.5, 0.3), 0.5)
    await there.until(lambda event: isinstance(event, MicrophoneLevel))
    there.wake = MarkerWake()
    microphone.feed(noise(1.0, 0.3), 1.5)
    microphone.feed(noise(1.0, 0.3), 2.5)
    assert (await there.over(SoundTrial.WAKE_WORD)).standing is TrialStanding.WELL


async def test_a_microphone_that_is_muted_is_told(bench: Make) -> None:
    microphone = InMemoryInput()
    there = bench(microphone, None)
    await there.send(TryMicrophone())
    await there.over(SoundTrial.MICROPHONE)
    for second in range(1, 4):
        microphone.feed(silence(1.0), float(second))
    told = await there.until(
        lambda event: isinstance(event, SoundTried) and event.standing is TrialStanding.ADVISED
    )
    assert isinstance(told, SoundTried)
    assert "silence" in told.text


@pytest.mark.parametrize("command", [TryMicrophone(), HELLO, TryEcho()])
async def test_without_devices_each_trial_says_so(bench: Make, command: Command) -> None:
    there = bench(None, None)
    trial = {
        TryMicrophone: SoundTrial.MICROPHONE,
        TrySpeaker: SoundTrial.SPEAKER,
        TryEcho: SoundTrial.ECHO,
    }[type(command)]  # type: ignore[index]
    await there.send(command)
    tried = await there.over(trial)
    assert tried.standing is TrialStanding.FAILED
    assert "There is no" in tried.text


async def test_devices_that_do_not_open_say_why(bench: Make) -> None:
    microphone, speaker = InMemoryInput(), MemorySpeaker()
    microphone.problem = speaker.error = DeviceError("It is busy.", hint="Close the other one.")
    there = bench(microphone, speaker)
    for command, trial in ((TryMicrophone(), SoundTrial.MICROPHONE), (HELLO, SoundTrial.SPEAKER)):
        await there.send(command)
        tried = await there.over(trial)
        assert (tried.standing, tried.text) == (TrialStanding.FAILED, "It is busy.")
        assert tried.hint == "Close the other one."


async def test_the_sentence_is_played_at_the_volume_of_the_settings(
    bench: Make, home: Home
) -> None:
    save(home, "voice", "volume", 50)
    room = SimulatedRoom(clock=SystemClock(), pace=RoomPace.FAST)
    room.input.open(lambda _samples, _at: None, on_end=lambda _at: None)
    there = bench(None, room.output)
    await there.send(HELLO)
    assert (await there.over(SoundTrial.SPEAKER)).standing is TrialStanding.WELL
    room.input.close()
    assert 0.2 < np.max(np.abs(room.played)) < 0.3


@pytest.mark.parametrize(
    ("acoustics", "echo", "standing", "told"),
    [
        (RoomAcoustics(delay_s=0.12), "cancel", TrialStanding.WELL, "takes its own voice out"),
        (RoomAcoustics(echo_gain=1e-5), "cancel", TrialStanding.WELL, "as with headphones"),
        (RoomAcoustics(), "headset", TrialStanding.ADVISED, "nothing is done"),
    ],
)
async def test_the_echo_is_measured_and_told_in_words(
    bench: Make,
    home: Home,
    acoustics: RoomAcoustics,
    echo: str,
    standing: TrialStanding,
    told: str,
) -> None:
    save(home, "voice", "echo", echo)
    room = SimulatedRoom(acoustics=acoustics, clock=SystemClock(), pace=RoomPace.FAST)
    there = bench(room.input, room.output)
    await there.send(TryEcho())
    tried = await there.over(SoundTrial.ECHO)
    assert tried.standing is standing
    assert told in tried.text


def test_without_model_files_there_is_no_wake_word(home: Home, tmp_path: Path) -> None:
    bare = Home(root=home.root, models=tmp_path / "none")
    assert loaded_wake_word(bare, load(home, {}).settings.voice) is None

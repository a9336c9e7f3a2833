"""The commands about wake words of the user's own, over a microphone in memory."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import numpy as np
import pytest
from typing_extensions import override

from assistant.assembly.voice.voice_switch import VoiceSwitch
from assistant.assembly.voice.wake_word_commands import WakeWordCommands
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import DeviceError
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.protocol.wake_words import (
    BeginEnrolment,
    DeleteVoices,
    DeleteWakeWord,
    EndEnrolment,
    EnrolmentChanged,
    EnrolmentLevel,
    EnrolmentPhase,
    ListWakeWords,
    RecordPhrase,
    SaveWakeWord,
    WakeWordsListed,
)
from assistant.voice.custom_wake_word.enrolment_session import EnrolmentSession
from assistant.voice.custom_wake_word.model.background_speech import (
    WINDOW_FRAMES,
    BackgroundClip,
    BackgroundSpeech,
)
from assistant.voice.custom_wake_word.model.enrolment import EnrolmentRecording
from assistant.voice.custom_wake_word.model.recording_inspection import InspectedRecording
from assistant.voice.custom_wake_word.phrase_embedding import PhraseEmbedder
from assistant.voice.custom_wake_word.wake_word_store import WakeWordStore
from assistant.voice.detectors.speech_embedding import EMBEDDING_SIZE
from assistant.voice.devices.protocols import InputDevice
from assistant.voice.events import Samples
from assistant.voice.speaker_verification.model.voice_profile import VoiceRecording
from assistant.voice.speaker_verification.voice_embedding import VoiceEmbedder
from assistant.voice.speaker_verification.voice_profile_store import VoiceProfileStore
from tests.helpers.audio.signals import InMemoryInput, MarkerWake, noise, speech
from tests.helpers.voice.custom_wake_words import wake_word
from tests.helpers.voice.voices import alike, profile, recorded, voice


class PausableVoice(VoiceSwitch):
    """Remembers whether it hears."""

    def __init__(self) -> None:
        self.hears = True

    @override
    async def pause(self) -> None:
        self.hears = False

    @override
    async def resume(self) -> None:
        self.hears = True


class SameEmbedder(PhraseEmbedder):
    """Every recording is of one phrase."""

    def __init__(self) -> None: ...

    @override
    def recording(self, samples: Samples, found: InspectedRecording) -> EnrolmentRecording:
        shape = (4, WINDOW_FRAMES * EMBEDDING_SIZE)
        windows = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
        return EnrolmentRecording(windows, windows)


class SameVoice(VoiceEmbedder):
    """One speaker."""

    def __init__(self) -> None: ...

    @override
    def recording(self, phrase: Samples, *, seed: int = 0) -> VoiceRecording:
        return recorded(alike(1, seed))


def session(_home: Home, phrase: str) -> EnrolmentSession:
    generator = np.random.default_rng(0)
    features = generator.standard_normal((60, EMBEDDING_SIZE)).astype(np.float32)
    return EnrolmentSession(
        phrase=phrase,
        embedder=SameEmbedder(),
        speech=BackgroundSpeech([BackgroundClip("", features)]),
        listen_for=lambda word: MarkerWake(word.phrase),
        voices=SameVoice(),
    )


class Bench:
    """The commands with what they need, and what they told."""

    def __init__(self, root: Path, microphone: InMemoryInput | None) -> None:
        self.home = Home(root=root, models=root / "models")
        self.voice = PausableVoice()
        self.microphone = microphone
        self.events: list[EngineEvent] = []
        self._told = asyncio.Event()
        self._commands = CommandDispatcher()
        self.service = WakeWordCommands(
            home=self.home,
            emit=self._emit,
            microphone=self._input,
            voice=self.voice,
            build=session,
        )
        self.service.register_commands(self._commands)

    def _input(self) -> InputDevice | None:
        return self.microphone

    def _emit(self, event: EngineEvent) -> None:
        if not isinstance(event, EnrolmentLevel):
            self.events.append(event)
            self._told.set()

    async def send(self, command: Command) -> None:
        await self._commands.dispatch(command)

    async def until(self, wanted: Callable[[EngineEvent], bool]) -> EngineEvent:
        """Return the first event that is wanted, and forget those up to it."""
        while True:
            for index, event in enumerate(self.events):
                if wanted(event):
                    del self.events[: index + 1]
                    return event
            self._told.clear()
            await self._told.wait()

    async def phase(self, phase: EnrolmentPhase, recordings: int = 0) -> EnrolmentChanged:
        event = await self.until(
            lambda event: (
                isinstance(event, EnrolmentChanged)
                and (event.phase, event.recordings) == (phase, recordings)
            )
        )
        assert isinstance(event, EnrolmentChanged)
        return event


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, InMemoryInput())
    yield bench
    await bench.service.aclose()


async def record(bench: Bench, count: int) -> EnrolmentChanged:
    assert bench.microphone is not None
    await bench.send(RecordPhrase())
    await bench.phase(EnrolmentPhase.RECORDING, count - 1)
    said = np.concatenate((noise(0.5, 3e-4), speech(0.6), noise(1.0, 3e-4)))
    bench.microphone.feed(said, at=0.0)
    return await bench.phase(EnrolmentPhase.READY, count)


async def test_a_phrase_is_recorded_saved_listed_and_deleted(bench: Bench) -> None:
    await bench.send(BeginEnrolment(phrase="hey computer"))
    await bench.phase(EnrolmentPhase.READY)
    assert not bench.voice.hears, "one stream alone reads the microphone"
    for count in (1, 2, 3):
        changed = await record(bench, count)
    assert changed.learned is not None
    assert changed.learned.heard == 3
    await bench.send(SaveWakeWord())
    listed = await bench.until(lambda event: isinstance(event, WakeWordsListed))
    assert listed == WakeWordsListed(words=(changed.learned,), voices=("hey computer",))
    (learned,) = VoiceProfileStore(bench.home.root).read_all()
    assert learned.recordings == 3
    assert learned.similarity(voice(1)) > 0.95
    await bench.send(EndEnrolment())
    await bench.phase(EnrolmentPhase.CLOSED)
    assert bench.voice.hears
    assert WakeWordStore(bench.home.root).phrases() == ("hey computer",)
    await bench.send(DeleteWakeWord(phrase="hey computer"))
    await bench.send(ListWakeWords())
    assert bench.events == [WakeWordsListed(words=())] * 2


async def test_voices_are_forgotten_and_the_wake_words_stay(bench: Bench) -> None:
    store = VoiceProfileStore(bench.home.root)
    WakeWordStore(bench.home.root).write(wake_word("hey computer"))
    store.write(profile(1))
    store.write(profile(2, "hello house"))
    await bench.send(DeleteVoices())
    (listed,) = bench.events
    assert isinstance(listed, WakeWordsListed)
    assert listed.voices == ()
    assert [word.phrase for word in listed.words] == ["hey computer"]


async def test_what_was_not_saved_is_forgotten(bench: Bench) -> None:
    await bench.send(BeginEnrolment(phrase="hey computer"))
    await bench.phase(EnrolmentPhase.READY)
    for count in (1, 2, 3):
        await record(bench, count)
    await bench.send(EndEnrolment())
    await bench.send(SaveWakeWord())
    await bench.send(ListWakeWords())
    assert bench.events[-1] == WakeWordsListed(words=())


async def test_without_a_microphone_the_voice_goes_on(tmp_path: Path) -> None:
    bench = Bench(tmp_path, None)
    await bench.send(BeginEnrolment(phrase="hey computer"))
    assert (await bench.phase(EnrolmentPhase.CLOSED)).problem == "There is no microphone."
    assert bench.voice.hears


async def test_a_microphone_that_is_refused_is_told(tmp_path: Path) -> None:
    refused = InMemoryInput()
    refused.problem = DeviceError("The microphone is refused.")
    bench = Bench(tmp_path, refused)
    await bench.send(BeginEnrolment(phrase="hey computer"))
    changed = await bench.phase(EnrolmentPhase.CLOSED)
    assert changed.problem == "The microphone is refused."
    await bench.send(EndEnrolment())
    assert bench.voice.hears

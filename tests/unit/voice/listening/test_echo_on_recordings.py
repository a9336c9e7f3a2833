"""Canceller, voice activity and perception together: a recorded voice through open loudspeakers."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from assistant.clock import SystemClock
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.detectors.open_wake_word import WakeWordPolicy
from assistant.voice.detectors.vad import SileroVad, shipped_vad_model
from assistant.voice.devices.files.stepped_devices import OUTPUT_RATE_HZ
from assistant.voice.devices.files.wav import read_wav
from assistant.voice.events import (
    LevelMeasured,
    ListenerEvent,
    Samples,
    VoiceHeld,
    VoiceSuspected,
)
from assistant.voice.listening.echo_canceller import EchoCanceller
from assistant.voice.listening.perception import Perception
from assistant.voice.playout.player import resampled
from assistant.voice.protocols import ListeningMode
from assistant.voice.turn_taking.endpointing import EndpointLimits
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom

pytestmark = pytest.mark.models

AUDIO = Path(__file__).parents[3] / "data" / "audio"


def recorded(name: str) -> Samples:
    """Return a recording at 16 kHz."""
    samples, rate_hz = read_wav(AUDIO / name)
    return resampled(samples, rate_hz, 16_000)


@pytest.fixture(scope="module")
def voice() -> Samples:
    """What Parley says over and over, at the loudspeaker's rate."""
    said = recorded("sunday_is_the_best_part_of_the_week.wav")
    return resampled(said / np.max(np.abs(said)) * np.float32(0.8), 16_000, OUTPUT_RATE_HZ)


class Ear:
    """What is heard in a room where the voice speaks; it is lowered while somebody is suspected.

    Attributes:
        events: What perception told, levels aside.
        raw: What the microphone heard.
    """

    def __init__(
        self, voice: Samples, acoustics: RoomAcoustics, *, has_canceller: bool = True
    ) -> None:
        self.events: list[ListenerEvent] = []
        self.room = SimulatedRoom(acoustics=acoustics, clock=SystemClock(), pace=RoomPace.STEPPED)
        self._voice = voice
        self._played = 0
        self._volume = 1.0
        self._echo = EchoCanceller() if has_canceller else None
        self._perception = Perception(
            wake=None,
            policy=WakeWordPolicy(threshold=0.5),
            vad=SileroVad(shipped_vad_model()),
            limits=EndpointLimits(),
            barge_in_s=0.08,
            ask=None,
        )
        self._perception.hear(ListeningMode.BARGE_IN)
        self.room.output.open(self._fill, on_lost=lambda _reason: None)
        self.room.input.open(self._hear, on_end=lambda _at: None)

    def _fill(self, block: npt.NDArray[np.float32], at: float) -> None:
        indices = self._played + np.arange(len(block))
        block[:] = self._volume * np.take(self._voice, indices, mode="wrap")
        self._played += len(block)
        if self._echo is not None:
            self._echo.played(block.copy(), at + self.room.latency_s, OUTPUT_RATE_HZ)

    def _hear(self, block: Samples, at: float) -> None:
        if self._echo is None:
            events = self._perception.listen(block, at)
        else:
            heard = self._echo.cancel(block, at)
            events = self._perception.listen(heard.gentle, heard.at, clean=heard.clean)
        self.events += [event for event in events if not isinstance(event, LevelMeasured)]
        if any(isinstance(event, VoiceSuspected) for event in events):
            self._volume = 0.25
        if any(isinstance(event, VoiceHeld) for event in events):
            self._volume = 0.0

    def first(self, kind: type[ListenerEvent]) -> float:
        return next(event.at for event in self.events if isinstance(event, kind))


@pytest.mark.requirement("VF-20")
@pytest.mark.parametrize(
    "acoustics",
    [
        RoomAcoustics(),
        RoomAcoustics(delay_s=0.25, drift_ppm=150, seed=3),
        RoomAcoustics(echo_gain=1.5, saturation=2.0, seed=2),
    ],
)
def test_its_own_voice_is_nobody(voice: Samples, acoustics: RoomAcoustics) -> None:
    ear = Ear(voice, acoustics)
    ear.room.run(15)
    assert ear.events == []


def test_without_the_canceller_it_would_interrupt_itself(voice: Samples) -> None:
    ear = Ear(voice, RoomAcoustics(), has_canceller=False)
    ear.room.run(5)
    assert ear.first(VoiceHeld) < 3


@pytest.mark.parametrize("louder_db", [0, 6])
def test_a_person_over_its_voice_is_suspected_and_then_heard_out(
    voice: Samples, louder_db: float
) -> None:
    person = recorded("hey_jarvis.wav")
    begin = int(np.flatnonzero(np.abs(person) > 0.1 * np.max(np.abs(person)))[0])
    person = person[begin:]
    ear = Ear(voice, RoomAcoustics())
    ear.room.run(6)
    assert ear.events == []
    echo_dbfs = rms_dbfs(ear.room.heard[2 * 16_000 :])
    person *= np.float32(10 ** ((echo_dbfs + louder_db - rms_dbfs(person[:12_800])) / 20))
    at = ear.room.say(person)
    ear.room.run(1.5)
    assert at < ear.first(VoiceSuspected) < at + 0.4
    assert ear.first(VoiceHeld) < at + 0.8

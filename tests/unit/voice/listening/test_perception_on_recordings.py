"""The perception with its real models, on recorded calls, requests and background."""

from pathlib import Path

import numpy as np
import pytest

from assistant.voice.detectors.open_wake_word import OpenWakeWord, WakeWordPolicy
from assistant.voice.detectors.vad import VAD_FRAME_SAMPLES, SileroVad, shipped_vad_model
from assistant.voice.events import (
    ListenerEvent,
    NoSpeech,
    Samples,
    TurnEnded,
    VoiceHeld,
    VoiceStarted,
    VoiceSuspected,
    WakeHeard,
)
from assistant.voice.listening.perception import Perception
from assistant.voice.protocols import ListeningMode
from assistant.voice.turn_taking.endpointing import EndpointLimits
from tests.helpers.audio.signals import Recording, noise, recordings
from tests.helpers.voice.wake_word_models import wake_word_models

pytestmark = pytest.mark.models

ROOM = 0.0005
"""Peak of the room's own noise; digital silence would be kinder than any microphone."""


@pytest.fixture(scope="module")
def folder() -> Path:
    return wake_word_models()


@pytest.fixture(scope="module")
def vad() -> SileroVad:
    return SileroVad(shipped_vad_model())


class Room:
    """One microphone that hears everything, one block of 20 ms after another."""

    def __init__(self, folder: Path, vad: SileroVad) -> None:
        self.perception = Perception(
            wake=OpenWakeWord(
                folder=folder, phrases={"hey_jarvis": folder / "hey_jarvis_v0.1.onnx"}
            ),
            policy=WakeWordPolicy(threshold=0.5),
            vad=vad,
            limits=EndpointLimits(),
            barge_in_s=0.1,
            ask=None,
        )
        self.answers_calls = False
        self.now = 0.0

    def play(self, *parts: Samples) -> list[ListenerEvent]:
        samples = np.concatenate(parts)
        samples = samples + noise(len(samples) / 16_000, ROOM)[: len(samples)]
        heard: list[ListenerEvent] = []
        for first in range(0, len(samples), 320):
            block = samples[first : first + 320]
            self.now += len(block) / 16_000
            events = self.perception.listen(block, self.now)
            heard += events
            if self.answers_calls and any(isinstance(event, WakeHeard) for event in events):
                heard += self.perception.hear(ListeningMode.TURN, 3.0)
        return heard


def spoken_part(audio: Samples, vad: SileroVad) -> Samples:
    """Return a recording without the silence around its speech."""
    vad.reset()
    frames = vad.probabilities(audio[: len(audio) // VAD_FRAME_SAMPLES * VAD_FRAME_SAMPLES])
    speech = np.flatnonzero(frames > 0.5)
    return audio[speech[0] * VAD_FRAME_SAMPLES : (speech[-1] + 1) * VAD_FRAME_SAMPLES]


def calls() -> list[Recording]:
    return [each for each in recordings("wake") if each.expect == "hey_jarvis"]


def quiet(seconds: float) -> Samples:
    return np.zeros(round(seconds * 16_000), np.float32)


@pytest.mark.requirement("VF-06")
def test_recorded_calls_wake_and_the_bare_call_is_no_turn(folder: Path, vad: SileroVad) -> None:
    room = Room(folder, vad)
    room.answers_calls = True
    room.play(quiet(2))
    woken = turns = 0
    for call in calls():
        events = room.play(quiet(0.5), spoken_part(call.samples(), vad), quiet(3.5))
        woken += any(isinstance(event, WakeHeard) for event in events)
        turns += any(isinstance(event, TurnEnded) for event in events)
        room.perception.hear(ListeningMode.WAKE)
    # openWakeWord's own scores stay below 0.1 for two of the twenty.
    assert woken >= 18
    assert turns == 0


@pytest.mark.parametrize("gap_s", [0.0, 0.06, 0.15, 0.4, 1.0])
def test_no_word_after_the_wake_word_is_lost(folder: Path, vad: SileroVad, gap_s: float) -> None:
    requests = [each for each in recordings("speech") if each.path.stem.startswith("order_")]
    room = Room(folder, vad)
    room.answers_calls = True
    room.play(quiet(2))
    checked = 0
    for call, request in zip(calls()[:8], requests, strict=False):
        if call.path.stem.endswith(("splice04", "splice08")):
            continue
        spoken = spoken_part(request.samples(), vad)
        began_at = room.now
        called = spoken_part(call.samples(), vad)
        events = room.play(called, quiet(gap_s), spoken, quiet(1.5))
        room.perception.hear(ListeningMode.WAKE)
        room.play(quiet(2))
        ended = [event for event in events if isinstance(event, TurnEnded)]
        assert ended, call.path.name
        request_at = began_at + len(called) / 16_000 + gap_s
        first = ended[0]
        audio_at = first.at - len(first.audio) / 16_000
        assert audio_at <= request_at + 0.2, call.path.name
        assert audio_at <= request_at - min(gap_s, 0.1), call.path.name
        checked += 1
    assert checked >= 6


@pytest.mark.requirement("VF-06")
def test_background_does_not_wake(folder: Path, vad: SileroVad) -> None:
    room = Room(folder, vad)
    room.play(quiet(2))
    for recording in recordings("noise"):
        events = room.play(recording.samples())
        assert not any(isinstance(event, WakeHeard) for event in events), recording.path.name


@pytest.mark.requirement("VF-06")
def test_other_words_rarely_wake(folder: Path, vad: SileroVad) -> None:
    room = Room(folder, vad)
    room.play(quiet(2))
    woken: list[str] = []
    for recording in recordings("negative"):
        if recording.path.stem.startswith("hard"):
            continue
        events = room.play(quiet(0.3), recording.samples(), quiet(0.7))
        if any(isinstance(event, WakeHeard) for event in events):
            woken.append(recording.path.name)
    # One of 63 depends on where the frames of 80 ms fall in it.
    assert len(woken) <= 1, woken


def test_speech_over_the_assistant_is_noticed_by_stages(folder: Path, vad: SileroVad) -> None:
    """Headphones: the microphone hears the user alone."""
    requests = [each for each in recordings("speech") if each.path.stem.startswith("harvard")]
    assert requests
    for request in requests:
        room = Room(folder, vad)
        room.perception.hear(ListeningMode.BARGE_IN)
        spoken = spoken_part(request.samples(), vad)
        events = room.play(quiet(2), spoken[: 16_000 * 2])
        after = {type(event): event.at - 2.0 for event in reversed(events)}
        assert after[VoiceSuspected] <= 0.2, request.path.name
        assert after[VoiceHeld] <= 0.45, request.path.name
        assert after[VoiceStarted] <= 1.6, request.path.name


def test_a_quiet_room_is_no_turn(folder: Path, vad: SileroVad) -> None:
    room = Room(folder, vad)
    room.perception.hear(ListeningMode.TURN, 4.0)
    quiet_room = next(each for each in recordings("noise") if "room_1" in each.path.name)
    events = room.play(quiet_room.samples()[: 16_000 * 6])
    assert [event for event in events if isinstance(event, NoSpeech | VoiceStarted)] == [
        next(event for event in events if isinstance(event, NoSpeech))
    ]

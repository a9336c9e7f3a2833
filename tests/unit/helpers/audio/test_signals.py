from assistant.voice.devices.protocols import InputDevice
from assistant.voice.events import Samples
from tests.helpers.audio.signals import (
    InMemoryInput,
    LoudnessVad,
    MarkerWake,
    call,
    silence,
    speech,
)


def test_the_stand_in_for_voice_activity_knows_speech_from_silence() -> None:
    vad = LoudnessVad()
    assert vad.probabilities(speech(0.032)) > 0.9
    assert vad.probabilities(silence(0.032)) < 0.1
    assert vad.probabilities(call(0.032)) > 0.9


def test_the_stand_in_for_the_wake_word_knows_the_call_alone() -> None:
    wake = MarkerWake()
    assert wake.scores(call(0.08)) == {"hey_jarvis": 0.9}
    assert wake.scores(speech(0.08)) == {"hey_jarvis": 0.0}


def test_the_microphone_in_memory_delivers_between_open_and_close() -> None:
    device = InMemoryInput()
    checked: InputDevice = device
    heard: list[tuple[Samples, float]] = []
    ends: list[float] = []
    device.feed(silence(0.1), 0.1)
    checked.open(lambda samples, at: heard.append((samples, at)), on_end=ends.append)
    device.feed(silence(0.2), 0.3)
    device.end(0.3)
    checked.close()
    device.feed(silence(0.1), 0.4)
    assert [at for _samples, at in heard] == [0.3]
    assert ends == [0.3]

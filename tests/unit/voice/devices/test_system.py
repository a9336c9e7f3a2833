"""The machine's own sound."""

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices import system
from assistant.voice.devices.fallback_sound_system import FallbackSoundSystem
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.portaudio.sound_system import PortAudioSoundSystem
from assistant.voice.devices.pulse import connection, libpulse
from assistant.voice.devices.pulse.sound_system import PulseSoundSystem
from assistant.voice.devices.pulse.streams import PulseOutput
from assistant.voice.devices.system import SystemAudio, system_audio
from tests.helpers.audio.fake_devices import FakeSound, Hang
from tests.helpers.clock import ManualClock


def test_the_devices_are_listed() -> None:
    audio = SystemAudio(sound=FakeSound(inputs=("mic",), outputs=("desk", "headset")))
    devices = audio.list_devices()
    assert [device.title for device in devices.outputs] == ["desk", "headset"]


def test_a_system_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, hang: Hang) -> None:
    monkeypatch.setattr(system, "LIST_S", 0.02)
    sound = FakeSound()
    sound.on_find = hang
    with pytest.raises(DeviceError, match="does not answer") as raised:
        SystemAudio(sound=sound).list_devices()
    assert raised.value.hint


def test_a_system_that_refuses_says_why() -> None:
    def refuse() -> None:
        raise DeviceError("refused")

    sound = FakeSound()
    sound.on_find = refuse
    with pytest.raises(DeviceError, match="refused"):
        SystemAudio(sound=sound).list_devices()


def test_a_sound_server_is_asked_for_on_linux_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[object] = []

    class Audio(SystemAudio):
        def __init__(self, *, sound: object) -> None:
            used.append(sound)

    monkeypatch.setattr(system, "SystemAudio", Audio)
    for platform in ("linux", "win32", "darwin"):
        system_audio(clock=ManualClock(), platform=platform)
    assert [type(sound) for sound in used] == [
        FallbackSoundSystem,
        PortAudioSoundSystem,
        PortAudioSoundSystem,
    ]


def test_without_a_server_nothing_hangs() -> None:
    sound = PulseSoundSystem(clock=ManualClock(), server="unix:/nonexistent/native")
    with pytest.raises(DeviceError, match="does not answer"):
        sound.devices()
    with pytest.raises(DeviceError, match="does not answer"):
        sound.find(DeviceKind.INPUT, "")


def test_a_stream_without_a_server_says_why() -> None:
    output = PulseOutput(
        device=None,
        title="Desk",
        clock=ManualClock(),
        server="unix:/nonexistent/native",
    )
    try:
        libpulse.load_pulse()
    except DeviceError:
        pytest.skip("libpulse is not installed")
    with pytest.raises(DeviceError, match="Desk") as raised:
        output.open(lambda _out, _at: None, on_lost=lambda _reason: None)
    assert raised.value.hint
    output.close()


def test_missing_libraries_are_device_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise OSError("libpulse.so.0: cannot open shared object file")

    monkeypatch.setattr(connection, "import_module", missing)
    with pytest.raises(DeviceError, match="does not answer"):
        PulseSoundSystem(clock=ManualClock()).devices()
    monkeypatch.setattr(libpulse.ctypes, "CDLL", missing)
    with pytest.raises(DeviceError, match="does not answer"):
        libpulse.load_pulse()

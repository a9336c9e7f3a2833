"""PortAudio as a whole."""

import threading

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.policy.selection import DeviceInfo, DeviceKind
from assistant.voice.devices.portaudio import host as portaudio_host
from assistant.voice.devices.portaudio.host import PortAudioHost, load_portaudio
from tests.helpers.audio.fake_sounddevice import FakePortAudioError, FakeSoundDevice, device
from tests.helpers.patience import PATIENCE_S


def host_of(library: FakeSoundDevice) -> PortAudioHost:
    return PortAudioHost(load=lambda: library)


def test_devices_are_listed_by_kind_with_the_default() -> None:
    library = FakeSoundDevice(
        device("mic", 1), device("box", 0, 2), device("headset", 1, 2), default=(2, 1)
    )
    devices = host_of(library).devices()
    assert devices.inputs == (
        DeviceInfo(name="mic", rate_hz=44_100),
        DeviceInfo(name="headset", is_default=True, rate_hz=44_100),
    )
    assert [info.name for info in devices.of(DeviceKind.OUTPUT)] == ["box", "headset"]
    assert devices.outputs[0].is_default


def test_a_device_that_several_interfaces_list_is_one() -> None:
    library = FakeSoundDevice(
        device("box", 0, 2),
        device("box", 0, 2),
        device("box", 0, 2, hostapi=1),
        device("other", 0, 2, hostapi=1),
        default=(-1, 2),
    )
    (box, other) = host_of(library).devices().outputs
    assert (box.name, box.is_default, other.name) == ("box", True, "other")
    library.default.device = (-1, -1)
    assert [info.name for info in host_of(library).devices().outputs] == ["box"]


def test_what_was_plugged_in_is_listed_once_nothing_is_open() -> None:
    library = FakeSoundDevice(device("mic", 1))
    host = host_of(library)
    library.there.append(device("headset", 1))
    with host.using():
        host.opened()
    assert not host.refresh()
    assert len(host.devices().inputs) == 1
    with host.using():
        host.closed()
    assert host.refresh()
    assert len(host.devices().inputs) == 2


def test_a_new_list_waits_for_everybody_to_close() -> None:
    host = host_of(FakeSoundDevice(device("mic", 1)))
    with host.using():
        host.opened()
    outcome: list[bool] = []
    waiting = threading.Thread(target=lambda: outcome.append(host.refresh(wait_s=PATIENCE_S)))
    waiting.start()
    with host.using():
        host.closed()
    waiting.join(PATIENCE_S)
    assert outcome == [True]


def test_a_library_that_fails_is_a_device_error() -> None:
    library = FakeSoundDevice()
    host = host_of(library)
    library.error = FakePortAudioError("no host")
    for call in (host.devices, host.refresh):
        with pytest.raises(DeviceError, match="does not answer") as raised:
            call()
        assert raised.value.hint == "no host"


def test_without_the_library_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> None:
        raise OSError("PortAudio library not found")

    monkeypatch.setattr(portaudio_host, "import_module", fail)
    with pytest.raises(DeviceError, match="PortAudio") as raised:
        load_portaudio()
    assert "libportaudio2" in raised.value.hint

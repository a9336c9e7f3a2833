"""PortAudio as a whole."""

import threading
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.policy.selection import DeviceInfo, DeviceKind
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.portaudio.input import PortAudio

LIMIT_S = 10.0


class Library:
    """The part of sounddevice that a host uses; its list changes only when it is made anew."""

    PortAudioError = RuntimeError

    def __init__(self, *devices: Mapping[str, Any], default: tuple[int, int] = (-1, -1)) -> None:
        self.there = list(devices)
        self.listed = list(devices)
        self.default = SimpleNamespace(device=default)
        self.made = 1
        self.error: Exception | None = None

    def query_devices(self) -> list[Mapping[str, Any]]:
        if self.error is not None:
            raise self.error
        return self.listed

    def _terminate(self) -> None:
        self.listed = []

    def _initialize(self) -> None:
        if self.error is not None:
            raise self.error
        self.listed = list(self.there)
        self.made += 1


def device(name: str, inputs: int = 0, outputs: int = 0, *, hostapi: int = 0) -> dict[str, Any]:
    return {
        "name": name,
        "hostapi": hostapi,
        "max_input_channels": inputs,
        "max_output_channels": outputs,
        "default_samplerate": 44_100.0,
    }


def host_of(library: Library) -> PortAudioHost:
    loaded: PortAudio = library  # pyright: ignore[reportAssignmentType]  # what a host uses of it
    return PortAudioHost(load=lambda: loaded)


def test_devices_are_listed_by_kind_with_the_default() -> None:
    library = Library(
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
    library = Library(
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
    library = Library(device("mic", 1))
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
    host = host_of(Library(device("mic", 1)))
    with host.using():
        host.opened()
    outcome: list[bool] = []
    waiting = threading.Thread(target=lambda: outcome.append(host.refresh(wait_s=LIMIT_S)))
    waiting.start()
    with host.using():
        host.closed()
    waiting.join(LIMIT_S)
    assert outcome == [True]


def test_a_library_that_fails_is_a_device_error() -> None:
    library = Library()
    host = host_of(library)
    library.error = RuntimeError("no host")
    for call in (host.devices, host.refresh):
        with pytest.raises(DeviceError, match="does not answer") as raised:
            call()
        assert raised.value.hint == "no host"

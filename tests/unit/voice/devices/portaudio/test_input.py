from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.missing_device import missing_hint
from assistant.voice.devices.portaudio import input
from assistant.voice.devices.portaudio.input import (
    INVALID_SAMPLE_RATE,
    PortAudioInput,
    choose_portaudio_input,
    load_portaudio,
)
from assistant.voice.devices.protocols import InputDevice
from assistant.voice.events import Samples
from tests.helpers.clock import ManualClock

DEVICES: list[Mapping[str, object]] = [
    {"name": "HDMI", "max_input_channels": 0, "default_samplerate": 48_000.0},
    {"name": "Built-in Microphone", "max_input_channels": 2, "default_samplerate": 44_100.0},
    {"name": "USB Headset", "max_input_channels": 1, "default_samplerate": 48_000.0},
]


class FakePortAudioError(Exception):
    """Stands for sounddevice's error."""


def ignore_end() -> None: ...


class FakeStream:
    def __init__(self, callback: Callable[..., None], problem: Exception | None) -> None:
        self.callback = callback
        self.finished: Callable[[], None] = ignore_end
        self.problem = problem
        self.calls: list[str] = []

    def start(self) -> None:
        self.calls.append("start")
        if self.problem is not None:
            raise self.problem

    def abort(self) -> None:
        self.calls.append("abort")

    def close(self) -> None:
        self.calls.append("close")
        if self.problem is not None:
            raise self.problem


class FakePortAudio:
    """Implements the part of sounddevice that is used."""

    PortAudioError: type[Exception] = FakePortAudioError

    def __init__(self) -> None:
        self.devices: list[Mapping[str, object]] = DEVICES
        self.default: int | None = 1
        self.start_problem: Exception | None = None
        self.open_problem: Exception | None = None
        self.accepts_hz: set[int] = set()
        self.opened: list[dict[str, Any]] = []
        self.streams: list[FakeStream] = []

    def query_devices(
        self, device: int | None = None, kind: str | None = None
    ) -> Sequence[Mapping[str, object]] | Mapping[str, object]:
        if kind is None:
            return self.devices
        chosen = self.default if device is None else device
        if chosen is None:
            raise FakePortAudioError("Error querying device -1")
        return self.devices[chosen]

    def InputStream(self, *, callback: Callable[..., None], **values: Any) -> FakeStream:  # noqa: N802
        self.opened.append(values)
        if self.open_problem is not None and values["samplerate"] not in self.accepts_hz:
            raise self.open_problem
        self.streams.append(FakeStream(callback, self.start_problem))
        self.streams[-1].finished = values["finished_callback"]
        return self.streams[-1]


@pytest.fixture
def audio() -> FakePortAudio:
    return FakePortAudio()


def microphone(audio: FakePortAudio, name_part: str = "") -> PortAudioInput:
    return PortAudioInput(name_part=name_part, clock=ManualClock(), load=lambda: audio)


def ignore(_samples: Samples, _at: float) -> None: ...


def no_end(_at: float) -> None: ...


@pytest.mark.parametrize(
    ("name_part", "index", "rate_hz", "name"),
    [
        pytest.param("", None, 44_100, "Built-in Microphone", id="the default"),
        pytest.param("usb", 2, 48_000, "USB Headset", id="by a part of its name"),
        pytest.param("MICRO", 1, 44_100, "Built-in Microphone", id="in any case"),
    ],
)
def test_a_microphone_opens_at_its_own_rate(
    audio: FakePortAudio, name_part: str, index: int | None, rate_hz: int, name: str
) -> None:
    device: InputDevice = microphone(audio, name_part)
    device.open(ignore, on_end=no_end)
    (opened,) = audio.opened
    assert (opened["device"], opened["samplerate"]) == (index, rate_hz)
    assert opened["blocksize"] == rate_hz // 50
    assert opened["channels"] == 1
    assert opened["dtype"] == "float32"
    assert (device.name, device.sample_rate_hz) == (name, rate_hz)
    assert device.is_live


def test_a_block_is_a_copy_of_the_first_channel_with_its_moment(audio: FakePortAudio) -> None:
    clock = ManualClock()
    device = PortAudioInput(clock=clock, load=lambda: audio)
    heard: list[tuple[Samples, float]] = []
    device.open(lambda samples, at: heard.append((samples, at)), on_end=no_end)
    buffer: npt.NDArray[np.float32] = np.array([[0.1], [0.2]], np.float32)
    clock.advance(5)
    audio.streams[0].callback(buffer, 2, object(), object())
    buffer[:] = 0  # PortAudio uses it again
    ((samples, at),) = heard
    assert samples.tolist() == pytest.approx([0.1, 0.2])
    assert at == clock.monotonic()


def test_closing_ends_the_stream_once(audio: FakePortAudio) -> None:
    device = microphone(audio)
    device.open(ignore, on_end=no_end)
    device.close()
    device.close()
    assert audio.streams[0].calls == ["start", "abort", "close"]


def test_opening_again_closes_the_stream_before(audio: FakePortAudio) -> None:
    device = microphone(audio)
    device.open(ignore, on_end=no_end)
    device.open(ignore, on_end=no_end)
    assert audio.streams[0].calls == ["start", "abort", "close"]
    assert audio.streams[1].calls == ["start"]


def test_a_device_that_is_gone_still_closes(audio: FakePortAudio) -> None:
    device = microphone(audio)
    device.open(ignore, on_end=no_end)
    audio.streams[0].problem = FakePortAudioError("device unavailable")
    device.close()
    assert audio.streams[0].calls == ["start", "abort", "close"]


def test_a_name_that_nothing_has_lists_what_is_there(audio: FakePortAudio) -> None:
    with pytest.raises(DeviceError, match="“Røde”") as raised:
        microphone(audio, "Røde").open(ignore, on_end=no_end)
    assert raised.value.hint == "These are there: Built-in Microphone, USB Headset"


@pytest.mark.parametrize(
    ("devices", "name_part"),
    [
        pytest.param([], "", id="no device"),
        pytest.param([], "Røde", id="no device of any name"),
        pytest.param(DEVICES[:1], "", id="only a speaker"),
        pytest.param(DEVICES, "", id="no default"),
    ],
)
def test_without_a_microphone_it_says_what_to_do(
    audio: FakePortAudio, devices: list[Mapping[str, object]], name_part: str
) -> None:
    audio.devices, audio.default = devices, None
    with pytest.raises(DeviceError) as raised:
        microphone(audio, name_part).open(ignore, on_end=no_end)
    assert raised.value.message == "No microphone was found."
    assert raised.value.hint == missing_hint()


def test_speakers_are_not_microphones() -> None:
    with pytest.raises(DeviceError, match="HDMI"):
        choose_portaudio_input(DEVICES, name_part="HDMI")


@pytest.mark.parametrize("stage", ["open", "start"])
def test_what_the_system_refuses_is_a_device_error(audio: FakePortAudio, stage: str) -> None:
    problem = FakePortAudioError("Invalid sample rate")
    if stage == "open":
        audio.open_problem = problem
    else:
        audio.start_problem = problem
    device = microphone(audio)
    with pytest.raises(DeviceError, match="cannot be opened"):
        device.open(ignore, on_end=no_end)
    for stream in audio.streams:
        assert stream.calls[-1] == "close"
    device.close()


def test_without_the_library_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_name: str) -> None:
        raise OSError("PortAudio library not found")

    monkeypatch.setattr(input, "import_module", fail)
    with pytest.raises(DeviceError, match="PortAudio") as raised:
        load_portaudio()
    assert "libportaudio2" in raised.value.hint


def test_a_whole_name_counts_before_a_part_and_the_default(audio: FakePortAudio) -> None:
    device = PortAudioInput(
        clock=ManualClock(), load=lambda: audio, names=("gone", "USB Headset"), rate_hz=32_000
    )
    device.open(ignore, on_end=no_end)
    assert (audio.opened[0]["device"], audio.opened[0]["samplerate"]) == (2, 32_000)
    assert device.name == "USB Headset"


def test_other_formats_are_tried_where_the_devices_own_is_refused(audio: FakePortAudio) -> None:
    audio.open_problem = FakePortAudioError("Invalid sample rate", INVALID_SAMPLE_RATE)
    audio.accepts_hz = {16_000}
    device = microphone(audio)
    device.open(ignore, on_end=no_end)
    assert [(each["samplerate"], each["channels"]) for each in audio.opened] == [
        (44_100, 1),
        (44_100, 2),
        (48_000, 1),
        (48_000, 2),
        (16_000, 1),
    ]
    assert device.sample_rate_hz == 16_000
    assert audio.opened[-1]["blocksize"] == 320


def test_what_is_refused_for_another_reason_is_not_tried_again(audio: FakePortAudio) -> None:
    audio.open_problem = FakePortAudioError("Device unavailable", -9985)
    with pytest.raises(DeviceError) as raised:
        microphone(audio).open(ignore, on_end=no_end)
    assert len(audio.opened) == 1
    assert "Device unavailable" in raised.value.hint


def test_an_end_that_nobody_asked_for_is_told(audio: FakePortAudio) -> None:
    ends: list[bool] = []
    device = PortAudioInput(
        clock=ManualClock(), load=lambda: audio, on_stopped=lambda: ends.append(True)
    )
    device.open(ignore, on_end=no_end)
    audio.streams[0].finished()
    assert ends == [True]
    device.close()
    audio.streams[0].finished()
    assert ends == [True]

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.missing_device import missing_hint
from assistant.voice.devices.portaudio import output
from assistant.voice.devices.portaudio.input import INVALID_CHANNEL_COUNT
from assistant.voice.devices.portaudio.output import (
    OutputInfo,
    PortAudioOutput,
    choose_portaudio_output,
)
from assistant.voice.devices.protocols import OutputDevice
from tests.helpers.clock import ManualClock

Block = npt.NDArray[np.float32]


class FakePortAudioError(Exception):
    pass


class FakeStream:
    """Stands for `sounddevice.OutputStream`; the test pulls."""

    latency = 0.02

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.calls: list[str] = []

    def start(self) -> None:
        self.calls.append("start")

    def abort(self) -> None:
        self.calls.append("abort")
        self.options["finished_callback"]()

    def close(self) -> None:
        self.calls.append("close")

    def pull(self, frames: int, *, underflow: bool = False) -> Block:
        out = np.full((frames, self.options["channels"]), np.nan, np.float32)
        flags = SimpleNamespace(output_underflow=underflow)
        self.options["callback"](out, frames, None, flags)
        return out

    def die(self) -> None:
        self.options["finished_callback"]()


class FakeSoundDevice:
    """Stands for the module `sounddevice`."""

    PortAudioError = FakePortAudioError

    def __init__(self) -> None:
        self.default = SimpleNamespace(device=[0, 2])
        self.devices: list[dict[str, object]] = [
            self.device(0, "Microphone", 0),
            self.device(1, "USB Headset", 6),
            self.device(2, "Built-in", 2),
        ]
        self.streams: list[FakeStream] = []
        self.error: FakePortAudioError | None = None
        self.accepts: set[int] = set()
        self.tried: list[tuple[int, int]] = []

    @staticmethod
    def device(index: int, name: str, channels: int) -> dict[str, object]:
        return {
            "index": index,
            "name": name,
            "max_output_channels": channels,
            "default_samplerate": 44_100.0,
        }

    def query_devices(self) -> list[dict[str, object]]:
        return self.devices

    def OutputStream(self, **options: Any) -> FakeStream:  # noqa: N802  # the library's name
        self.tried.append((options["samplerate"], options["channels"]))
        if self.error is not None and options["channels"] not in self.accepts:
            raise self.error
        self.streams.append(FakeStream(**options))
        return self.streams[-1]


@pytest.fixture
def audio(monkeypatch: pytest.MonkeyPatch) -> FakeSoundDevice:
    audio = FakeSoundDevice()
    monkeypatch.setitem(sys.modules, "sounddevice", audio)
    return audio


def half(block: Block, _at: float) -> None:
    block[:] = 0.5


def refuse(_reason: str) -> None:
    raise AssertionError("nothing was lost")


def opened(
    fill: Callable[[Block, float], None] = half,
    *,
    name_part: str = "",
    on_lost: Callable[[str], None] = refuse,
) -> PortAudioOutput:
    output = PortAudioOutput(name_part=name_part, clock=ManualClock())
    output.open(fill, on_lost=on_lost)
    return output


DEVICES = [
    OutputInfo(index=index, name=name, channels=2, sample_rate_hz=48_000)
    for index, name in enumerate(["pulse", "USB Headset", "default"])
]


@pytest.mark.parametrize(
    ("name_part", "default_index", "expected"),
    [
        pytest.param("headset", 2, "USB Headset", id="part-of-the-name"),
        pytest.param("", 2, "default", id="the-default"),
        pytest.param("gone", 2, "default", id="unknown"),
        pytest.param("", -1, "pulse", id="no-default"),
    ],
)
def test_a_device_is_chosen_by_a_part_of_its_name(
    name_part: str, default_index: int, expected: str
) -> None:
    device = choose_portaudio_output(DEVICES, name_part=name_part, default_index=default_index)
    assert device is not None
    assert device.name == expected


def test_nothing_is_chosen_where_nothing_is() -> None:
    assert choose_portaudio_output([], name_part="", default_index=0) is None


def test_the_device_is_opened_at_its_own_rate(audio: FakeSoundDevice) -> None:
    output = opened(name_part="usb")
    device: OutputDevice = output
    options = audio.streams[0].options
    assert (options["device"], options["samplerate"], options["channels"]) == (1, 44_100, 2)
    assert (device.name, device.sample_rate_hz, device.latency_s) == ("USB Headset", 44_100, 0.02)
    assert audio.streams[0].calls == ["start"]


def test_an_unknown_name_takes_the_default_and_says_so(
    audio: FakeSoundDevice, caplog: pytest.LogCaptureFixture
) -> None:
    assert opened(name_part="gone").name == "Built-in"
    assert "No speaker is called 'gone'" in caplog.text


def test_blocks_go_to_every_channel(audio: FakeSoundDevice) -> None:
    moments: list[float] = []

    def fill(block: Block, at: float) -> None:
        moments.append(at)
        block[:] = np.arange(block.size)

    opened(fill)
    out = audio.streams[0].pull(4)
    assert out.tolist() == [[0, 0], [1, 1], [2, 2], [3, 3]]
    assert moments == [ManualClock().monotonic()]
    assert audio.streams[0].pull(20_000).shape == (20_000, 2)


def test_underflows_are_counted(audio: FakeSoundDevice) -> None:
    output = opened()
    audio.streams[0].pull(4)
    audio.streams[0].pull(4, underflow=True)
    assert output.underflows == 1


def test_a_stream_that_ends_by_itself_is_lost(audio: FakeSoundDevice) -> None:
    reasons: list[str] = []
    opened(on_lost=reasons.append)
    audio.streams[0].die()
    assert reasons == ["The speaker stopped working."]


def test_closing_is_no_loss_and_can_be_repeated(audio: FakeSoundDevice) -> None:
    output = opened(on_lost=refuse)
    output.close()
    output.close()
    assert audio.streams[0].calls == ["start", "abort", "close"]
    assert not audio.streams[0].pull(4).any()


def test_it_can_be_opened_again(audio: FakeSoundDevice) -> None:
    output = opened()
    output.close()
    output.open(half, on_lost=refuse)
    assert audio.streams[1].pull(1).tolist() == [[0.5, 0.5]]


def test_a_speaker_that_does_not_open_is_a_device_error(audio: FakeSoundDevice) -> None:
    audio.error = FakePortAudioError("Invalid sample rate")
    with pytest.raises(DeviceError, match="'Built-in' cannot be opened"):
        opened()


def test_no_speaker_is_a_device_error(audio: FakeSoundDevice) -> None:
    audio.devices = audio.devices[:1]
    with pytest.raises(DeviceError, match="No speaker was found") as caught:
        opened()
    assert caught.value.hint == missing_hint()


def test_a_missing_audio_library_is_a_device_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise OSError("PortAudio library not found")

    monkeypatch.setattr(output, "import_module", missing)
    with pytest.raises(DeviceError, match="PortAudio is missing") as caught:
        opened()
    assert "libportaudio2" in caught.value.hint


def test_a_whole_name_and_a_rate_count_before_the_default(audio: FakeSoundDevice) -> None:
    output = PortAudioOutput(
        name_part="", clock=ManualClock(), names=("gone", "USB Headset"), rate_hz=96_000
    )
    output.open(half, on_lost=refuse)
    assert (output.name, output.sample_rate_hz) == ("USB Headset", 96_000)


def test_all_channels_are_tried_where_two_are_refused(audio: FakeSoundDevice) -> None:
    audio.error = FakePortAudioError("Invalid number of channels", INVALID_CHANNEL_COUNT)
    audio.accepts = {6}
    output = opened(name_part="usb")
    assert audio.tried == [(44_100, 2), (44_100, 6)]
    assert audio.streams[0].pull(4).shape == (4, 6)
    assert output.sample_rate_hz == 44_100


def test_a_stream_that_fails_to_stop_is_let_go(
    audio: FakeSoundDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_stream: FakeStream) -> None:
        raise FakePortAudioError("device unavailable")

    output = opened()
    monkeypatch.setattr(FakeStream, "abort", fail)
    output.close()
    assert audio.streams[0].calls[-1] == "close"

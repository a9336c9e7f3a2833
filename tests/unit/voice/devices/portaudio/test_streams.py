from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.missing_device import missing_hint
from assistant.voice.devices.portaudio.host import PortAudioHost
from assistant.voice.devices.portaudio.streams import (
    INVALID_CHANNEL_COUNT,
    INVALID_SAMPLE_RATE,
    PortAudioInput,
    PortAudioOutput,
)
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.events import Samples
from tests.helpers.audio.fake_sounddevice import FakePortAudioError, FakeSoundDevice, device
from tests.helpers.clock import ManualClock

Block = npt.NDArray[np.float32]
Kind = Literal["microphone", "speaker"]


@pytest.fixture
def audio() -> FakeSoundDevice:
    return FakeSoundDevice(
        device("HDMI", outputs=6, rate_hz=48_000.0),
        device("Studio", inputs=6, rate_hz=32_000.0),
        device("Built-in", inputs=2, outputs=2),
        device("Box", outputs=2),
        default=(2, 2),
    )


@pytest.fixture(params=["microphone", "speaker"])
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param


class Opened:
    """A device of one kind over a fake library, and what was told of its end."""

    def __init__(
        self,
        audio: FakeSoundDevice,
        kind: Kind,
        *,
        target: str | None = None,
        rate_hz: int | None = None,
    ) -> None:
        self.ends: list[str] = []
        host, clock = PortAudioHost(load=lambda: audio), ManualClock()
        self.device: PortAudioInput | PortAudioOutput
        if kind == "microphone":
            self.device = PortAudioInput(
                host=host,
                clock=clock,
                target=target,
                rate_hz=rate_hz,
                on_stopped=lambda: self.ends.append("microphone"),
            )
        else:
            self.device = PortAudioOutput(host=host, clock=clock, target=target, rate_hz=rate_hz)

    def open(self) -> None:
        if isinstance(self.device, PortAudioInput):
            self.device.open(lambda _samples, _at: None, on_end=lambda _at: None)
        else:
            self.device.open(half, on_lost=self.ends.append)


def opened(
    audio: FakeSoundDevice, kind: Kind, *, target: str | None = None, rate_hz: int | None = None
) -> Opened:
    device = Opened(audio, kind, target=target, rate_hz=rate_hz)
    device.open()
    return device


def half(block: Block, _at: float) -> None:
    block[:] = 0.5


@pytest.mark.parametrize(
    ("target", "default", "index", "rate_hz", "name"),
    [
        pytest.param(None, 2, 2, 44_100, "Built-in", id="the default"),
        pytest.param("Studio", 2, 1, 32_000, "Studio", id="by its name"),
        pytest.param("HDMI", 2, 2, 44_100, "Built-in", id="a speaker is no microphone"),
        pytest.param("gone", 2, 2, 44_100, "Built-in", id="one that is not there"),
        pytest.param(None, -1, 1, 32_000, "Studio", id="without a default, the first"),
    ],
)
def test_a_microphone_opens_at_its_own_rate(
    audio: FakeSoundDevice, target: str | None, default: int, index: int, rate_hz: int, name: str
) -> None:
    audio.default.device = (default, 0)
    opened_device = opened(audio, "microphone", target=target).device
    assert isinstance(opened_device, PortAudioInput)
    device: InputDevice = opened_device
    options = audio.streams[0].options
    assert (options["device"], options["samplerate"], options["channels"]) == (index, rate_hz, 1)
    assert (options["blocksize"], options["dtype"]) == (rate_hz // 50, "float32")
    assert (device.name, device.sample_rate_hz, device.is_live) == (name, rate_hz, True)


@pytest.mark.parametrize(
    ("target", "default", "name"),
    [
        pytest.param("HDMI", 2, "HDMI", id="by its name"),
        pytest.param(None, 2, "Built-in", id="the default"),
        pytest.param("gone", 2, "Built-in", id="one that is not there"),
        pytest.param(None, -1, "HDMI", id="without a default, the first"),
    ],
)
def test_a_speaker_opens_at_its_own_rate(
    audio: FakeSoundDevice, target: str | None, default: int, name: str
) -> None:
    audio.default.device = (0, default)
    opened_device = opened(audio, "speaker", target=target).device
    assert isinstance(opened_device, PortAudioOutput)
    device: OutputDevice = opened_device
    rate_hz = {"HDMI": 48_000, "Built-in": 44_100}[name]
    options = audio.streams[0].options
    assert (options["samplerate"], options["channels"], options["blocksize"]) == (rate_hz, 2, 0)
    assert (device.name, device.sample_rate_hz, device.latency_s) == (name, rate_hz, 0.02)


def test_a_known_rate_counts_before_what_portaudio_says(audio: FakeSoundDevice, kind: Kind) -> None:
    assert opened(audio, kind, rate_hz=96_000).device.sample_rate_hz == 96_000


def test_a_block_is_a_copy_of_the_first_channel_with_its_moment(audio: FakeSoundDevice) -> None:
    clock = ManualClock()
    microphone = PortAudioInput(host=PortAudioHost(load=lambda: audio), clock=clock)
    heard: list[tuple[Samples, float]] = []
    microphone.open(lambda samples, at: heard.append((samples, at)), on_end=lambda _at: None)
    buffer: Block = np.array([[0.1], [0.2]], np.float32)
    clock.advance(5)
    audio.streams[0].feed(buffer)
    buffer[:] = 0  # PortAudio uses it again
    ((samples, at),) = heard
    assert samples.tolist() == pytest.approx([0.1, 0.2])
    assert at == clock.monotonic()


def test_blocks_go_to_every_channel(audio: FakeSoundDevice) -> None:
    moments: list[float] = []

    def fill(block: Block, at: float) -> None:
        moments.append(at)
        block[:] = np.arange(block.size)

    speaker = PortAudioOutput(host=PortAudioHost(load=lambda: audio), clock=ManualClock())
    speaker.open(fill, on_lost=lambda _reason: None)
    assert audio.streams[0].pull(4).tolist() == [[0, 0], [1, 1], [2, 2], [3, 3]]
    assert moments == [ManualClock().monotonic()]
    assert audio.streams[0].pull(20_000).shape == (20_000, 2)


def test_closing_ends_the_stream_once_and_is_no_loss(audio: FakeSoundDevice, kind: Kind) -> None:
    device = opened(audio, kind)
    device.device.close()
    device.device.close()
    assert audio.streams[0].calls == ["start", "abort", "close"]
    assert device.ends == []
    if kind == "speaker":
        assert not audio.streams[0].pull(4).any()


def test_opening_again_closes_the_stream_before(audio: FakeSoundDevice, kind: Kind) -> None:
    device = opened(audio, kind)
    device.open()
    assert audio.streams[0].calls == ["start", "abort", "close"]
    assert audio.streams[1].calls == ["start"]
    if kind == "speaker":
        assert audio.streams[1].pull(1).tolist() == [[0.5, 0.5]]


def test_a_device_that_is_gone_still_closes(audio: FakeSoundDevice, kind: Kind) -> None:
    device = opened(audio, kind)
    audio.streams[0].problem = FakePortAudioError("device unavailable")
    device.device.close()
    assert audio.streams[0].calls == ["start", "abort", "close"]


def test_an_end_that_nobody_asked_for_is_told(audio: FakeSoundDevice, kind: Kind) -> None:
    device = opened(audio, kind)
    audio.streams[0].finish()
    assert device.ends == ["microphone" if kind == "microphone" else "The speaker stopped working."]


@pytest.mark.parametrize("listed", [[], [device("without channels")]])
def test_without_a_device_it_says_what_to_do(
    audio: FakeSoundDevice, kind: Kind, listed: list[Mapping[str, Any]]
) -> None:
    audio.listed = listed
    with pytest.raises(DeviceError) as raised:
        opened(audio, kind)
    assert raised.value.message == f"No {kind} was found."
    assert raised.value.hint == missing_hint()


def test_a_list_that_cannot_be_had_is_no_device(audio: FakeSoundDevice, kind: Kind) -> None:
    audio.error = FakePortAudioError("Error querying device -1")
    with pytest.raises(DeviceError, match=f"No {kind} was found"):
        opened(audio, kind)


@pytest.mark.parametrize("stage", ["refusal", "start_problem"])
def test_what_the_system_refuses_is_a_device_error_and_not_tried_again(
    audio: FakeSoundDevice, kind: Kind, stage: str
) -> None:
    setattr(audio, stage, FakePortAudioError("Device unavailable", -9985))
    device = Opened(audio, kind)
    with pytest.raises(DeviceError, match="Built-in. cannot be opened") as raised:
        device.open()
    assert "Device unavailable" in raised.value.hint
    assert len(audio.tried) == 1
    assert [stream.calls for stream in audio.streams] in ([], [["start", "abort", "close"]])
    assert device.ends == []
    device.device.close()


@pytest.mark.parametrize(
    ("target", "kind", "accepts", "tried"),
    [
        (None, "microphone", (16_000, 1), [(44_100, 1), (44_100, 2), (48_000, 1), (48_000, 2)]),
        ("Studio", "microphone", (32_000, 6), [(32_000, 1)]),
        ("HDMI", "speaker", (48_000, 6), [(48_000, 2)]),
    ],
)
@pytest.mark.parametrize("code", [INVALID_SAMPLE_RATE, INVALID_CHANNEL_COUNT])
def test_other_formats_are_tried_where_the_devices_own_is_refused(
    audio: FakeSoundDevice,
    target: str | None,
    kind: Kind,
    accepts: tuple[int, int],
    tried: list[tuple[int, int]],
    code: int,
) -> None:
    audio.refusal, audio.accepts = FakePortAudioError("Invalid", code), accepts
    device = opened(audio, kind, target=target)
    assert audio.tried == [*tried, accepts]
    assert device.device.sample_rate_hz == accepts[0]
    if kind == "microphone":
        assert audio.streams[0].options["blocksize"] == accepts[0] // 50

"""Opening, closing and following through a sound system that does what it wants."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.binding import DeviceAvailable, DeviceGone, DeviceInUse
from assistant.voice.devices.policy.selection import DeviceKind
from assistant.voice.devices.stream_supervisor import StreamSupervisor
from assistant.voice.devices.system import SystemInput, SystemOutput
from assistant.voice.events import DeviceReason, Samples
from tests.helpers.audio.fake_devices import FakeSound, Hang
from tests.helpers.patience import PATIENCE_S

SOON_S = 0.03
"""The limit of a call that hangs; any other has as long as it needs."""


@pytest.fixture
def sound() -> FakeSound:
    return FakeSound(inputs=("mic", "studio"), outputs=("desk", "headset"))


class Heard:
    """A microphone and what it gave."""

    def __init__(
        self,
        sound: FakeSound,
        wanted: str = "",
        *,
        open_limit_s: float = PATIENCE_S,
        close_limit_s: float = PATIENCE_S,
    ) -> None:
        self.seat = StreamSupervisor(
            kind=DeviceKind.INPUT,
            wanted=wanted,
            sound=sound,
            open_limit_s=open_limit_s,
            close_limit_s=close_limit_s,
        )
        self.device = SystemInput(seat=self.seat, sound=sound)
        self.blocks: list[Samples] = []
        self.seat.watch()

    def open(self) -> None:
        self.device.open(lambda samples, _at: self.blocks.append(samples), on_end=lambda _at: None)


def block() -> Samples:
    return np.zeros(160, np.float32)


def test_a_microphone_is_opened_where_it_belongs_and_told(sound: FakeSound) -> None:
    heard = Heard(sound, "studio")
    sound.rate_hz = 44_100
    heard.open()
    assert heard.device.is_live
    assert (heard.device.name, heard.device.sample_rate_hz) == ("studio", 44_100)
    sound.inputs[0].feed(block(), 0.0)
    assert len(heard.blocks) == 1
    assert heard.seat.news() == [
        DeviceInUse(name="studio", wanted="", reason=DeviceReason.AS_WANTED)
    ]
    heard.device.close()
    heard.device.close()
    assert not sound.inputs[0].is_open


def test_a_speaker_is_opened_where_it_belongs(sound: FakeSound) -> None:
    seat = StreamSupervisor(kind=DeviceKind.OUTPUT, wanted="headset", sound=sound)
    device = SystemOutput(seat=seat, sound=sound)
    assert device.latency_s == 0.0
    device.open(lambda out, _at: out.fill(0.5), on_lost=lambda _reason: None)
    sound.outputs[0].latency_s = 0.2  # as the system came to know
    assert (device.name, device.sample_rate_hz, device.latency_s) == ("headset", 16_000, 0.2)
    assert sound.outputs[0].pull(0.01).max() == 0.5
    device.close()
    assert not sound.outputs[0].pull(0.01).any()


def test_what_comes_after_closing_is_not_heard(sound: FakeSound) -> None:
    heard = Heard(sound)
    heard.open()
    heard.device.close()
    sound.inputs[0].feed(block(), 0.0)
    sound.inputs[0].stop_by_itself()
    assert heard.blocks == []
    assert heard.seat.news()[1:] == []


def test_a_stream_that_ends_by_itself_is_gone(sound: FakeSound) -> None:
    heard = Heard(sound)
    heard.open()
    sound.inputs[0].stop_by_itself()
    assert heard.seat.news()[-1] == DeviceGone(reason="The microphone stopped working.")
    seat = StreamSupervisor(kind=DeviceKind.OUTPUT, wanted="", sound=sound)
    SystemOutput(seat=seat, sound=sound).open(lambda _out, _at: None, on_lost=lambda _reason: None)
    sound.outputs[0].stop_by_itself()
    assert seat.news()[-1] == DeviceGone(reason="The speaker stopped working.")


@pytest.mark.parametrize("stage", ["on_find", "on_open", "on_bind"])
def test_an_opening_that_hangs_gives_up_and_cannot_be_heard_later(
    sound: FakeSound, hang: Hang, stage: str
) -> None:
    heard = Heard(sound, open_limit_s=SOON_S)
    closed = threading.Event()
    sound.on_close = closed.set
    setattr(sound, stage, hang)
    with pytest.raises(DeviceError, match="does not answer"):
        heard.open()
    hang.release()
    assert closed.wait(PATIENCE_S)  # what was opened too late is closed at once
    sound.inputs[0].feed(block(), 0.0)
    assert heard.blocks == []
    again = Heard(sound)
    again.open()
    sound.inputs[1].feed(block(), 0.0)
    assert len(again.blocks) == 1
    again.device.close()


@pytest.mark.parametrize("stage", ["on_find", "on_open", "on_bind"])
@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (DeviceError("refused"), "refused"),
        (RuntimeError("broken"), "broken"),
        (OSError(), "OSError"),
    ],
)
def test_whatever_an_opening_raises_is_a_device_error(
    sound: FakeSound, stage: str, problem: Exception, told: str
) -> None:
    def fail() -> None:
        raise problem

    heard = Heard(sound)
    setattr(sound, stage, fail)
    with pytest.raises(DeviceError, match=told):
        heard.open()
    assert not any(stream.is_open for stream in sound.inputs)
    setattr(sound, stage, lambda: None)
    heard.open()
    assert sound.inputs[-1].is_open


def test_closing_what_hangs_or_fails_ends_in_time(
    sound: FakeSound, hang: Hang, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    for trouble, limit_s, told in (
        (hang, SOON_S, "left behind"),
        (fail, PATIENCE_S, "failed to close"),
    ):
        heard = Heard(sound, close_limit_s=limit_s)
        sound.on_close = trouble
        heard.open()
        heard.device.close()
        assert told in caplog.text
        sound.inputs[-1].feed(block(), 0.0)
        assert heard.blocks == []


def test_an_opening_gives_up_when_nobody_watches_any_more(sound: FakeSound, hang: Hang) -> None:
    seat = StreamSupervisor(kind=DeviceKind.INPUT, wanted="", sound=sound, open_limit_s=3600)
    device = SystemInput(seat=seat, sound=sound)
    sound.on_find = hang
    refused = threading.Event()

    def open_it() -> None:
        try:
            device.open(lambda _samples, _at: None, on_end=lambda _at: None)
        except DeviceError:
            refused.set()

    threading.Thread(target=open_it).start()
    assert hang.entered.wait(PATIENCE_S)
    seat.unwatch()
    assert refused.wait(PATIENCE_S)
    assert sound.followers == 0


def test_nothing_is_opened_after_the_watching_ended(sound: FakeSound) -> None:
    heard = Heard(sound)
    heard.seat.unwatch()
    with pytest.raises(DeviceError):
        heard.open()
    assert sound.inputs == []
    heard.seat.watch()
    heard.open()
    assert sound.inputs[0].is_open


def test_falling_back_and_coming_back(sound: FakeSound) -> None:
    heard = Heard(sound, "studio")
    heard.open()
    sound.plug(inputs=("mic",))
    assert heard.device.name == "mic"
    sound.plug(inputs=("mic", "studio"))
    assert heard.seat.news()[1:] == [
        DeviceInUse(name="mic", wanted="studio", reason=DeviceReason.MISSING),
        DeviceInUse(name="studio", wanted="studio", reason=DeviceReason.RETURNED),
    ]
    sound.plug(inputs=())
    assert heard.seat.news() == [DeviceGone(reason="unplugged")]
    heard.device.close()
    sound.plug(inputs=("mic",))
    assert heard.seat.news() == [DeviceAvailable()]


def test_what_was_told_before_an_opening_does_not_count_after_it(sound: FakeSound) -> None:
    heard = Heard(sound)
    heard.open()
    sound.inputs[0].stop_by_itself()
    sound.on_bind = lambda: sound.plug(inputs=("mic",))
    heard.open()
    assert not [
        news for news in heard.seat.news() if isinstance(news, DeviceGone | DeviceAvailable)
    ]


@pytest.mark.parametrize("kind", DeviceKind)
def test_opening_and_closing_many_times_leaves_nothing_behind(
    sound: FakeSound, kind: DeviceKind
) -> None:
    threads = threading.active_count()
    device: SystemInput | SystemOutput
    opens: Callable[[], None]
    for _time in range(200):
        seat = StreamSupervisor(kind=kind, wanted="", sound=sound)
        if kind is DeviceKind.INPUT:
            device = microphone = SystemInput(seat=seat, sound=sound)
            opens = lambda: microphone.open(lambda _s, _at: None, on_end=lambda _at: None)  # noqa: B023, E731
        else:
            device = speaker = SystemOutput(seat=seat, sound=sound)
            opens = lambda: speaker.open(lambda _o, _at: None, on_lost=lambda _r: None)  # noqa: B023, E731
        seat.watch()
        opens()
        device.close()
        seat.unwatch()
    for thread in threading.enumerate():
        if thread.name == f"{kind.value}-call":
            thread.join(PATIENCE_S)
    assert threading.active_count() <= threads
    assert sound.followers == 0
    assert not any(stream.is_open for stream in (*sound.inputs, *sound.outputs))

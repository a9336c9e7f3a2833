"""Streams of a sound server, over a libpulse of the test's own."""

import ctypes
import threading
from collections import deque
from collections.abc import Callable
from queue import Queue
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from assistant.errors import DeviceError
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.devices.pulse import libpulse as pa
from assistant.voice.devices.pulse import streams
from assistant.voice.devices.pulse.streams import PulseInput, PulseOutput
from assistant.voice.events import Samples
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S

Block = npt.NDArray[np.float32]


def contents(pointer: Any) -> Any:
    """Return what a `byref` points to."""
    return pointer._obj


class FakePulse:
    """Implements the functions of libpulse that are used; the test is the server.

    Attributes:
        played: What was written.
        calls: What was done, in order, the loop's turns aside.
    """

    def __init__(self, *, rate_hz: int = 48_000, context_state: int = pa.CONTEXT_READY) -> None:
        self.rate_hz = rate_hz
        self.context_state = context_state
        self.stream_state = pa.STREAM_READY
        self.recorded: deque[Samples | int] = deque()
        self.space = 0
        self.latency_us: int | None = None
        self.is_write_refused = False
        self.is_connected_refused = False
        self.played: list[Samples] = []
        self.target: bytes | None = None
        self.attributes: list[pa.BufferAttributes] = []
        self.calls: list[str] = []
        self._news = threading.Event()
        self._current: Samples | None = None
        self.turned = threading.Event()

    def happen(self, **changes: Any) -> None:
        """Change something at the server and have the stream's thread look."""
        for name, value in changes.items():
            setattr(self, name, value)
        self.turned.clear()
        self._news.set()

    def settle(self) -> None:
        """Wait until the stream's thread has gone round twice since the last change."""
        for _turn in range(2):
            self.turned.clear()
            self._news.set()
            assert self.turned.wait(PATIENCE_S)

    def pa_mainloop_new(self) -> int:
        return 1

    def pa_mainloop_get_api(self, _loop: int) -> int:
        return 2

    def pa_mainloop_prepare(self, _loop: int, _timeout: int) -> int:
        return 0

    def pa_mainloop_poll(self, _loop: int) -> int:
        self.turned.set()
        self._news.wait(0.01)
        self._news.clear()
        return 0

    def pa_mainloop_dispatch(self, _loop: int) -> int:
        return 0

    def pa_mainloop_wakeup(self, _loop: int) -> None:
        self._news.set()

    def pa_mainloop_free(self, _loop: int) -> None:
        self.calls.append("loop freed")

    def pa_context_new(self, _api: int, _name: bytes) -> int:
        return 3

    def pa_context_connect(self, _c: int, _server: bytes | None, _flags: int, _api: None) -> int:
        return 0

    def pa_context_get_state(self, _context: int) -> int:
        return self.context_state

    def pa_context_errno(self, _context: int) -> int:
        return 6

    def pa_strerror(self, _number: int) -> bytes:
        return b"Connection refused"

    def pa_context_disconnect(self, _context: int) -> None:
        self.calls.append("context closed")

    def pa_context_unref(self, _context: int) -> None: ...

    def pa_stream_new(self, _context: int, _name: bytes, spec: Any, _map: None) -> int:
        assert contents(spec).channels == 1
        return 4

    def pa_stream_connect_record(
        self, _stream: int, target: bytes | None, attributes: Any, _flags: int
    ) -> int:
        return self._connect(target, attributes)

    def pa_stream_connect_playback(
        self, _stream: int, target: bytes | None, attributes: Any, _flags: int, _v: None, _s: None
    ) -> int:
        return self._connect(target, attributes)

    def _connect(self, target: bytes | None, attributes: Any) -> int:
        self.target = target
        self.attributes.append(contents(attributes))
        return -1 if self.is_connected_refused else 0

    def pa_stream_get_state(self, _stream: int) -> int:
        return self.stream_state

    def pa_stream_get_sample_spec(self, _stream: int) -> Any:
        return SimpleNamespace(contents=SimpleNamespace(rate=self.rate_hz))

    def pa_stream_set_buffer_attr(self, _s: int, attributes: Any, _cb: None, _u: None) -> int:
        self.attributes.append(contents(attributes))
        return 5

    def pa_operation_unref(self, _operation: int) -> None: ...

    def pa_stream_get_index(self, _stream: int) -> int:
        return 17

    def pa_stream_get_latency(self, _stream: int, microseconds: Any, is_negative: Any) -> int:
        if self.latency_us is None:
            return -1
        contents(microseconds).value = abs(self.latency_us)
        contents(is_negative).value = int(self.latency_us < 0)
        return 0

    def pa_stream_writable_size(self, _stream: int) -> int:
        return self.space

    def pa_stream_write(
        self, _stream: int, data: int, length: int, _free: None, _offset: int, _mode: int
    ) -> int:
        if self.is_write_refused:
            return -1
        raw = ctypes.string_at(data, length)
        self.played.append(np.frombuffer(raw, np.float32))
        self.space -= length
        return 0

    def pa_stream_readable_size(self, _stream: int) -> int:
        return len(self.recorded)

    def pa_stream_peek(self, _stream: int, data: Any, length: Any) -> int:
        piece = self.recorded[0]
        if isinstance(piece, int):  # a hole of so many bytes; of none, if the buffer is empty
            contents(data).value, contents(length).value = None, piece
            return -1 if piece < 0 else 0
        self._current = piece
        contents(data).value, contents(length).value = piece.ctypes.data, piece.nbytes
        return 0

    def pa_stream_drop(self, _stream: int) -> int:
        self.recorded.popleft()
        return 0

    def pa_stream_disconnect(self, _stream: int) -> int:
        self.calls.append("stream closed")
        return 0

    def pa_stream_unref(self, _stream: int) -> None: ...


class Microphone:
    """An input over a fake server and what it gave."""

    def __init__(self, pulse: FakePulse, *, device: str | None = "mic") -> None:
        self.pulse = pulse
        self.blocks: list[Samples] = []
        self.ends = threading.Event()
        self.device = PulseInput(
            device=device,
            title="Desk",
            clock=ManualClock(),
            on_stopped=self.ends.set,
            load=lambda: pulse,
        )

    def open(self, on_block: Callable[[Samples, float], None] | None = None) -> None:
        self.device.open(on_block or self._keep, on_end=lambda _at: None)

    def _keep(self, samples: Samples, _at: float) -> None:
        self.blocks.append(samples)


class Speaker:
    """An output over a fake server."""

    def __init__(self, pulse: FakePulse) -> None:
        self.pulse = pulse
        self.clock = ManualClock()
        self.ends = threading.Event()
        self.device = PulseOutput(device=None, title="Desk", clock=self.clock, load=lambda: pulse)

    def open(self) -> None:
        self.device.open(_half, on_lost=lambda _reason: self.ends.set())


def _half(out: Block, _at: float) -> None:
    out[:] = 0.5


def test_a_microphone_gives_what_was_recorded_at_its_own_rate() -> None:
    pulse = FakePulse(rate_hz=16_000)
    heard = Microphone(pulse)
    heard.open()
    device: InputDevice = heard.device
    assert (device.name, device.sample_rate_hz, device.is_live) == ("Desk", 16_000, True)
    assert (pulse.target, heard.device.number) == (b"mic", 17)
    # 20 ms of four bytes each, asked for again when the rate was known
    assert [attributes.fragsize for attributes in pulse.attributes] == [3_840, 1_280]
    recorded = np.array([0.1, 0.2, 0.3], np.float32)
    pulse.happen(recorded=deque([recorded, 8, recorded]))
    pulse.settle()
    assert [block.tolist() for block in heard.blocks] == [
        recorded.tolist(),
        [0.0, 0.0],  # the hole
        recorded.tolist(),
    ]
    device.close()
    assert pulse.calls == ["stream closed", "context closed", "loop freed"]
    device.close()
    assert not heard.ends.is_set()


@pytest.mark.parametrize("piece", [0, -1])
def test_an_empty_or_broken_buffer_is_left_alone(piece: int) -> None:
    pulse = FakePulse()
    heard = Microphone(pulse)
    heard.open()
    pulse.happen(recorded=deque([piece]))
    pulse.settle()
    assert heard.blocks == []
    heard.device.close()


def test_a_speaker_gives_whole_blocks_of_what_is_wanted() -> None:
    pulse = FakePulse()
    spoken = Speaker(pulse)
    spoken.open()
    device: OutputDevice = spoken.device
    assert pulse.target is None
    assert [attributes.tlength for attributes in pulse.attributes] == [19_200]
    assert (device.name, device.sample_rate_hz, spoken.device.number) == ("Desk", 48_000, 17)
    pulse.happen(space=4 * 480 * 2 + 100)
    pulse.settle()
    assert [block.size for block in pulse.played] == [480, 480]
    assert all((block == 0.5).all() for block in pulse.played)
    pulse.happen(space=ctypes.c_size_t(-1).value)  # an error
    pulse.settle()
    assert len(pulse.played) == 2
    pulse.happen(space=4 * 480, is_write_refused=True)
    pulse.settle()
    assert len(pulse.played) == 2
    device.close()


def test_latency_is_the_servers_once_it_is_known_and_holds_still() -> None:
    pulse = FakePulse()
    spoken = Speaker(pulse)
    spoken.open()
    latencies = [spoken.device.latency_s]
    for latency_us in (None, -5_000, 0, 150_000, 160_000, 60_000):
        pulse.happen(latency_us=latency_us)
        spoken.clock.advance(1.0)
        pulse.settle()
        latencies.append(spoken.device.latency_s)
    assert latencies == [0.1, 0.1, 0.1, 0.1, 0.15, 0.15, 0.06]
    spoken.device.close()


@pytest.mark.parametrize(
    "change", [{"context_state": pa.CONTEXT_FAILED}, {"stream_state": pa.STREAM_FAILED}]
)
def test_a_stream_that_the_server_ends_is_told_of_once(change: dict[str, int]) -> None:
    for device in (Microphone(FakePulse()), Speaker(FakePulse())):
        device.open()
        device.pulse.happen(**change)
        assert device.ends.wait(PATIENCE_S)
        assert device.pulse.calls[-1] == "loop freed"
        device.device.close()


def test_a_callback_that_fails_ends_the_stream(caplog: pytest.LogCaptureFixture) -> None:
    def fail(_samples: Samples, _at: float) -> None:
        raise ZeroDivisionError

    pulse = FakePulse()
    heard = Microphone(pulse)
    heard.open(fail)
    pulse.happen(recorded=deque([np.zeros(3, np.float32)]))
    assert heard.ends.wait(PATIENCE_S)
    assert "A sound stream failed" in caplog.text
    assert pulse.calls == ["stream closed", "context closed", "loop freed"]
    heard.device.close()


@pytest.mark.parametrize(
    ("context_state", "is_refused"), [(pa.CONTEXT_FAILED, False), (pa.CONTEXT_READY, True)]
)
def test_what_the_server_refuses_is_a_device_error(context_state: int, is_refused: bool) -> None:
    for device in (
        Microphone(FakePulse(context_state=context_state)),
        Speaker(FakePulse(context_state=context_state)),
    ):
        device.pulse.is_connected_refused = is_refused
        with pytest.raises(DeviceError, match="Desk") as raised:
            device.open()
        assert raised.value.hint == "Connection refused"
        assert device.pulse.calls[-1] == "loop freed"
        assert not device.ends.is_set()


def test_a_server_that_makes_no_stream_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "READY_S", 0.05)
    pulse = FakePulse(context_state=1)
    with pytest.raises(DeviceError, match="Desk") as raised:
        Microphone(pulse).open()
    assert "does not answer" in raised.value.hint
    assert pulse.calls == ["context closed", "loop freed"]


def test_a_stream_can_be_closed_from_its_own_thread() -> None:
    pulse = FakePulse()
    heard = Microphone(pulse)
    closed: Queue[threading.Thread] = Queue()

    def close(_samples: Samples, _at: float) -> None:
        heard.device.close()
        closed.put(threading.current_thread())

    heard.open(close)
    pulse.happen(recorded=deque([np.zeros(3, np.float32)]))
    thread = closed.get(timeout=PATIENCE_S)
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    assert not heard.ends.is_set()

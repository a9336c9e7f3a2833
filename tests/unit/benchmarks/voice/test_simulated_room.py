import threading
from queue import SimpleQueue

import numpy as np
import numpy.typing as npt
import pytest

from assistant.clock import SystemClock
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.devices.files.stepped_devices import OUTPUT_RATE_HZ
from assistant.voice.devices.protocols import InputDevice, OutputDevice
from assistant.voice.events import Samples
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import STEP, RoomPace, SimulatedRoom
from tests.helpers.audio.signals import noise, speech
from tests.helpers.clock import ManualClock
from tests.helpers.patience import PATIENCE_S

QUIET = RoomAcoustics(noise_dbfs=None)


class Listener:
    """Takes what a microphone gives."""

    def __init__(self, device: InputDevice) -> None:
        self.blocks: list[Samples] = []
        self.stamps: list[float] = []
        self.ended: SimpleQueue[float] = SimpleQueue()
        device.open(self.take, on_end=self.ended.put)

    def take(self, block: Samples, at: float) -> None:
        self.blocks.append(block)
        self.stamps.append(at)

    @property
    def heard(self) -> Samples:
        return np.concatenate(self.blocks)


class Speaker:
    """Plays noise, and notes when it was asked."""

    def __init__(self, device: OutputDevice, *, level: float = 0.3) -> None:
        self.asked: list[float] = []
        self._level = level
        self._rng = np.random.default_rng(0)
        device.open(self.fill, on_lost=self.lost)

    def lost(self, reason: str) -> None:
        raise AssertionError(reason)

    def fill(self, block: npt.NDArray[np.float32], at: float) -> None:
        self.asked.append(at)
        block[:] = self._rng.uniform(-self._level, self._level, len(block))


def stepped(near: Samples | None = None, acoustics: RoomAcoustics = QUIET) -> SimulatedRoom:
    return SimulatedRoom(near, acoustics=acoustics, clock=ManualClock(), pace=RoomPace.STEPPED)


def test_the_person_is_heard_as_they_speak() -> None:
    near = speech(1)
    room = stepped(near)
    listener = Listener(room.input)
    room.run(0.5)
    begins = room.say(near[:8000])
    assert begins == 0.5
    room.run(1)
    expected = np.concatenate((near, np.zeros(8000, np.float32)))
    expected[8000:16_000] += near[:8000]
    assert np.allclose(listener.heard, expected)
    assert listener.stamps[0] == pytest.approx(0.02)
    assert listener.stamps[-1] == pytest.approx(1.5)
    assert np.allclose(room.heard, listener.heard, atol=1e-4)
    with pytest.raises(ValueError, match="over"):
        room.say(near, at_s=1.0)


def test_what_is_played_is_heard_later_and_both_are_recorded_on_one_clock() -> None:
    room = stepped(acoustics=RoomAcoustics(delay_s=0.1, noise_dbfs=None))
    listener = Listener(room.input)
    room.run(0.2)
    speaker = Speaker(room.output)
    room.run(0.5)
    assert speaker.asked[0] == pytest.approx(0.2)
    began = np.flatnonzero(np.abs(room.played) > 0.01)[0] / OUTPUT_RATE_HZ
    heard = np.flatnonzero(np.abs(room.heard) > 0.01)[0] / 16_000
    assert began == pytest.approx(0.2, abs=0.001)
    assert heard - began == pytest.approx(0.1, abs=0.002)
    assert len(room.played) / OUTPUT_RATE_HZ == pytest.approx(len(room.heard) / 16_000)
    assert len(listener.blocks) == 35


def test_noise_and_clipping() -> None:
    room = stepped(2 * np.ones(16_000, np.float32), RoomAcoustics(noise_dbfs=-40))
    listener = Listener(room.input)
    room.run(2)
    assert np.max(listener.heard) == 1.0
    assert rms_dbfs(listener.heard[16_000:]) == pytest.approx(-40, abs=0.5)


def test_a_faster_speaker_asks_more_often() -> None:
    room = stepped(acoustics=RoomAcoustics(drift_ppm=10_000))
    speaker = Speaker(room.output)
    room.run(20)
    asked = len(speaker.asked)
    assert 1009 <= asked <= 1010
    assert len(room.played) == asked * OUTPUT_RATE_HZ // 50


def test_late_stamps_are_late_at_random() -> None:
    room = SimulatedRoom(clock=ManualClock(), pace=RoomPace.STEPPED, jitter_s=0.03)
    listener = Listener(room.input)
    room.run(4)
    late = np.array(listener.stamps) - 0.02 * np.arange(1, 201)
    assert 0 <= late.min() < 0.003
    assert 0.027 < late.max() <= 0.03


def test_closing_and_opening_again_goes_on_where_time_is() -> None:
    room = stepped(speech(2))
    listener = Listener(room.input)
    room.run(0.5)
    room.input.close()
    room.run(0.5)
    assert len(listener.blocks) == 25
    again = Listener(room.input)
    room.run(0.5)
    assert again.stamps[0] == pytest.approx(1.02)
    assert np.allclose(again.blocks[0], speech(2)[50 * STEP : 51 * STEP])


def test_as_fast_as_possible_time_waits_for_whoever_holds_it() -> None:
    room = SimulatedRoom(noise(60, 0.1), clock=SystemClock(), pace=RoomPace.FAST, length_s=60)
    release = room.pacer.hold()
    listener = Listener(room.input)
    speaker = Speaker(room.output)
    assert not listener.blocks
    release()
    assert listener.ended.get(timeout=PATIENCE_S) == pytest.approx(60)
    assert len(listener.blocks) == 3000
    assert len(speaker.asked) >= 3000
    assert not room.input.is_live
    room.input.close()
    room.output.close()
    assert "room" not in {thread.name for thread in threading.enumerate()}


def test_at_real_time_pace_blocks_come_when_they_were_heard() -> None:
    clock = SystemClock()
    before = clock.monotonic()
    room = SimulatedRoom(clock=clock, length_s=0.1)
    listener = Listener(room.input)
    at = listener.ended.get(timeout=PATIENCE_S)
    assert room.input.is_live
    assert clock.monotonic() >= at == pytest.approx(room.began_at + 0.1)
    assert room.began_at >= before
    room.input.close()


def test_an_unrecorded_room_keeps_nothing() -> None:
    room = SimulatedRoom(clock=ManualClock(), pace=RoomPace.STEPPED, is_recorded=False)
    Speaker(room.output)
    room.run(1)
    assert not room.played.size
    assert not room.heard.size

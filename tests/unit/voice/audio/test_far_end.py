"""The pairing of what is played with what is heard."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.far_end import LAG_LIMIT_S, LEAD_LIMIT_S, FarEndReference, StreamClock
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ

FRAME = 160
BLOCK = 320


def marked(start: int, count: int) -> Samples:
    """Return samples of which each tells its own position, loudly."""
    return 0.1 + np.arange(start, start + count, dtype=np.float32) * np.float32(1e-6)


def position_in(samples: Samples) -> int:
    """Return the position of the first of `marked` samples."""
    return round(float(samples[0] - np.float32(0.1)) / 1e-6)


class TwoDevices:
    """A speaker and a microphone with clocks of their own, stepped 20 ms at a time.

    Args:
        latency_s: How far ahead of being heard the speaker asks.
        drift_ppm: How much faster the speaker's clock is.
        jitter_s: Stamps come late by up to so much.
    """

    def __init__(
        self,
        *,
        latency_s: float = 0.1,
        drift_ppm: float = 0.0,
        jitter_s: float = 0.0,
        far: FarEndReference | None = None,
    ) -> None:
        self.far = far or FarEndReference()
        self.latency_s = latency_s
        self.rate = 1 + drift_ppm * 1e-6
        self.jitter_s = jitter_s
        self.rng = np.random.default_rng(0)
        self.steps = 0
        self.played = 0
        self.heard = 0
        self.pairs: list[tuple[int, Samples, bool]] = []

    def late(self) -> float:
        return self.rng.uniform(0, self.jitter_s) if self.jitter_s else 0.0

    def play(self, samples: Samples) -> None:
        now = self.played / SAMPLE_RATE_HZ / self.rate
        self.far.played(samples, now + self.latency_s + self.late())
        self.played += len(samples)

    def step(self, *, is_loud: bool = True) -> None:
        while self.played <= self.steps * BLOCK * self.rate:
            block = marked(self.played, BLOCK)
            self.play(block if is_loud else np.zeros(BLOCK, np.float32))
        self.steps += 1
        self.heard += BLOCK
        self.far.heard(self.heard, self.steps * 0.02 + self.late())
        for start in (self.heard - BLOCK, self.heard - FRAME):
            samples, is_active = self.far.frame(start, FRAME)
            self.pairs.append((start, samples, is_active))

    def error_ms(self) -> float:
        """How far the last pairing is from what the stamps, without jitter, would have it be."""
        start, samples, _active = self.pairs[-1]
        now = start / SAMPLE_RATE_HZ
        wanted = (now - self.latency_s) * SAMPLE_RATE_HZ * self.rate
        wanted += self.far.lead_s * SAMPLE_RATE_HZ
        return (position_in(samples) - wanted) / 16


def run(devices: TwoDevices, seconds: float) -> TwoDevices:
    for _step in range(round(seconds / 0.02)):
        devices.step()
    return devices


def test_a_clock_averages_what_jitters() -> None:
    rng = np.random.default_rng(1)
    clock = StreamClock()
    for block in range(1000):
        clock.note(block * BLOCK, 5.0 + block * 0.02 + rng.uniform(0, 0.04))
    assert clock.time_of(1000 * BLOCK) == pytest.approx(25.02, abs=0.003)
    assert clock.position_of(clock.time_of(12_345)) == pytest.approx(12_345)


@pytest.mark.parametrize("ppm", [-200, 200])
def test_a_clock_follows_drift(ppm: float) -> None:
    clock = StreamClock()
    for block in range(3000):
        clock.note(block * BLOCK, block * 0.02 / (1 + ppm * 1e-6))
    assert clock.time_of(3000 * BLOCK) == pytest.approx(60 / (1 + ppm * 1e-6), abs=0.003)


def test_a_thread_that_was_kept_waiting_is_no_gap_and_lost_audio_is() -> None:
    clock = StreamClock()
    stamps = [block * 0.02 for block in range(100)]
    assert [clock.note(i * BLOCK, at) for i, at in enumerate(stamps)].count(True) == 1
    for late in range(10):  # a stall of 200 ms that is caught up
        assert not clock.note((100 + late) * BLOCK, 2.2)
    before = clock.time_of(0)
    assert before == pytest.approx(0, abs=0.003)
    begun = [clock.note((110 + i) * BLOCK, 2.2 + 0.5 + i * 0.02) for i in range(40)]
    assert begun.count(True) == 1
    assert begun.index(True) < 20
    assert clock.time_of(110 * BLOCK) == pytest.approx(2.7, abs=0.002)


@pytest.mark.parametrize("latency_s", [0.0, 0.01, 0.05, 0.2, 0.5])
def test_what_is_played_is_given_as_early_as_it_is_known(latency_s: float) -> None:
    devices = run(TwoDevices(latency_s=latency_s), 2)
    assert -LAG_LIMIT_S <= devices.far.lead_s <= LEAD_LIMIT_S
    assert devices.far.lead_s == pytest.approx(min(latency_s, LEAD_LIMIT_S), abs=0.03)
    assert abs(devices.error_ms()) < 1
    assert all(np.all(samples > 0) for _start, samples, _active in devices.pairs[50:])


@pytest.mark.parametrize("ppm", [-200.0, 200.0])
@pytest.mark.parametrize("jitter_s", [0.0, 0.03])
def test_the_pairing_is_steady_through_drift_and_jitter(ppm: float, jitter_s: float) -> None:
    devices = run(TwoDevices(drift_ppm=ppm, jitter_s=jitter_s), 30)
    assert abs(devices.error_ms()) < 6
    settled = devices.pairs[500:]
    jumps = [
        position_in(after[1]) - position_in(before[1]) - FRAME
        for before, after in zip(settled, settled[1:], strict=False)
    ]
    # A stamp later than all before it may make it give way; each other jump is one too many, for
    # the way of the echo has to be learnt anew.
    assert sum(abs(jump) > 1 for jump in jumps) <= (2 if jitter_s else 0)
    assert max(map(abs, jumps)) <= FRAME


def test_frames_follow_each_other_without_a_seam() -> None:
    devices = run(TwoDevices(), 5)
    heard = np.concatenate([samples for _start, samples, _active in devices.pairs[100:]])
    assert np.array_equal(heard, marked(position_in(heard), len(heard)))


def test_after_lost_audio_the_pairing_is_right_again() -> None:
    devices = run(TwoDevices(), 3)
    lost = 25  # blocks of the microphone
    devices.steps += lost
    for _block in range(lost):
        devices.play(marked(devices.played, BLOCK))
    for _step in range(50):
        devices.step()
    start, samples, _active = devices.pairs[-1]
    now = (start + lost * BLOCK) / SAMPLE_RATE_HZ
    wanted = (now - devices.latency_s + devices.far.lead_s) * SAMPLE_RATE_HZ
    assert position_in(samples) == pytest.approx(wanted, abs=160)


def test_another_speaker_begins_anew() -> None:
    devices = run(TwoDevices(), 2)
    devices.far.reset()
    assert not devices.far.frame(devices.heard, FRAME)[1]
    again = TwoDevices(latency_s=0.3, far=devices.far)
    again.steps, again.heard = devices.steps, devices.heard
    again.played = devices.played
    run(again, 2)
    assert again.pairs[-1][2]
    assert np.all(again.pairs[-1][1] > 0)


def test_nothing_is_active_a_second_after_the_last_sound() -> None:
    devices = run(TwoDevices(), 1)
    assert devices.pairs[-1][2]
    for _step in range(30):
        devices.step(is_loud=False)
    assert devices.pairs[-1][2], "its echo may still be under way"
    for _step in range(40):
        devices.step(is_loud=False)
    assert not devices.pairs[-1][2]
    run(devices, 0.2)
    assert devices.pairs[-1][2]


def test_without_a_speaker_there_is_nothing() -> None:
    far = FarEndReference()
    far.heard(FRAME, 1.0)
    samples, is_active = far.frame(0, FRAME)
    assert not samples.any()
    assert not is_active


@given(
    latency_s=st.floats(0, 0.6),
    ppm=st.floats(-300, 300),
    jitter_s=st.floats(0, 0.03),
)
def test_however_the_devices_are_the_right_samples_are_paired(
    latency_s: float, ppm: float, jitter_s: float
) -> None:
    devices = run(TwoDevices(latency_s=latency_s, drift_ppm=ppm, jitter_s=jitter_s), 6)
    assert abs(devices.error_ms()) < 12
    assert -LAG_LIMIT_S <= devices.far.lead_s <= LEAD_LIMIT_S

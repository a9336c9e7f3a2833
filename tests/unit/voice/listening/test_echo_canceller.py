"""The canceller around the library, and the library itself on a made-up echo."""

import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.clock import SystemClock
from assistant.errors import ModelLoadError
from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.devices.files.stepped_devices import OUTPUT_RATE_HZ
from assistant.voice.events import Samples
from assistant.voice.listening.echo_canceller import (
    DELAY,
    FRAME,
    QUEUE_BLOCKS,
    EchoCancelledAudio,
    EchoCanceller,
)
from benchmarks.voice.model.room_acoustics import RoomAcoustics
from benchmarks.voice.simulated_room import RoomPace, SimulatedRoom
from tests.helpers.audio.signals import noise, silence

RATE_HZ = 16_000


class LateLibrary:
    """Implements `EchoLibrary`: half as loud, as late as the real one; notes what it is given."""

    def __init__(self) -> None:
        self._tail = np.zeros(DELAY, np.float32)
        self.near: list[Samples] = []
        self.far: list[Samples] = []

    def process(self, near: Samples, far: Samples) -> Samples:
        assert len(near) == len(far) == FRAME
        self.near.append(near.copy())
        self.far.append(far.copy())
        joined = np.concatenate((self._tail, near))
        self._tail = joined[FRAME:]
        return joined[:FRAME] * np.float32(0.5)


class BrokenLibrary:
    """Implements `EchoLibrary`: fails in its third frame awake."""

    def __init__(self) -> None:
        self.frames = 0

    def process(self, near: Samples, far: Samples) -> Samples:
        self.frames += 1
        if self.frames > 22:
            raise RuntimeError("native trouble")
        return near


def speechlike(seconds: float, rate_hz: int = RATE_HZ, seed: int = 0) -> Samples:
    """Return noise with the spectrum and the rhythm of speech, -22 dBFS."""
    rng = np.random.default_rng(seed)
    count = round(seconds * rate_hz)
    spectrum = np.fft.rfft(rng.standard_normal(count))
    hz = np.fft.rfftfreq(count, 1 / rate_hz)
    spectrum *= (hz > 100) / (1 + (hz / 800) ** 1.5)
    time = np.arange(count) / rate_hz
    syllables = np.clip(np.sin(2 * np.pi * 3.3 * time + seed) + 0.4, 0, None)
    samples = np.fft.irfft(spectrum, count) * syllables
    return (0.08 * samples / np.std(samples)).astype(np.float32)


def play(echo: EchoCanceller, samples: Samples, at: float, rate_hz: int = RATE_HZ) -> None:
    block = rate_hz // 100
    for first in range(0, len(samples), block):
        echo.played(samples[first : first + block], at + first / rate_hz, rate_hz)


def feed(
    echo: EchoCanceller, samples: Samples, at: float, sizes: list[int]
) -> list[EchoCancelledAudio]:
    heard: list[EchoCancelledAudio] = []
    first = index = 0
    while first < len(samples):
        block = samples[first : first + sizes[index % len(sizes)]]
        first, index = first + len(block), index + 1
        heard.append(echo.cancel(block, at + first / RATE_HZ))
    return heard


def clean_of(heard: list[EchoCancelledAudio]) -> Samples:
    return np.concatenate([each.raw if each.clean is None else each.clean for each in heard])


def test_it_is_what_the_listener_needs() -> None:
    echo: EchoCanceller = EchoCanceller(load=LateLibrary)
    assert echo.cancel(silence(0.1), 1.0).clean is None


@given(sizes=st.lists(st.integers(1, 900), min_size=1, max_size=8))
def test_blocks_of_any_length_give_the_same_samples_at_the_same_moments(sizes: list[int]) -> None:
    near = noise(1.5, 0.5)
    far = np.concatenate((silence(0.5), noise(0.4, 0.3, seed=1), silence(2)))
    results: list[Samples] = []
    for each in ([160], sizes):
        echo = EchoCanceller(load=LateLibrary)
        play(echo, far, 10.0)
        heard = feed(echo, near, 10.0, each)
        raw = np.concatenate([one.raw for one in heard] + [echo.flush()])
        assert np.array_equal(raw[DELAY:], near)
        assert not raw[:DELAY].any()
        total = 0
        for one in heard:
            total += len(one.raw)
            assert len(one.gentle) == len(one.raw)
            assert one.clean is None or len(one.clean) == len(one.raw)
            assert one.at == pytest.approx(10.0 + (total - DELAY) / RATE_HZ)
        results.append(clean_of(heard))
    shorter = min(map(len, results))
    assert len(near) - FRAME < shorter
    assert np.allclose(results[0][:shorter], results[1][:shorter], atol=1e-6)


def test_while_nothing_is_played_the_library_is_not_even_loaded() -> None:
    def load() -> LateLibrary:
        raise AssertionError("nothing is to be heard")

    echo = EchoCanceller(load=load)
    play(echo, silence(2), 0.0)
    near = noise(2, 0.3)
    heard = feed(echo, near, 0.0, [320])
    assert all(each.clean is None for each in heard)
    assert np.array_equal(clean_of(heard)[DELAY:], near[:-DELAY])


def test_going_in_and_out_of_cancelling_makes_no_edge_and_moves_nothing() -> None:
    echo = EchoCanceller(load=LateLibrary)
    time = np.arange(5 * RATE_HZ) / RATE_HZ
    near = (0.5 * np.sin(2 * np.pi * 100 * time)).astype(np.float32)
    play(echo, np.concatenate((silence(1), noise(1, 0.3), silence(3))), 0.0)
    heard = feed(echo, near, 0.0, [320])
    clean = clean_of(heard)
    steepest = float(np.max(np.abs(np.diff(near))))
    assert np.max(np.abs(np.diff(clean[DELAY:]))) < 1.1 * steepest
    gentle = np.concatenate([each.gentle for each in heard])
    assert np.max(np.abs(np.diff(gentle[DELAY:]))) < 1.1 * steepest
    half = clean[round(1.5 * RATE_HZ) : round(2.5 * RATE_HZ)]
    there = near[round(1.5 * RATE_HZ) - DELAY : round(2.5 * RATE_HZ) - DELAY]
    assert np.allclose(half, 0.5 * there, atol=1e-6)
    assert np.array_equal(clean[-RATE_HZ // 2 :], near[-RATE_HZ // 2 - DELAY : -DELAY])
    assert heard[-1].clean is None


def test_a_library_that_fails_is_told_once_and_hearing_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[str] = []
    echo = EchoCanceller(load=BrokenLibrary, on_fault=told.append)
    play(echo, noise(3, 0.3), 0.0)
    near = noise(3, 0.3, seed=2)
    with caplog.at_level(logging.ERROR):
        heard = feed(echo, near, 0.0, [320])
    assert told == ["The echo canceller failed."]
    assert len(caplog.records) == 1
    assert "native trouble" in caplog.text
    assert heard[-1].clean is None
    assert np.array_equal(np.concatenate([each.raw for each in heard])[DELAY:], near[:-DELAY])


def test_a_library_that_is_missing_says_so() -> None:
    def load() -> LateLibrary:
        raise ModelLoadError("no library")

    told: list[str] = []
    echo = EchoCanceller(load=load, on_fault=told.append)
    play(echo, noise(1, 0.3), 0.0)
    heard = feed(echo, noise(1, 0.3), 0.0, [320])
    assert told == ["no library"]
    assert all(each.clean is None for each in heard)


def test_what_is_played_before_the_rate_is_known_is_left_out() -> None:
    told: list[str] = []
    echo = EchoCanceller(load=LateLibrary, on_fault=told.append)
    echo.played(noise(0.1, 0.3), 0.0, 0)
    heard = feed(echo, noise(0.5, 0.3), 0.0, [320])
    assert all(each.clean is None for each in heard)
    assert not told


def test_what_is_played_and_cannot_be_understood_does_not_end_the_hearing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[str] = []
    echo = EchoCanceller(load=LateLibrary, on_fault=told.append)
    near = noise(0.5, 0.3)
    heard: list[EchoCancelledAudio] = []
    for first in (0.0, 0.5):
        echo.played(np.zeros((2, 2, 2), np.float32), first, 48_000)
        heard += feed(echo, near, first, [320])
    near = np.concatenate((near, near))
    assert told == ["The echo canceller failed."]
    assert len(caplog.records) == 1
    raw = np.concatenate([each.raw for each in heard])
    assert np.array_equal(raw[DELAY:], near[:-DELAY])


def test_what_nobody_takes_is_bounded() -> None:
    library = LateLibrary()
    echo = EchoCanceller(load=lambda: library)
    for index in range(3 * QUEUE_BLOCKS):
        echo.played(np.full(160, 0.2, np.float32), index * 0.01, RATE_HZ)
    end = 3 * QUEUE_BLOCKS * 0.01
    heard = feed(echo, noise(1, 0.1), end - 1, [320])
    assert heard[-1].clean is not None
    assert library.far[-1].all(), "the newest is there"


def test_a_speaker_of_another_rate_is_followed() -> None:
    library = LateLibrary()
    echo = EchoCanceller(load=lambda: library)
    seconds = np.arange(0, 2, 1 / 48_000)
    play(echo, (0.3 * np.sin(2 * np.pi * 440 * seconds)).astype(np.float32), 0.0, 48_000)
    feed(echo, noise(2, 0.1), 0.0, [320])
    seconds = np.arange(0, 2, 1 / 44_100)
    play(echo, (0.3 * np.sin(2 * np.pi * 440 * seconds)).astype(np.float32), 2.5, 44_100)
    feed(echo, noise(2.5, 0.1), 2.0, [320])
    last = np.concatenate(library.far[-100:-20])
    spectrum = np.abs(np.fft.rfft(last * np.hanning(len(last))))
    assert np.argmax(spectrum) * RATE_HZ / len(last) == pytest.approx(440, abs=2)


# The real library, in a made-up room.


class InRoom:
    """What a canceller makes of a room in which `voice` is played over and over.

    Args:
        voice: At 48 kHz.
        wrong_by_s: How much too early the stamps of what is played are.
    """

    def __init__(
        self,
        room: SimulatedRoom,
        voice: Samples,
        *,
        seconds: float,
        wrong_by_s: float = 0.0,
    ) -> None:
        self.echo = EchoCanceller()
        self.heard: list[EchoCancelledAudio] = []
        self._played = 0

        def fill(block: Samples, at: float) -> None:
            at_index = self._played + np.arange(len(block))
            block[:] = np.take(voice, at_index, mode="wrap")
            self._played += len(block)
            self.echo.played(block.copy(), at + room.latency_s - wrong_by_s, OUTPUT_RATE_HZ)

        room.output.open(fill, on_lost=lambda _reason: None)
        room.input.open(
            lambda block, at: self.heard.append(self.echo.cancel(block, at)),
            on_end=lambda _at: None,
        )
        room.run(seconds)
        self.raw = np.concatenate([each.raw for each in self.heard])
        self.clean = clean_of(self.heard)

    def reduction_db(self, begin_s: float) -> float:
        """Return how much quieter the clean audio is, from a moment on."""
        first = round(begin_s * RATE_HZ)
        return rms_dbfs(self.raw[first:]) - rms_dbfs(self.clean[first:])


def stepped(
    acoustics: RoomAcoustics,
    near: Samples | None = None,
    *,
    latency_s: float = 0.05,
    jitter_s: float = 0.0,
) -> SimulatedRoom:
    return SimulatedRoom(
        near,
        acoustics=acoustics,
        clock=SystemClock(),
        pace=RoomPace.STEPPED,
        latency_s=latency_s,
        jitter_s=jitter_s,
    )


VOICE = speechlike(4, 48_000)


@pytest.mark.parametrize(
    ("acoustics", "latency_s", "jitter_s"),
    [
        (RoomAcoustics(delay_s=0.03), 0.05, 0.0),
        (RoomAcoustics(delay_s=0.03), 0.2, 0.0),
        (RoomAcoustics(delay_s=0.4), 0.05, 0.0),
        (RoomAcoustics(drift_ppm=200), 0.05, 0.02),
        (RoomAcoustics(drift_ppm=-200), 0.05, 0.0),
        (RoomAcoustics(echo_gain=1.5, saturation=2), 0.0, 0.0),
    ],
)
def test_the_echo_of_speech_is_20_db_quieter(
    acoustics: RoomAcoustics, latency_s: float, jitter_s: float
) -> None:
    room = stepped(acoustics, latency_s=latency_s, jitter_s=jitter_s)
    result = InRoom(room, VOICE, seconds=8)
    assert all(each.clean is not None for each in result.heard[10:])
    assert result.reduction_db(2) > 20


def test_with_stamps_that_are_wrong_the_echo_stays() -> None:
    """The tests above would notice a canceller that only makes everything quiet."""
    result = InRoom(stepped(RoomAcoustics()), VOICE, seconds=8, wrong_by_s=0.8)
    assert all(each.clean is not None for each in result.heard[60:])
    assert result.reduction_db(4) < 10


def test_a_person_who_speaks_over_the_voice_is_still_there() -> None:
    near = np.concatenate((silence(5), speechlike(2, seed=3)))
    alone = near[5 * RATE_HZ :]
    room = stepped(RoomAcoustics(echo_gain=0.4), near)
    result = InRoom(room, VOICE, seconds=7)
    heard = result.clean[5 * RATE_HZ + DELAY :][: len(alone) - DELAY]
    alone = alone[: len(heard)]
    assert likeness(heard, alone) > 0.6
    assert rms_dbfs(heard) > rms_dbfs(alone) - 6


def test_what_is_gentle_leaves_the_person_whole_where_the_echo_is_as_loud() -> None:
    near = np.concatenate((silence(6), speechlike(2, seed=3)))
    alone = near[6 * RATE_HZ :]
    result = InRoom(stepped(RoomAcoustics(echo_gain=0.8)), VOICE, seconds=6)
    echo_dbfs = rms_dbfs(result.raw[4 * RATE_HZ :])
    near = near * np.float32(10 ** ((echo_dbfs - rms_dbfs(alone)) / 20))
    result = InRoom(stepped(RoomAcoustics(echo_gain=0.8), near), VOICE, seconds=8)
    gentle = np.concatenate([each.gentle for each in result.heard])
    spoken = slice(6 * RATE_HZ + DELAY, None)
    alone = near[6 * RATE_HZ : len(result.raw) - DELAY]
    before = slice(4 * RATE_HZ, 6 * RATE_HZ)
    assert rms_dbfs(result.raw[before]) - rms_dbfs(gentle[before]) > 12
    assert likeness(gentle[spoken], alone) > 0.95
    assert likeness(gentle[spoken], alone) > likeness(result.clean[spoken], alone) + 0.02
    assert likeness(result.raw[spoken], alone) < 0.85


def likeness(samples: Samples, others: Samples) -> float:
    return float(np.dot(samples, others) / (np.linalg.norm(samples) * np.linalg.norm(others)))


def test_a_person_who_speaks_while_nothing_is_played_is_untouched() -> None:
    near = speechlike(2, seed=4)
    room = stepped(RoomAcoustics(noise_dbfs=None), near)
    result = InRoom(room, np.zeros(480, np.float32), seconds=2)
    assert np.allclose(result.clean, result.raw)
    assert np.allclose(result.raw[DELAY:], near[: len(result.raw) - DELAY], atol=1e-6)

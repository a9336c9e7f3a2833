"""A voice follows the noise of the room, and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.loudness import rms_dbfs, white_noise
from assistant.voice.audio.room_noise import MOST_DB, RoomNoise, noise_gain_db
from assistant.voice.events import Samples
from assistant.voice.listening.perception import LEVEL_SAMPLES
from assistant.voice.protocols import SAMPLE_RATE_HZ
from tests.helpers.audio.signals import recordings, speech


def follow(samples: Samples, noise: RoomNoise) -> RoomNoise:
    for begin in range(0, len(samples) - LEVEL_SAMPLES + 1, LEVEL_SAMPLES):
        noise.heard(rms_dbfs(samples[begin : begin + LEVEL_SAMPLES]))
    return noise


def room(seconds: float, dbfs: float) -> Samples:
    return white_noise(round(seconds * SAMPLE_RATE_HZ), dbfs=dbfs, seed=1)


@pytest.mark.parametrize(
    ("dbfs", "gain_db"), [(-96, 0), (-60, 0), (-50, 0), (-46, 2), (-38, 6), (-20, 6), (0, 6)]
)
def test_half_a_decibel_for_each_of_the_noise(dbfs: float, gain_db: float) -> None:
    assert noise_gain_db(dbfs) == gain_db


@given(st.lists(st.floats(-96, 0), max_size=400))
def test_never_softer_and_never_more_than_the_limit(levels: list[float]) -> None:
    noise = RoomNoise()
    for dbfs in levels:
        noise.heard(dbfs)
        assert 1.0 <= noise.gain <= 10 ** (MOST_DB / 20) + 1e-9


@pytest.mark.parametrize("dbfs", [-70, -45, -35])
def test_steady_noise_is_measured_and_speech_in_it_is_not(dbfs: float) -> None:
    alone = follow(room(12, dbfs), RoomNoise()).dbfs
    assert alone == pytest.approx(dbfs, abs=1.0)
    said = room(12, dbfs)
    for second in range(12):  # words with a gap in each second
        begin = second * SAMPLE_RATE_HZ
        said[begin : begin + 12_000] += speech(0.75, seed=second)
    assert follow(said, RoomNoise()).dbfs == pytest.approx(dbfs, abs=1.5)


def test_a_slammed_door_changes_nothing_and_a_fan_does_within_ten_seconds() -> None:
    noise = follow(room(12, -70), RoomNoise())
    follow(room(1.5, -20), noise)
    assert noise.gain == 1.0
    follow(room(10, -40), noise)
    assert noise.gain == pytest.approx(10 ** (5 / 20), rel=0.07)
    follow(room(10, -70), noise)
    assert noise.gain == 1.0


def test_before_anything_was_heard_nothing_changes() -> None:
    noise = follow(room(2, -20), RoomNoise())
    assert noise.dbfs is None
    assert noise.gain == 1.0


def test_recorded_rooms_and_quiet_speakers() -> None:
    gains = {
        each.path.stem: follow(each.samples(), RoomNoise()).gain
        for each in recordings("noise")
        if each.path.stem in {"kitchen_1", "music_jazz", "room_1", "talk_lecture"}
    }
    assert gains["room_1"] == gains["talk_lecture"] == 1.0
    assert 1.0 < gains["kitchen_1"] < 1.5
    assert gains["music_jazz"] == pytest.approx(10 ** (MOST_DB / 20))
    assert all(np.isfinite(gain) for gain in gains.values())

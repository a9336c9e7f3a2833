import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.loudness import rms_dbfs
from assistant.voice.events import Samples
from benchmarks.voice.model.room_acoustics import EchoPath, RoomAcoustics, impulse_response
from tests.helpers.audio.signals import noise, tone

RATE_HZ = 48_000
DRY = RoomAcoustics(delay_s=0.05, echo_gain=1.0, reverberation_s=0.0, saturation=0.0)
STEP = 320


def through(path: EchoPath, samples: Samples, *, factor: int = 3) -> Samples:
    """Play and hear in turns of 20 ms."""
    heard: list[Samples] = []
    for first in range(0, len(samples), STEP * factor):
        path.play(samples[first : first + STEP * factor])
        heard.append(path.hear(STEP))
    return np.concatenate(heard)


def test_the_direct_sound_comes_after_the_delay_at_the_level_of_the_gain() -> None:
    click = np.zeros(RATE_HZ // 2, np.float32)
    click[4800:4848] = 0.5
    heard = through(EchoPath(DRY, RATE_HZ), click)
    assert np.argmax(np.abs(heard)) / 16_000 == pytest.approx(0.1505, abs=0.0005)
    acoustics = RoomAcoustics(echo_gain=0.25, saturation=0.0)
    loud = np.repeat(noise(2, 0.5), 3)
    echo = through(EchoPath(acoustics, RATE_HZ), loud)
    assert rms_dbfs(echo[8000:]) == pytest.approx(rms_dbfs(loud) - 12, abs=2.5)


def test_the_response_decays_by_60_db_and_another_seed_is_another_room() -> None:
    response = impulse_response(RoomAcoustics(reverberation_s=0.3, echo_gain=0.7))
    assert len(response) == 4800
    assert np.sqrt(np.sum(np.square(response))) == pytest.approx(0.7, rel=1e-4)
    early, late = response[1:480], response[-480:]
    assert rms_dbfs(early) - rms_dbfs(late) == pytest.approx(54, abs=4)
    assert not np.allclose(response, impulse_response(RoomAcoustics(reverberation_s=0.3, seed=1)))


@pytest.mark.parametrize("ppm", [-200.0, 0.0, 200.0])
def test_a_faster_clock_makes_a_higher_tone(ppm: float) -> None:
    path = EchoPath(RoomAcoustics(delay_s=0.2, reverberation_s=0.0, drift_ppm=ppm), 16_000)
    path.play(tone(1000, 1.0, peak=0.2))
    path.hear(6400)
    heard = path.hear(8000)
    phases = np.unwrap(np.angle(np.convolve(heard, np.exp(0.125j * np.pi * np.arange(160)))))
    slope = (phases[7900] - phases[200]) / 7700 * 16_000 / (2 * np.pi)
    assert slope == pytest.approx(1000 * (1 + ppm * 1e-6), abs=0.05)


def test_a_saturated_loudspeaker_is_quieter_at_its_peaks_and_adds_overtones() -> None:
    full = np.repeat(tone(500, 1.0), 3)
    linear = through(EchoPath(DRY, RATE_HZ), full)[4000:12_000]
    driven = RoomAcoustics(delay_s=0.05, echo_gain=1.0, reverberation_s=0.0, saturation=1.5)
    saturated = through(EchoPath(driven, RATE_HZ), full)[4000:12_000]
    assert np.max(np.abs(saturated)) < 0.75 * np.max(np.abs(linear))
    spectrum = np.abs(np.fft.rfft(saturated))
    assert spectrum[750] > 0.02 * spectrum[250]  # 1500 Hz against 500 Hz


@given(counts=st.lists(st.integers(1, 400), min_size=3, max_size=20))
def test_what_is_heard_does_not_depend_on_the_blocks(counts: list[int]) -> None:
    played = noise(0.5, 0.5)
    whole, pieces = EchoPath(RoomAcoustics(), 16_000), EchoPath(RoomAcoustics(), 16_000)
    whole.play(played)
    pieces.play(played)
    heard = np.concatenate([pieces.hear(count) for count in counts])
    assert np.allclose(heard, whole.hear(sum(counts)), atol=1e-6)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="delay"):
        RoomAcoustics(delay_s=0.01)
    with pytest.raises(ValueError, match="multiple"):
        EchoPath(RoomAcoustics(), 44_100)

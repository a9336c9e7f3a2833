import numpy as np
import pytest

from benchmarks.model.metrics import (
    Samples,
    first_audible_s,
    percentile,
    speech_end_s,
)

RATE_HZ = 16_000


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE_HZ), np.float32)


def tone(seconds: float, peak: float = 0.5) -> Samples:
    time_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    return (peak * np.sin(2 * np.pi * 200 * time_s)).astype(np.float32)


def noise(seconds: float, rms: float) -> Samples:
    generator = np.random.default_rng(7)
    return generator.normal(0, rms, round(seconds * RATE_HZ)).astype(np.float32)


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, 1.0), (25, 1.75), (50, 2.5), (90, 3.7), (100, 4.0)]
)
def test_a_percentile_lies_between_the_nearest_ranks(percent: float, expected: float) -> None:
    assert percentile([4.0, 1.0, 3.0, 2.0], percent) == pytest.approx(expected)


def test_a_percentile_needs_values_and_a_percent() -> None:
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 50)
    with pytest.raises(ValueError, match="101"):
        percentile([1.0], 101)


def test_the_first_sound_is_found_to_the_sample() -> None:
    samples = silence(1.0)
    samples[4_000] = 0.0031  # just below -50 dBFS
    samples[8_000] = -0.0032  # just above
    assert first_audible_s(samples, RATE_HZ) == 0.5


def test_what_sounds_before_does_not_count() -> None:
    samples = np.concatenate((tone(0.5), silence(0.5), tone(0.5)))
    assert first_audible_s(samples, RATE_HZ, after_s=0.6) == pytest.approx(1.0, abs=0.001)


def test_silence_is_never_heard() -> None:
    assert first_audible_s(silence(1.0), RATE_HZ) is None
    assert first_audible_s(silence(0.1), RATE_HZ, after_s=5.0) is None


def test_speech_ends_with_its_last_loud_frame() -> None:
    samples = np.concatenate((silence(0.3), tone(0.5), silence(0.4)))
    assert speech_end_s(samples, RATE_HZ) == pytest.approx(0.8, abs=0.01)


def test_a_pause_is_not_the_end_of_speech() -> None:
    samples = np.concatenate((tone(0.3), silence(0.5), tone(0.3, 0.05), silence(0.2)))
    assert speech_end_s(samples, RATE_HZ) == pytest.approx(1.1, abs=0.01)


def test_the_noise_of_the_room_is_not_speech() -> None:
    samples = np.concatenate((tone(0.5), silence(0.5))) + noise(1.0, rms=0.0035)
    assert speech_end_s(samples, RATE_HZ) == pytest.approx(0.5, abs=0.01)


def test_speech_that_is_cut_off_ends_with_the_recording() -> None:
    assert speech_end_s(tone(0.505), RATE_HZ) == 0.505


@pytest.mark.parametrize("samples", [silence(0.0), silence(0.5), noise(0.5, rms=0.001)])
def test_there_is_no_end_without_speech(samples: Samples) -> None:
    assert speech_end_s(samples, RATE_HZ) is None

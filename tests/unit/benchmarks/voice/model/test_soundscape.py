"""Made-up everyday sound."""

import numpy as np
import pytest

from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.voice.model.soundscape import (
    BACKGROUND_DBFS,
    SoundscapeSources,
    at_level,
    at_rate,
    soundscape,
)


def noise(seconds: float, seed: int) -> Samples:
    rng = np.random.default_rng(seed)
    return (0.1 * rng.standard_normal(round(seconds * SAMPLE_RATE_HZ))).astype(np.float32)


def dbfs(samples: Samples) -> float:
    return float(20 * np.log10(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))))


SOURCES = SoundscapeSources(speech=[noise(2, 1), noise(3, 2)], background=[noise(5, 3)])


@pytest.mark.parametrize(
    "sources",
    [
        SOURCES,
        SoundscapeSources(speech=SOURCES.speech, background=()),
        SoundscapeSources(speech=(), background=SOURCES.background),
    ],
)
@pytest.mark.parametrize("seconds", [0.3, 90.0])
def test_it_has_the_length_asked_for_and_is_the_same_for_the_same_seed(
    sources: SoundscapeSources, seconds: float
) -> None:
    sound = soundscape(sources, seconds=seconds, seed=5)
    assert len(sound) == round(seconds * SAMPLE_RATE_HZ)
    assert np.max(np.abs(sound)) <= 1.0
    assert np.array_equal(sound, soundscape(sources, seconds=seconds, seed=5))
    if seconds > 1:
        assert sound.any()
        assert not np.array_equal(sound, soundscape(sources, seconds=seconds, seed=6))


def test_backgrounds_stay_within_their_levels() -> None:
    sources = SoundscapeSources(speech=(), background=SOURCES.background)
    sound = soundscape(sources, seconds=120, seed=1)
    seconds = sound.reshape(-1, SAMPLE_RATE_HZ)
    levels = [dbfs(second) for second in seconds]
    low, high = BACKGROUND_DBFS
    assert min(levels) > low - 2
    assert max(levels) < high + 2
    assert max(levels) - min(levels) > 5


def test_nothing_cannot_be_mixed() -> None:
    with pytest.raises(ValueError, match="nothing"):
        soundscape(SoundscapeSources(speech=(), background=()), seconds=1, seed=1)


@pytest.mark.parametrize("level", [-40.0, -14.0])
def test_a_level_is_reached(level: float) -> None:
    assert dbfs(at_level(noise(1, 1), level)) == pytest.approx(level, abs=0.01)


def test_silence_stays_silence() -> None:
    assert not at_level(np.zeros(100, np.float32), -20).any()
    assert at_level(np.zeros(0, np.float32), -20).size == 0


@pytest.mark.parametrize("rate", [0.92, 1.0, 1.08])
def test_another_rate_changes_length_and_pitch(rate: float) -> None:
    at = np.arange(SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    tone = np.sin(2 * np.pi * 300 * at).astype(np.float32)
    faster = at_rate(tone, rate)
    assert len(faster) == int(SAMPLE_RATE_HZ / rate)
    crossings = int(np.sum(np.diff(np.signbit(faster).astype(int)) == 1))
    assert crossings == pytest.approx(300, abs=2)

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.audio.loudness_normalization import (
    SPEECH_DBFS,
    normalized_loudness,
    scaled,
    speech_dbfs,
)
from assistant.voice.events import Samples

RATE_HZ = 16_000


def tone(level: float, seconds: float = 0.5) -> Samples:
    time_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    return (level * np.sin(2 * np.pi * 200 * time_s)).astype(np.float32)


@pytest.mark.parametrize("level", [0.06, 0.1, 0.2, 0.4])
def test_quiet_and_loud_voices_become_equally_loud(level: float) -> None:
    after = speech_dbfs(normalized_loudness(tone(level), RATE_HZ), RATE_HZ)
    assert after == pytest.approx(SPEECH_DBFS, abs=0.2)


def test_pauses_do_not_make_a_sentence_louder() -> None:
    sentence = np.concatenate((tone(0.3), np.zeros(RATE_HZ, np.float32), tone(0.3)))
    assert np.abs(normalized_loudness(sentence, RATE_HZ)).max() == pytest.approx(
        np.abs(normalized_loudness(tone(0.3), RATE_HZ)).max(), rel=0.01
    )


def test_a_whisper_is_raised_only_so_far() -> None:
    assert np.abs(normalized_loudness(tone(0.001), RATE_HZ)).max() == pytest.approx(
        0.00251, rel=0.01
    )


def test_a_sharp_peak_is_not_clipped() -> None:
    sentence = tone(0.08)
    sentence[100] = 0.9
    assert np.abs(normalized_loudness(sentence, RATE_HZ)).max() <= 0.95


def test_it_leaves_what_it_was_given() -> None:
    sentence = tone(0.5)
    before = sentence.copy()
    normalized_loudness(sentence, RATE_HZ)
    assert np.array_equal(sentence, before)


@pytest.mark.parametrize("size", [0, 1, 100, 5000])
def test_silence_stays(size: int) -> None:
    silence = np.zeros(size, np.float32)
    assert speech_dbfs(silence, RATE_HZ) is None
    assert np.array_equal(normalized_loudness(silence, RATE_HZ), silence)


@given(st.lists(st.floats(-1, 1, width=32), max_size=900))
def test_any_sound_keeps_its_length_and_its_bounds(values: list[float]) -> None:
    samples = np.array(values, np.float32)
    result = normalized_loudness(samples, RATE_HZ)
    assert (result.shape, result.dtype) == (samples.shape, np.float32)
    assert not result.size or np.abs(result).max() <= 1.0


@given(level=st.floats(0.0, 1.0), gain=st.floats(0.01, 4.0))
def test_a_gain_never_clips_and_never_softens_what_was_to_be_louder(
    level: float, gain: float
) -> None:
    before = tone(level)
    peak, after = np.abs(before).max(), np.abs(scaled(before, gain)).max()
    assert after <= peak * gain + 1e-6
    assert after <= max(peak, 0.95) + 1e-6
    if gain >= 1.0:
        assert after >= peak
    else:
        assert after == pytest.approx(peak * gain, abs=1e-6)

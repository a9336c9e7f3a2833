import numpy as np
import pytest

from assistant.voice.audio.earcons import RATE_HZ, Earcon, earcon_samples


def pitch_hz(samples: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
    padded = np.fft.rfft(samples * np.hanning(samples.size), n=4 * RATE_HZ)
    return float(np.argmax(np.abs(padded))) / 4


@pytest.mark.parametrize("earcon", Earcon)
def test_a_tone_is_short_soft_and_without_clicks(earcon: Earcon) -> None:
    samples = earcon_samples(earcon)
    assert 0.1 < samples.size / RATE_HZ < 0.5
    assert 20 * np.log10(np.abs(samples).max()) == pytest.approx(-15, abs=0.2)
    assert np.abs(samples[[0, -1]]).max() < 1e-4
    # No step is steeper than that of a full sine of 2 kHz at the same peak.
    steepest = 0.18 * 2 * np.pi * 2000 / RATE_HZ
    assert np.abs(np.diff(samples)).max() < steepest


def test_waking_rises_and_the_end_of_a_turn_falls() -> None:
    wake, end = earcon_samples(Earcon.WAKE), earcon_samples(Earcon.END_OF_TURN)
    part = RATE_HZ * 60 // 1000
    assert pitch_hz(wake[:part]) < pitch_hz(wake[-2 * part :])
    assert pitch_hz(end[:part]) > pitch_hz(end[-2 * part :])


def test_tones_differ() -> None:
    assert len({earcon_samples(earcon).tobytes() for earcon in Earcon}) == len(Earcon)

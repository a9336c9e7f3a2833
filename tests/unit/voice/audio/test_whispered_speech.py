"""Whispers are told from speech: recordings, and the same made to whispers by noise."""

import numpy as np
import pytest

from assistant.voice.audio.loudness import white_noise
from assistant.voice.audio.whispered_speech import is_whispered
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from tests.helpers.audio.signals import noise, recordings, silence, tone

ORDER = 18
WINDOW = 480


def whispered(samples: Samples, gain: float = 0.3) -> Samples:
    """Return a sentence without its voice: each 30 ms keeps its spectrum, and noise excites it."""
    generator = np.random.default_rng(0)
    window = np.hanning(WINDOW)
    starts = range(0, len(samples) - WINDOW, WINDOW // 2)
    frames = np.stack([samples[begin : begin + WINDOW] for begin in starts]) * window
    power = np.square(np.abs(np.fft.rfft(frames, 2 * WINDOW)))
    correlated = np.fft.irfft(power)[:, : ORDER + 1]
    correlated[:, 0] = correlated[:, 0] * 1.001 + 1e-9
    rows = np.abs(np.subtract.outer(np.arange(ORDER), np.arange(ORDER)))
    predictor = np.linalg.solve(correlated[:, rows], correlated[:, 1:, None])[..., 0]
    error = np.maximum(correlated[:, 0] - np.sum(predictor * correlated[:, 1:], axis=1), 1e-12)
    inverse = np.concatenate((np.ones((len(frames), 1)), -predictor), axis=1)
    excited = np.fft.rfft(generator.standard_normal(frames.shape), 2 * WINDOW)
    sound = np.fft.irfft(excited / np.fft.rfft(inverse, 2 * WINDOW))[:, :WINDOW]
    sound *= np.sqrt(error / WINDOW)[:, None] * window
    made = np.zeros(len(samples) + WINDOW)
    for begin, frame in zip(starts, sound, strict=True):
        made[begin : begin + WINDOW] += frame
    return (made[: len(samples)] * gain).astype(np.float32)


def test_recorded_speech_is_not_whispered_and_the_same_without_voice_is() -> None:
    said = [each.samples() for each in recordings("speech") if each.path.stem.startswith("order")]
    assert len(said) >= 20
    assert not any(is_whispered(samples) for samples in said)
    assert not any(is_whispered(samples * np.float32(0.1)) for samples in said)
    heard = [is_whispered(whispered(samples)) for samples in said]
    assert heard.count(True) >= 0.9 * len(heard)


def hiss(seconds: float, peak: float) -> Samples:
    return np.concatenate((silence(0.5), noise(seconds, peak), silence(0.5)))


@pytest.mark.parametrize(
    ("samples", "is_one"),
    [
        pytest.param(hiss(1.0, 0.02), True, id="a soft hiss"),
        pytest.param(hiss(1.0, 0.5), False, id="a loud one"),
        pytest.param(hiss(0.1, 0.02), None, id="too short"),
        pytest.param(noise(2.0, 0.02), None, id="the room alone"),
        pytest.param(silence(2.0), None, id="nothing"),
        pytest.param(silence(0.0), None, id="empty"),
        pytest.param(
            np.concatenate((silence(0.5), tone(150, 1.0, peak=0.02), silence(0.5))), False, id="hum"
        ),
    ],
)
def test_sounds(samples: Samples, is_one: bool | None) -> None:
    assert is_whispered(samples) is is_one


def test_a_voice_under_noise_is_not_told() -> None:
    said = next(each for each in recordings("speech") if each.path.stem == "order_00").samples()
    level = float(np.sqrt(np.mean(np.square(said))))
    room = white_noise(len(said) + SAMPLE_RATE_HZ, dbfs=20 * np.log10(level), seed=3)
    room[: len(said)] += said
    assert is_whispered(room) is None

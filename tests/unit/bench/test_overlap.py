"""When the voice gave way, read from what was played."""

import numpy as np
import pytest

from assistant.bench.overlap import yielded

RATE_HZ = 16_000
BEGIN = 5.0


def voice(
    *steps: tuple[float, float], seconds: float = 12.0
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return syllables of 0.15 s with gaps of 0.06 s, with a gain from each second on."""
    at = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    gain = np.ones_like(at)
    for since, factor in steps:
        gain[at >= since] = factor
    is_on = (at % 0.21) < 0.15
    return (0.3 * np.sin(2 * np.pi * 200 * at) * is_on * gain).astype(np.float32)


@pytest.mark.parametrize(("ducked", "silent"), [(0.2, 0.5), (0.3, 0.3), (0.0, 0.4), (0.15, 1.4)])
def test_ducking_and_silence_are_found_to_a_syllable(ducked: float, silent: float) -> None:
    played = voice((BEGIN + ducked, 0.25), (BEGIN + silent, 0.0))
    found = yielded(played, RATE_HZ, speech_begin=BEGIN, until=9.0)
    assert found.ducked_s is not None
    assert found.silent_s is not None
    assert -0.1 <= found.ducked_s - ducked <= 0.03
    assert -0.1 <= found.silent_s - silent <= 0.03


@pytest.mark.parametrize(
    "played",
    [
        pytest.param(voice(), id="it goes on"),
        pytest.param(voice((BEGIN + 0.2, 0.25), (BEGIN + 0.8, 1.0)), id="it comes back"),
        pytest.param(voice((0.0, 0.0)), id="nobody spoke before"),
        pytest.param(voice((8.9, 0.0)), id="silent only at the very end"),
    ],
)
def test_a_voice_that_does_not_give_way_is_missed(
    played: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> None:
    found = yielded(played, RATE_HZ, speech_begin=BEGIN, until=9.0)
    assert found.silent_s is None
    assert found.ducked_s is None


def test_the_reply_to_the_interruption_does_not_count() -> None:
    played = voice((BEGIN + 0.3, 0.0), (BEGIN + 2.0, 1.0))
    found = yielded(played, RATE_HZ, speech_begin=BEGIN, until=BEGIN + 1.9)
    assert found.silent_s == pytest.approx(0.3, abs=0.1)

"""When the voice gave way, from what was played and how loud it was meant to be."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.voice.model.barge_in_timing import barge_in_timing_of

RATE_HZ = 16_000
BEGIN = 5.0
END = 12.0


def gain_at(
    at: npt.NDArray[np.float64], steps: Sequence[tuple[float, float]]
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    gain = np.ones_like(at)
    for since, factor in steps:
        gain[at >= since] = factor
    return gain


def voice(*steps: tuple[float, float]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """Return syllables of 0.15 s with gaps of 0.06 s, with a gain from each second on."""
    at = np.arange(round(END * RATE_HZ)) / RATE_HZ
    is_on = (at % 0.21) < 0.15
    return (0.3 * np.sin(2 * np.pi * 200 * at) * is_on * gain_at(at, steps)).astype(np.float32)


def volumes(*steps: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the volume at the end of every block of 20 ms."""
    at = np.arange(0.02, END, 0.02)
    return list(zip(at.tolist(), gain_at(at, steps).tolist(), strict=True))


@pytest.mark.parametrize(("ducked", "silent"), [(0.2, 0.5), (0.3, 0.3), (0.06, 0.4), (0.15, 1.4)])
def test_ducking_is_found_exactly_and_silence_to_a_syllable(ducked: float, silent: float) -> None:
    steps = ((BEGIN + ducked, 0.25), (BEGIN + silent, 0.0))
    found = barge_in_timing_of(
        voice(*steps), RATE_HZ, volumes(*steps), speech_begin=BEGIN, until=9.0
    )
    assert found.ducked_s is not None
    assert found.silent_s is not None
    assert -0.1 <= found.silent_s - silent <= 0.03
    assert found.ducked_s == pytest.approx(min(ducked, found.silent_s), abs=0.021)


def test_a_voice_that_was_lowered_and_came_back_counts_from_the_last_time() -> None:
    steps = ((BEGIN + 0.1, 0.25), (BEGIN + 0.3, 1.0), (BEGIN + 0.6, 0.25), (BEGIN + 0.9, 0.0))
    found = barge_in_timing_of(
        voice(*steps), RATE_HZ, volumes(*steps), speech_begin=BEGIN, until=9.0
    )
    assert found.ducked_s == pytest.approx(0.6, abs=0.021)


def test_the_volume_after_the_silence_does_not_count() -> None:
    played = voice((BEGIN + 0.4, 0.0))
    loudness = volumes((BEGIN + 0.2, 0.25), (BEGIN + 0.5, 1.0))
    found = barge_in_timing_of(played, RATE_HZ, loudness, speech_begin=BEGIN, until=9.0)
    assert found.ducked_s == pytest.approx(0.2, abs=0.021)


def test_a_voice_that_stops_without_being_lowered_is_ducked_when_it_is_silent() -> None:
    found = barge_in_timing_of(
        voice((BEGIN + 0.4, 0.0)), RATE_HZ, volumes(), speech_begin=BEGIN, until=9.0
    )
    assert found.ducked_s == found.silent_s == pytest.approx(0.4, abs=0.1)


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param((), id="it goes on"),
        pytest.param(((BEGIN + 0.2, 0.25), (BEGIN + 0.8, 1.0)), id="it comes back"),
        pytest.param(((0.0, 0.0),), id="nobody spoke before"),
        pytest.param(((8.9, 0.0),), id="silent only at the very end"),
    ],
)
def test_a_voice_that_does_not_give_way_is_missed(steps: Sequence[tuple[float, float]]) -> None:
    found = barge_in_timing_of(
        voice(*steps), RATE_HZ, volumes(*steps), speech_begin=BEGIN, until=9.0
    )
    assert found.silent_s is None
    assert found.ducked_s is None


def test_the_reply_to_the_interruption_does_not_count() -> None:
    steps = ((BEGIN + 0.3, 0.0), (BEGIN + 2.0, 1.0))
    found = barge_in_timing_of(
        voice(*steps), RATE_HZ, volumes(*steps), speech_begin=BEGIN, until=BEGIN + 1.9
    )
    assert found.silent_s == pytest.approx(0.3, abs=0.1)

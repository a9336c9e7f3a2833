"""What is compared between recognisers, and what noise is made up."""

from pathlib import Path

import numpy as np
import pytest

from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.model.error_rate import ErrorCount
from benchmarks.voice.clips import RecordedClip
from benchmarks.voice.recognition import (
    CHUNK_S,
    MADE_UP_S,
    errors_of,
    is_noise,
    made_up_noise,
    pieces_of,
    rate_of,
)


def clip(label: str, language: str = "en", kind: str = "speech") -> RecordedClip:
    return RecordedClip(path=Path("a.wav"), kind=kind, label=label, language=language, note="")


@pytest.mark.parametrize(
    ("label", "language", "understood", "errors", "units"),
    [
        ("make me two coffees", "en", "Make me 2 coffees.", 0, 4),
        ("the colour is grey", "en", "The color is gray", 0, 4),
        ("i would like a ...", "en", "I would like a", 0, 4),
        ("go home", "en", "go", 1, 2),
        ("你好世界", "zh", "你好，世界。", 0, 4),
        ("你好世界", "zh", "你好", 2, 4),
    ],
)
def test_words_are_compared_in_one_writing_and_letters_where_words_are_not_told_apart(
    label: str, language: str, understood: str, errors: int, units: int
) -> None:
    found = errors_of(clip(label, language), understood)
    assert (found.errors, found.words) == (errors, units)


def test_the_rate_is_over_all_words() -> None:
    counts = [ErrorCount(errors=1, words=10), ErrorCount(errors=0, words=30)]
    assert rate_of(counts) == 0.025
    assert rate_of([]) is None


@pytest.mark.parametrize(
    ("kind", "language", "noise"),
    [("noise", "", True), ("noise", "en", False), ("speech", "", False)],
)
def test_recordings_of_people_are_no_noise(kind: str, language: str, noise: bool) -> None:
    assert is_noise(clip("x", language, kind)) == noise


def test_made_up_noise_is_the_same_every_time_and_within_range() -> None:
    first, second = made_up_noise(), made_up_noise()
    assert {"silence", "hum", "clicks", "white noise"} <= first.keys()
    for name, samples in first.items():
        assert len(samples) == round(MADE_UP_S * SAMPLE_RATE_HZ), name
        assert samples.dtype == np.float32
        assert float(np.max(np.abs(samples))) < 3.0
        assert np.array_equal(samples, second[name])
        assert samples.any() == (name != "silence")


def test_long_noise_is_cut_and_nothing_is_lost() -> None:
    samples = np.arange(round(2.5 * CHUNK_S * SAMPLE_RATE_HZ), dtype=np.float32)
    pieces = pieces_of(samples)
    assert [len(piece) / SAMPLE_RATE_HZ for piece in pieces] == [CHUNK_S, CHUNK_S, CHUNK_S / 2]
    assert np.array_equal(np.concatenate(pieces), samples)

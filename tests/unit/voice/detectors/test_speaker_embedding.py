"""The model that tells voices apart, against Resemblyzer's own mathematics."""

from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.voice.detectors.speaker_embedding import (
    VOICE_SIZE,
    SpeakerEmbedding,
    without_pauses,
)
from assistant.voice.events import Samples
from benchmarks.voice.clips import load_clips
from tests.helpers.audio.signals import RECORDED, noise, silence, speech

ORIGINAL: Final = {
    "harvard_spk1_1.flac": (
        *(0.109, 0.148, 0.034, 0.081, 0, 0, 0, 0),
        *(0.051, 0, 0.060, 0.112, 0, 0.030, 0.136, 0.087),
    ),
    "librivox_0880.flac": (
        *(0, 0.181, 0, 0.016, 0, 0, 0, 0),
        *(0.190, 0.094, 0.021, 0.082, 0, 0, 0, 0.050),
    ),
}
"""Every 16th number, with Resemblyzer's windows, padding and weights in 32 bits, pauses left in."""


@pytest.fixture(scope="module")
def model() -> SpeakerEmbedding:
    return SpeakerEmbedding()


def recording(name: str) -> Samples:
    return next(clip.samples() for clip in load_clips(RECORDED) if clip.path.name == name)


@pytest.mark.parametrize(("name", "numbers"), ORIGINAL.items())
def test_it_gives_the_numbers_of_the_original(
    model: SpeakerEmbedding, name: str, numbers: tuple[float, ...]
) -> None:
    voice = model.embed(recording(name))
    np.testing.assert_allclose(voice[::16], numbers, atol=2e-3)


@pytest.mark.parametrize("seconds", [0.03, 0.7, 1.6, 1.61, 2.5, 30.0])
def test_sound_of_any_length_gives_a_unit_vector(model: SpeakerEmbedding, seconds: float) -> None:
    voice = model.embed(speech(seconds))
    assert voice.shape == (VOICE_SIZE,)
    assert np.linalg.norm(voice) == pytest.approx(1.0, abs=1e-5)


def test_the_level_does_not_matter(model: SpeakerEmbedding) -> None:
    said = recording("librivox_0880.flac")[:32_000]
    np.testing.assert_allclose(model.embed(said), model.embed(said * np.float32(0.1)), atol=1e-4)


def test_short_speech_is_still_the_same_voice_and_not_another(model: SpeakerEmbedding) -> None:
    whole = model.embed(recording("librivox_0880.flac"))
    part = model.embed(without_pauses(recording("librivox_0930.flac"))[:16_000])
    other = model.embed(without_pauses(recording("harvard_spk1_1.flac"))[:16_000])
    assert whole @ part > whole @ other + 0.1


def test_a_click_is_refused(model: SpeakerEmbedding) -> None:
    with pytest.raises(ValueError, match="400 samples"):
        model.embed(speech(0.02))


def test_pauses_are_left_out_and_what_is_around_words_is_kept() -> None:
    said = np.concatenate((noise(1.0, 1e-5), speech(1.0), silence(2.0), speech(0.5)))
    assert 1.5 <= len(without_pauses(said)) / 16_000 <= 1.8


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9_000)), max_size=6))
@settings(max_examples=40, deadline=None)
def test_nothing_is_added_and_silence_is_nothing(parts: list[tuple[bool, int]]) -> None:
    said = [
        speech(count / 16_000) if is_loud else silence(count / 16_000) for is_loud, count in parts
    ]
    samples = np.concatenate((*said, silence(0)))
    kept = without_pauses(samples)
    assert len(kept) <= len(samples)
    assert len(without_pauses(np.zeros_like(samples))) == 0

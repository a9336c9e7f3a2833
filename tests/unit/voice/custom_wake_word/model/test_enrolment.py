"""What is learned from recordings, over embeddings made up: speech is one cloud, a phrase is off it."""

from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.errors import ModelLoadError
from assistant.voice.custom_wake_word.model.background_speech import (
    WINDOW_FRAMES,
    BackgroundClip,
    BackgroundSpeech,
    Floats,
    windows,
    without_phrase,
)
from assistant.voice.custom_wake_word.model.custom_wake_word import FILE_VERSION, CustomWakeWord
from assistant.voice.custom_wake_word.model.enrolment import (
    EnrolmentRecording,
    enrol,
    is_unlike,
    phrase_windows,
)
from assistant.voice.detectors.speech_embedding import EMBEDDING_SIZE

SIZE: Final = WINDOW_FRAMES * EMBEDDING_SIZE


def frames(count: int, seed: int) -> Floats:
    generator = np.random.default_rng(seed)
    return generator.standard_normal((count, EMBEDDING_SIZE)).astype(np.float32)


def phrase(of: int, seed: int, *, spread: float = 0.5) -> Floats:
    """Return the windows of one recording of a phrase; `of` tells phrases apart."""
    centre = np.random.default_rng(1000 + of).standard_normal(SIZE)
    around = np.random.default_rng(seed).standard_normal((4, SIZE))
    return (centre + spread * around).astype(np.float32)


def recording(of: int, seed: int, *, spread: float = 0.5) -> EnrolmentRecording:
    return EnrolmentRecording(
        phrase(of, seed, spread=spread), phrase(of, seed + 500, spread=spread * 1.5)
    )


@pytest.fixture(scope="module")
def speech() -> BackgroundSpeech:
    return BackgroundSpeech([BackgroundClip("", frames(80, seed)) for seed in range(20)])


@pytest.fixture(scope="module")
def learned(speech: BackgroundSpeech) -> CustomWakeWord:
    return enrol("computer please", [recording(1, seed) for seed in range(4)], speech)


def score(word: CustomWakeWord, window: Floats) -> float:
    return word.score(window.reshape(WINDOW_FRAMES, EMBEDDING_SIZE))


def test_the_phrase_is_heard_again_and_nothing_else_is(learned: CustomWakeWord) -> None:
    again = [score(learned, window) for window in phrase(1, 77)]
    other = [score(learned, window) for window in phrase(2, 77)]
    silent = [score(learned, window) for window in windows(frames(200, 99))]
    assert min(again) > 0.5
    assert max(*other, *silent) < 0.2


def test_the_estimate_counts_recordings_that_were_left_out(
    speech: BackgroundSpeech, learned: CustomWakeWord
) -> None:
    assert learned.estimate.recordings == 4
    assert learned.estimate.is_good
    mixed = [*(recording(1, seed) for seed in range(3)), recording(2, 9)]
    estimate = enrol("computer please", mixed, speech).estimate
    assert estimate.heard < estimate.recordings
    assert not estimate.is_good


def test_a_recording_of_something_else_is_unlike_the_others(speech: BackgroundSpeech) -> None:
    others = [recording(1, seed) for seed in range(2)]
    assert is_unlike(recording(2, 5), others, speech)
    assert not is_unlike(recording(1, 5), others, speech)
    assert not is_unlike(recording(2, 5), [], speech)


def test_one_recording_is_not_enough(speech: BackgroundSpeech) -> None:
    with pytest.raises(ValueError, match="two recordings"):
        enrol("computer", [recording(1, 0)], speech)


@settings(max_examples=15)
@given(count=st.integers(2, 8), spread=st.floats(0.05, 3.0), seed=st.integers(0, 50))
def test_whatever_is_recorded_there_is_a_wake_word(
    speech: BackgroundSpeech, count: int, spread: float, seed: int
) -> None:
    said = [recording(1, seed + each, spread=spread) for each in range(count)]
    word = enrol("computer", said, speech)
    assert np.isfinite(word.weights).all()
    assert word.slope > 0
    assert 0 <= word.estimate.heard_in_noise <= count
    assert 0 <= word.estimate.heard <= count
    assert all(0 <= score(word, window) <= 1 for window in phrase(3, seed))


def test_speech_has_variance_one_along_a_direction(speech: BackgroundSpeech) -> None:
    direction = speech.directions([phrase(1, 0)])[0]
    inside = np.concatenate([windows(frames(80, seed)) for seed in range(20)]) @ direction
    assert np.std(inside) == pytest.approx(1.0, abs=0.25)


def test_a_window_is_so_many_frames_in_order() -> None:
    features = frames(WINDOW_FRAMES + 2, 1)
    found = windows(features)
    assert found.shape == (3, SIZE)
    np.testing.assert_array_equal(found[1], features[1 : 1 + WINDOW_FRAMES].reshape(-1))
    assert windows(frames(WINDOW_FRAMES - 1, 1)).shape == (0, SIZE)
    with pytest.raises(ValueError, match="as long as a window"):
        BackgroundSpeech([BackgroundClip("", frames(3, 1))])


def test_what_is_learned_ends_just_behind_the_phrase() -> None:
    features = frames(30, 1)
    found = phrase_windows(features, 20)
    np.testing.assert_array_equal(found[0], features[10:22].reshape(-1))
    np.testing.assert_array_equal(found[1], features[11:23].reshape(-1))
    for end in (2, 28):
        with pytest.raises(ValueError, match="too close"):
            phrase_windows(features, end)


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        ("computer", ["hey jarvis"]),
        ("Hey, Jarvis", ["computer", "Hey Computer!"]),
        ("aladdin", ["computer", "Hey Computer!", "hey jarvis"]),
    ],
)
def test_recordings_of_the_phrase_itself_are_left_out(wanted: str, left: list[str]) -> None:
    clips = [BackgroundClip(label, frames(1, 0)) for label in ("computer", "Hey Computer!")]
    clips.append(BackgroundClip("hey jarvis", frames(1, 0)))
    assert [clip.label for clip in without_phrase(clips, wanted)] == left


def test_its_file_gives_it_back(learned: CustomWakeWord) -> None:
    again = CustomWakeWord.from_bytes(learned.to_bytes())
    np.testing.assert_array_equal(again.weights, learned.weights)
    assert (again.phrase, again.threshold, again.slope, again.estimate) == (
        learned.phrase,
        learned.threshold,
        learned.slope,
        learned.estimate,
    )


@given(content=st.binary(max_size=200))
def test_no_other_bytes_are_taken_for_a_wake_word(content: bytes) -> None:
    with pytest.raises(ModelLoadError, match="damaged"):
        CustomWakeWord.from_bytes(content)


def test_a_file_cut_short_is_damaged_and_a_later_one_is_refused(
    learned: CustomWakeWord, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = learned.to_bytes()
    for length in (1, len(whole) // 2, len(whole) - 1):
        with pytest.raises(ModelLoadError, match="damaged"):
            CustomWakeWord.from_bytes(whole[:length])
    module = "assistant.voice.custom_wake_word.model.custom_wake_word.FILE_VERSION"
    monkeypatch.setattr(module, FILE_VERSION + 1)
    later = learned.to_bytes()
    monkeypatch.undo()
    with pytest.raises(ModelLoadError, match="later version"):
        CustomWakeWord.from_bytes(later)

"""What is learned of a voice, and its file."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ModelLoadError
from assistant.voice.speaker_verification.model.voice_profile import VoiceProfile, learn_voice
from tests.helpers.voice.voices import alike, recorded, voice


def test_it_is_the_mean_of_what_was_recorded() -> None:
    profile = learn_voice("hey computer", [recorded(alike(1, seed)) for seed in range(4)])
    assert (profile.phrase, profile.recordings) == ("hey computer", 4)
    assert np.linalg.norm(profile.voice) == pytest.approx(1.0, abs=1e-5)
    assert profile.similarity(voice(1)) > 0.95
    assert profile.similarity(voice(2)) < 0.8


def test_recordings_that_differ_spread() -> None:
    same = learn_voice("a", [recorded(voice(1))] * 3)
    near = learn_voice("a", [recorded(alike(1, seed)) for seed in range(3)])
    far = learn_voice("a", [recorded(voice(seed)) for seed in range(3)])
    assert same.spread == pytest.approx(0.0, abs=1e-5)
    assert same.spread < near.spread < far.spread


def test_one_recording_is_not_enough() -> None:
    with pytest.raises(ValueError, match="two recordings"):
        learn_voice("a", [recorded(voice(1))])


@given(
    st.text(st.characters(categories=("L",)), min_size=1, max_size=20),
    st.integers(2, 8),
    st.integers(0, 50),
)
def test_a_file_gives_back_what_was_written(phrase: str, count: int, seed: int) -> None:
    written = learn_voice(phrase, [recorded(alike(seed, each)) for each in range(count)])
    read = VoiceProfile.from_bytes(written.to_bytes())
    assert (read.phrase, read.recordings, read.spread) == (phrase, count, written.spread)
    np.testing.assert_array_equal(read.voice, written.voice)


@given(st.data())
def test_a_damaged_file_is_refused(data: st.DataObject) -> None:
    content = learn_voice("a", [recorded(voice(1))] * 2).to_bytes()
    cut = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(ModelLoadError, match="damaged"):
        VoiceProfile.from_bytes(content[:cut])


def test_a_file_of_a_later_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "assistant.voice.speaker_verification.model.voice_profile"
    with monkeypatch.context() as later:
        later.setattr(f"{module}.FILE_VERSION", 2)
        content = learn_voice("a", [recorded(voice(1))] * 2).to_bytes()
    with pytest.raises(ModelLoadError, match="later version"):
        VoiceProfile.from_bytes(content)

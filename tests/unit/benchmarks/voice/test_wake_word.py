"""Which clips count for the wake word, and that scoring ahead changes nothing."""

from pathlib import Path

import numpy as np
import pytest
from typing_extensions import override

from assistant.assembly.voice.voice_loop import wake_files
from assistant.home import Home
from assistant.settings import load
from assistant.voice.detectors.open_wake_word import OpenWakeWord
from assistant.voice.events import Samples
from benchmarks.voice.clips import ClipLibrary, RecordedClip, load_clips, room_noise
from benchmarks.voice.wake_scores import WakeScores, widened
from benchmarks.voice.wake_word import (
    FEW_HOURS,
    FULL_HOURS,
    calls,
    holds_phrase,
    hours_for,
    is_near,
    measure_wake,
    sources_of,
)
from tests.helpers.voice.wake_word_models import wake_frames, wake_word_models

RECORDED = Path(__file__).parents[3] / "data" / "audio" / "bench"
PHRASES = {"hey_jarvis": Path("j.onnx")}


def clip(kind: str, label: str, *, expect: str = "", language: str = "en") -> RecordedClip:
    return RecordedClip(
        path=Path(f"{kind}-{label}.wav"),
        kind=kind,
        label=label,
        language=language,
        note="",
        expect=expect,
    )


def test_a_call_counts_where_its_model_is_named_for_certain() -> None:
    clips = [
        clip("wake", "hey jarvis", expect="hey_jarvis"),
        clip("wake", "jarvis", expect="hey_jarvis?"),
        clip("wake", "alexa", expect="alexa"),
        clip("wake", "alexa alexa", expect="alexa x1"),
        clip("negative", "amelia", expect="no wake"),
    ]
    found = calls(ClipLibrary(clips, tell=lambda _path: None))
    assert [word for word, _clip in found] == ["hey_jarvis", "alexa"]


@pytest.mark.parametrize(
    ("label", "near"),
    [("hey chatterbox", True), ("Hey computer", True), ("computer", False), ("", False)],
)
def test_what_begins_like_the_phrase_is_counted_apart(label: str, near: bool) -> None:
    assert is_near(clip("negative", label), PHRASES) == near


@pytest.mark.parametrize(
    ("kind", "label", "holds"),
    [
        ("speech", "tell Jarvis to wait", True),
        ("wake", "alexa", True),
        ("speech", "sunday is the best part of the week", False),
        ("noise", "kitchen", False),
    ],
)
def test_nothing_in_which_the_phrase_is_said_is_mixed(kind: str, label: str, holds: bool) -> None:
    assert holds_phrase(clip(kind, label), PHRASES) == holds


class Made(ClipLibrary):
    """A library whose clips are made up, a minute each."""

    @override
    def read(self, clip: RecordedClip) -> Samples | None:
        return None if clip.label == "broken" else room_noise(60)


def test_hours_follow_from_what_there_is() -> None:
    def library(minutes: int) -> ClipLibrary:
        clips = [clip("noise", f"{n}") for n in range(minutes)] + [clip("noise", "broken")]
        return Made(clips, tell=lambda _path: None)

    assert hours_for(library(2)) == FEW_HOURS
    assert hours_for(library(9)) == FULL_HOURS


def test_talk_is_speech_and_noise_is_background() -> None:
    clips = [
        clip("noise", "kitchen", language=""),
        clip("noise", "a lecture"),
        clip("speech", "hello"),
        clip("negative", "computer"),
        clip("negative", "hey chatterbox"),
        clip("speech", "jarvis is a butler"),
        clip("wake", "hey jarvis", expect="hey_jarvis"),
    ]
    found = sources_of(Made(clips, tell=lambda _path: None), PHRASES)
    assert (len(found.speech), len(found.background)) == (3, 1)


def test_a_model_that_looks_otherwise_is_not_changed() -> None:
    assert widened(b"no model at all") is None


@pytest.fixture(scope="module")
def folder() -> Path:
    return wake_word_models()


@pytest.mark.models
@pytest.mark.parametrize("is_wide", [True, False])
def test_scores_made_ahead_equal_those_made_frame_by_frame(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_wide: bool
) -> None:
    if is_wide:
        assert widened((folder / "embedding_model.onnx").read_bytes()) is not None
    else:

        def unchanged(model: bytes) -> bytes | None:
            return None

        monkeypatch.setattr("benchmarks.voice.wake_scores.widened", unchanged)
    files = {"hey_jarvis": folder / "hey_jarvis_v0.1.onnx", "alexa": folder / "alexa_v0.1.onnx"}
    said = [each.samples() for each in load_clips(RECORDED) if each.kind == "wake"]
    audio = np.concatenate([room_noise(0.7), *said])
    streamed = OpenWakeWord(folder=folder, phrases=files)
    one_by_one = [streamed.scores(frame) for frame in wake_frames(audio)]
    ahead = WakeScores(folder=folder, phrases=files, scratch=tmp_path).scores(audio)
    assert len(ahead) == len(one_by_one)
    assert max(each["hey_jarvis"] for each in ahead) > 0.5
    worst = max(
        abs(ours[phrase] - theirs[phrase])
        for ours, theirs in zip(ahead, one_by_one, strict=True)
        for phrase in files
    )
    assert worst < 1e-5


@pytest.mark.models
def test_recorded_calls_are_heard_and_everyday_sound_is_not(folder: Path, tmp_path: Path) -> None:
    home = Home(root=tmp_path / "home", models=folder.parent)
    voice = load(home, {}).settings.voice
    library = ClipLibrary(load_clips(RECORDED), tell=lambda _path: None)
    found = measure_wake(home, voice, library, hours=0.02, seed=1, scratch=tmp_path)
    assert found["wake_missed_rate"] == 0.0
    assert found["details"]["calls"] == 4
    assert (found["wake_false_per_hour"], found["wake_hours"]) == (0.0, 0.02)
    # A threshold that nothing reaches misses every call: the figure can fail.
    deaf = voice.model_copy(update={"wake_threshold": 0.99999})
    missed = measure_wake(home, deaf, library, hours=0, seed=1, scratch=tmp_path)
    assert missed["wake_missed_rate"] >= 0.5


def test_the_wake_words_of_the_settings_are_the_ones_that_are_heard(tmp_path: Path) -> None:
    home = Home(root=tmp_path, models=tmp_path)
    assert list(wake_files(home, ("hey_jarvis", "alexa"))) == ["hey_jarvis", "alexa"]

import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from assistant.errors import ModelFileError, ModelLoadError
from assistant.voice.detectors.open_wake_word import (
    WARM_UP_FRAMES,
    OpenWakeWord,
    WakeWordHit,
    WakeWordPolicy,
    was_speech,
)
from assistant.voice.detectors.speech_embedding import EMBEDDING_FRAME_SAMPLES
from assistant.voice.detectors.vad import shipped_vad_model
from assistant.voice.devices.files.wav import read_wav
from tests.conftest import STRESS
from tests.helpers.audio.signals import noise, recordings, silence
from tests.helpers.voice.wake_word_models import wake_frames, wake_word_models

PHRASES = ("alexa", "hey_jarvis", "hey_mycroft", "hey_rhasspy")
CALLED = Path(__file__).parents[3] / "data/audio/hey_jarvis.wav"


def policy() -> WakeWordPolicy:
    warm = WakeWordPolicy(threshold=0.5)
    for _frame in range(16):
        assert warm.candidate({"hey_jarvis": 0.99}) is None
    return warm


def test_the_first_sixteen_frames_never_call() -> None:
    assert policy().candidate({"hey_jarvis": 0.99}) == WakeWordHit(phrase="hey_jarvis", score=0.99)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param({"a": 0.49}, None, id="below"),
        pytest.param({"a": 0.5}, WakeWordHit(phrase="a", score=0.5), id="at the threshold"),
        pytest.param(
            {"a": 0.6, "b": 0.8}, WakeWordHit(phrase="b", score=0.8), id="the best of two"
        ),
        pytest.param({}, None, id="no phrases"),
    ],
)
def test_the_best_phrase_that_reaches_the_threshold_is_a_candidate(
    scores: dict[str, float], expected: WakeWordHit | None
) -> None:
    assert policy().candidate(scores) == expected


def test_for_two_seconds_after_a_call_nothing_counts() -> None:
    after = policy()
    after.accept()
    heard = [after.candidate({"a": 0.9}) is not None for _frame in range(30)]
    assert heard.index(True) * EMBEDDING_FRAME_SAMPLES / 16_000 == pytest.approx(2.0, abs=0.05)


def test_a_candidate_that_was_not_accepted_may_come_again() -> None:
    again = policy()
    assert again.candidate({"a": 0.9}) is not None
    assert again.candidate({"a": 0.9}) is not None


def test_after_a_gap_scores_count_when_it_has_left_the_buffers() -> None:
    after = policy()
    after.start_over()
    heard = [after.candidate({"a": 0.9}) is not None for _frame in range(20)]
    assert heard.index(True) == 16


def weighed(*scores: float, is_over_voice: bool = False) -> list[WakeWordHit | None]:
    """Return what a policy with checks makes of scores, one frame after the other."""
    checking = WakeWordPolicy(threshold=0.5, warm_up_frames=0, checks=True)
    return [checking.candidate({"a": score}, is_over_voice=is_over_voice) for score in scores]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param((0.9,), WakeWordHit(phrase="a", score=0.9), id="beyond doubt at once"),
        pytest.param((0.5, 0.9), WakeWordHit(phrase="a", score=0.9), id="it rises"),
        pytest.param(
            (0.5, 0.6, 0.4), WakeWordHit(phrase="a", score=0.6, is_sure=False), id="it does not"
        ),
        pytest.param(
            (0.36, 0.2, 0.1), WakeWordHit(phrase="a", score=0.36, is_sure=False), id="below"
        ),
        pytest.param((0.3, 0.34, 0.3), None, id="too low to check"),
    ],
)
def test_scores_that_are_barely_enough_rise_or_are_checked(
    scores: tuple[float, ...], expected: WakeWordHit | None
) -> None:
    *before, last = weighed(*scores)
    assert before == [None] * len(before)
    assert last == expected


def test_a_checked_call_is_asked_about_once() -> None:
    assert [hit is not None for hit in weighed(*[0.6] * 6)] == [False, False, True] * 2


@pytest.mark.parametrize(("score", "is_heard"), [(0.69, False), (0.7, True)])
def test_over_the_voice_the_threshold_is_raised_and_nothing_is_checked(
    score: float, is_heard: bool
) -> None:
    (hit,) = weighed(score, is_over_voice=True)
    assert (hit is not None) == is_heard
    assert hit is None or hit.is_sure


def test_a_high_threshold_is_not_raised_out_of_reach() -> None:
    strict = WakeWordPolicy(threshold=0.9, warm_up_frames=0)
    assert strict.candidate({"a": 0.94}, is_over_voice=True) is None
    assert strict.candidate({"a": 0.95}, is_over_voice=True) is not None


def test_a_gap_forgets_a_score_that_was_to_be_checked() -> None:
    checking = WakeWordPolicy(threshold=0.5, warm_up_frames=1, checks=True)
    checking.candidate({"a": 0.0})
    assert checking.candidate({"a": 0.6}) is None
    checking.start_over()
    assert [checking.candidate({"a": 0.1}) for _frame in range(5)] == [None] * 5


def test_speech_is_one_frame_of_at_least_a_half() -> None:
    assert was_speech([0.1, 0.5, 0.2])
    assert not was_speech([0.1, 0.49])
    assert not was_speech([])


@pytest.fixture(scope="module")
def folder() -> Path:
    return wake_word_models()


def models(folder: Path) -> OpenWakeWord:
    return OpenWakeWord(
        folder=folder, phrases={phrase: folder / f"{phrase}_v0.1.onnx" for phrase in PHRASES}
    )


@pytest.mark.models
def test_a_spoken_call_scores_high_for_its_phrase_alone(folder: Path) -> None:
    called, _rate = read_wav(CALLED)
    audio = np.concatenate((noise(2, 0.001), called, noise(1, 0.001)))
    wake = models(folder)
    scores = [wake.scores(frame) for frame in wake_frames(audio)][WARM_UP_FRAMES:]
    best = {phrase: max(each[phrase] for each in scores) for phrase in PHRASES}
    assert best["hey_jarvis"] > 0.9
    assert max(score for phrase, score in best.items() if phrase != "hey_jarvis") < 0.3


@pytest.mark.models
def test_from_the_first_frame_on_noise_does_not_call(folder: Path) -> None:
    wake = models(folder)
    scores = [wake.scores(frame)["hey_jarvis"] for frame in wake_frames(noise(4, 0.01))]
    assert max(scores[WARM_UP_FRAMES:]) < 0.1


@pytest.mark.skipif(
    sys.platform != "linux" or sys.version_info >= (3, 12),
    reason="openwakeword is for Linux and Python 3.11",
)
@pytest.mark.models
def test_scores_equal_openwakeword_on_every_recording(folder: Path) -> None:
    """Both are fed recordings one after another, as a microphone would, without a reset.

    A tenth of them in the ordinary run, all under stress.
    """
    library = cast("Any", import_module("openwakeword.model"))
    paths = [str(folder / f"{phrase}_v0.1.onnx") for phrase in PHRASES]
    reference = library.Model(
        wakeword_models=list(paths),
        inference_framework="onnx",
        melspec_model_path=str(folder / "melspectrogram.onnx"),
        embedding_model_path=str(folder / "embedding_model.onnx"),
    )
    wake = models(folder)
    clips = [*recordings("wake"), *recordings("negative")]
    assert len(clips) > 150
    clips = clips if STRESS else random.Random(7).sample(clips, max(1, len(clips) // 10))
    worst = 0.0
    frame_count = 0
    for clip in clips:
        audio = np.concatenate((silence(0.4), clip.samples()))
        for frame in wake_frames(audio):
            ours = wake.scores(frame)
            pcm = (frame * 32768).astype(np.int16)
            theirs = cast("dict[str, float]", reference.predict(pcm))
            frame_count += 1
            if frame_count > 16:
                worst = max(
                    worst,
                    *(abs(ours[phrase] - theirs[f"{phrase}_v0.1"]) for phrase in PHRASES),
                )
    assert worst < 1e-5


@pytest.mark.models
def test_a_twin_hears_for_itself(folder: Path) -> None:
    called, _rate = read_wav(CALLED)
    audio = np.concatenate((noise(2, 0.001), called, noise(1, 0.001)))
    one = models(folder)
    other = one.twin()
    heard: list[float] = []
    for frame in wake_frames(audio):
        heard.append(one.scores(frame)["hey_jarvis"])
        assert other.scores(silence(0.08))["hey_jarvis"] < 0.1
    assert max(heard) > 0.9


@pytest.mark.models
def test_refuses_a_frame_of_another_length(folder: Path) -> None:
    with pytest.raises(ValueError, match="1280"):
        models(folder).scores(silence(0.1))


@pytest.mark.models
def test_a_file_that_is_no_wake_word_model_is_named(folder: Path) -> None:
    with pytest.raises(ModelLoadError, match="not an openWakeWord model"):
        OpenWakeWord(folder=folder, phrases={"own": shipped_vad_model()})
    with pytest.raises(ModelFileError, match="none"):
        OpenWakeWord(folder=folder, phrases={"own": folder / "none.onnx"})

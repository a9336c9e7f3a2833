import logging
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any, cast

import numpy as np
import pytest
from typing_extensions import override

from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.voice.detectors.smart_turn import SmartTurn, TurnJudge
from assistant.voice.devices.files.wav import read_wav
from assistant.voice.events import Samples
from tests.helpers.audio.signals import recordings, silence, tone
from tests.helpers.patience import PATIENCE_S

SPOKEN = Path(__file__).parents[3] / "data/audio/sunday_is_the_best_part_of_the_week.wav"


class HalfSure(SmartTurn):
    """Answers when it is let go."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.may_answer.set()

    @override
    def probability(self, audio: Samples) -> float:
        self.may_answer.wait(PATIENCE_S)
        return float(len(audio)) / 16_000


def test_verdicts_come_from_a_thread_of_their_own_in_order() -> None:
    model, answers = HalfSure(), SimpleQueue[tuple[float | None, str]]()
    judge = TurnJudge(lambda: model)
    model.may_answer.clear()
    for seconds in (0.25, 0.5):
        judge.judge(
            silence(seconds),
            lambda verdict: answers.put((verdict, threading.current_thread().name)),
        )
    assert answers.empty()
    model.may_answer.set()
    assert answers.get(timeout=PATIENCE_S) == (0.25, "turn-judge_0")
    assert answers.get(timeout=PATIENCE_S) == (0.5, "turn-judge_0")
    judge.close()
    judge.close()


def test_the_model_is_loaded_once_by_warming_up() -> None:
    loaded: list[str] = []

    def load() -> HalfSure:
        loaded.append(threading.current_thread().name)
        return HalfSure()

    judge, answers = TurnJudge(load), SimpleQueue[float | None]()
    is_warm = threading.Event()
    judge.warm_up(is_warm.set)
    assert is_warm.wait(PATIENCE_S)
    assert loaded == ["turn-judge_0"]
    judge.judge(silence(0.5), answers.put)
    assert answers.get(timeout=PATIENCE_S) == 0.5
    judge.close()
    assert loaded == ["turn-judge_0"]


def _missing() -> HalfSure:
    raise ModelFileError("the file is missing")


def _broken() -> HalfSure:
    raise ZeroDivisionError


@pytest.mark.parametrize("load", [_missing, _broken])
def test_who_waits_for_a_model_that_does_not_load_is_told(load: Callable[[], HalfSure]) -> None:
    judge, is_over = TurnJudge(load), threading.Event()
    judge.warm_up(is_over.set)
    assert is_over.wait(PATIENCE_S)
    judge.close()


def test_who_waits_for_a_model_when_it_is_closed_is_told() -> None:
    may_load, is_over = threading.Event(), threading.Event()

    def load() -> HalfSure:
        may_load.wait(PATIENCE_S)
        return HalfSure()

    judge = TurnJudge(load)
    judge.judge(silence(0.5), lambda _: None)
    judge.warm_up(is_over.set)
    closing = threading.Thread(target=judge.close)
    closing.start()
    assert is_over.wait(PATIENCE_S)  # while the other is under way still
    may_load.set()
    closing.join()


def test_without_a_model_the_verdict_is_open_and_the_log_says_why_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def load() -> HalfSure:
        raise ModelFileError("the file is missing")

    judge, answers = TurnJudge(load), SimpleQueue[float | None]()
    with caplog.at_level(logging.WARNING):
        for _time in range(2):
            judge.judge(silence(0.5), answers.put)
            assert answers.get(timeout=PATIENCE_S) is None
    judge.close()
    assert caplog.text.count("silence alone: the file is missing") == 1


def test_closing_drops_what_has_not_begun() -> None:
    model, answers = HalfSure(), SimpleQueue[float | None]()
    is_loaded = threading.Event()

    def load() -> HalfSure:
        is_loaded.set()
        return model

    judge = TurnJudge(load)
    model.may_answer.clear()
    judge.judge(silence(0.25), answers.put)
    judge.judge(silence(0.5), answers.put)
    assert is_loaded.wait(PATIENCE_S)
    closing = threading.Thread(target=judge.close)
    closing.start()
    model.may_answer.set()
    closing.join(PATIENCE_S)
    assert answers.get(timeout=PATIENCE_S) == 0.25
    assert answers.empty()


@pytest.fixture(scope="module")
def smart_turn() -> SmartTurn:
    path = Home.locate().models / "smart-turn-v3.2" / "smart-turn-v3.2-cpu.onnx"
    if not path.is_file():
        pytest.skip(f"no turn model at {path}")
    return SmartTurn(path)


@pytest.mark.models
@pytest.mark.parametrize("seconds", [0.5, 8, 11])
def test_features_are_the_last_eight_seconds_normalised(
    smart_turn: SmartTurn, seconds: float
) -> None:
    audio = tone(440, seconds, peak=0.3)
    features = smart_turn.features(audio)
    assert features.shape == (80, 800)
    assert features.dtype == np.float32
    assert features.max() - features.min() <= 2.0 + 1e-6  # Whisper keeps eight powers of ten
    quieter = smart_turn.features(audio * np.float32(0.1))
    np.testing.assert_allclose(quieter, features, atol=1e-2)


def reference_features(audio: Samples) -> Any:
    """Compute the features by their definition, without a library."""
    window = np.pad(audio[-128_000:].astype(np.float64), (max(0, 128_000 - len(audio)), 0))
    window = (window - window.mean()) / np.sqrt(window.var() + 1e-7)
    padded = np.pad(window, 200, mode="reflect")
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(400) / 400)
    frames = np.lib.stride_tricks.sliding_window_view(padded, 400)[::160][:800]
    power = np.abs(np.fft.rfft(frames * hann)) ** 2
    extractor = cast("Any", import_module("faster_whisper.feature_extractor")).FeatureExtractor
    filters = extractor.get_mel_filters(16_000, 400, n_mels=80)
    log = np.log10(np.maximum(filters @ power.T, 1e-10))
    return (np.maximum(log, log.max() - 8) + 4) / 4


@pytest.mark.models
def test_features_follow_their_definition(smart_turn: SmartTurn) -> None:
    audio, _rate = read_wav(SPOKEN)
    np.testing.assert_allclose(smart_turn.features(audio), reference_features(audio), atol=1e-4)


@pytest.mark.models
def test_a_finished_sentence_is_told_from_one_cut_off(smart_turn: SmartTurn) -> None:
    audio, _rate = read_wav(SPOKEN)
    finished = np.concatenate((audio, silence(0.2)))
    cut_off = np.concatenate((audio[:22_000], silence(0.2)))
    assert smart_turn.probability(finished) > 0.9
    assert smart_turn.probability(cut_off) < 0.5


@pytest.mark.models
def test_recorded_turns_are_judged_as_the_policy_assumes(smart_turn: SmartTurn) -> None:
    complete: list[float] = []
    incomplete: list[float] = []
    for recording in recordings("turn"):
        audio = recording.samples()
        if recording.path.name.startswith("complete"):
            end_s = float(recording.expect.removeprefix("end after "))
            complete.append(smart_turn.probability(audio[: round((end_s + 0.25) * 16_000)]))
        elif recording.path.name.startswith("incomplete"):
            end_s = float(recording.note.split("speech ends at ")[1].split(" s")[0])
            incomplete.append(smart_turn.probability(audio[: round((end_s + 0.25) * 16_000)]))
    assert (len(complete), len(incomplete)) == (8, 8)
    assert sum(probability >= 0.9 for probability in complete) >= 6
    assert sum(probability >= 0.9 for probability in incomplete) == 0
    assert sum(probability < 0.5 for probability in incomplete) >= 5

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import ModelFileError, ModelLoadError
from assistant.voice.detectors.vad import (
    SileroVad,
    VoiceActivity,
    VoiceActivityGate,
    shipped_vad_model,
)
from assistant.voice.devices.files.wav import read_wav
from tests.helpers.audio.signals import noise, silence

SPOKEN = Path(__file__).parents[3] / "data/audio/sunday_is_the_best_part_of_the_week.wav"

Q, A, S, P = (
    VoiceActivity.QUIET,
    VoiceActivity.STARTING,
    VoiceActivity.SPEAKING,
    VoiceActivity.STOPPING,
)


@pytest.mark.parametrize(
    ("probabilities", "expected"),
    [
        pytest.param([0.1, 0.2, 0.4], [Q, Q, Q], id="quiet"),
        pytest.param([0.6, 0.6, 0.6], [A, A, S], id="speech needs three frames"),
        pytest.param([0.6, 0.1, 0.6, 0.6, 0.6], [A, Q, A, A, S], id="a click is no speech"),
        pytest.param([0.5, 0.4, 0.36], [A, A, S], id="between the thresholds it goes on"),
        pytest.param([0.49, 0.5, 0.34], [Q, A, Q], id="exactly at the threshold it begins"),
        pytest.param([1, 1, 1, 0.2, 0.2], [A, A, S, P, Q], id="silence needs two frames"),
        pytest.param([1, 1, 1, 0.2, 0.6], [A, A, S, P, S], id="a short silence is none"),
        pytest.param([1, 1, 1, 0.2, 0.4], [A, A, S, P, Q], id="silence between the thresholds"),
        pytest.param([1, 1, 1, 0.4, 0.35], [A, A, S, S, S], id="faint speech is speech"),
    ],
)
def test_the_gate_follows_speech_with_hysteresis(
    probabilities: list[float], expected: list[VoiceActivity]
) -> None:
    gate = VoiceActivityGate(start_frames=3, stop_frames=2)
    assert [gate.advance(each) for each in probabilities] == expected


def test_one_frame_is_enough_where_one_is_asked_for() -> None:
    gate = VoiceActivityGate(start_frames=1, stop_frames=1)
    assert [gate.advance(each) for each in (0.9, 0.1, 0.9)] == [S, Q, S]


def test_the_run_counts_frames_of_the_activity() -> None:
    gate = VoiceActivityGate(start_frames=4, stop_frames=4)
    runs: list[int] = []
    for each in (0.9, 0.9, 0.9, 0.9, 0.1, 0.1):
        gate.advance(each)
        runs.append(gate.run)
    assert runs == [1, 2, 3, 0, 1, 2]


@given(st.lists(st.floats(0, 1), max_size=60), st.integers(1, 6), st.integers(1, 6))
def test_speech_never_begins_or_ends_early(
    probabilities: list[float], start_frames: int, stop_frames: int
) -> None:
    gate = VoiceActivityGate(start_frames=start_frames, stop_frames=stop_frames)
    was_speaking = False
    for index, probability in enumerate(probabilities):
        activity = gate.advance(probability)
        is_speaking = activity in {VoiceActivity.SPEAKING, VoiceActivity.STOPPING}
        if is_speaking and not was_speaking:
            assert min(probabilities[index + 1 - start_frames : index + 1]) >= 0.35
        if was_speaking and not is_speaking:
            assert max(probabilities[index + 1 - stop_frames : index + 1]) < 0.5
        was_speaking = is_speaking


@pytest.mark.parametrize(
    "arguments",
    [
        {"start_frames": 0, "stop_frames": 1},
        {"start_frames": 1, "stop_frames": 0},
        {"start_frames": 1, "stop_frames": 1, "start_at": 0.3},
    ],
)
def test_the_gate_refuses_nonsense(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must|order"):
        VoiceActivityGate(**arguments)


@pytest.fixture(scope="module")
def vad() -> SileroVad:
    return SileroVad(shipped_vad_model())


def test_a_recorded_sentence_is_speech_and_noise_is_not(vad: SileroVad) -> None:
    samples, _rate = read_wav(SPOKEN)
    vad.reset()
    spoken = vad.probabilities(samples[: len(samples) // 512 * 512])
    vad.reset()
    silent = vad.probabilities(noise(3.2, 0.01))
    assert (spoken > 0.5).mean() > 0.6
    assert (silent > 0.5).sum() == 0


def test_frame_by_frame_equals_all_at_once_and_the_library(vad: SileroVad) -> None:
    samples, _rate = read_wav(SPOKEN)
    samples = samples[: len(samples) // 512 * 512]
    vad.reset()
    at_once = vad.probabilities(samples)
    vad.reset()
    singly = [
        vad.probabilities(samples[first : first + 512]) for first in range(0, len(samples), 512)
    ]
    np.testing.assert_allclose(np.concatenate(singly), at_once, atol=1e-6)
    library = cast("Any", import_module("faster_whisper.vad"))
    # The library silences the end of the last frame it is given, so it is given one more.
    longer = np.concatenate((samples, silence(0.032)))
    reference = cast("npt.NDArray[np.float32]", library.get_vad_model()(longer))
    np.testing.assert_allclose(at_once, reference.reshape(-1)[:-1], atol=1e-6)


def test_refuses_a_part_of_a_frame(vad: SileroVad) -> None:
    with pytest.raises(ValueError, match="whole number"):
        vad.probabilities(silence(0.05))
    with pytest.raises(ValueError, match="whole number"):
        vad.probabilities(silence(0))


def test_a_missing_or_damaged_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="missing"):
        SileroVad(tmp_path / "none.onnx")
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(b"not a model")
    with pytest.raises(ModelLoadError, match=r"damaged\.onnx"):
        SileroVad(damaged)


def test_finding_the_model_does_not_import_the_recogniser() -> None:
    code = (
        "import sys; from assistant.voice.detectors.vad import shipped_vad_model;"
        "assert shipped_vad_model().is_file(); assert 'faster_whisper' not in sys.modules;"
        "assert 'onnxruntime' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=20)

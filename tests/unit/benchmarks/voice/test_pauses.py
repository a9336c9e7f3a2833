"""What counts as cut and as late, with models that know loudness alone."""

from pathlib import Path

import numpy as np
import pytest
from typing_extensions import override

from assistant.voice.detectors.smart_turn import SmartTurn
from assistant.voice.events import Samples
from assistant.voice.protocols import Transcript
from assistant.voice.turn_taking.endpointing import EndpointLimits
from benchmarks.model.run import Run
from benchmarks.voice.clips import write_wav
from benchmarks.voice.heard_turn import EndpointingModels, turn_end_s
from benchmarks.voice.model.spliced_pauses import SplicedPause, half_of
from benchmarks.voice.pauses import measure_pauses
from tests.helpers.audio.signals import LoudnessVad, noise, speech

QUIET = 0.0005
SPEAKER = "somebody"


class SureJudge(SmartTurn):
    """Every pause is an end."""

    def __init__(self) -> None: ...

    @override
    def probability(self, audio: Samples) -> float:
        return 0.99 if len(audio) else 0.0


class FixedWords:
    """Understands the same words always."""

    def __init__(self, text: str) -> None:
        self._text = text

    def recognise(self, audio: Samples) -> Transcript:
        return Transcript(text=self._text if len(audio) else "", language="en")


def models(text: str) -> EndpointingModels:
    return EndpointingModels(vad=LoudnessVad(), judge=SureJudge(), recogniser=FixedWords(text))


def sentence() -> Samples:
    return np.concatenate((noise(0.5, QUIET), speech(2.0), noise(0.5, QUIET, seed=1)))


@pytest.mark.parametrize(
    ("text", "delay_s"),
    [("Turn on the light, please.", 0.34), ("Turn on the light in the", 2.2)],
)
def test_a_turn_ends_when_judge_and_words_say_so(text: str, delay_s: float) -> None:
    audio = np.concatenate((sentence(), noise(4.0, QUIET, seed=2)))
    ended_s = turn_end_s(models(text), audio, EndpointLimits())
    assert ended_s == pytest.approx(2.5 + delay_s, abs=0.07)


def test_a_turn_that_goes_on_to_the_end_of_its_audio_has_no_end() -> None:
    assert turn_end_s(models("Go on."), speech(2.0), EndpointLimits()) is None


class LoudSpans:
    """Implements `SpeechEnds`: the one sentence of this test ends at 2.5 s."""

    def end_of(self, samples: Samples, told: float | None) -> float:
        assert told is None
        return 2.5 if len(samples) else 0.0


def measure(folder: Path, text: str) -> Run:
    write_wav(folder / "a.wav", sentence())
    (folder / "MANIFEST.tsv").write_text(f"file\tkind\tspeaker\na.wav\tspeech\t{SPEAKER}\n")
    places = [
        SplicedPause(file="a.wav", at_s=1.5, pause_s=pause_s, place="after a")
        for pause_s in (0.2, 0.8)
    ]
    return measure_pauses(
        models(text),
        EndpointLimits(),
        LoudSpans(),
        clips_folder=folder,
        places=places,
        half=half_of(SPEAKER),
        learns_pauses=True,
        on_unreadable=lambda path: pytest.fail(str(path)),
    )


def test_a_pause_that_is_taken_for_the_end_is_cut(tmp_path: Path) -> None:
    figures = measure(tmp_path, "Turn on the light, please.")
    assert (figures["speakers"], figures["pauses"], figures["sentences"]) == (1, 2, 1)
    assert figures["cut_rate"] == 0.5
    assert figures["details"]["cut"] == ["a.wav 1.5 0.8 after a"]
    assert figures["delay_ms"]["p50"] == pytest.approx(340, abs=70)
    assert figures["late_rate"] == 0.0


def test_a_complete_turn_that_is_waited_for_is_late(tmp_path: Path) -> None:
    figures = measure(tmp_path, "Turn on the light in the")
    assert figures["cut_rate"] == 0.0
    assert figures["late_rate"] == 1.0

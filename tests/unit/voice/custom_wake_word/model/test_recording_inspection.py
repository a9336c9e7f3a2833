"""Where the phrase is in a recording, and what is wrong with it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.protocol.wake_words import RecordingProblem
from assistant.voice.custom_wake_word.model.recording_inspection import (
    inspect_recording,
    phrase_ended,
)
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from tests.helpers.audio.signals import noise, silence


def said(
    *, before: float = 0.5, phrase: float = 0.7, after: float = 0.6, peak: float = 0.2
) -> Samples:
    room = noise(before + phrase + after, 3e-4, seed=3)
    begin = round(before * SAMPLE_RATE_HZ)
    spoken = noise(phrase, peak, seed=4)
    room[begin : begin + len(spoken)] += spoken
    return room


@pytest.mark.parametrize(
    ("recording", "problem"),
    [
        pytest.param(said(), None, id="as it should be"),
        pytest.param(said(peak=0.02), None, id="softly spoken"),
        pytest.param(silence(2.0), RecordingProblem.SILENT, id="nothing at all"),
        pytest.param(noise(2.0, 3e-4), RecordingProblem.SILENT, id="a quiet room"),
        pytest.param(noise(0.1, 0.2), RecordingProblem.SILENT, id="next to nothing"),
        pytest.param(said(peak=0.003), RecordingProblem.TOO_QUIET, id="too quiet"),
        pytest.param(
            np.clip(said(peak=3.0), -1, 1), RecordingProblem.TOO_LOUD, id="the microphone clips"
        ),
        pytest.param(said(before=0.0), RecordingProblem.CUT_OFF, id="begun too late"),
        pytest.param(said(after=0.0), RecordingProblem.CUT_OFF, id="ended too early"),
        pytest.param(said(phrase=0.2), RecordingProblem.TOO_SHORT, id="a syllable"),
        pytest.param(said(phrase=2.3), RecordingProblem.TOO_LONG, id="a sentence"),
    ],
)
def test_what_is_wrong_is_told(recording: Samples, problem: RecordingProblem | None) -> None:
    assert inspect_recording(recording).problem == problem


@given(
    before=st.floats(0.2, 1.5),
    phrase=st.floats(0.35, 1.6),
    after=st.floats(0.2, 1.5),
    peak=st.floats(0.02, 0.6),
)
def test_the_phrase_is_found_where_it_is(
    before: float, phrase: float, after: float, peak: float
) -> None:
    found = inspect_recording(said(before=before, phrase=phrase, after=after, peak=peak))
    assert found.problem is None
    assert found.begin / SAMPLE_RATE_HZ == pytest.approx(before, abs=0.021)
    assert found.end / SAMPLE_RATE_HZ == pytest.approx(before + phrase, abs=0.021)


def test_a_gap_between_two_words_belongs_to_the_phrase() -> None:
    two = np.concatenate((said(phrase=0.3, after=0.1), said(before=0.1, phrase=0.4)))
    assert inspect_recording(two).seconds == pytest.approx(0.9, abs=0.03)


def test_a_knock_long_before_the_phrase_does_not() -> None:
    knocked = said(before=1.0)
    knocked[1600:1760] = 0.1
    assert inspect_recording(knocked).begin / SAMPLE_RATE_HZ == pytest.approx(1.0, abs=0.021)


@pytest.mark.parametrize(("after", "ended"), [(0.3, False), (0.7, True)])
def test_a_phrase_is_over_after_quiet(after: float, ended: bool) -> None:
    assert phrase_ended(said(after=after), quiet_s=0.5) is ended


def test_nothing_is_over_before_it_was_said() -> None:
    assert not phrase_ended(noise(1.0, 3e-4), quiet_s=0.5)

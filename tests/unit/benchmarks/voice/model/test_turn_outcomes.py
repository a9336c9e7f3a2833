"""When a turn counts as cut, late or answered."""

from dataclasses import replace

import numpy as np
import pytest

from assistant.protocol.turns import Timeline
from benchmarks.voice.model.turn_outcomes import (
    HESITATION_S,
    LATE_S,
    SpokenTurn,
    TurnKind,
    TurnOutcome,
    outcome_of,
    stage_means_ms,
)

RATE_HZ = 16_000


def said(kind: TurnKind) -> SpokenTurn:
    return SpokenTurn(kind=kind, begins_at=1.0, speech_end=4.0, until=9.0)


def outcome(
    kind: TurnKind, ended_at: float | None, *, audible_at: float | None = 5.0, early: bool = False
) -> TurnOutcome:
    return TurnOutcome(
        said=said(kind), ended_at=ended_at, audible_at=audible_at, was_audible_before=early
    )


@pytest.mark.parametrize(
    ("kind", "ended_at", "cut"),
    [
        pytest.param(TurnKind.PAUSE, 2.5, True, id="in the pause"),
        pytest.param(TurnKind.PAUSE, 4.4, False, id="after the sentence"),
        pytest.param(TurnKind.PAUSE, 3.95, False, id="the manifest's end is rough"),
        pytest.param(TurnKind.PAUSE, None, False, id="never"),
        pytest.param(TurnKind.COMPLETE, 3.0, True, id="in the middle of a complete sentence"),
        pytest.param(TurnKind.COMPLETE, 4.3, False, id="after a complete sentence"),
        pytest.param(TurnKind.UNFINISHED, 4.5, True, id="soon after it broke off"),
        pytest.param(TurnKind.UNFINISHED, 4.0 + HESITATION_S, False, id="after long enough"),
    ],
)
def test_a_turn_is_cut_where_the_person_was_not_done(
    kind: TurnKind, ended_at: float | None, cut: bool
) -> None:
    assert outcome(kind, ended_at).is_cut == cut


def test_a_voice_that_speaks_before_the_end_has_cut_the_turn() -> None:
    assert outcome(TurnKind.COMPLETE, 4.2, early=True).is_cut
    assert outcome(TurnKind.COMPLETE, 4.2, early=True).latency_s is None


@pytest.mark.parametrize(
    ("ended_at", "late"),
    [(4.3, False), (4.0 + LATE_S, False), (4.0 + LATE_S + 0.01, True), (None, True)],
)
def test_a_turn_is_late_after_a_second_and_a_half(ended_at: float | None, late: bool) -> None:
    assert outcome(TurnKind.COMPLETE, ended_at).is_late == late


def test_latency_is_from_the_end_of_speech_to_the_first_sample_that_is_heard() -> None:
    assert outcome(TurnKind.COMPLETE, 4.3, audible_at=4.6).latency_s == pytest.approx(0.6)
    assert outcome(TurnKind.COMPLETE, 4.3, audible_at=None).latency_s is None


@pytest.mark.parametrize(
    ("requests", "seconds"),
    [
        pytest.param([], None, id="none"),
        pytest.param([(4.3, 4.2)], 0.2, id="at the pause"),
        pytest.param([(4.3, 3.9)], -0.1, id="before the last sound"),
        pytest.param([(0.9, 0.8), (4.3, 4.2), (9.5, 9.4)], 0.2, id="beside those of other turns"),
        pytest.param([(2.0, 1.9), (4.3, 4.2)], 0.2, id="asked anew"),
    ],
)
def test_a_request_is_timed_from_the_end_of_speech(
    requests: list[tuple[float, float]], seconds: float | None
) -> None:
    found = outcome_of(
        said(TurnKind.COMPLETE),
        ends=[4.3],
        played=spoken((4.6, 5.0)),
        played_rate_hz=RATE_HZ,
        requests=requests,
    )
    assert found.request_s == (None if seconds is None else pytest.approx(seconds))


def test_what_was_not_answered_has_no_request_that_counts() -> None:
    assert replace(outcome(TurnKind.COMPLETE, 3.0), requested_at=3.0).request_s is None


def spoken(*stretches: tuple[float, float]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    played = np.zeros(12 * RATE_HZ, np.float32)
    for begin, end in stretches:
        played[round(begin * RATE_HZ) : round(end * RATE_HZ)] = 0.1
    return played


@pytest.mark.parametrize(
    ("stretches", "ends", "ended_at", "audible_at", "before"),
    [
        pytest.param([(4.6, 5.0)], [4.3], 4.3, 4.6, False, id="answered"),
        pytest.param([(0.2, 0.9), (4.6, 5.0)], [0.5, 4.3], 4.3, 4.6, False, id="the one before"),
        pytest.param([(9.5, 10.0)], [9.2], None, None, False, id="the one after"),
        pytest.param([(2.6, 3.0), (4.6, 5.0)], [2.3, 4.3], 2.3, 4.6, True, id="cut and answered"),
    ],
)
def test_an_outcome_is_read_from_the_recording_of_the_speaker(
    stretches: list[tuple[float, float]],
    ends: list[float],
    ended_at: float | None,
    audible_at: float | None,
    before: bool,
) -> None:
    found = outcome_of(
        said(TurnKind.COMPLETE), ends=ends, played=spoken(*stretches), played_rate_hz=RATE_HZ
    )
    assert found.ended_at == ended_at
    assert found.audible_at == (None if audible_at is None else pytest.approx(audible_at))
    assert found.was_audible_before == before


def test_stages_are_means_over_the_turns_in_which_they_happened() -> None:
    whole = Timeline(speech_end=0.0, turn_end=0.3, transcript=0.5, request=0.5, first_token=0.6)
    short = Timeline(speech_end=1.0, turn_end=1.5)
    assert stage_means_ms([whole, short]) == {
        "endpointing": 400,
        "transcription": 200,
        "request": 0,
        "model": 100,
    }
    assert stage_means_ms([]) == {}

"""Speech over the voice by stages, on made-up probabilities."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.barge_in import (
    BargeInAdvanced,
    BargeInDetector,
    BargeInLimits,
    BargeInStage,
    BargeInStep,
    BargeInWithdrawn,
)
from assistant.voice.turn_taking.endpointing import VAD_FRAME_S

SPEECH, QUIET = 0.95, 0.02


def watched(
    *runs: tuple[float, float], opened_at: float = -60.0, limits: BargeInLimits | None = None
) -> list[BargeInStep]:
    """Return the steps that runs of seconds with a probability lead to."""
    watch = BargeInDetector(limits or BargeInLimits(), opened_at=opened_at)
    steps: list[BargeInStep] = []
    at = 0.0
    for seconds, probability in runs:
        for _ in range(round(seconds / VAD_FRAME_S)):
            at += VAD_FRAME_S
            steps += watch.hear(at, probability)
    return steps


def stages(steps: list[BargeInStep]) -> list[str]:
    return [step.stage.name if isinstance(step, BargeInAdvanced) else "WITHDRAWN" for step in steps]


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.032, []),
        (0.064, ["SUSPECTED", "WITHDRAWN"]),
        (0.224, ["SUSPECTED", "WITHDRAWN"]),
        (0.256, ["SUSPECTED", "HELD", "WITHDRAWN"]),
        (0.768, ["SUSPECTED", "HELD", "WITHDRAWN"]),
        (0.8, ["SUSPECTED", "HELD", "SURE"]),
        (30.0, ["SUSPECTED", "HELD", "SURE"]),
    ],
)
def test_each_stage_needs_its_time(seconds: float, expected: list[str]) -> None:
    assert stages(watched((1, QUIET), (seconds, SPEECH), (1, QUIET))) == expected


@pytest.mark.parametrize(("seconds", "has_word"), [(0.096, False), (0.16, False), (0.192, True)])
def test_speech_too_short_for_a_word_is_told_as_such(seconds: float, has_word: bool) -> None:
    (*_, withdrawn) = watched((1, QUIET), (seconds, SPEECH), (1, QUIET))
    assert isinstance(withdrawn, BargeInWithdrawn)
    assert withdrawn.has_word is has_word
    assert withdrawn.speech_end == pytest.approx(31 * VAD_FRAME_S + seconds)
    assert withdrawn.speech_start == pytest.approx(31 * VAD_FRAME_S)


def test_speech_full_of_gaps_is_sure_after_twice_the_time() -> None:
    flickering = [run for _ in range(30) for run in ((0.16, SPEECH), (0.16, QUIET))]
    steps = watched((1, QUIET), *flickering)
    assert stages(steps) == ["SUSPECTED", "HELD", "SURE"]


def test_two_sounds_apart_are_suspected_one_by_one() -> None:
    one = ((0.2, SPEECH), (0.5, QUIET))
    assert stages(watched((1, QUIET), *one, *one)) == ["SUSPECTED", "WITHDRAWN"] * 2


def test_early_speech_must_last_twice_as_long() -> None:
    assert stages(watched((0.5, QUIET), (0.096, SPEECH), (1, QUIET), opened_at=0.0)) == []
    steps = watched((0.5, QUIET), (0.45, SPEECH), (1, QUIET), opened_at=0.0)
    assert stages(steps) == ["SUSPECTED", "WITHDRAWN"]
    steps = watched((1.2, QUIET), (0.22, SPEECH), (1, QUIET), opened_at=0.0)
    assert stages(steps) == ["SUSPECTED", "WITHDRAWN"]


def test_early_speech_that_goes_on_is_no_less_an_interruption() -> None:
    assert stages(watched((0.2, QUIET), (1, SPEECH), opened_at=0.0))[-1] == "SURE"


def test_speech_from_before_the_voice_is_no_echo() -> None:
    assert stages(watched((0.16, SPEECH), (1, QUIET), opened_at=0.3))[0] == "SUSPECTED"


def test_the_limits_grow_with_the_first() -> None:
    limits = BargeInLimits.of(0.2)
    assert (limits.hold_s, limits.sure_s, limits.word_s) == pytest.approx((0.6, 2.0, 0.5))
    assert stages(watched((1, QUIET), (0.5, SPEECH), (1, QUIET), limits=limits)) == [
        "SUSPECTED",
        "WITHDRAWN",
    ]


@given(st.lists(st.floats(0, 1), max_size=400), st.floats(0, 5))
def test_every_suspicion_is_withdrawn_or_becomes_sure_in_order(
    probabilities: list[float], opened_at: float
) -> None:
    watch = BargeInDetector(BargeInLimits(), opened_at=opened_at)
    stage = BargeInStage.NONE
    for index, probability in enumerate([*probabilities, *[0.0] * 10]):
        at = (index + 1) * VAD_FRAME_S
        for step in watch.hear(at, probability):
            match step:
                case BargeInAdvanced(stage=grown):
                    assert grown == (stage % 3) + 1
                    assert step.speech_start < at
                    stage = grown
                case BargeInWithdrawn():
                    assert stage in {BargeInStage.SUSPECTED, BargeInStage.HELD}
                    assert step.speech_start < step.speech_end < at
                    stage = BargeInStage.NONE
    assert stage in {BargeInStage.NONE, BargeInStage.SURE}
    assert watch.speech_start is None

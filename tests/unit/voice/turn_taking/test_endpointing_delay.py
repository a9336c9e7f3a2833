"""How much silence is enough: the whole product of witnesses, looks and styles."""

from itertools import pairwise, product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.endpointing_delay import (
    EndLikelihood,
    EndpointingDelay,
    EndpointingStyle,
    TurnVerdict,
    end_likelihood,
    turn_verdict,
)
from assistant.voice.turn_taking.text_completeness import PauseReading, TextCompleteness

FINISHED = TextCompleteness.FINISHED
SHORT = TextCompleteness.SHORT
DANGLING = TextCompleteness.DANGLING
LOOKS: tuple[TextCompleteness | None, ...] = (*TextCompleteness, None)
STYLES: tuple[EndpointingStyle, ...] = get_args(EndpointingStyle)
BY_TRUST = (
    EndLikelihood.CERTAIN,
    EndLikelihood.LIKELY,
    EndLikelihood.DOUBTFUL,
    EndLikelihood.AGAINST,
)
USUAL = -0.16


@pytest.mark.parametrize(
    ("probability", "verdict"),
    [
        (1.0, TurnVerdict.LIKELY),
        (0.5, TurnVerdict.LIKELY),
        (0.499, TurnVerdict.DOUBTFUL),
        (0.0, TurnVerdict.DOUBTFUL),
        (None, TurnVerdict.SILENT),
    ],
)
def test_what_a_probability_comes_to(probability: float | None, verdict: TurnVerdict) -> None:
    assert turn_verdict(probability) is verdict


@pytest.mark.parametrize(
    ("probability", "completeness", "log_prob", "likelihood"),
    [
        pytest.param(0.99, FINISHED, -0.11, EndLikelihood.CERTAIN, id="'… with brown sugar.'"),
        pytest.param(0.79, FINISHED, -0.16, EndLikelihood.CERTAIN, id="the judge is not sure"),
        pytest.param(0.99, SHORT, -0.99, EndLikelihood.AGAINST, id="'Gami.', of 'give me a'"),
        pytest.param(
            0.98, FINISHED, -0.47, EndLikelihood.LIKELY, id="'… shot America', broken off"
        ),
        pytest.param(0.96, SHORT, -0.2, EndLikelihood.CERTAIN, id="'Stop.'"),
        pytest.param(0.07, FINISHED, -0.05, EndLikelihood.DOUBTFUL, id="read from paper"),
        pytest.param(0.01, FINISHED, -0.36, EndLikelihood.AGAINST, id="'… eight ounce luck?'"),
        pytest.param(0.75, SHORT, -0.45, EndLikelihood.AGAINST, id="'I want it.', of 'I want a'"),
        pytest.param(0.9, DANGLING, -0.3, EndLikelihood.AGAINST, id="'set a timer for'"),
        pytest.param(
            0.98,
            TextCompleteness.UNMARKED,
            -0.1,
            EndLikelihood.CERTAIN,
            id="'what is the weather in paris'",
        ),
        pytest.param(
            0.93, TextCompleteness.UNMARKED, -0.51, EndLikelihood.AGAINST, id="'Brew a triple shot'"
        ),
        pytest.param(None, FINISHED, -0.1, EndLikelihood.UNKNOWN, id="no judge"),
    ],
)
def test_witnesses_together_decide(
    probability: float | None,
    completeness: TextCompleteness,
    log_prob: float,
    likelihood: EndLikelihood,
) -> None:
    reading = PauseReading(completeness, log_prob=log_prob, language="en")
    assert end_likelihood(probability, reading, usual_log_prob=USUAL) is likelihood


def test_words_that_are_not_known_are_waited_for() -> None:
    assert end_likelihood(0.99, None) is EndLikelihood.AGAINST
    assert EndpointingDelay().silence_s(EndLikelihood.AGAINST, None) == 2.5


@pytest.mark.parametrize("completeness", TextCompleteness)
@pytest.mark.parametrize("probability", [0.01, 0.3, 0.6, 0.9, 0.99])
def test_clarity_says_nothing_where_it_or_what_is_usual_is_not_known(
    probability: float, completeness: TextCompleteness
) -> None:
    usual = end_likelihood(
        probability, PauseReading(completeness, log_prob=USUAL), usual_log_prob=USUAL
    )
    assert end_likelihood(probability, PauseReading(completeness), usual_log_prob=USUAL) is usual
    assert end_likelihood(probability, PauseReading(completeness, log_prob=-1.0)) is usual


@given(
    probabilities=st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted),
    log_probs=st.tuples(st.floats(-3, 0), st.floats(-3, 0)).map(sorted),
    completeness=st.sampled_from(TextCompleteness),
)
def test_what_speaks_for_an_end_never_makes_it_less_likely(
    probabilities: list[float], log_probs: list[float], completeness: TextCompleteness
) -> None:
    less, more = (
        end_likelihood(
            probability, PauseReading(completeness, log_prob=log_prob), usual_log_prob=USUAL
        )
        for probability, log_prob in zip(probabilities, log_probs, strict=True)
    )
    assert BY_TRUST.index(more) <= BY_TRUST.index(less)


@pytest.mark.parametrize(
    ("likelihood", "completeness", "silence_s"),
    [
        pytest.param(EndLikelihood.CERTAIN, FINISHED, 0.25, id="all agree"),
        pytest.param(EndLikelihood.CERTAIN, DANGLING, 2.2, id="'set a timer for', judged 0.98"),
        pytest.param(EndLikelihood.AGAINST, FINISHED, 1.2, id="the words alone"),
        pytest.param(EndLikelihood.UNKNOWN, SHORT, 0.8, id="no judge"),
        pytest.param(EndLikelihood.UNKNOWN, None, 2.5, id="nothing known"),
    ],
)
def test_silences_of_the_table(
    likelihood: EndLikelihood, completeness: TextCompleteness | None, silence_s: float
) -> None:
    assert EndpointingDelay.styled("balanced").silence_s(likelihood, completeness) == silence_s


@pytest.mark.parametrize("style", STYLES)
def test_never_longer_than_the_ceiling_nor_shorter_than_a_glance(style: EndpointingStyle) -> None:
    table = EndpointingDelay.styled(style)
    for likelihood, completeness, habit in product(EndLikelihood, LOOKS, (0.8, 1.0, 1.5)):
        silence_s = table.silence_s(likelihood, completeness, habit=habit)
        assert 0.17 <= silence_s <= table.ceiling_s


@pytest.mark.parametrize("completeness", LOOKS)
def test_more_trust_never_waits_longer(completeness: TextCompleteness | None) -> None:
    waits = [EndpointingDelay().silence_s(likelihood, completeness) for likelihood in BY_TRUST]
    assert waits == sorted(waits)


@pytest.mark.parametrize("likelihood", EndLikelihood)
def test_better_words_never_wait_longer(likelihood: EndLikelihood) -> None:
    order = (FINISHED, SHORT, TextCompleteness.OPEN, TextCompleteness.UNMARKED, DANGLING)
    waits = [EndpointingDelay().silence_s(likelihood, completeness) for completeness in order]
    assert all(sooner <= later for sooner, later in pairwise(waits))


@pytest.mark.parametrize(("likelihood", "completeness"), list(product(EndLikelihood, LOOKS)))
def test_patience_waits_longest_and_quick_shortest(
    likelihood: EndLikelihood, completeness: TextCompleteness | None
) -> None:
    quick, balanced, patient = (
        EndpointingDelay.styled(style).silence_s(likelihood, completeness)
        for style in ("quick", "balanced", "patient")
    )
    assert quick < balanced < patient


def test_the_silence_of_the_settings_stretches_everything() -> None:
    table = EndpointingDelay.styled("balanced", silence_s=1.6)
    assert table.silence_s(EndLikelihood.UNKNOWN, SHORT) == pytest.approx(1.6)
    assert table.silence_s(EndLikelihood.CERTAIN, FINISHED) == pytest.approx(0.5)
    assert EndpointingDelay.styled("balanced", silence_s=3.0).ceiling_s == 3.0


def test_own_pauses_count_where_the_witnesses_do_not_agree() -> None:
    table = EndpointingDelay()
    for likelihood, completeness in product(EndLikelihood, LOOKS):
        plain, slow = (
            table.silence_s(likelihood, completeness, habit=habit) for habit in (1.0, 1.5)
        )
        is_whole = completeness not in {DANGLING, TextCompleteness.EMPTY, None}
        if likelihood is EndLikelihood.CERTAIN and is_whole:
            assert slow == plain
        else:
            assert slow == min(plain * 1.5, table.ceiling_s)


@pytest.mark.parametrize("values", [{"scale": 0.0}, {"ceiling_s": -1.0}])
def test_silences_are_positive(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="positive"):
        EndpointingDelay(**values)

"""How much silence is enough: the whole product of witnesses and styles."""

from itertools import product
from typing import get_args

import pytest

from assistant.voice.turn_taking.endpointing_delay import (
    EndpointingDelay,
    EndpointingStyle,
    TurnVerdict,
    turn_verdict,
)
from assistant.voice.turn_taking.text_completeness import TextCompleteness

READINGS: tuple[TextCompleteness | None, ...] = (*TextCompleteness, None)
STYLES: tuple[EndpointingStyle, ...] = get_args(EndpointingStyle)
BY_TRUST = (
    TurnVerdict.CERTAIN,
    TurnVerdict.SURE,
    TurnVerdict.LIKELY,
    TurnVerdict.DOUBTFUL,
    TurnVerdict.AGAINST,
)


@pytest.mark.parametrize(
    ("probability", "verdict"),
    [
        (1.0, TurnVerdict.CERTAIN),
        (0.93, TurnVerdict.CERTAIN),
        (0.929, TurnVerdict.SURE),
        (0.85, TurnVerdict.SURE),
        (0.849, TurnVerdict.LIKELY),
        (0.5, TurnVerdict.LIKELY),
        (0.499, TurnVerdict.DOUBTFUL),
        (0.1, TurnVerdict.DOUBTFUL),
        (0.099, TurnVerdict.AGAINST),
        (0.0, TurnVerdict.AGAINST),
        (None, TurnVerdict.SILENT),
    ],
)
def test_the_row_of_a_probability(probability: float | None, verdict: TurnVerdict) -> None:
    assert turn_verdict(probability) is verdict


@pytest.mark.parametrize(
    ("verdict", "reading", "silence_s"),
    [
        pytest.param(TurnVerdict.CERTAIN, TextCompleteness.FINISHED, 0.25, id="both agree"),
        pytest.param(TurnVerdict.SURE, TextCompleteness.FINISHED, 0.25, id="agree as well"),
        pytest.param(TurnVerdict.SURE, TextCompleteness.SHORT, 0.6, id="'may i have it?' again"),
        pytest.param(TurnVerdict.CERTAIN, TextCompleteness.SHORT, 0.25, id="'stop.'"),
        pytest.param(
            TurnVerdict.CERTAIN, TextCompleteness.DANGLING, 2.2, id="'set a timer for', judged 0.98"
        ),
        pytest.param(
            TurnVerdict.CERTAIN, TextCompleteness.EMPTY, 2.2, id="no word could be made out"
        ),
        pytest.param(TurnVerdict.CERTAIN, None, 2.5, id="the recogniser is slow"),
        pytest.param(TurnVerdict.AGAINST, TextCompleteness.FINISHED, 0.85, id="read from paper"),
        pytest.param(TurnVerdict.DOUBTFUL, TextCompleteness.SHORT, 2.5, id="'may i have it?'"),
        pytest.param(TurnVerdict.AGAINST, TextCompleteness.DANGLING, 2.5, id="neither"),
        pytest.param(TurnVerdict.SILENT, TextCompleteness.SHORT, 0.8, id="no judge"),
        pytest.param(TurnVerdict.SILENT, None, 2.5, id="nothing known"),
    ],
)
def test_witnesses_together_decide(
    verdict: TurnVerdict, reading: TextCompleteness | None, silence_s: float
) -> None:
    assert EndpointingDelay.styled("balanced").silence_s(verdict, reading) == silence_s


@pytest.mark.parametrize("style", STYLES)
def test_never_longer_than_the_ceiling_nor_shorter_than_a_glance(style: EndpointingStyle) -> None:
    table = EndpointingDelay.styled(style)
    for verdict, reading, habit in product(TurnVerdict, READINGS, (0.8, 1.0, 1.5)):
        silence_s = table.silence_s(verdict, reading, habit=habit)
        assert 0.17 <= silence_s <= table.ceiling_s


@pytest.mark.parametrize("reading", READINGS)
def test_more_trust_never_waits_longer(reading: TextCompleteness | None) -> None:
    waits = [EndpointingDelay().silence_s(verdict, reading) for verdict in BY_TRUST]
    assert waits == sorted(waits)


@pytest.mark.parametrize("verdict", TurnVerdict)
def test_better_words_never_wait_longer(verdict: TurnVerdict) -> None:
    order = (
        TextCompleteness.FINISHED,
        TextCompleteness.SHORT,
        TextCompleteness.OPEN,
        TextCompleteness.DANGLING,
    )
    waits = [EndpointingDelay().silence_s(verdict, reading) for reading in order]
    assert waits == sorted(waits)


@pytest.mark.parametrize(("verdict", "reading"), list(product(TurnVerdict, READINGS)))
def test_patience_waits_longest_and_quick_shortest(
    verdict: TurnVerdict, reading: TextCompleteness | None
) -> None:
    quick, balanced, patient = (
        EndpointingDelay.styled(style).silence_s(verdict, reading)
        for style in ("quick", "balanced", "patient")
    )
    assert quick < balanced < patient


def test_the_silence_of_the_settings_stretches_everything() -> None:
    table = EndpointingDelay.styled("balanced", silence_s=1.6)
    assert table.silence_s(TurnVerdict.SILENT, TextCompleteness.SHORT) == pytest.approx(1.6)
    assert table.silence_s(TurnVerdict.CERTAIN, TextCompleteness.FINISHED) == pytest.approx(0.5)
    assert EndpointingDelay.styled("balanced", silence_s=3.0).ceiling_s == 3.0


def test_own_pauses_count_where_the_witnesses_do_not_agree() -> None:
    table = EndpointingDelay()
    for verdict, reading in product(TurnVerdict, READINGS):
        plain, slow = (table.silence_s(verdict, reading, habit=habit) for habit in (1.0, 1.5))
        if (verdict, reading) in {
            (TurnVerdict.CERTAIN, TextCompleteness.FINISHED),
            (TurnVerdict.CERTAIN, TextCompleteness.SHORT),
            (TurnVerdict.SURE, TextCompleteness.FINISHED),
        }:
            assert slow == plain
        else:
            assert slow == min(plain * 1.5, table.ceiling_s)


@pytest.mark.parametrize("values", [{"scale": 0.0}, {"ceiling_s": -1.0}])
def test_silences_are_positive(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="positive"):
        EndpointingDelay(**values)

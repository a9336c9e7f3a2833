"""How much silence is enough: the whole product of witnesses and styles."""

from itertools import product
from typing import get_args

import pytest

from assistant.voice.turn_taking.endpointing_delay import (
    TurnEnd,
    TurnEndStyle,
    Verdict,
    verdict_of,
)
from assistant.voice.turn_taking.text_completeness import Reading

READINGS: tuple[Reading | None, ...] = (*Reading, None)
STYLES: tuple[TurnEndStyle, ...] = get_args(TurnEndStyle)
BY_TRUST = (Verdict.SURE, Verdict.LIKELY, Verdict.DOUBTFUL, Verdict.AGAINST)


@pytest.mark.parametrize(
    ("probability", "verdict"),
    [
        (1.0, Verdict.SURE),
        (0.85, Verdict.SURE),
        (0.849, Verdict.LIKELY),
        (0.5, Verdict.LIKELY),
        (0.499, Verdict.DOUBTFUL),
        (0.1, Verdict.DOUBTFUL),
        (0.099, Verdict.AGAINST),
        (0.0, Verdict.AGAINST),
        (None, Verdict.SILENT),
    ],
)
def test_the_row_of_a_probability(probability: float | None, verdict: Verdict) -> None:
    assert verdict_of(probability) is verdict


@pytest.mark.parametrize(
    ("verdict", "reading", "silence_s"),
    [
        pytest.param(Verdict.SURE, Reading.FINISHED, 0.25, id="both agree"),
        pytest.param(Verdict.SURE, Reading.SHORT, 0.25, id="'stop.'"),
        pytest.param(Verdict.SURE, Reading.DANGLING, 1.6, id="'set a timer for', judged 0.98"),
        pytest.param(Verdict.SURE, Reading.EMPTY, 1.5, id="no word could be made out"),
        pytest.param(Verdict.SURE, None, 2.5, id="the recogniser is slow"),
        pytest.param(Verdict.AGAINST, Reading.FINISHED, 0.7, id="read from paper"),
        pytest.param(Verdict.DOUBTFUL, Reading.SHORT, 2.5, id="'may i have it?'"),
        pytest.param(Verdict.AGAINST, Reading.DANGLING, 2.5, id="neither"),
        pytest.param(Verdict.SILENT, Reading.SHORT, 0.8, id="no judge"),
        pytest.param(Verdict.SILENT, None, 2.5, id="nothing known"),
    ],
)
def test_witnesses_together_decide(
    verdict: Verdict, reading: Reading | None, silence_s: float
) -> None:
    assert TurnEnd.styled("balanced").silence_s(verdict, reading) == silence_s


@pytest.mark.parametrize("style", STYLES)
def test_never_longer_than_the_ceiling_nor_shorter_than_a_glance(style: TurnEndStyle) -> None:
    table = TurnEnd.styled(style)
    for verdict, reading, habit in product(Verdict, READINGS, (0.8, 1.0, 1.5)):
        silence_s = table.silence_s(verdict, reading, habit=habit)
        assert 0.17 <= silence_s <= table.ceiling_s


@pytest.mark.parametrize("reading", READINGS)
def test_more_trust_never_waits_longer(reading: Reading | None) -> None:
    waits = [TurnEnd().silence_s(verdict, reading) for verdict in BY_TRUST]
    assert waits == sorted(waits)


@pytest.mark.parametrize("verdict", Verdict)
def test_better_words_never_wait_longer(verdict: Verdict) -> None:
    order = (Reading.FINISHED, Reading.SHORT, Reading.OPEN, Reading.DANGLING)
    waits = [TurnEnd().silence_s(verdict, reading) for reading in order]
    assert waits == sorted(waits)


@pytest.mark.parametrize(("verdict", "reading"), list(product(Verdict, READINGS)))
def test_patience_waits_longest_and_quick_shortest(
    verdict: Verdict, reading: Reading | None
) -> None:
    quick, balanced, patient = (
        TurnEnd.styled(style).silence_s(verdict, reading)
        for style in ("quick", "balanced", "patient")
    )
    assert quick < balanced < patient


def test_the_silence_of_the_settings_stretches_everything() -> None:
    table = TurnEnd.styled("balanced", silence_s=1.6)
    assert table.silence_s(Verdict.SILENT, Reading.SHORT) == pytest.approx(1.6)
    assert table.silence_s(Verdict.SURE, Reading.FINISHED) == pytest.approx(0.5)
    assert TurnEnd.styled("balanced", silence_s=3.0).ceiling_s == 3.0


def test_own_pauses_count_where_the_witnesses_do_not_agree() -> None:
    table = TurnEnd()
    for verdict, reading in product(Verdict, READINGS):
        plain, slow = (table.silence_s(verdict, reading, habit=habit) for habit in (1.0, 1.5))
        if verdict is Verdict.SURE and reading in {Reading.FINISHED, Reading.SHORT}:
            assert slow == plain
        else:
            assert slow == min(plain * 1.5, table.ceiling_s)


@pytest.mark.parametrize("values", [{"scale": 0.0}, {"ceiling_s": -1.0}])
def test_silences_are_positive(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="positive"):
        TurnEnd(**values)

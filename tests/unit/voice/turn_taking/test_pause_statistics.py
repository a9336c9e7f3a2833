"""A person's own pauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.pause_statistics import LEAST, MOST, PauseStatistics


def test_of_a_stranger_nothing_is_known() -> None:
    assert PauseStatistics().factor == 1.0


def test_long_pauses_make_it_wait_longer_within_bounds() -> None:
    habit = PauseStatistics()
    factors: list[float] = []
    for _ in range(60):
        habit.noticed(1.5)
        factors.append(habit.factor)
    assert factors == sorted(factors)
    assert factors[0] == pytest.approx(1.15)
    assert factors[-1] == MOST


def test_short_pauses_make_it_wait_less_within_bounds() -> None:
    habit = PauseStatistics()
    for _ in range(60):
        habit.noticed(0.3)
    assert habit.factor == LEAST


@pytest.mark.parametrize("pause_s", [0.0, 0.064, 0.2499, 4.01, 30.0])
def test_gaps_between_words_and_long_absences_say_nothing(pause_s: float) -> None:
    habit = PauseStatistics()
    habit.noticed(pause_s)
    assert habit.factor == 1.0


@given(st.lists(st.floats(0, 100)))
def test_the_factor_stays_within_its_bounds(pauses: list[float]) -> None:
    habit = PauseStatistics()
    for pause_s in pauses:
        habit.noticed(pause_s)
        assert LEAST <= habit.factor <= MOST

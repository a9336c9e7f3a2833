"""How clearly one person is heard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.clarity_statistics import LEAST, MOST, ClarityStatistics


def test_before_the_first_turn_less_is_expected_of_languages_without_recordings() -> None:
    clarity = ClarityStatistics()
    assert clarity.usual("en") == -0.16
    assert clarity.usual("ko") == clarity.usual("cy") == -0.3


def test_the_first_turn_of_another_language_says_what_is_usual() -> None:
    clarity = ClarityStatistics()
    clarity.noticed("ko", -0.4)
    assert clarity.usual("ko") == pytest.approx(-0.4)
    assert clarity.usual("en") == -0.16


def test_a_user_who_is_heard_badly_is_known_after_some_turns() -> None:
    clarity = ClarityStatistics()
    for _turn in range(20):
        clarity.noticed("en", -0.4)
    assert clarity.usual("en") == pytest.approx(-0.4, abs=0.03)


@given(st.lists(st.floats(-5, 0)))
def test_nothing_is_usual_that_would_hide_a_sentence_broken_off(log_probs: list[float]) -> None:
    clarity = ClarityStatistics()
    for log_prob in log_probs:
        clarity.noticed("en", log_prob)
    assert LEAST <= clarity.usual("en") <= MOST

"""Amounts and times that bound what is meant."""

import pytest

from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

TIMES = ("6:30 pm", "7:00 pm", "7:30 pm", "8:00 pm")


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", TIMES, "before seven", "1"),
        ("en", TIMES, "not before eight", "4"),
        ("en", TIMES, "after seven", "~ambiguous 3,4"),
        ("en", TIMES, "at least eight", "4"),
        ("de", ("18:30 Uhr", "19:00 Uhr", "20:00 Uhr"), "vor sieben", "1"),
        ("fr", ("18 h 30", "19 h", "20 h"), "avant sept heures", "1"),
        ("es", ("20:30", "21:00", "22:00"), "antes de las nueve", "1"),
    ],
)
def test_a_limit_means_the_one_option_within_it(
    language: str, labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == understood


@pytest.mark.parametrize(
    ("labels", "said", "understood"),
    [
        (("PayPal", "Überweisung"), "über PayPal", "1"),
        (("Vor die Haustür", "In die Garage"), "einfach vor die Haustür", "1"),
    ],
)
def test_what_bounds_amounts_says_nothing_before_a_name(
    labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, "de")) == understood

"""Runs of words inside a label that can stand for it."""

import pytest

from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.labels.label_runs import runs_in
from assistant.questions.spoken.phrase_segmenter import phrases_of
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("es", ("PDF", "Word", "Texto sin formato"), "sin formato", "3"),
        ("es", ("Directo por la mañana", "Directo por la noche"), "por la mañana", "1"),
        ("en", ("Both directions", "One way only"), "just one way", "2"),
        ("en", ("With sugar", "No sugar", "With milk, no sugar"), "no milk no sugar", "2"),
        ("en", ("Tomorrow at 10", "Friday at 9:30"), "tomorrow's fine", "1"),
        ("es", ("Mañana a las 10", "El viernes a las 9:30"), "mañana me va bien", "1"),
    ],
)
def test_a_run_of_words_stands_for_the_one_label_that_has_it(
    language: str, labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == understood


def test_a_run_leaves_out_no_denial() -> None:
    usual = phrases_of("en").meanings
    assert "merge yet" not in set(runs_in("dont merge yet".split(), usual))
    assert "dont merge" in set(runs_in("dont merge yet".split(), usual))


def test_words_around_one_that_can_stand_by_itself_are_no_run() -> None:
    usual = phrases_of("en").meanings
    assert "to sara" not in set(runs_in("email them to sara".split(), usual))

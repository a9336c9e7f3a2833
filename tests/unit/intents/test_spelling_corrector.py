"""A word that is a word is never taken for another."""

from datetime import datetime

import pytest

from assistant.intents.recogniser import recognise
from assistant.intents.spelling_corrector import SpellingCorrector
from assistant.languages.sentences import sentence_table

NOW = datetime(2026, 3, 4, 10, 15)


def test_a_word_is_corrected_by_one_letter_and_one_at_a_time() -> None:
    corrector = SpellingCorrector({"timer"}, known={"timber"})
    assert list(corrector.corrections("tiemr or timmer")) == ["timer or timmer", "tiemr or timer"]
    assert list(corrector.corrections("timber")) == []
    assert list(corrector.corrections("time")) == ["timer"]


@pytest.mark.parametrize(
    "text",
    [
        "Rotten timber 10 minutes",
        "timber 10 minutes",
        "set a tamer for 5 minutes",
        "tiger 5 minutes",
        "set a tier for ten minutes",
        "set a timer for 5 minuets",
        "set an alarum for 7",
        "remand me at 5 to call",
        "rewind me at 5 to call",
        "rebind me at 5 to call",
        "wake me at 7 on sundry",
        "remote the pasta timer",
    ],
)
def test_a_word_beside_a_command_is_no_command(text: str) -> None:
    assert recognise(text, NOW) is None


def test_no_word_that_is_spelled_right_sets_a_timer() -> None:
    table = sentence_table("en")
    assert table is not None
    texts = [
        place.format(word=word)
        for word in table.spelled_right - {"time"}  # a sentence of its own
        for place in ("set a {word} for 10 minutes", "{word} me at 5 to call")
    ]
    assert [text for text in texts if recognise(text, NOW)] == []


def test_a_slip_of_one_letter_is_still_understood() -> None:
    for text in (
        "set a tiemr for 10 minutes",
        "remidn me at 5 to call mum",
        "wake me tomorrrow at 7",
    ):
        assert recognise(text, NOW) is not None, text

"""Words that several labels share, and what tells one of them."""

import pytest

from assistant.questions.form.line_meaning import MisreadLine
from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

BRANCHES = ("main", "develop", "release/2.4", "release/2.5")
DOORS = (
    "Front door, yesterday",
    "Garage, yesterday",
    "Front door, this morning",
    "Garden, this morning",
)


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", BRANCHES, "the newer release", "4"),
        ("en", BRANCHES, "the older release one", "3"),
        ("fr", BRANCHES, "la release la plus récente", "4"),
        ("en", BRANCHES, "the release", "~ambiguous 3,4"),
        ("en", BRANCHES, "not the release", "~ambiguous 3,4"),
        ("en", DOORS, "the front door one from this morning", "3"),
        ("en", DOORS, "yesterday's front door", "1"),
        ("en", DOORS, "the front door", "~ambiguous 1,3"),
        ("en", ("Only photos", "Photos and videos"), "just the photos", "1"),
        ("de", ("Nur Fotos", "Fotos und Videos"), "nur die Fotos", "1"),
        ("fr", ("Garder le mien", "Garder le leur", "Garder les deux"), "garde les deux", "3"),
    ],
)
def test_an_answer_is_read_among_those_that_share_a_word(
    language: str, labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == understood


def test_both_of_a_family_may_stand_beside_another_name() -> None:
    labels = ("Cerveza", "Vino tinto", "Vino blanco", "Agua con gas")
    asked = choice(*labels, kind=QuestionKind.MULTI)
    assert short(parse_spoken_answer(asked, "los dos vinos y el agua", "es")) == "2,3,4"


def test_a_typed_word_of_several_labels_is_no_answer_of_ones_own() -> None:
    assert isinstance(parse_typed_answer(choice(*BRANCHES), "release"), MisreadLine)


def test_a_word_with_the_same_meaning_in_another_label_tells_none() -> None:
    asked = choice("Dr Lee", "Dr Okafor", "Any doctor", text="Which doctor?")
    assert short(parse_spoken_answer(asked, "doctor okafor", "en")) == "2"
    assert short(parse_spoken_answer(asked, "the doctor", "en")) != "3"


def test_a_day_that_two_labels_name_tells_neither() -> None:
    asked = choice(
        "Fly out on Friday, back on Sunday night",
        "Night train on Sunday, back on Sunday night",
        "Stay at home",
    )
    assert short(parse_spoken_answer(asked, "sunday night", "en")) not in {"1", "2"}


@pytest.mark.parametrize(
    ("said", "understood"),
    [("den Zug", "1"), ("lieber der Bus", "2"), ("die Karte", "~ambiguous 3,4")],
)
def test_the_head_of_a_german_compound_stands_for_it(said: str, understood: str) -> None:
    asked = choice("Mit dem Nachtzug", "Mit dem Fernbus", "EC-Karte", "Kreditkarte")
    assert short(parse_spoken_answer(asked, said, "de")) == understood

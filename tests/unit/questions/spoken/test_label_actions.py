"""Labels that say what to do, and other verbs for the same."""

import pytest

from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

OLD_FILES = {
    "en": ("Archive them", "Delete them", "Keep them"),
    "es": ("Archivarlos", "Borrarlos", "Dejarlos como están"),
    "it": ("Archiviarli", "Eliminarli", "Lasciarli come sono"),
    "fr": ("Les archiver", "Les supprimer", "Les garder"),
    "de": ("Archivieren", "Löschen", "Behalten"),
}


@pytest.mark.parametrize(
    ("language", "said", "understood"),
    [
        ("en", "get rid of them", "2"),
        ("en", "you can throw them away", "2"),
        ("en", "leave them where they are", "3"),
        ("es", "elimínalos", "2"),
        ("es", "archívalos", "1"),
        ("it", "cancellali", "2"),
        ("it", "archiviali", "1"),
        ("it", "non cancellarli, archiviali", "1"),
        ("fr", "tu peux les effacer", "2"),
        ("de", "wirf sie weg", "2"),
        ("es", "no los borres, archívalos", "1"),
    ],
)
def test_another_verb_for_what_a_label_says_to_do_chooses_it(
    language: str, said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*OLD_FILES[language]), said, language)) == understood


def test_a_verb_that_means_the_denied_one_chooses_the_denial() -> None:
    asked = choice("Borrarla", "No borrarla", "Archivarla")
    assert short(parse_spoken_answer(asked, "déjala", "es")) == "2"


def test_a_verb_of_two_labels_leaves_open_which_is_meant() -> None:
    asked = choice("Delete the blurry ones", "Delete the old ones", "Keep them")
    assert short(parse_spoken_answer(asked, "get rid of them", "en")) == "~ambiguous 1,2"


def test_a_noun_is_no_verb() -> None:
    asked = choice("At the post office", "With a neighbour")
    assert short(parse_spoken_answer(asked, "send it back", "en")) != "1"

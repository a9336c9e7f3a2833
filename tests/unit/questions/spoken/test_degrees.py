"""Words of degree beside an option of which another is a degree."""

import pytest

from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

HEAT = {
    "en": ("Mild", "Hot", "Extra hot"),
    "de": ("Mild", "Scharf", "Sehr scharf"),
}


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "really hot"), ("de", "richtig scharf"), ("de", "schärfer"), ("en", "hotter")],
)
def test_a_word_of_degree_leaves_in_doubt_which_degree_is_meant(language: str, said: str) -> None:
    understood = short(parse_spoken_answer(choice(*HEAT[language]), said, language))
    assert understood.endswith("?") or understood.startswith("~")


@pytest.mark.parametrize(
    ("language", "said", "chosen"),
    [
        ("en", "the hottest you have", "3"),
        ("en", "as hot as it gets", "3"),
        ("en", "the mildest", "1"),
        ("de", "das schärfste", "3"),
        ("de", "so scharf wie es geht", "3"),
        ("de", "das mildeste", "1"),
    ],
)
def test_the_most_of_a_degree_is_the_label_that_says_so(
    language: str, said: str, chosen: str
) -> None:
    assert short(parse_spoken_answer(choice(*HEAT[language]), said, language)) == chosen


def test_the_most_of_a_word_in_the_middle_of_a_list_may_be_exceeded() -> None:
    asked = choice("Story mode", "Normal", "Hard", "Nightmare")
    assert short(parse_spoken_answer(asked, "the hardest", "en")) != "3"


@pytest.mark.parametrize(
    ("language", "labels", "said", "chosen"),
    [
        ("en", ("The short draft", "The long draft"), "the longer one", "2"),
        ("en", ("The short draft", "The long draft"), "the shortest", "1"),
        ("de", ("Den kurzen Entwurf", "Den langen Entwurf"), "den längeren", "2"),
        ("de", ("Den kurzen Entwurf", "Den langen Entwurf"), "der kürzere", "1"),
        ("es", ("El corto", "El largo"), "el más largo", "2"),
        ("fr", ("Le court", "Le long"), "le plus court", "1"),
    ],
)
def test_of_two_the_one_that_says_so_is_compared(
    language: str, labels: tuple[str, ...], said: str, chosen: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == chosen


@pytest.mark.parametrize(
    ("language", "said", "chosen"), [("en", "hot please", "2"), ("de", "sehr scharf", "3")]
)
def test_the_label_itself_is_not_in_doubt(language: str, said: str, chosen: str) -> None:
    assert short(parse_spoken_answer(choice(*HEAT[language]), said, language)) == chosen


def test_a_bare_denial_between_two_names_may_take_back_the_first() -> None:
    asked = choice("不辣", "微辣", "中辣")
    assert not short(parse_spoken_answer(asked, "中辣吧不微辣", "zh")).startswith("3 ")
    assert short(parse_spoken_answer(asked, "中辣吧不微辣", "zh")) != "3"

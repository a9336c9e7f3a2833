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
    [
        ("en", "really hot"),
        ("de", "richtig scharf"),
        ("de", "das schärfste"),
        ("de", "so scharf wie es geht"),
    ],
)
def test_a_word_of_degree_leaves_in_doubt_which_degree_is_meant(language: str, said: str) -> None:
    understood = short(parse_spoken_answer(choice(*HEAT[language]), said, language))
    assert understood.endswith("?") or understood.startswith("~")


@pytest.mark.parametrize(
    ("language", "said", "chosen"), [("en", "hot please", "2"), ("de", "sehr scharf", "3")]
)
def test_the_label_itself_is_not_in_doubt(language: str, said: str, chosen: str) -> None:
    assert short(parse_spoken_answer(choice(*HEAT[language]), said, language)) == chosen


def test_a_bare_denial_between_two_names_may_take_back_the_first() -> None:
    asked = choice("不辣", "微辣", "中辣")
    assert not short(parse_spoken_answer(asked, "中辣吧不微辣", "zh")).startswith("3 ")
    assert short(parse_spoken_answer(asked, "中辣吧不微辣", "zh")) != "3"

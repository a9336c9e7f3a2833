"""Names in another script, and Chinese words in other characters of the same sound."""

import pytest

from assistant.questions.spoken.answer_interpreter import parse_spoken_answer, parse_written_answer
from assistant.questions.spoken.labels.romanised import sound, syllables
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

LICENCES = choice("MIT", "Apache-2.0", "GPL-3.0", "BSD-3-Clause")


@pytest.mark.parametrize(
    ("said", "chosen"),
    [("아파치", "2"), ("아파치로 해주세요", "2"), ("엠아이티", "1"), ("아파치 2.0", "2")],
)
def test_a_name_written_as_it_sounds_in_korean_is_that_name(said: str, chosen: str) -> None:
    assert short(parse_written_answer(LICENCES, said)) == chosen


@pytest.mark.parametrize(
    ("said", "chosen"), [("录茶", "2"), ("卡啡", "3"), ("录茶吧", "2"), ("可乐", "~no_match")]
)
def test_characters_of_the_same_sound_are_the_same_word(said: str, chosen: str) -> None:
    asked = choice("茶", "绿茶", "咖啡", "水")
    assert short(parse_spoken_answer(asked, said, "zh")).startswith(chosen)


def test_what_scripts_do_not_tell_apart_sounds_alike() -> None:
    assert sound("아파치")[:4] == sound("Apache")[:4] == "apac"
    assert syllables("绿茶") == syllables("录茶")


def test_no_name_is_taken_that_sounds_like_two() -> None:
    understood = parse_spoken_answer(choice("Sparkle", "Sparkly"), "스파클", "ko")
    assert short(understood).startswith("~")

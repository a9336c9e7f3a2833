"""Words of Korean, Chinese and Japanese answers that stand for a label without being in it."""

import pytest

from assistant.questions.form.line_meaning import TypedAnswer
from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import Answer, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short


def chosen(meant: TypedAnswer) -> str:
    """Return the places that a typed line chooses; its own words; or what else became of it."""
    if not isinstance(meant, Answer):
        return type(meant).__name__
    return meant.other or ",".join(meant.option_ids)


@pytest.mark.parametrize(
    ("labels", "written", "understood"),
    [
        ("개발|스테이징|프로덕션", "dev요", "1"),
        ("피자|치킨|초밥", "피자ㄱㄱ", "1"),
        ("Node 18|Node 20|Node 22", "노드22", "3"),
        ("노트북|태블릿", "laptop요", "laptop요"),
    ],
)
def test_a_particle_behind_a_name_in_other_letters_is_no_part_of_it(
    labels: str, written: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), text="어떤 것으로 할까요?")
    assert chosen(parse_typed_answer(asked, written)) == understood


def test_a_word_is_no_echo_because_the_question_has_a_word_that_may_be_a_particle() -> None:
    asked = choice("연구 및 개발", "인사", text="이 비용은 어느 부서 건가요?")
    assert short(parse_spoken_answer(asked, "재무팀이요", "ko")) == "~no_match"


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("zh", "文档|图片|音乐", "照片", "2"),
        ("zh", "U盘|相册", "优盘", "1"),
        ("ko", "거실|주방|욕실", "부엌만", "2"),
        ("ko", "우유|달걀|버터", "계란이랑 버터", "2,3"),
        ("ja", "月額|年額|無料体験", "お試しで", "3"),
        ("ja", "現金|銀行振込", "キャッシュで", "1"),
        # A word inside another one is not that word.
        ("ko", "자동차|기차", "시스템으로", "~no_match"),
    ],
)
def test_another_word_for_the_same_stands_for_a_label(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), kind=QuestionKind.MULTI)
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        ("吃什么？", "火锅|披萨", "pizza"),
        ("どれにしますか？", "ライト|ダーク", "dark"),
        ("뭘 먹을까요?", "볶음밥|피자", "pizza요"),
    ],
)
def test_the_english_word_for_a_label_stands_for_it(text: str, labels: str, written: str) -> None:
    asked = choice(*labels.split("|"), text=text)
    assert chosen(parse_typed_answer(asked, written)) == "2"


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("ko", "엄마|아빠|할머니", "부모님", "1,2"),
        ("zh", "妈妈|爸爸|奶奶", "爸妈", "1,2"),
        ("ko", "엄마|할머니", "부모님", "~no_match"),
        ("ko", "엄마|큰이모|작은이모", "이모들 다", "2,3"),
    ],
)
def test_one_word_may_be_for_several(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), kind=QuestionKind.MULTI)
    assert short(parse_spoken_answer(asked, said, language)) == understood


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        # A word of every label says nothing; letters of an abbreviation may be said.
        ("ja", "Java 8|Java 11|Java 21", "ジャバ二十一", "3"),
        ("ko", "MIT|GPL-3.0|BSD-3-Clause", "비에스디로요", "3"),
        ("ko", "1번 회의실|2번 회의실", "첫 번째 방", "1"),
        ("ko", "두 명|세 명|네 명", "최대한 많이", "3"),
        # A part of a label that says little elsewhere.
        ("zh", "家门口|快递柜", "门口就行", "1"),
        ("ja", "削除する|削除しない|アーカイブする", "削除しないでください", "2"),
        ("zh", "是，全部删除|只删模糊的|否，全部保留", "一张都别删", "3"),
    ],
)
def test_words_of_labels_are_told_apart(
    language: str, labels: str, said: str, understood: str
) -> None:
    asked = choice(*labels.split("|"), text="?")
    assert short(parse_spoken_answer(asked, said, language)) == understood


def test_half_an_hour_more_than_is_offered_is_an_answer_of_its_own() -> None:
    asked = choice("오전 6시", "오후 6시", "오후 7시", text="몇 시로 할까요?")
    assert chosen(parse_typed_answer(asked, "오후 6시 반")) == "오후 6시 반"
    assert chosen(parse_typed_answer(asked, "오후 6시")) == "2"

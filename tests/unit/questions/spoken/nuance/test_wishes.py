"""What beside a name wants it, and what only says more."""

import pytest

from assistant.questions.model.question import Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from tests.helpers.questions.builders import choice
from tests.unit.questions.spoken.phrases import short

ACCOUNTS = ("Checking account", "Savings account", "Credit card")
LUNCH = ("Italian place", "Sushi bar", "Burger joint")


@pytest.mark.parametrize(
    ("language", "labels", "said", "understood"),
    [
        ("en", ACCOUNTS, "take it from my savings, I don't want debt", "2"),
        ("en", ACCOUNTS, "don't take it from my savings", "~excluded 1,3"),
        ("en", LUNCH, "the italian place has the best reviews so let's go there", "1"),
        ("de", ("Girokonto", "Kreditkarte"), "buch es von der karte ab", "2"),
        ("fr", ("Compte courant", "Livret A"), "mets ça sur le livret", "2"),
        ("zh", ("立即删除", "移到回收站", "保留"), "放回收站吧万一以后还要用", "2"),
        ("ja", ("スマホ", "クラウド"), "クラウドに上げといて", "2"),
        ("ko", ("이탈리아 식당", "초밥집", "햄버거 가게"), "초밥집이 나을 것 같습니다", "2"),
    ],
)
def test_what_is_asked_for_is_taken(
    language: str, labels: tuple[str, ...], said: str, understood: str
) -> None:
    assert short(parse_spoken_answer(choice(*labels), said, language)) == understood


@pytest.mark.parametrize(
    "said",
    [
        "I wouldn't put them in the sushi bar",
        "the sushi bar is closed so not that one",
        "sushi would be lovely I can't afford it",
        "the sushi bar, I can't stand it",
    ],
)
def test_what_is_spoken_against_is_not_taken(said: str) -> None:
    assert short(parse_spoken_answer(choice(*LUNCH), said, "en")) != "2"


@pytest.mark.parametrize(
    ("language", "asked", "said", "understood"),
    [
        ("zh", "要不要现在重启电脑?", "千万别", "no"),
        ("en", "Shall I restart it or not?", "no", "no"),
        ("de", "Soll ich Tinte bestellen?", "nein die hat Tom gestern gekauft", "no"),
    ],
)
def test_a_question_that_offers_both_denies_nothing(
    language: str, asked: str, said: str, understood: str
) -> None:
    question = Question(id="q1", kind=QuestionKind.BOOLEAN, text=asked)
    assert short(parse_spoken_answer(question, said, language)) == understood


def test_a_denial_before_a_pause_is_of_the_name_before_it() -> None:
    asked = choice("Monday", "Tuesday", "Friday", kind=QuestionKind.MULTI)
    said = "Monday definitely, Tuesday probably not, Friday yes"
    assert short(parse_spoken_answer(asked, said, "en")) == "1,3"

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.starter.guided.model.guided_prompt import QUESTION_TOOL
from assistant.llm.starter.guided.model.guided_reply import GuidedQuestion
from assistant.llm.starter.guided.model.question_check import (
    question_call,
    question_fault,
    with_good_options,
)
from assistant.questions.formats import TOOL_NAME, parse_tool_input
from assistant.questions.model.limits import MAX_OPTIONS_PER_CALL


def asked(question: str, *options: str) -> GuidedQuestion:
    return GuidedQuestion(question=question, options=options)


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", asked("What kind of trip?", "Beach", "Mountains")),
        ("en", asked("Which language?", "Python", "C++", "C#")),
        ("en", asked("Which version?", "Windows 10", "Windows 11")),
        ("en", asked("What is your budget?", "Under $500", "$500 to $1000", "More")),
        ("en", asked("Where to?", "Berlin", "São Paulo", "Málaga")),
        ("ko", asked("어떤 영화를 좋아하세요?", "로맨스", "드라마", "SF")),
        ("ko", asked("어떤 언어를 배울까요?", "Python", "Java")),
        ("zh", asked("你想看什么类型的电影？", "喜剧", "爱情")),
        ("ja", asked("どの部屋ですか？", "台所", "寝室", "浴室")),
        ("de", asked("Wohin möchtest du?", "Ans Meer", "In die Berge")),
    ],
)
def test_a_question_with_options_of_its_language_can_be_put(
    language: str, question: GuidedQuestion
) -> None:
    assert question_fault(question, language=language) is None


@pytest.mark.parametrize(
    ("language", "question", "fault"),
    [
        ("en", asked("Which?", "Beach"), "too few"),
        ("en", asked("Which?", *"abcde"), "too many"),
        ("en", asked("Which?", "Beach", " beach "), "twice"),
        ("en", asked("Which?", "Beach", "Ｂｅａｃｈ"), "twice"),
        ("zh", asked("哪部？", "《星》", "《星》2", "《星》3"), "numbers another"),
        ("en", asked("Which?", "Beach", "A trip " * 12), "runs on"),
        ("en", asked("Which?", "Beach", "…"), "no words"),
        ("en", asked("?", "Beach", "Hills"), "no words"),
        ("en", asked("Beach?", "Beach?", "Hills"), "repeats"),
        ("en", asked("Which?", "Beach", "Other"), "something else"),
        ("ko", asked("어떤 여행?", "바다", "기타"), "something else"),
        ("en", asked("어떤 여행을 원하세요?", "Beach", "Hills"), "question is in another"),
        ("ko", asked("What kind of trip would you like?", "바다", "산"), "question is in another"),
        ("ko", asked("어떤 여행?", "海边", "山"), "options are in another"),
        ("zh", asked("什么旅行？", "바다", "산"), "options are in another"),
    ],
)
def test_a_question_that_cannot_be_put_says_why(
    language: str, question: GuidedQuestion, fault: str
) -> None:
    assert fault in (question_fault(question, language=language) or "")


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        (("Beach", "Hills"), ("Beach", "Hills")),
        (("Beach", "Hills", " beach"), ("Beach", "Hills")),
        (("Beach", "A trip " * 12, "Hills"), ("Beach", "Hills")),
        (("Beach", "beach"), ("Beach", "beach")),
        (("A trip " * 12, "Hills"), ("A trip " * 12, "Hills")),
    ],
)
def test_options_that_are_no_good_are_left_out_if_two_remain(
    options: tuple[str, ...], kept: tuple[str, ...]
) -> None:
    assert with_good_options(asked("Which?", *options)) == asked("Which?", *kept)


@given(
    st.builds(
        GuidedQuestion,
        question=st.text(max_size=60),
        options=st.lists(st.text(max_size=40), max_size=5).map(tuple),
    ),
    st.sampled_from(["en", "ko", "zh"]),
)
def test_the_question_tool_takes_every_question_that_passes(
    question: GuidedQuestion, language: str
) -> None:
    if question_fault(question, language=language) is not None:
        return

    parsed = parse_tool_input(question_call(question), tool_use_id="t1").questions.questions[0]

    assert len(parsed.options) == len(question.options) <= MAX_OPTIONS_PER_CALL


def test_the_tool_is_the_one_that_asks() -> None:
    assert QUESTION_TOOL == TOOL_NAME

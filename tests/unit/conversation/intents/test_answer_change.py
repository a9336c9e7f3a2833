"""Words that want to change an answer, and words that only sound like it."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.intents.answer_change import (
    LAST,
    AnswerChangeRequest,
    QuestionPosition,
    locate_question,
    parse_answer_change,
    strip_correction,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("change my answer to question two", 2),
        ("Change my answer to question 2.", 2),
        ("I want to change my answer to question number 12, please!", 12),
        ("Can I change the answer to the second question?", 2),
        ("could I revise my answer to the last question", LAST),
        ("I’d like to correct answer number three", 3),
        ("change my first answer", 1),
        ("edit answer 4", 4),
        ("Change my answer", None),
        ("let me change my answers", None),
        ("두 번째 질문 답을 바꿀래", 2),
        ("2번 질문 답변 바꿔줘", 2),
        ("질문 2번 답 변경해줘", 2),
        ("마지막 질문의 답을 수정하고 싶어요", LAST),
        ("첫번째 답변 고칠래요.", 1),
        ("내 답 바꿀래", None),
        ("방금 대답을 바꾸고 싶어", None),
        ("我想改第二题的答案", 2),
        ("把第二个问题的答案改一下", 2),
        ("修改第3题的回答", 3),
        ("我想改最后一个问题的回答", LAST),
        ("修改我的回答。", None),
    ],
)
def test_a_wish_to_change_an_answer_is_understood(text: str, number: int | None) -> None:
    assert parse_answer_change(text) == AnswerChangeRequest(number=number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "change",
        "change my answer to two",
        "change my answer to B",
        "change my answer to question two to SQLite",
        "change question 3",
        "change the question",
        "why did you change my answer",
        "how do I change my answer to question two in the exam?",
        "change my answer to question zero",
        "change my answer to question 0",
        "답을 바꾸면 어떻게 돼?",
        "질문을 바꿔줘",
        "2번 바꿔줘",
        "我的答案是什么",
        "改一下第二题",
        "第二个答案",
    ],
)
def test_anything_else_is_an_ordinary_message(text: str) -> None:
    assert parse_answer_change(text) is None


@pytest.mark.parametrize(
    ("number", "sizes", "place"),
    [
        (2, [3], (0, 1)),
        (LAST, [3], (0, 2)),
        (4, [3], None),
        (2, [2, 3], (1, 1)),  # the last set has numbers of its own
        (4, [2, 3], None),
        (2, [1, 1, 1], (1, 0)),  # rounds count as questions
        (3, [2, 1], (1, 0)),
        (1, [1], (0, 0)),
        (LAST, [2, 1], (1, 0)),
        (2, [1], None),
    ],
)
def test_a_number_finds_its_question(
    number: int, sizes: list[int], place: tuple[int, int] | None
) -> None:
    found = None if place is None else QuestionPosition(set_index=place[0], question_index=place[1])
    assert locate_question(number, sizes) == found


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("Actually, the first", "the first"),
        ("  “No, wait — Rome”", "Rome”"),
        ("No, wait, Rome", "Rome"),
        ("no wait no, Rome", "Rome"),
        ("Sorry, I meant the second one.", "the second one."),
        ("아니, 첫 번째", "첫 번째"),
        ("不，第一个", "第一个"),
        ("nein, doch lieber Rom", "Rom"),
        ("no Rome", None),
        ("Actually", None),
        ("Actually, what is the first?", None),
        ("Wait... what", "what"),
        ("nothing, Rome", None),
        ("Waiter, Rome", None),
        ("", None),
    ],
)
def test_the_opening_of_a_correction_is_taken_off(said: str, rest: str | None) -> None:
    assert strip_correction(said) == rest


@given(
    opening=st.sampled_from(["Actually, ", "no wait ", "아니, ", "不，", "Nein, "]), rest=st.text()
)
def test_what_follows_an_opening_is_the_end_of_the_words(opening: str, rest: str) -> None:
    found = strip_correction(opening + rest)
    if found is not None:
        plain = unicodedata.normalize("NFC", rest).replace("’", "").replace("'", "")
        assert plain.strip().endswith(found)
        assert strip_correction(found) is None

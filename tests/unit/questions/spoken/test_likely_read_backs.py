"""What is likely to be said once a question is answered."""

import pytest

from assistant.questions.model.question import Answer, Question
from assistant.questions.spoken.likely_read_backs import likely_read_backs
from assistant.questions.spoken.read_aloud import pages, read_back
from tests.unit.questions.spoken.phrases import MULTI, SINGLE, TEN, TEXT, YES_NO


def _recommending(place: int) -> Question:
    options = tuple(
        option.model_copy(update={"recommended": index == place})
        for index, option in enumerate(SINGLE.options)
    )
    return SINGLE.model_copy(update={"options": options})


@pytest.mark.parametrize(
    ("question", "page", "expected"),
    [
        pytest.param(
            SINGLE,
            0,
            ["1, PostgreSQL.", "2, SQLite.", "3, MySQL.", "4, MongoDB."],
            id="an option each",
        ),
        pytest.param(
            _recommending(2),
            0,
            ["3, MySQL.", "1, PostgreSQL.", "2, SQLite.", "4, MongoDB."],
            id="the recommended one first",
        ),
        pytest.param(YES_NO, 0, ["Yes.", "No."], id="yes and no"),
        pytest.param(MULTI, 0, [], id="several may follow"),
        pytest.param(TEXT, 0, [], id="any words"),
    ],
)
def test_each_answer_that_ends_the_question_is_likely(
    question: Question, page: int, expected: list[str]
) -> None:
    assert [
        line.text for line in likely_read_backs(question, "en", pages(question)[page])
    ] == expected


@pytest.mark.parametrize("page", range(len(pages(TEN))))
@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_only_options_that_are_read_are_expected_as_they_would_be_read_back(
    page: int, language: str
) -> None:
    shown = pages(TEN)[page]
    assert likely_read_backs(TEN, language, shown) == tuple(
        read_back(TEN, Answer(question_id=TEN.id, option_ids=(TEN.options[i].id,)), language)
        for i in shown
    )

import pytest

from assistant.questions.form.answer_hints import (
    left_text,
    most_characters,
    rule_text,
    too_many_text,
)
from assistant.questions.model.question import Question, TextFormat
from tests.unit.channels.desktop.conversation.samples import boolean, multi, single, text


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        (single(), ""),
        (boolean(), ""),
        (multi(), ""),
        (multi(min_choices=2, max_choices=4), "Choose 2 to 4."),
        (multi(min_choices=2, max_choices=2), "Choose exactly 2."),
        (multi(min_choices=1), "Choose at least 1."),
        (multi(max_choices=2), "Choose up to 2."),
        (text(), ""),
        (text(min_length=1), ""),
        (text(min_length=5), "At least 5 characters."),
        (text(text_format=TextFormat.EMAIL), "An e-mail address, such as name@example.org."),
        (text(text_format=TextFormat.URI), "A web address, such as https://example.org."),
        (text(text_format=TextFormat.DATE), "A date, such as 2026-11-22."),
        (
            text(text_format=TextFormat.DATE_TIME),
            "Date and time, such as 2026-11-22T15:30:00Z.",
        ),
        (text(text_format=TextFormat.NUMBER), "A number."),
        (text(text_format=TextFormat.INTEGER), "A whole number."),
        (text(text_format=TextFormat.NUMBER, minimum=0.5), "A number, 0.5 or more."),
        (text(text_format=TextFormat.INTEGER, maximum=9), "A whole number, 9 or less."),
        (
            text(text_format=TextFormat.INTEGER, minimum=1, maximum=10),
            "A whole number from 1 to 10.",
        ),
        (
            text(text_format=TextFormat.NUMBER, minimum=0, maximum=10),
            "A number from 0 to 10.",
        ),
    ],
)
def test_the_rule_says_what_an_answer_must_be(question: Question, rule: str) -> None:
    assert rule_text(question) == rule


@pytest.mark.parametrize(
    ("question", "most"),
    [
        (single(), 256),
        (multi(), 1000),
        (text(), 1000),
        (text(max_length=40), 40),
        (text(max_length=5000), 1000),
    ],
)
def test_words_have_the_room_that_the_desk_grants(question: Question, most: int) -> None:
    assert most_characters(question) == most


def test_room_and_fullness_are_said_in_words() -> None:
    assert left_text(3) == "3 characters left"
    assert left_text(1) == "One character left"
    assert too_many_text(multi(max_choices=2)).startswith("No more than 2")

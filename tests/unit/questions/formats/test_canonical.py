"""A question set in our own form, from outside."""

from typing import Any

import pytest

from assistant.errors import QuestionError
from assistant.questions.formats.canonical import parse_canonical
from assistant.questions.model.question import Purpose
from tests.helpers.questions.builders import choice, question_set


def written(**fields: Any) -> dict[str, Any]:
    question = choice("A", "B").model_dump(mode="json") | fields
    return {"questions": [question]}


def option(**fields: Any) -> dict[str, Any]:
    return written(options=[{"id": "1", "label": "A"} | fields])


def test_the_id_is_the_sets_own_or_the_one_given() -> None:
    assert parse_canonical(written(), set_id="s").questions.id == "s"
    assert parse_canonical({"id": "own", **written()}, set_id="s").questions.id == "own"


def test_texts_are_cleaned() -> None:
    options = [{"id": "1", "label": "A\nB\u202e", "description": "x\x00", "preview": "y\x00"}]
    read = parse_canonical(written(text="Go\x1b?", header="D\nB", options=options), set_id="s")
    (question,) = read.questions.questions
    assert (question.text, question.header) == ("Go?", "D B")
    (shown,) = question.options
    assert (shown.label, shown.description, shown.preview) == ("A B", "x", "y")


def test_the_programs_own_fields_are_left_out() -> None:
    forged = question_set().model_copy(update={"purpose": Purpose.CONFIRM, "voice_confirm": True})
    parsed = parse_canonical(forged.model_dump(mode="json"), set_id="s")
    assert parsed.questions == question_set()
    assert parsed.notes[-1].endswith("are the program's own to say; left out")


def nested(levels: int) -> dict[str, Any]:
    below = {} if levels == 1 else {"1": [nested(levels - 1)]}
    return choice("A", id=f"q{levels}").model_dump(mode="json") | {"follow_ups": below}


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({}, [("questions", "missing")]),
        ({"questions": []}, [("questions", "too_few")]),
        (
            {"questions": [{"id": "a"}]},
            [("questions[0].kind", "missing"), ("questions[0].text", "missing")],
        ),
        (written(kind="slider"), [("questions[0].kind", "invalid_value")]),
        (written(colour="red"), [("questions[0].colour", "invalid_value")]),
        (written(text=" \x00 "), [("questions[0].question", "missing")]),
        (written(header="x" * 257), [("questions[0].header", "too_long")]),
        (option(id="x" * 257), [("questions[0].options[0].id", "too_long")]),
        (option(description="x" * 1001), [("questions[0].options[0].description", "too_long")]),
        (
            written(kind="multi", min_choices=4),
            [("questions[0].min_choices", "invalid_value")],
        ),
        (written() | {"timeout_s": -1}, [("timeout_s", "invalid_value")]),
        (written(options=[]), [("questions[0].options", "too_few")]),
        (
            written(options=[{"id": "1", "label": " "}]),
            [("questions[0].options[0].label", "missing")],
        ),
        (
            written(options=[{"id": "1", "label": "A"}, {"id": "1", "label": "B"}]),
            [("questions[0].options", "duplicate")],
        ),
        (
            {"questions": written()["questions"] * 2},
            [("questions[1].question_id", "duplicate")],
        ),
        (
            written(depends_on={"question_id": "q1", "option_ids": ["1"]}),
            [("questions[0].depends_on", "cycle")],
        ),
        (
            {"questions": [choice("A", id=f"q{n}").model_dump(mode="json") for n in range(25)]},
            [("questions", "too_many"), ("questions", "too_many")],
        ),
    ],
)
def test_what_is_wrong_is_named(value: dict[str, Any], named: list[tuple[str, str]]) -> None:
    with pytest.raises(QuestionError) as error:
        parse_canonical(value, set_id="s")
    assert [(detail["field"], detail["code"]) for detail in error.value.details] == named


def test_five_levels_are_accepted_and_six_are_not() -> None:
    assert parse_canonical({"questions": [nested(5)]}, set_id="s")
    with pytest.raises(QuestionError, match="nested 6 levels deep"):
        parse_canonical({"questions": [nested(6)]}, set_id="s")

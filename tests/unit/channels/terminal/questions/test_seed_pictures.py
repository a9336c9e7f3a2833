"""The pictures of questions in a terminal that the requirements' own documents give."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from prompt_toolkit.utils import get_cwidth

from assistant.channels.terminal.questions.model.card_layout import paint_card
from assistant.channels.terminal.questions.model.card_screen import CardScreen
from assistant.locale import use_language
from assistant.questions.form.outcome_text import boxed_lines, outcome_lines
from assistant.questions.formats import parse_any
from assistant.questions.model.question import Answer, Answered, Draft, QuestionSet
from tests.helpers.questions.builders import by_click

SEEDS: Final = Path(__file__).parents[4] / "data" / "seeds"
CALLS: Final[dict[str, Any]] = json.loads((SEEDS / "tool_questions.json").read_text("utf-8"))
FRAME: Final = "┌┐└┘╭╮╰╯─│ "


def picture(name: str) -> list[str]:
    return (SEEDS / "pictures" / f"{name}.txt").read_text("utf-8").splitlines()


def asked(name: str) -> QuestionSet:
    return parse_any(CALLS[name], set_id=name).questions


def drawn(
    state: CardScreen, *, is_confirmed: bool = False, numbers: bool = False, columns: int = 80
) -> list[str]:
    painted = paint_card(state, columns, numbers=numbers, is_confirmed=is_confirmed)
    lines = (*painted.framed(painted.body), painted.foot[0])
    return ["".join(text for _style, text in line) for line in lines]


def rows(lines: list[str]) -> list[str]:
    """Return what stands in a frame, below its head."""
    return [row for line in lines[1:] if (row := line.strip(FRAME))]


def sides(lines: list[str]) -> list[tuple[str, str]]:
    """Return the first and the last sign of each line: the sides of a frame, in round corners."""
    round_ones = str.maketrans("┌┐└┘", "╭╮╰╯")
    ends = [(line[0], line[-1]) for line in (one.translate(round_ones) for one in lines)]
    return [pair for n, pair in enumerate(ends) if n == 0 or pair != ends[n - 1]]


def open_sides(lines: list[str]) -> list[str]:
    """Return the left sides of a frame without a right one, and how its last line ends."""
    left = "".join(line[0] for line in lines)
    return [left[0], *set(left[1:-1]), left[-1], lines[-1][-1]]


def features() -> CardScreen:
    questions = asked("multi_select_features")
    chosen = Answer(question_id=questions.questions[0].id, option_ids=("1", "2", "4"))
    return CardScreen.begin(questions, Draft(answers={chosen.question_id: chosen})).move(3)


@pytest.mark.requirement("TEST-29", "Q-TERM-05", "Q-TERM-07")
def test_a_single_choice_is_drawn_row_by_row_as_in_the_picture() -> None:
    shown = drawn(CardScreen.begin(asked("technology_choice"), Draft()))
    assert shown[0].startswith("╭─ Database ─╮")
    assert rows(shown) == rows(picture("single"))
    assert sides(shown) == sides(picture("single")) == [("╭", "╮"), ("│", "│"), ("╰", "╯")]
    assert {get_cwidth(line) for line in shown} == {79}


@pytest.mark.requirement("TEST-29", "Q-TERM-06", "Q-TERM-08")
def test_a_multiple_choice_is_drawn_row_by_row_as_in_the_picture() -> None:
    shown = drawn(features())
    *like_the_picture, own, _description = rows(shown)
    assert shown[0].startswith("╭─ Features ─╮")
    assert like_the_picture == rows(picture("multi"))
    assert sides(shown) == sides(picture("multi"))
    assert own == "☐ Other"  # of which the picture says elsewhere that it is always there


@pytest.mark.requirement("TEST-29", "Q-TERM-09")
def test_several_questions_are_drawn_row_by_row_as_in_the_picture() -> None:
    shown = drawn(CardScreen.begin(asked("multiple_questions"), Draft()), is_confirmed=True)
    *like_the_picture, own, _description = rows(shown)
    assert shown[0].startswith(picture("progress")[0])
    assert like_the_picture == rows(picture("progress"))
    assert own == "○ Other"
    assert sides(shown) == sides(picture("single"))
    narrow = drawn(CardScreen.begin(asked("multiple_questions"), Draft()), columns=58)
    assert open_sides(narrow) == open_sides(picture("progress")) == ["╭", "│", "╰", "╯"]


def two_answers() -> tuple[QuestionSet, Answered]:
    questions = QuestionSet(
        id="s",
        questions=(
            *asked("technology_choice").questions,
            *asked("multi_select_features").questions,
        ),
    )
    database, features = (question.id for question in questions.questions)
    answers = (
        Answer(question_id=database, option_ids=("1",)),
        Answer(question_id=features, option_ids=("1", "2", "4")),
    )
    return questions, Answered(answers=answers, provenance=by_click())


@pytest.mark.requirement("TEST-29", "Q-PRES-23")
def test_answers_in_boxes_are_those_of_the_picture() -> None:
    assert boxed_lines(*two_answers()) == [line for line in picture("boxed_answers") if line]


@pytest.mark.requirement("TEST-29", "Q-PRES-24")
def test_answers_in_lines_are_those_of_the_picture() -> None:
    assert outcome_lines(*two_answers()) == picture("answers")


@pytest.mark.requirement("TEST-29", "Q-TERM-11", "Q-TERM-12")
def test_a_round_is_drawn_with_the_heading_numbers_and_texts_of_the_picture() -> None:
    use_language("zh")
    heading, *listed = picture("rounds")[:5]
    pairs = [line.strip().split(") ")[1].split(" - ") for line in listed]
    call = {
        "question": "请选择一个功能",
        "header": "选择功能",
        "multiSelect": False,
        "options": [{"label": label, "description": text} for label, text in pairs],
    }
    questions = parse_any({"questions": [call]}, set_id="s").questions.model_copy(
        update={"round": 1, "total_rounds": 3}
    )
    shown = rows(drawn(CardScreen.begin(questions, Draft()), numbers=True))
    assert heading.removeprefix("Round 1/3: ") in shown[0]
    assert "1/3" in shown[0]
    numbered = [row.lstrip("> ○") for row in shown[1:9]]
    assert numbered == [
        row for n, (label, text) in enumerate(pairs, start=1) for row in (f"{n}) {label}", text)
    ]

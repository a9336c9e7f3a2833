"""How a question ended, as lines of plain text."""

import pytest

from assistant.questions.form.outcome_text import (
    answer_line,
    boxed_lines,
    outcome_lines,
    settled_at,
)
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Later,
    Method,
    NoneFit,
    Provenance,
    Question,
    QuestionKind,
    Response,
    TimedOut,
    YouDecide,
)
from tests.helpers.questions.builders import AT, by_click, choice, chose, question_set

DATABASE = question_set(choice())


@pytest.mark.requirement("Q-PRES-23", "Q-PRES-24", "Q-TERM-04")
def test_each_answer_has_a_line_with_its_header_and_labels() -> None:
    asked = question_set(
        choice(),
        choice(
            "Tests", "Docs", id="q2", kind=QuestionKind.MULTI, header=None, text="Which to\nwrite?"
        ),
        Question(id="q3", kind=QuestionKind.TEXT, text="Name?", header="Name"),
        Question(id="q4", kind=QuestionKind.BOOLEAN, text="Go on?", header="Go on"),
    )
    response = Answered(
        answers=(
            Answer(question_id="q1", other="DuckDB"),
            Answer(question_id="q2", option_ids=("1", "2"), other="Site"),
            Answer(question_id="q3"),
            Answer(question_id="q4", boolean=False),
        ),
        provenance=by_click(),
    )
    assert outcome_lines(asked, response) == [
        "✔ Database: DuckDB",
        "✔ Which to write? Tests, Docs, Site",
        "✔ Name: (left out)",
        "✔ Go on: No",
    ]


def test_a_default_that_nobody_chose_bears_another_mark() -> None:
    by_time_out = Provenance(channel=Channel.TERMINAL, method=Method.TIMEOUT_DEFAULT, at=AT)
    response = chose("2").model_copy(update={"provenance": by_time_out})
    assert outcome_lines(DATABASE, response) == [
        "⏱ Database: SQLite",
        "Nobody answered in time; these defaults were taken.",
    ]


@pytest.mark.parametrize(
    ("response", "line"),
    [
        (YouDecide(provenance=by_click()), "You left the choice to the assistant."),
        (NoneFit(words="a plain file", provenance=by_click()), "None of these: a plain file"),
        (Later(provenance=by_click()), "Put off until later."),
        (Cancelled(), "Cancelled."),
        (Cancelled(text="too\ndear", provenance=by_click()), "Cancelled: too dear"),
        (Cancelled(reason=CancelReason.SHUTDOWN, text="the end"), "Cancelled."),
        (TimedOut(after_s=5), "Nobody answered in time. Nothing was chosen."),
    ],
)
def test_the_other_ends_are_told_apart(response: Response, line: str) -> None:
    assert outcome_lines(DATABASE, response) == [line]


def test_a_long_question_without_a_header_is_cut() -> None:
    asked = Question(id="q", kind=QuestionKind.TEXT, text="Tell me " + "all " * 40)
    line = answer_line(asked, Answer(question_id="q", text="No"))
    assert line.endswith("…: No")
    assert len(line) == 60 + len(": No")


def test_what_was_settled_elsewhere_says_where_that_is_from_here() -> None:
    chosen, off = chose("1"), Later(provenance=by_click())
    lines = outcome_lines(DATABASE, chosen)
    assert settled_at(lines, chosen, Channel.VOICE, here=Channel.WEB) == [
        "Answered by voice:",
        "✔ Database: PostgreSQL",
    ]
    assert settled_at(lines, chosen, Channel.DESKTOP, here=Channel.DESKTOP)[0] == (
        "Answered in this window:"
    )
    assert settled_at(outcome_lines(DATABASE, off), off, Channel.DESKTOP, here=Channel.WEB) == [
        "Put off until later. (in the window)"
    ]
    assert settled_at(lines, chosen, None, here=Channel.WEB) == lines


@pytest.mark.requirement("Q-PRES-23")
@pytest.mark.parametrize(
    ("question", "answer", "lines"),
    [
        (
            choice("A", "B", "C", header="Pick", kind=QuestionKind.MULTI),
            Answer(question_id="q1", option_ids=("1", "3"), other="mine"),
            ["╭─ Pick ─╮", "│ ✔ A", "│ ✔ C", "│ ✔ mine", "╰────────╯"],
        ),
        (
            choice("가", "나", header="고르기"),
            Answer(question_id="q1", option_ids=("2",)),
            ["╭─ 고르기 ─╮", "│ ✔ 나", "╰──────────╯"],
        ),
        (  # joiners and marks take no column of their own
            choice("A", "B", header="👨\u200d👩\u200d👧 e\u0301 ⚠\ufe0f"),
            Answer(question_id="q1", option_ids=("2",)),
            ["╭─ 👨\u200d👩\u200d👧 e\u0301 ⚠\ufe0f ─╮", "│ ✔ B", f"╰{'─' * 14}╯"],
        ),
        (
            choice("A", "B", header="Pick"),
            Answer(question_id="q1"),
            ["╭─ Pick ─╮", "│ ✔ (left out)", "╰────────╯"],
        ),
    ],
)
def test_answers_are_confirmed_in_a_box(
    question: Question, answer: Answer, lines: list[str]
) -> None:
    response = Answered(answers=(answer,), provenance=by_click())
    assert boxed_lines(question_set(question), response) == lines

"""Question sets and responses, short to write."""

from datetime import UTC, datetime
from typing import Any, Final

from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Method,
    Option,
    Origin,
    Provenance,
    Question,
    QuestionKind,
    QuestionSet,
)

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ORIGIN = Origin(channel=Channel.DESKTOP, conversation_id="c1", turn_id="t1")
QUESTION: Final[dict[str, Any]] = {
    "questions": [
        {
            "question": "Which one?",
            "header": "Pick",
            "multiSelect": False,
            "options": [
                {"label": "A", "description": "first"},
                {"label": "B", "description": "second"},
            ],
        }
    ]
}
"""One question, as a model asks it by its tool."""


def options(*labels: str) -> tuple[Option, ...]:
    """Return options with the ids "1" to "n"."""
    return tuple(Option(id=str(n), label=label) for n, label in enumerate(labels, start=1))


def choice(
    *labels: str,
    id: str = "q1",
    kind: QuestionKind = QuestionKind.SINGLE,
    text: str = "Which database should we use for this project?",
    header: str | None = "Database",
    required: bool = True,
    allow_other: bool = True,
    follow_ups: dict[str, tuple[Question, ...]] | None = None,
) -> Question:
    """Return a question to choose from; four databases if no labels are given."""
    return Question(
        id=id,
        kind=kind,
        text=text,
        header=header,
        options=options(*(labels or ("PostgreSQL", "SQLite", "MySQL", "MongoDB"))),
        required=required,
        allow_other=allow_other,
        follow_ups=follow_ups or {},
    )


def question_set(*questions: Question, id: str = "set1") -> QuestionSet:
    """Return a set; one question about databases if none is given."""
    return QuestionSet(id=id, questions=questions or (choice(),), tool_use_id=id)


def by_click(channel: Channel = Channel.DESKTOP) -> Provenance:
    """Return the provenance of a click."""
    return Provenance(channel=channel, method=Method.CLICK, at=AT)


def named(id: str) -> QuestionSet:
    """Return a set of one question, both under this id, for tests that ask several."""
    return question_set(choice(id=id), id=id)


def chose(
    *option_ids: str, question_id: str = "q1", channel: Channel = Channel.DESKTOP
) -> Answered:
    """Return the response that chose these options of one question."""
    answer = Answer(question_id=question_id, option_ids=option_ids)
    return Answered(answers=(answer,), provenance=by_click(channel))

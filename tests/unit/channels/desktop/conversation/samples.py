"""Questions and answers the tests put."""

from datetime import UTC, datetime

from assistant.channels.desktop.questions.model.pending_questions import PendingItem, PendingState
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Method,
    Option,
    Origin,
    Provenance,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)

HERE = Provenance(
    channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
)
ORIGIN = Origin(channel=Channel.DESKTOP, conversation_id="c", turn_id="t")


def options(*labels: str, default: str = "", recommended: str = "") -> tuple[Option, ...]:
    return tuple(
        Option(
            id=label.lower(),
            label=label,
            description=f"about {label}",
            default=label == default,
            recommended=label == recommended,
        )
        for label in labels
    )


def single(question_id: str = "q", count: int = 3, **changes: object) -> Question:
    labels = ("Red", "Green", "Blue", "Black", "White", "Grey", "Pink", "Teal", "Gold")[:count]
    question = Question(
        id=question_id,
        kind=QuestionKind.SINGLE,
        text="Which colour?",
        header="Colour",
        options=options(*labels, recommended="Red"),
        allow_other=True,
    )
    return question.model_copy(update=changes)


def multi(question_id: str = "m", **changes: object) -> Question:
    question = Question(
        id=question_id,
        kind=QuestionKind.MULTI,
        text="Which toppings?",
        header="Toppings",
        options=options("Cheese", "Olives", "Basil"),
        allow_other=True,
    )
    return question.model_copy(update=changes)


def text(question_id: str = "n", **changes: object) -> Question:
    question = Question(id=question_id, kind=QuestionKind.TEXT, text="What name?", header="Name")
    return question.model_copy(update=changes)


def boolean(question_id: str = "b", **changes: object) -> Question:
    question = Question(
        id=question_id, kind=QuestionKind.BOOLEAN, text="Shall I?", header="Permission"
    )
    return question.model_copy(update=changes)


def asked(*questions: Question, set_id: str = "s", **changes: object) -> QuestionSet:
    return QuestionSet(id=set_id, questions=questions).model_copy(update=changes)


def permission(set_id: str = "p") -> QuestionSet:
    return asked(boolean(), set_id=set_id, purpose=Purpose.CONFIRM, source="write_file")


def answered(*answers: Answer) -> Answered:
    return Answered(answers=answers, provenance=HERE)


def pending(
    questions: QuestionSet | None = None,
    *,
    standing: PendingState = PendingState.ASKED,
    asked_at: datetime = HERE.at,
    done: int = 0,
    total: int = 1,
    is_elsewhere: bool = False,
    alike: int = 1,
    can_answer: bool = True,
) -> PendingItem:
    return PendingItem(
        questions=questions or asked(single()),
        origin=ORIGIN,
        asked_at=asked_at,
        standing=standing,
        done=done,
        total=total,
        is_elsewhere=is_elsewhere,
        takes_words=standing is PendingState.ASKED,
        alike=alike,
        can_answer=can_answer,
    )

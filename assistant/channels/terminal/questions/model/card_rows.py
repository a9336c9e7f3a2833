"""What the pointer can stand on while questions are answered with keys. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from assistant.questions.model.question import Kind, Purpose, Question, QuestionSet

_REFUSALS: Final = frozenset({"deny", "refuse", "no", "reject", "cancel", "false"})


class RowKind(Enum):
    """What a row is."""

    OPTION = "option"
    YES = "yes"
    NO = "no"
    OTHER = "other"
    ANSWERED = "answered"
    """An answer in the review."""
    SUBMIT = "submit"
    RESET = "reset"
    SKIP = "skip"
    BACK = "back"
    NOTE = "note"
    DECIDE = "decide"
    NONE_FIT = "none_fit"
    LATER = "later"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Something that the pointer can stand on."""

    kind: RowKind
    id: str = ""
    """Of the option, or of the question in the review."""


def option_rows(question: Question) -> tuple[Row, ...]:
    """Return what may be chosen for a question; Other is the last."""
    if question.kind is Kind.TEXT:
        return ()
    if question.kind is Kind.BOOLEAN:
        return (Row(kind=RowKind.YES), Row(kind=RowKind.NO))
    rows = tuple(Row(kind=RowKind.OPTION, id=option.id) for option in question.options)
    return (*rows, Row(kind=RowKind.OTHER)) if question.allow_other else rows


def review_rows(shown: Iterable[Question]) -> tuple[Row, ...]:
    """Return the answers of a form, and what may be done with all of them."""
    answered = (Row(kind=RowKind.ANSWERED, id=question.id) for question in shown)
    return (*answered, Row(kind=RowKind.SUBMIT), Row(kind=RowKind.RESET))


def way_rows(
    questions: QuestionSet, question: Question | None, *, has_before: bool
) -> tuple[Row, ...]:
    """Return what else may be done than answer.

    Args:
        questions: What is asked.
        question: The one that is shown; None in the review.
        has_before: Whether there is one to go back to.
    """
    kinds: list[RowKind] = []
    if question is not None:
        if not question.required:
            kinds.append(RowKind.SKIP)
        if has_before:
            kinds.append(RowKind.BACK)
        kinds.append(RowKind.NOTE)
    if questions.purpose is Purpose.ASK:
        kinds += [RowKind.DECIDE, RowKind.NONE_FIT, RowKind.LATER]
    if questions.allow_cancel:
        kinds.append(RowKind.CANCEL)
    return tuple(Row(kind=kind) for kind in kinds)


def safest(question: Question) -> int:
    """Return the row that lets nothing happen, for the pointer to begin at."""
    for place, row in enumerate(option_rows(question)):
        if row.kind is RowKind.NO or row.id.casefold() in _REFUSALS:
            return place
    return max(0, len(question.options) - 1)

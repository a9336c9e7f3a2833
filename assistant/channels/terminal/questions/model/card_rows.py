"""What the pointer can stand on while questions are answered with keys. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from assistant.questions.form.form_layout import safe_choice_id
from assistant.questions.model.question import AnswerInput, Purpose, Question, QuestionSet


class CardRowKind(Enum):
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
    EARLIER = "earlier"
    """The questions of the turn that were asked before, with their answers."""
    NOTE = "note"
    DECIDE = "decide"
    NONE_FIT = "none_fit"
    LATER = "later"
    CANCEL = "cancel"
    CANCEL_WITH_REASON = "cancel_with_reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """Something that the pointer can stand on."""

    kind: CardRowKind
    id: str = ""
    """Of the option, or of the question in the review."""


def option_rows(question: Question) -> tuple[CardRow, ...]:
    """Return what may be chosen for a question; Other is the last."""
    if question.traits.input is AnswerInput.TEXT:
        return ()
    if question.traits.input is AnswerInput.YES_NO:
        return (CardRow(kind=CardRowKind.YES), CardRow(kind=CardRowKind.NO))
    rows = tuple(CardRow(kind=CardRowKind.OPTION, id=option.id) for option in question.options)
    return (*rows, CardRow(kind=CardRowKind.OTHER)) if question.allow_other else rows


def review_rows(shown: Iterable[Question]) -> tuple[CardRow, ...]:
    """Return the answers of a form, and what may be done with all of them."""
    answered = (CardRow(kind=CardRowKind.ANSWERED, id=question.id) for question in shown)
    return (*answered, CardRow(kind=CardRowKind.SUBMIT), CardRow(kind=CardRowKind.RESET))


def alternative_rows(
    questions: QuestionSet,
    question: Question | None,
    *,
    has_before: bool,
    has_earlier: bool = False,
) -> tuple[CardRow, ...]:
    """Return what else may be done than answer.

    Args:
        questions: What is asked.
        question: The one that is shown; None in the review.
        has_before: Whether there is one to go back to.
        has_earlier: Whether questions of the turn were asked before.
    """
    kinds: list[CardRowKind] = []
    if question is not None:
        if not question.required:
            kinds.append(CardRowKind.SKIP)
        if has_before:
            kinds.append(CardRowKind.BACK)
        kinds.append(CardRowKind.NOTE)
    if has_earlier:
        kinds.append(CardRowKind.EARLIER)
    if questions.purpose is Purpose.ASK:
        kinds += [CardRowKind.DECIDE, CardRowKind.NONE_FIT, CardRowKind.LATER]
    if questions.allow_cancel:
        if questions.takes_reason:
            kinds.append(CardRowKind.CANCEL_WITH_REASON)
        kinds.append(CardRowKind.CANCEL)
    return tuple(CardRow(kind=kind) for kind in kinds)


def safest_row(question: Question) -> int:
    """Return the row that lets nothing happen, for the pointer to begin at."""
    safe = safe_choice_id(question)
    return 0 if safe is None else question.choice_ids.index(safe)

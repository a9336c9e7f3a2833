"""How a question set is laid out, and which choice has the focus first. Pure."""

from enum import Enum
from typing import Final

from assistant.questions.model.question import (
    AnswerInput,
    Purpose,
    Question,
    QuestionSet,
)

MOST_BUTTONS: Final = 4
"""Up to this many options are buttons that answer at once."""

_REFUSALS: Final = frozenset({"deny", "refuse", "no", "reject", "cancel", "false"})


class FormLayout(Enum):
    """How a question set is laid out."""

    BUTTONS = "buttons"
    """One question; choosing an option answers it."""
    SINGLE = "single"
    """One question; choose, then confirm."""
    FORM = "form"
    """Several questions, one open at a time, then submit."""


def layout_of(questions: QuestionSet) -> FormLayout:
    """Return the layout: buttons for one simple choice, else select first and confirm."""
    question, *others = questions.questions
    if others or question.follow_ups:
        return FormLayout.FORM
    if question.traits.input is AnswerInput.YES_NO:
        is_asked = questions.purpose is Purpose.ASK
        return FormLayout.SINGLE if is_asked else FormLayout.BUTTONS
    if (
        question.traits.answers_at_once
        and len(question.options) <= MOST_BUTTONS
        and not any(option.default for option in question.options)
    ):
        return FormLayout.BUTTONS
    return FormLayout.SINGLE


def safe_choice_id(question: Question) -> str | None:
    """Return the id of the choice that lets nothing happen: the safe one to have the focus."""
    choices = question.choice_ids
    last = choices[-1] if choices else None
    return next((choice for choice in choices if choice.casefold() in _REFUSALS), last)

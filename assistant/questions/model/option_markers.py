"""What stands before an option, on every screen and aloud. Pure."""

from typing import Final

from assistant.questions.model.question import Markers, Question

OPTION_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Longer lists have numbers, whatever their labels are."""


def has_letters(question: Question) -> bool:
    """Whether the options of this question are lettered rather than numbered."""
    return question.markers is Markers.LETTERS and len(question.options) <= len(OPTION_LETTERS)


def marker(question: Question, index: int) -> str:
    """Return the number or letter of the option at `index`, which counts from 0.

    What stands behind the options, such as an answer of the user's own, goes on counting.
    """
    is_lettered = has_letters(question) and index < len(OPTION_LETTERS)
    return OPTION_LETTERS[index] if is_lettered else str(index + 1)

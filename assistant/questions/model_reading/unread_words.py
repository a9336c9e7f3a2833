"""An answer that the rules would ask back about. Values only; `reading_rules` says which they are."""

from dataclasses import dataclass

from assistant.questions.model.question import Option, Question, QuestionSet


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadWords:
    """Words that a model may read."""

    questions: QuestionSet
    question: Question
    """The one of them that the words are for."""
    words: str
    """As the user wrote or said them."""


def offered_options(question: Question) -> tuple[Option, ...]:
    """Return the options that words may choose: not those that only a click chooses."""
    return tuple(option for option in question.options if not option.by_click)

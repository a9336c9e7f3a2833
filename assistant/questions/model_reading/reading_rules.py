"""Which words a model may read, and what counts of what it reads. Pure.

The model only maps the user's words onto what was offered. What the rules are certain of never
reaches it; where it contradicts them, the user is asked whether it is right before it counts.
"""

from dataclasses import replace
from typing import Final

from assistant.questions.model.question import AnswerInput, Purpose, Question, QuestionSet
from assistant.questions.model_reading.unread_words import UnreadWords, offered_options
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)

MAX_WORDS: Final = 1_000
"""Characters of an answer that is read; a longer one is no slip of the tongue."""
MAX_ASKED: Final = 6_000
"""Characters of the question and its options: it is a small request, or none."""
_OPEN: Final = frozenset(
    {
        UnclearReason.NO_MATCH,
        UnclearReason.AMBIGUOUS,
        UnclearReason.EXCLUDED,
        UnclearReason.QUESTION,
    }
)
"""Of the other reasons the rules are certain: what they ask back is what the user has to say."""


def unread_words(
    questions: QuestionSet, question: Question, words: str, by_rules: Understanding
) -> UnreadWords | None:
    """Return the words if the rules would ask back about them and a model may read them.

    Never those for a permission or any other confirmation, nor for a question without options.
    """
    words = words.strip()
    asked = len(question.text) + sum(
        len(one.label) + len(one.description) for one in offered_options(question)
    )
    may_be_read = (
        questions.purpose is Purpose.ASK
        and question.traits.input is not AnswerInput.TEXT
        and bool(words)
        and len(words) <= MAX_WORDS
        and asked <= MAX_ASKED
    )
    if not (may_be_read and is_asked_back(by_rules)):
        return None
    return UnreadWords(questions=questions, question=question, words=words)


def is_asked_back(by_rules: Understanding) -> bool:
    """Whether the rules are uncertain in a way that reading the words again may resolve."""
    match by_rules:
        case SpokenChoice():
            return by_rules.needs_confirming and by_rules.text is None
        case UnclearAnswer():
            return by_rules.reason in _OPEN
        case SpokenCommand():
            return False


def combined(by_rules: Understanding, by_model: Understanding) -> Understanding:
    """Return what counts once a model has read what the rules would ask back about."""
    match by_model:
        case UnclearAnswer():
            return by_rules
        case SpokenChoice(text=None):
            return replace(
                by_model,
                needs_confirming=by_model.needs_confirming or _contradict(by_rules, by_model),
            )
        case SpokenChoice() | SpokenCommand():
            # The rules saw an option in the words: the user says which of the two it is.
            return by_rules if isinstance(by_rules, SpokenChoice) else by_model


def _contradict(by_rules: Understanding, by_model: SpokenChoice) -> bool:
    match by_rules:
        case SpokenChoice():
            return (by_rules.option_ids, by_rules.boolean) != (
                by_model.option_ids,
                by_model.boolean,
            )
        case UnclearAnswer():
            among = set(by_rules.candidates)
            return bool(among) and not among.issuperset(by_model.option_ids)
        case SpokenCommand():
            return True

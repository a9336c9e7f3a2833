"""Which answers that a model read are read back: those that cannot be taken back. Pure."""

from dataclasses import replace
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import CommandKind
from assistant.languages.text_language import (
    codes_written_in,
    detect_line_language,
    script_in,
)
from assistant.questions.model.answer_revision import is_models_question
from assistant.questions.model_reading.unread_words import UnreadWords
from assistant.questions.spoken.proposed_action import actions_of_label
from assistant.questions.spoken.understanding import (
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    Understanding,
)

_UNKNOWN: Final = ""
"""No language."""
_ENDING: Final = frozenset({CommandKind.CANCEL, CommandKind.DECIDE})
"""Commands after which the question cannot be answered any more."""
_FINAL_FOR_OTHERS: Final = _ENDING | {CommandKind.LATER, CommandKind.SKIP}
"""Commands after which a program that asked goes on."""


def checked(unread: UnreadWords, by_model: Understanding) -> Understanding:
    """Return what a model read, to be read back where it decides something for good."""
    match by_model:
        case SpokenChoice():
            is_final = _is_final(unread, by_model)
            return replace(by_model, needs_confirming=by_model.needs_confirming or is_final)
        case SpokenCommand():
            can_change = is_models_question(unread.questions)
            ending = _ENDING if can_change else _FINAL_FOR_OTHERS
            return replace(by_model, needs_confirming=by_model.kind in ending)
        case UnclearAnswer():
            return by_model


def _is_final(unread: UnreadWords, chosen: SpokenChoice) -> bool:
    """Whether an answer cannot be changed afterwards, or has something done or left undone.

    A program has gone on with its answer. What the model of the conversation asked can be changed,
    but what it did meanwhile may not be undone: labels and questions that say to do something.
    """
    if not is_models_question(unread.questions):
        return True
    question = unread.question
    said = [question.option(one).label for one in chosen.option_ids] or [question.text]
    asked = " ".join([question.text, *(option.label for option in question.options)])
    return any(actions_of_label(text, code) for code in _languages_of(asked) for text in said)


def _languages_of(asked: str) -> tuple[str, ...]:
    """Return the language of a question; all in its letters, if it does not say which it is."""
    found = detect_line_language(asked, likely=_UNKNOWN, lead=1)
    if found.language in LANGUAGES:
        return (found.language,)
    return codes_written_in(script_in(asked))

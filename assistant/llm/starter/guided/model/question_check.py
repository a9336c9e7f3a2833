"""Whether a question that a small model wrote can be put, and the call that puts it."""

import unicodedata
from dataclasses import replace
from typing import Any

from assistant.foreign_text import is_hidden
from assistant.languages import LANGUAGES
from assistant.languages.text_language import detect_line_language, is_latin
from assistant.llm.starter.guided.model.guided_reply import (
    MAX_OPTION_CHARACTERS,
    MAX_OPTIONS,
    MIN_OPTIONS,
    GuidedQuestion,
)


def with_good_options(question: GuidedQuestion) -> GuidedQuestion:
    """Return a question without options that stand there twice or run on, if enough others remain."""
    by_key: dict[str, str] = {}
    for option in question.options:
        if not _runs_on(option):
            by_key.setdefault(_key(option), option)
    if len(by_key) < MIN_OPTIONS:
        return question
    return replace(question, options=tuple(by_key.values()))


def question_fault(question: GuidedQuestion, *, language: str) -> str | None:
    """Return why a question cannot be put, or None if it can.

    Args:
        question: As the model wrote it.
        language: ISO 639-1 code of the user's language.
    """
    keys = [_key(option) for option in question.options]
    text = _key(question.question)
    if not _has_words(text) or not all(map(_has_words, keys)):
        return "a text has no words"
    if not MIN_OPTIONS <= len(keys) <= MAX_OPTIONS:
        return "the options are too few or too many"
    if any(map(_runs_on, question.options)):
        return "an option runs on"
    if len(set(keys)) < len(keys):
        return "an option stands there twice"
    if any(_only_counts_on(one, other) for one in keys for other in keys):
        return "an option only numbers another"
    if text in keys:
        return "an option repeats the question"
    if any(_only_says_other(key) for key in keys):
        return "an option only says: something else"
    if not _is_written_in(language, question.question):
        return "the question is in another language"
    if not _is_written_in(language, "\n".join(question.options)):
        return "the options are in another language"
    return None


def question_call(question: GuidedQuestion) -> dict[str, Any]:
    """Return the input of the question tool's call."""
    return {
        "questions": [
            {
                "question": question.question.strip(),
                "options": [{"label": option.strip()} for option in question.options],
                "multiSelect": False,
            }
        ]
    }


def _key(text: str) -> str:
    shown = "".join(character for character in text if not is_hidden(character))
    return " ".join(unicodedata.normalize("NFKC", shown).split()).casefold()


def _only_counts_on(one: str, other: str) -> bool:
    """Whether the second is the first with a number behind it, as of films that there are not."""
    return other.startswith(one) and other[len(one) :].strip().isdigit()


def _runs_on(option: str) -> bool:
    """Whether the grammar had to end an option, or all but had to."""
    return len(option) >= MAX_OPTION_CHARACTERS


def _has_words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _only_says_other(key: str) -> bool:
    words = (known.question_words for known in LANGUAGES.values())
    return any(known.only_says_other(key) for known in words if known is not None)


def _is_written_in(language: str, text: str) -> bool:
    """Whether the writing is that of the language; names in Latin letters may stand in any."""
    found = detect_line_language(text, likely=language).language
    if found == language:
        return True
    return is_latin(found) and (is_latin(language) or not _has_sentence(text))


def _has_sentence(text: str) -> bool:
    return text.rstrip().endswith(("?", ".", "!"))

"""What is written in questions, in all languages. Pure."""

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant.languages.language import QuestionWords


@cache
def question_words() -> "tuple[QuestionWords, ...]":
    """Return the words of all languages; the window is painted before it needs them."""
    from assistant.languages import LANGUAGES

    words = (known.question_words for known in LANGUAGES.values())
    return tuple(one for one in words if one is not None)


def asks_for_secret(name: str, context: str) -> bool:
    """Whether a question seems to ask for a password or the like.

    Args:
        name: What is asked for: the name of a field, its title.
        context: What is said beside it; a sentence that says not to give a secret asks for none.
    """
    return bool(secret_pattern().search(name)) or any(
        secret_pattern().search(sentence) and not forbidding_pattern().search(sentence)
        for sentence in re.split(r"[.!?。！？\n]", context)
    )


@cache
def secret_pattern() -> re.Pattern[str]:
    """Return the pattern of what nobody should be asked for."""
    return _either(words.secret for words in question_words())


@cache
def forbidding_pattern() -> re.Pattern[str]:
    """Return the pattern of a sentence that says not to give it."""
    return _either(words.forbidding for words in question_words())


@cache
def either_or_pattern() -> re.Pattern[str]:
    """Return the pattern of a question that names its options."""
    return _either(words.either_or for words in question_words())


def _either(patterns: Iterable[str]) -> re.Pattern[str]:
    from assistant.languages.language import either

    return either(patterns)

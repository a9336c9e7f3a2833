"""What is written in questions, in all languages. Pure."""

from typing import Final

from assistant.languages import LANGUAGES

QUESTION_WORDS: Final = tuple(
    known.question_words for known in LANGUAGES.values() if known.question_words is not None
)

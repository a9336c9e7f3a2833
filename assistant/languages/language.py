"""What is known of a language: its words, by what they are for."""

from collections.abc import Callable
from dataclasses import dataclass

from assistant.languages.lexicon import Lexicon


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The words of one language."""

    code: str
    """ISO 639-1."""
    answers: Callable[[], Lexicon]
    """What answers mean; made with the first question, in some milliseconds."""

"""How tools say lengths of time and moments, in the language of the voice. Pure."""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import TimeWords

SPOKEN_TIME: Final = {
    code: known.time_words for code, known in LANGUAGES.items() if known.time_words is not None
}


def time_words(language: str) -> TimeWords:
    """Return the words of a language, or the English ones if it has none."""
    return SPOKEN_TIME.get(language, SPOKEN_TIME["en"])

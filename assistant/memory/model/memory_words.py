"""The words of all languages about memory. Pure."""

from typing import Final

from assistant.languages import LANGUAGES

MEMORY_WORDS: Final = tuple(
    words for known in LANGUAGES.values() if (words := known.memory()) is not None
)

"""The words of all languages about memory. Pure."""

import re
from functools import cache
from typing import Literal

from assistant.languages import LANGUAGES
from assistant.languages.language import either
from assistant.languages.memory_words import MemoryWords


@cache
def memory_words() -> tuple[MemoryWords, ...]:
    """Return the words of each language that has them."""
    return tuple(words for known in LANGUAGES.values() if (words := known.memory()) is not None)


@cache
def any_of(
    field: Literal["weak", "own", "lasting", "agent", "work", "personal", "named_work"],
) -> re.Pattern[str]:
    """Return one pattern of what a field of `MemoryWords` holds in all languages."""
    return either(getattr(words, field) for words in memory_words())
